import type { ChainDeposit, ChainToken, Reference } from '../chains/port'
import type { DepositMethod, Filler } from './fillers'

/** What was asked, after validation: addresses canonical, amounts as bigint. */
export type QuoteRequest = {
  tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT'
  from: ChainToken
  to: ChainToken
  amount: bigint
  fromAddress: string
  recipient: string
  refundTo: string
  /** Parts per million. */
  slippagePpm: bigint
  referrerFeeBps: bigint
  methods: readonly DepositMethod[] | undefined
}

export type Offer = {
  filler: Filler
  methods: readonly DepositMethod[]
  amountIn: bigint
  amountOut: bigint
  minAmountOut: bigint
  isReady: boolean
  /** Unix seconds. */
  quoteExpiresAt: number
  /** When an address for it is given up, unix seconds. */
  closesAt: number
  /** By the source chain's clock, unix seconds. */
  validBefore: number
}

export type Quote = {
  quoteId: string
  request: QuoteRequest
  /** By route id. */
  offers: Map<string, Offer>
}

/** A route somebody built: the promise that a deposit of `reference` will be honoured. */
export type Commitment = {
  reference: Reference
  quote: Quote
  offer: Offer
  recipient: string
  refundTo: string
  method: DepositMethod
  depositAddress?: string
  /** What the deposit takes, where steps before it turn what is paid into another token. */
  takes?: { token: string; amount: bigint }
  createdAt: Date
}

/** The last three are final. */
export type OrderStatus =
  | 'created'
  | 'deposited'
  | 'published'
  | 'refund_pending'
  | 'filled'
  | 'refunded'
  | 'failed'

type OrderTransaction = {
  /** Unix seconds. */
  timestamp: number
  txHash: string
  chainId: number
  amount: string
}

export type Order = {
  id: string
  commitment: Commitment
  status: OrderStatus
  depositTxHash: string | undefined
  destAmount: bigint
  transactions: { deposit?: OrderTransaction; fill?: OrderTransaction; refund?: OrderTransaction }
  stepsCompleted: string[]
  /** Why it failed or went back, in the filler's words. */
  substatus?: string
  createdAt: Date
  updatedAt: Date
}

/** The service's memory. Quotes are promises; intents and orders follow what the chains tell. */
export type Ledger = {
  readonly quotes: Map<string, Quote>
  readonly commitments: Map<Reference, Commitment>
  readonly orders: Map<string, Order>
  readonly deposits: Map<string, ChainDeposit>
  depositsOf(reference: Reference): ChainDeposit[]
  orderOf(reference: Reference): Order | undefined
}

export function createLedger(): Ledger {
  const orders = new Map<string, Order>()
  const deposits = new Map<string, ChainDeposit>()
  return {
    quotes: new Map(),
    commitments: new Map(),
    orders,
    deposits,
    depositsOf: (reference) => [...deposits.values()].filter((d) => d.reference === reference),
    orderOf: (reference) => {
      return [...orders.values()].find((order) => order.commitment.reference === reference)
    },
  }
}
