import 'fake-indexeddb/auto'
import { describeSolanaTransferModel } from './engine/transfer-solana-suite'

describeSolanaTransferModel()
