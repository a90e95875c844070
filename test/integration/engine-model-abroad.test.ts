import 'fake-indexeddb/auto'
import { describeAbroadModel } from './engine/abroad-suite'

describeAbroadModel()
