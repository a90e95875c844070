/** A transaction of the simulated chain. */
export type SimTransaction = {
  hash: string
  from: string
  to: string
  value: bigint
  data: string
  nonce: number
  block?: number
  reverted?: boolean
  /** What an account that is a contract does in it: the outer transaction is somebody else's. */
  inner?: { to: string; data: string; value: bigint }
  /** The user operation or Safe transaction that it carries, and whether that came to nothing. */
  carries?: SimCarried
  /** What its contract takes of the token beyond what it was called with: its trial shows none of it. */
  more?: bigint
  /** As `more`, without an event. */
  unseen?: bigint
  /** Coins that its contract gives back: that stands in no event either. */
  back?: bigint
  /** What a filler pays out in it. */
  payout?: SimPayout
}

/** `safe` tells its hash as a topic, `oldSafe` as data; an operation is told by the EntryPoint. */
export type SimCarried = {
  by: 'operation' | 'safe' | 'oldSafe'
  id: string
  failed?: boolean
  /** What is paid of the token for its gas, to the paymaster or as the refund that it names. */
  gas?: bigint
}

export type SimPayout = {
  token: string
  to: string
  amount: bigint
  /** What is written beside it, on chains that know memos. */
  memos?: readonly string[]
}

export const author = '0x1111111111111111111111111111111111111111'
/** Another account that has coins. */
export const otherAccount = `0x${'18'.repeat(20)}`
export const target = '0x2222222222222222222222222222222222222222'
export const erc20 = '0x3333333333333333333333333333333333333333'
export const chainId = 8453
export const depositData = '0xd0e30db0'
/** `transfer(address,uint256)`. */
export const transferData = '0xa9059cbb'
/** Whom an operation names as its paymaster, and a Safe transaction as whom to refund. */
export const paymaster = '0x7777777777777777777777777777777777777777'
/** Who pays out. */
export const filler = '0x5555555555555555555555555555555555555555'
