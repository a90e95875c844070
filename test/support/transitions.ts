import { writeTransitions } from '../house/transitions'
import { printAll } from '../house/transitions-all'

await writeTransitions(printAll())
