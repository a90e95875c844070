import 'fake-indexeddb/auto'
import { describePurchaseModel } from './engine/model-suite'

describePurchaseModel()
