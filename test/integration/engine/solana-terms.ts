import type { SolanaDraft, SolanaWire } from './solana-wire'

/** Blocks for which a blockhash is good: https://solana.com/docs/core/transactions#recent-blockhash */
export const goodFor = 150
/** Blocks on top of one after which it is final, and on top of one that most have voted on. */
export const finalAfter = 32
export const confirmedAfter = 2
/** Lamports for each signature. */
export const feeOfSignature = 5_000n
/** What a token account costs who opens it: https://solana.com/docs/core/accounts#rent */
export const rent = 2_039_280n
/** Less than this an account may not hold, unless it holds nothing. */
export const rentOfOwner = 890_880n

export type SolanaBalances = {
  lamports: bigint
  units?: { mint: string; owner: string; amount: bigint }
}

/** A transaction that is in a block, with what it changed; by the order of its accounts. */
export type LandedSolana = SolanaWire & {
  draft: SolanaDraft
  /** The slot of its blockhash. */
  issued: number
  slot: number
  err: object | null
  fee: bigint
  before: SolanaBalances[]
  after: SolanaBalances[]
}

/** Dropped with a fork, or signed and not in a block; `issued` is the slot of its blockhash. */
export type WaitingSolana = SolanaWire & { draft: SolanaDraft; issued: number }

/** What one account holds. */
export type SolanaAccount = {
  lamports: bigint
  token?: { mint: string; owner: string; amount: bigint }
}
export type SolanaState = Map<string, SolanaAccount>

/** Token accounts by convention, as they are derived elsewhere: an owner, a mint, the account. */
export type TokenAccounts = readonly { owner: string; mint: string; account: string }[]
