import { writeTransitions } from '../house/transitions'

await writeTransitions()
