import 'fake-indexeddb/auto'
import { describeModel } from './engine/model-suite'

describeModel('native')
