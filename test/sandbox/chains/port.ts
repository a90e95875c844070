/**
 * What the reference service needs of a chain, whatever its family. One implementation a chain:
 * EVM over anvil, Solana over LiteSVM. Amounts are smallest units as bigint, times unix seconds.
 */
export type ChainPort = {
  readonly id: number
  /** The last three exist on paper: transfers are taken from them and nothing else is. */
  readonly type: 'eip155' | 'solana' | 'bip122' | 'tron' | 'ckb'
  /** Display name, e.g. `Base`. */
  readonly name: string
  readonly nativeCurrency: { name: string; symbol: string; decimals: number }
  readonly rpcUrl: string
  /** Another node of the same chain, where there is one. */
  readonly secondRpcUrl?: string
  /** CAIP-2, e.g. `eip155:8453`. */
  readonly caip2: string
  /** Where CONTRACT_CALL deposits go: the contract's (or the vault's) address. */
  readonly depositTarget: string
  /** The address that pays out. */
  readonly fillerAddress: string
  /** Every token the service knows on this chain, native first. */
  readonly tokens: readonly ChainToken[]
  /** Tokens that are swapped as others are and stand in no list but the hub's. */
  readonly hubTokens?: readonly ChainToken[]
  /** Tokens that are swapped likewise and stand in no list at all. */
  readonly unlistedTokens?: readonly ChainToken[]

  /**
   * The canonical writing of an address of this family (EIP-55 for EVM), or undefined when the text
   * is not one. A mixed-case EVM address with a wrong checksum is not one.
   */
  parseAddress(text: string): string | undefined
  /** Balance of `owner` in smallest units; 0 for an account that does not exist. */
  balanceOf(token: string, owner: string): Promise<bigint>
  /** The wallet actions of a CONTRACT_CALL deposit, in order. */
  buildDeposit(request: DepositRequest): Promise<Approval[]>
  /** True when a deposit of this size needs no approval first (always true on Solana). */
  isReadyToDeposit(request: { from: string; token: string; amount: bigint }): Promise<boolean>
  /** A fresh address the filler owns and watches; a transfer to it is a deposit of `reference`. */
  createDepositAddress(reference: Reference): Promise<string>
  /**
   * Broadcasts what the wallet signed and gives the transaction hash. Idempotent for the same
   * bytes. Throws `ChainRefusal` when the chain refuses it or it is not a deposit of `reference`.
   * Families whose wallets broadcast by themselves (EVM) refuse always.
   */
  broadcast(request: { signedTransaction: string; reference: Reference }): Promise<string>
  /** The time of its newest block, where a deposit's deadline is judged by that. */
  time?(): Promise<number>
  /** What the chain knows of a transaction. */
  transactionState(txHash: string): Promise<'unknown' | 'pending' | 'mined' | 'reverted'>
  /** Calls back once for every mined deposit, oldest first, from the start; returns the off-switch. */
  onDeposit(callback: (deposit: ChainDeposit) => void): () => void
  /** Resolves when every deposit that was mined before this call has been called back. */
  depositsRead(): Promise<void>
  /** Really pays `amount` to `to`; resolves with the hash when mined. */
  payOut(payment: Payment): Promise<string>
  /** Really sends a deposit back to `to`; resolves with the hash when mined. */
  refund(refund: { deposit: ChainDeposit; to: string }): Promise<string>
  /** Mints (or airdrops) for tests; resolves when mined. */
  fund(payment: Payment): Promise<void>

  mine(blocks: number): Promise<void>
  /** Moves the chain's clock. */
  advance(seconds: number): Promise<void>
  /** Families without the notion refuse with `ChainRefusal`. */
  setAutomine(on: boolean): Promise<void>
  stop(): Promise<void>
}

/** A chain that is really there, with nodes to ask. */
export type RealChain = ChainPort & { readonly type: 'eip155' | 'solana' }

/** 32 bytes as 0x-hex, lower case: names one accepted route; it travels inside the deposit. */
export type Reference = `0x${string}`

export type ChainToken = {
  chainId: number
  address: string
  name: string
  symbol: string
  decimals: number
  isNative: boolean
  /** Shown among the curated defaults. */
  isTop: boolean
  /** Decimal string, e.g. `2500`; absent when nobody prices it (then no filler takes it). */
  priceUsd?: string
  isRiskToken?: boolean
}

/**
 * How a filler has its deposits made: by the deposit contract itself, or as real ones do. The last two are
 * of Solana, the others of EVM chains.
 */
export const depositShapes = [
  'plain',
  'fixed-fee',
  'token-proxy',
  'swap-first',
  'wrap-first',
  'multicall',
  'own-program',
  'sponsored',
] as const
export type DepositShape = (typeof depositShapes)[number]

export type DepositRequest = {
  from: string
  token: string
  amount: bigint
  reference: Reference
  /** `unlimited` asks for the greedy approval some routers want. */
  approval: 'exact' | 'unlimited'
  /** Asks the wallet to change chain first (EVM only; other families ignore it). */
  isSwitchingChain: boolean
  /** `plain` unless named, and where the family has not this one. */
  shape?: DepositShape
  /** Told what the deposit takes where steps before it turn what is paid into another token. */
  onRouted?: (takes: { token: string; amount: bigint }) => void
}

/** A mined deposit, as the chain tells it. */
export type ChainDeposit = {
  /** Unique, e.g. `<chainId>:<txHash>:<index>`. */
  id: string
  chainId: number
  txHash: string
  reference: Reference
  /** `contract` for CONTRACT_CALL deposits, `address` for transfers to a deposit address. */
  via: 'contract' | 'address'
  sender: string
  token: string
  amount: bigint
  /** Block time, unix seconds. */
  timestamp: number
}

export type Payment = { token: string; to: string; amount: bigint }

/** One wallet action of a build result, as it goes over the wire. */
export type Approval =
  | {
      type: 'eip1193_request'
      request: { method: string; params: unknown[] }
      waitForReceipt?: boolean
      deposit?: boolean
    }
  | { type: 'solana_sendTransaction'; transaction: string; deposit?: boolean }

/** The chain said no; the message is fit for the service's error body. */
export class ChainRefusal extends Error {
  override readonly name = 'ChainRefusal'
}
