import 'fake-indexeddb/auto'
import { describeAccountModel } from './engine/account-suite'

describeAccountModel()
