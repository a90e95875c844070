import { type TransferOperation, transferOperations } from './transfer-operations'

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
