import {
  type TransferOperation,
  transferOperations,
  type WalletOperation,
  walletOperations,
} from './transfer-operations'

/** What else may happen to a payment by address on Solana. */
export const solanaOnly = [
  /** All in one transaction, by two transfers. */
  'payInOne',
  /** Two halves that share a block; and the whole twice in one. */
  'payInHalves',
  'payTogether',
  /** It lands, and fails. */
  'payFailing',
  /** Most have voted on it, then a fork drops it, and nobody hands it in again. */
  'payDropped',
  'forkDrops',
  /** More trifles in one block than are looked at. */
  'payManyTrifles',
  /** The service sends on what came. */
  'sweep',
  /** Every node keeps the blocks of two days. */
  'nodesPurge',
  'operatorHalves',
  'operatorHidesMemos',
  /** By a stranger, or by a person who overlooked the memo. */
  'payWithoutMemo',
  'payOtherMemo',
  'payOtherMemo',
  /** The exchange writes a memo of its own before it. */
  'payAmongMemos',
  'saysPaidByOther',
  'nameOthers',
] as const

export type SolanaOnly = (typeof solanaOnly)[number]
export type SolanaOperation = TransferOperation | SolanaOnly

export const solanaOperations: readonly SolanaOperation[] = [...transferOperations, ...solanaOnly]

/** What a wallet does on EVM alone. */
const notOnSolana: readonly WalletOperation[] = [
  'walletSpeedsUp',
  'walletCancels',
  'otherTransaction',
  'privateRelay',
  'relayMines',
  'contractAccount',
  'switchChain',
]

/** What else a wallet does on Solana that signs what is then handed in by this computer. */
export const solanaWalletOnly = [
  /** It pays more for its place in a block: that is still what was asked for. */
  'walletAddsFee',
  /** What it signs is not what was asked for. */
  'walletSignsMore',
  'walletSignsToOther',
  'walletSignsMoreCalls',
  'walletSignsWithoutMemo',
  'walletSignsLater',
  /** It hands in what it signed, whatever it says; or somebody does who saw it. */
  'walletHandsIn',
  'walletHandsIn',
  /** Every node says that it took it, and keeps nothing; or passes nothing on. */
  'nodesSwallow',
  'nodesForget',
  'blockhashExpires',
  'blockhashExpires',
  'operatorHidesSignature',
  'operatorSaysLanded',
  'operatorSaysExpired',
] as const

export type SolanaWalletOnly = (typeof solanaWalletOnly)[number]
export type SolanaPayOperation = SolanaOperation | WalletOperation | SolanaWalletOnly

/** Everything that may happen to a payment on Solana which a connected wallet is asked to make. */
export const solanaPayOperations: readonly SolanaPayOperation[] = [
  ...solanaOperations,
  ...walletOperations.filter((each) => !notOnSolana.includes(each)),
  ...solanaWalletOnly,
  'mine',
  'mine',
]
