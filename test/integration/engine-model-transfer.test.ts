import 'fake-indexeddb/auto'
import { describeTransferModel } from './engine/model-suite'

describeTransferModel()
