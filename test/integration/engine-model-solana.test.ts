import 'fake-indexeddb/auto'
import { describeModel } from './engine/model-suite'

describeModel('solana')
describeModel('solana', true)
