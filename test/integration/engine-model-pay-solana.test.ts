import 'fake-indexeddb/auto'
import { describeSolanaPayModel } from './engine/pay-solana-suite'

describeSolanaPayModel()
