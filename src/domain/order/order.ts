import type { ErrorCode } from '../error'
import type {
  Address,
  AttemptId,
  OrderId,
  QuoteId,
  RouteId,
  ServiceOrderId,
  StepId,
  TxHash,
} from '../names'
import type { NotifyTopic } from './effect'
import type { Reason } from './reason'

/**
 * An account with code. `delegated` (EIP-7702) sends ordinary transactions of its own, and others may send
 * for it; for a `contract` (a Safe, a smart account of ERC-4337) only others do.
 */
export type CodedAccount = 'delegated' | 'contract'

/** A CAIP-2 namespace that Causeway can drive a wallet for. */
export type Family = 'eip155' | 'solana'

/**
 * Chains that are only paid from, by QR: no wallet is driven for them and no chain is read. CAIP-2
 * namespaces, but for Litecoin, which shares its own with Bitcoin (`bip122`).
 */
export const FOREIGN_FAMILIES = ['bip122', 'tron', 'litecoin', 'ckb'] as const
export type ForeignFamily = (typeof FOREIGN_FAMILIES)[number]

/** A token with an amount of it; `amount` is in the token's smallest unit, a decimal string. */
export type TokenAmount = {
  chainId: number
  address: Address
  symbol: string
  decimals: number
  amount: string
  /** Of a chain that is only paid from; the number of any other chain says its family. */
  family?: ForeignFamily
  name?: string
  logoUri?: string
  isRisk?: boolean
}

/** A wallet as it is chosen; `id` as in `contract/bridge`: what it calls itself in every page. */
export type WalletRef = { family: Family; id: string; name: string; icon?: string }

/** The document whose wallet is asked. `documentId` is absent where the browser has none to give. */
export type PageRef = {
  tabId: number
  frameId: number
  documentId?: string
  origin: string
  title?: string
}

/** What a trial run came to before anything was asked: advice, never a proof. */
export type Advice = {
  /** Unix ms. */
  at: number
  outcome: 'passes' | 'reverts' | 'unknown'
  /** The node's or the contract's own words. */
  detail?: string
  /**
   * Why nobody tried it: no independent node of the chain is known that can (`cannot`), or none gave a result in
   * time; absent in what was stored before there was such a field.
   */
  untried?: 'cannot' | 'silent'
  /** Names of the independent nodes that tried it; absent where none could. */
  by?: string[]
  /** Tried by code at the account's own address: contracts can notice it, and no events were seen. */
  weak?: true
  /** That what is paid is a contract is the word of the service's own node: no independent one answered. */
  byService?: true
  /** Another node was still asked: what is here is by those that had answered. */
  open?: true
  /**
   * What left the account in their trial: `paid` of the source token, `fee` in the chain's own coin
   * beside it (network fees left out); smallest units, decimal.
   */
  leaves?: { paid: string; fee: string }
  /**
   * Who got what was paid in their trial, most first: of the source token, or lamports. Empty where nobody's
   * balance grew by it; absent where no trial told (EVM: the request names who is paid).
   */
  goes?: Payee[]
  /**
   * What the network takes on Solana, priority included, lamports, decimal: as told by the trial, else by the
   * message. 0 where another account pays it.
   */
  network?: string
  /** Gas that all steps used together in the trial that used most, decimal; EVM, where it was told. */
  gas?: string
}

/** A site's request to open Causeway, and the document that is told what became of it. */
export type AskedBy = {
  origin: string
  /** 128 bits, hex; the site's own handle on its request. */
  requestId: string
  page: PageRef
}

/** What the person accepted on the review screen: every later answer is held against this. */
export type Accepted = {
  quoteId: QuoteId
  routeId: RouteId
  routeType: string
  /** The path of the filler's picture at the service, which tells fillers of one kind from each other. */
  filler?: Address
  tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT'
  from: TokenAmount
  to: TokenAmount
  /** Least amount of the destination token, smallest unit; absent when the route promises none. */
  minAmountOut?: string
  /** The account that signs the deposit. */
  author: Address
  recipient: Address
  refundTo: Address
  /** Fraction, 0.005 is 0.5 %: what was asked for, else the route's own, 5 % at most; absent = it names none. */
  slippageTolerance?: number
  expectedDurationSeconds: number
  /** Unix seconds until which the price holds. */
  quoteExpiresAt: number
  /** Unix seconds, the on-chain deadline. */
  validBefore: number
}

/** How long orders of one filler between two chains took on this computer, seconds from the payment. */
export type UsualTime = {
  /** The time that half of them took at most. */
  typical: number
  /** The longest that one may take before it is late. */
  most: number
}

/** One EVM transaction as it will be asked of the wallet; hex strings, `value` in wei (hex). */
export type EvmTransaction = {
  from: Address
  to: Address
  data: string
  value: string
  gas?: string
  maxFeePerGas?: string
  maxPriorityFeePerGas?: string
}

/** A deposit contract of this release's own list: who runs it and what it calls itself. */
export type KnownContract = { service: string; contract: Address }

/** An account on Solana that gets some of what is paid; smallest unit of the source token, decimal. */
export type Payee = {
  account: Address
  /** Whose tokens they are then, where it is a token account. */
  owner?: Address
  /** The program that rules over the owner, or over an account without one: none for a wallet. */
  program?: Address
  amount: string
}

/** A known contract whose call was read. */
export type KnownDeposit = KnownContract & {
  /** The least that arrives by the call itself, smallest unit of the destination token. */
  least: string
  /** The known proxy that takes the tokens in its place. */
  proxy?: string
  /** The other form of the coin that is paid out: by what kind of account is paid, just as much of it. */
  or?: { address: Address; symbol: string }
  /** As which token its coins come back that nobody fills: they were wrapped on the way in. */
  back?: { address: Address; symbol: string }
}

/** What a person is shown of a step, decoded by the policy from the very bytes that will be asked. */
export type StepFacts =
  | {
      kind: 'approve'
      token: TokenAmount
      spender: Address
      /** What the service asked for, when it was more than is needed and was cut to exact. */
      requested?: 'unlimited' | string
      exact: true
    }
  | { kind: 'reset'; token: TokenAmount; spender: Address }
  /** The pinned contract of the chain's wrapped coin, in or out; one to one. */
  | { kind: 'wrap' | 'unwrap'; token: TokenAmount; gets: TokenAmount; target: Address }
  /** A swap to the routing token; `gets` as the trial showed it. */
  | {
      kind: 'swap'
      token: TokenAmount
      gets: TokenAmount
      target: Address
      method: string
      /** The known contract that it calls in a way that cannot be read. */
      unread?: KnownContract
    }
  | {
      kind: 'deposit'
      /** What it takes: the routing token where steps before it lead to one. */
      token: TokenAmount
      target: Address
      method: string
      fee?: string
      /** Who takes the tokens by the allowance, where that is not the target. */
      takenBy?: Address
      /** Set where the call of a known contract was read, and is what was accepted. */
      known?: KnownDeposit
      /** The known contract that is called, where this call of it cannot be read. */
      unread?: KnownContract
    }
  /** The payment to a deposit address that was checked: so much of the token to it, and nothing else. */
  | {
      kind: 'transfer'
      token: TokenAmount
      to: Address
      /** Solana: the token account of that address, which the tokens go to. */
      account?: Address
      memo?: string
    }
  | {
      kind: 'solanaDeposit'
      token: TokenAmount
      feePayer: string
      programs: string[]
      /** Those that are not the chain's own: only a trial shows what they do, whoever's they are. */
      unknown?: string[]
      /** Whom it pays, read from the transfers: only where nothing else is in it. */
      pays?: Payee[]
      lastValidBlockHeight?: number
    }

/** What a step asks of the wallet. */
export type StepAction =
  | { kind: 'transaction'; chainId: number; tx: EvmTransaction; waitForReceipt: boolean }
  | { kind: 'solanaSign'; chainId: number /** base64 */; transaction: string }

/** What was known just before an ask; reconciliation compares with it. */
export type AskEvidence = {
  /** Unix ms by our own clock. */
  askedAt: number
  nonce?: number
  /** The account's next nonce, those that waited counted. */
  pending?: number
  /** A block that the transaction is certainly not in. */
  blockNumber?: string
  /** The newest block that any node knew of. */
  head?: string
  /** ERC-20 deposits: what their spender might take, smallest unit. */
  allowance?: string
  /** The account had code then, by any node that was asked: it may have got it after the review. */
  coded?: CodedAccount
  blockhash?: string
  lastValidBlockHeight?: string
  page: PageRef
  /** The content script that was in the page then: it alone knows that it was never told to ask. */
  script?: string
}

/** One thing that was found while finding out what became of an ask. */
export type Finding =
  /**
   * What the page that asked says of the ask. `never-seen` is told by the script that was there when it was asked;
   * `says-never` is the page's word alone.
   */
  | { what: 'ledger'; state: 'open' | 'settled' | 'never-seen' | 'says-never' | 'unreachable' }
  /** An answer that does not say whether anything was sent; `said` is the wallet's own words. */
  | { what: 'answer'; code: ErrorCode; said?: string }
  /**
   * A hash that was named, and that no node knows, that is another transaction, or that came to nothing; `like`:
   * one that the account sent in the time of the ask, and that goes where the ask was to go.
   */
  | { what: 'hash'; hash: TxHash; state: 'nowhere' | 'other' | 'failed' | 'like' }
  | { what: 'service'; state: 'new' | 'nothing' | 'other' | 'unreachable' }
  /** Transactions that left the account since the ask. */
  | { what: 'nonce'; mined: number; waiting: number }
  /** Whether what was signed can still land. */
  | { what: 'signature'; state: 'valid' | 'expired' }
  /** What came since the ask is too much, or too old, for nodes to be looked through. */
  | { what: 'many' }
  /** Whether the deposit's target may still take the whole amount. */
  | { what: 'allowance'; state: 'untouched' | 'used' }
  | { what: 'match'; hash: TxHash }
  /** The person says that the wallet shows the request no more, and that it was not answered. */
  | { what: 'prompt'; state: 'gone' }

/** A finding with its time, unix ms. */
export type Check = Finding & { at: number }

/** Where the knowledge that an ask led to a transaction, or to none, comes from. */
export type Source = 'page' | 'wallet' | 'ledger' | 'chain' | 'service' | 'person'

/** A transaction that was ever named or found for an ask. */
export type Seen = {
  /** Unix ms. */
  at: number
  by: Source
  /** EVM transaction hash, or the Solana signature (base58); absent for bytes that have none. */
  hash?: TxHash
  /** base64 of the signed Solana transaction: sent again as it is, never signed anew. */
  signedBytes?: string
  /** It is not what was asked for. */
  differs?: true
  /** EVM: the nonce that it took, where two nodes showed it, or the only one there is. */
  nonce?: number
  /** What it approves, smallest unit, as nodes show it: the person may change the amount in the wallet. */
  approved?: string
}

/** Names of the nodes that showed something: two, or one that is the person's own, or the only one. */
export type ShownBy = { nodes: string[]; ownNode?: true }

/** What became of an ask, as far as it is known; what was sent is in `seen`. */
export type AttemptEnd =
  /** The page, or the wallet in it, says that nothing was sent. */
  | 'refused'
  /** It was never handed to the wallet. */
  | 'not-asked'
  /** The chain shows that nothing was sent, or that nothing can come of it any more. */
  | 'absent'
  /** The person confirms with a click that it was refused: any sign of it counts more. */
  | 'rejected'
  /** The person says that nothing was sent, knowing that it may be paid twice. */
  | 'given-up'
  | 'mined'
  | 'reverted'
  /** Another transaction of the account took its place. */
  | 'replaced'

/** One ask of a wallet. Nothing of it is ever dropped, whatever the step goes on with. */
export type Attempt = {
  attemptId: AttemptId
  stepId: StepId
  deposit: boolean
  /** It is not the deposit, and moves money towards it all the same. */
  moves?: true
  /** The very bytes that were asked for. */
  action: StepAction
  evidence: AskEvidence
  seen: Seen[]
  /**
   * Absent while nothing is known; `at` is unix ms. `block`: of what an EVM chain took in its place (decimal), until
   * that lies so deep that no reorganisation undoes it. `denied`: of what was given up where only a page had called it
   * rejected: any sign of it counts more. `typed`: that is the word that was typed on what nobody knew. `shownBy`: the
   * nodes whose answers prove it; absent of anybody's word, and where it is not known here.
   */
  end?: {
    what: AttemptEnd
    at: number
    block?: string
    denied?: true
    typed?: true
    shownBy?: ShownBy
  }
  /** When the wallet showed it no more, unix ms, by the person's word or its page; what is older has no time. */
  gone?: number | true
  /** Solana: block height up to which what was signed before its prompt closed may land; decimal. */
  landsUntil?: string
  /** Solana: by operators that are past that height, nothing of it landed. */
  over?: true
}

/**
 * Where a step stands. What was asked, by which page, and what was seen of it is in the order's
 * attempts, under the `attemptId`.
 */
export type StepState =
  | { status: 'ready' }
  | { status: 'asking'; attemptId: AttemptId }
  | {
      status: 'sent' | 'verified'
      attemptId: AttemptId
      /** EVM transaction hash, or the Solana signature (base58). */
      hash: TxHash
      sentAt: number
      /** EVM: the nonce that the transaction took; known once it was seen on the chain. */
      nonce?: number
    }
  | {
      status: 'confirmed'
      attemptId: AttemptId
      hash: TxHash
      at: number
      /**
       * EVM deposits: where to look should a reorganisation take the transaction back. Without a nonce
       * where others carried it out for an account with code.
       */
      mined?: { nonce?: number; blockNumber?: string }
      /**
       * What left the account of the order's source token, network fees left out, with this step and those
       * before it that moved money; smallest unit, by two operators or the person's own node.
       */
      left?: string
      /** EVM: no balance could be read around it, so that `left` and `got` are what events tell. */
      byEvents?: true
      /** What an account with code paid for the gas of these steps in tokens; it is not part of `left`. */
      gas?: TokenAmount[]
      /**
       * Of a step before the deposit that moved money: what came of the token that it leads to, with this
       * step and those before it, net; nothing that was held before. Smallest unit, by the same word.
       */
      got?: string
    }
  | { status: 'declined'; attemptId: AttemptId; at: number }
  | {
      status: 'failed'
      code: ErrorCode
      retryable: boolean
      at: number
      reason?: Reason
      attemptId?: AttemptId
    }
  | {
      status: 'unsure'
      attemptId: AttemptId
      since: number
      checks: Check[]
      /** True once the machine has looked everywhere and only the person can say. */
      needsPerson: boolean
    }

export type Step = {
  id: StepId
  /** The money-moving step; exactly one of an order's steps is. */
  deposit: boolean
  action: StepAction
  facts: StepFacts
  state: StepState
}

/** A change of the wallet's chain that Causeway asked for itself before a step. */
export type Switching = {
  attemptId: AttemptId
  stage: 'switch' | 'add'
  chainId: number
  since: number
  /** Set once the wallet answered; the chain is then only waited for, never asked for again. */
  settledAt?: number
  /** The wallet answered that it does not know the chain: it is asked to add it next. */
  missing?: boolean
  /** The chain was added before this switch; it is not added a second time. */
  added?: boolean
}

export type OrderStatus =
  | 'planned'
  | 'running'
  | 'submitted'
  | 'tracking'
  | 'filled'
  | 'refunded'
  | 'failed'
  /** The service says that it ended, and that could not be checked on the chain. */
  | 'unproved'
  | 'stopped'
  /** Stored by a version that knows more than this one, or damaged: shown, never acted on. */
  | 'attention'

/** What the service says of the order, as last read. */
export type ServiceView = {
  orderId?: ServiceOrderId
  status?: string
  depositTxHash?: TxHash
  fill?: { txHash?: TxHash; chainId?: number; amount?: string; at?: number }
  refund?: { txHash?: TxHash; chainId?: number; amount?: string; at?: number }
  /** Why it was not carried out, in the words of the service or of its filler: text of a stranger. */
  told?: string
  lastReadAt?: number
}

/** The chain that is paid on as it was before the deposit was asked for. */
export type Beginning = {
  /** The newest block (Solana: slot). */
  block: string
  /** The recipient's coins (wei) and transactions, where the chain's own coin is what is due. */
  holding?: { balance: string; nonce: number }
  /** Found later: what came from this time on (unix ms) may not be in it. */
  since?: number
}

/** What was read on a chain of a payout or a refund, and who showed it. */
export type FoundPayment = ShownBy & {
  /** `paid`: enough of the right token to the right account; only that is an arrival. */
  what: 'paid' | 'short' | 'other-token'
  token: string
  /** Smallest unit of that token. */
  amount: string
  /** Absent where only the account's coins show it. */
  hash?: TxHash
  /** Names of the moves that prove this order and no other; see `claimOf`. */
  claims: string[]
  /** Unix ms at which it was found. */
  at: number
  /**
   * The block that it is in, decimal; without a hash, one of which a node says that the account held it, and in
   * `upTo` the later one of which another says so. Absent where an older version found it.
   */
  block?: string
  upTo?: string
  /** Without a hash: how much came to the account in all, with what was left to other orders. */
  inAll?: string
  /**
   * Unix seconds of its block, where that was asked for; without a hash, of the last block that was
   * seen without it.
   */
  time?: number
}

/** The end that the service speaks of, and what was read of it on the chain. */
export type Arrival = {
  kind: 'payout' | 'refund'
  /** Unix ms at which the service was first heard to say so. */
  since: number
  /** How often the service said otherwise, or named another transaction, as far as it is counted. */
  words?: number
  /** Up to this block transfers to the account were looked through. */
  scanned?: string
  found?: FoundPayment
}

/**
 * In what a record of the service may be another order's. `price`: what a purchase costs; `other`: something that
 * only another version holds against it.
 */
export const TOLD_FACTS = [
  'author',
  'recipient',
  'refundTo',
  'fromChainId',
  'toChainId',
  'fromToken',
  'toToken',
  'srcAmount',
  'quoteId',
  'routeId',
  'provider',
  'price',
  'other',
] as const
export type ToldFact = (typeof TOLD_FACTS)[number]

/** What was accepted, or told before, and what a record says in its place. */
export type Otherwise = { field: ToldFact; accepted: string; told: string }

/** A record of the service that is not this order's; nothing of it was believed. */
export type Contradiction = Otherwise & { at: number }

/**
 * What stands in the way of a running order until it is put right; it then goes on by itself. Of a
 * payment by address, it is that the service does not take what was paid; see `WalletPayment` for asks.
 */
export type Blocker = {
  code: ErrorCode
  since: number
  expected?: string
  actual?: string
  /** The order that has to be cleared up first. */
  orderId?: OrderId
}

/** What is on the chain, as an alarm keeps it; `value` in wei, decimal. */
export type SentTransaction = {
  hash: TxHash
  from: Address
  /** Null for a contract that was created. */
  to: Address | null
  value: string
  data: string
  nonce: number
  chainId: number
}

/**
 * What somebody got power over: to take from a token account (`delegate`), to close it (`closer`), whose it
 * is (`owner`), its state (`frozen`), its rules (`extensions`), the program of an account (`program`); or by
 * an event or an allowance of a contract (`event`).
 */
export const POWERS = [
  'delegate',
  'closer',
  'owner',
  'frozen',
  'extensions',
  'program',
  'event',
] as const
export type Power = (typeof POWERS)[number]

/**
 * What goes beyond what was accepted, or is otherwise than asked: its kind, and what is named of it, in the
 * order of its sentence. Addresses as their chain writes them; amounts in smallest units.
 */
export const FACTS = [
  'added',
  'assigned',
  'blockhash',
  'call',
  'changed',
  'closed',
  'closedTo',
  'closer',
  'collectible',
  'delegate',
  'event',
  'extensions',
  'extra',
  'fee',
  'feePayer',
  'frozen',
  'left',
  'lost',
  'mayDo',
  'mayTake',
  'missing',
  'otherToken',
  'others',
  'paidLess',
  'priorityFee',
  'signature',
  'signers',
  'signs',
  'single',
  'tables',
  'trees',
  'twoPrices',
  'unread',
  'version',
] as const
export type FactKind = (typeof FACTS)[number]
export type Fact = { kind: FactKind; values: string[] }

/** What an alarm says: `detail` in English, of one that was stored before there were facts. */
type Said = { fact?: Fact; detail?: string }

/** Something was sent that is not what was asked for; never cleared by itself. `at` is unix ms. */
export type Alarm = { at: number; code: ErrorCode; attemptId: AttemptId } & (
  | { kind: 'altered'; found: SentTransaction }
  /** Signed bytes (base64) that differ from what was asked, and what is wrong with them. */
  | ({ kind: 'signed'; found: string } & Said)
  /** A second transaction with the order's payload was mined; `like`: one that may have paid all the same. */
  | { kind: 'second'; hash: TxHash; like?: true }
  /**
   * What was mined took more than was accepted, by two operators or the person's own node; with `power`, it
   * let somebody take it instead.
   */
  | ({ kind: 'took'; hash: TxHash; power?: Power } & Said)
)

/**
 * Money that came to a deposit address and does not pay for its order: another token, or another chain.
 * `symbol` and `decimals` are those of the service's list.
 */
export type Astray = {
  chainId: number
  token: string
  symbol: string
  decimals: number
  /** Smallest unit of that token. */
  amount: string
  /** Absent where only the coins that the address holds show it. */
  hash?: TxHash
  /** Unix seconds of its block. */
  time?: number
  /** The address may have held it before the order began: the nodes have forgotten. */
  undated?: true
  /** Unix ms at which it was found, and the nodes that showed it. */
  at: number
  nodes: string[]
}

/** When other tokens and other chains were looked at (unix ms), and how far each chain could be read. */
export type WideLook = {
  at: number
  /** `part`: not every block, or no coins; `unread`: too few of its nodes answered. */
  chains: { chainId: number; outcome: 'whole' | 'part' | 'unread' }[]
  /** The service did not say which tokens there are: only coins were looked for. */
  unlisted?: true
}

/** What is to be paid, and where: checked against what was accepted before anybody saw it. */
export type Transfer = {
  /** Empty where the order was found at the service, which does not name its address. */
  depositAddress: Address
  /** Smallest unit of the source token. */
  amount: string
  memo?: string
  /** Unix seconds after which nothing may be paid any more, by the service's word; see `closesAt`. */
  expiresAt: number
  /** By so many seconds the service's clock was ahead of this computer's when it said so. */
  ahead?: number
  /** What the service gives for the picture; all of it is held against the fields above. */
  qrImageUrl?: string
  paymentUri?: string
  qrPayload?: string
  /** No order exists at the service until it is told of the transaction. */
  needsHash?: true
  /** The chain that is paid from as it was before the address was shown. */
  began?: Beginning
  /** Up to this block transfers to the address were looked through, by as many nodes as are needed. */
  scanned?: string
  /** When that block was made by their word, unix seconds. */
  scannedTime?: number
  /** What nodes of the chain showed at the address, the oldest first. */
  seen: FoundPayment[]
  /** Other tokens and other chains, looked at when the person says to have paid. */
  lookedWide?: WideLook
  /** What was found there, the oldest first; none of it pays for the order. */
  astray?: Astray[]
  /** The transaction that the person named; it was read on the chain. */
  named?: { hash: TxHash; at: number }
  /** Transactions that the service counts for another order of its own: they pay for nothing here. */
  refused?: TxHash[]
  /** The address is shown no more: nothing may be paid to it from then on (unix ms). */
  closed?: {
    at: number
    /** `found`: what was agreed is not known on this computer, so nothing is paid to it from here. */
    why: 'cancelled' | 'expired' | 'ended' | 'found'
    /** The person said that nothing was paid: nothing is looked for any more. */
    unpaid?: true
  }
}

/**
 * The order of the service that bridges what the provider of a purchase settled. It is part of the
 * purchase: followed and shown with it, and nothing of it is ever asked of a wallet.
 */
export type BridgeLeg = {
  orderId: ServiceOrderId
  /** The service that has it: not the fiat API's address. */
  serviceUrl: string
  /** The service's word. */
  status: string
  /** What the provider settled, and on which chain. */
  from: TokenAmount
  depositTxHash?: TxHash
  fillTxHash?: TxHash
  refundTxHash?: TxHash
  /** The first fact in which it is not this purchase's: nothing of it is believed then. */
  contradiction?: Otherwise
}

/** A payment in money at a provider's checkout: with whom, how it goes on, and how far it came. */
export type Purchase = {
  /** As the provider calls itself. */
  provider: string
  /** `direct`, `jump`, or a word of the service's own. */
  strategy: string
  /** Display decimal of the currency. */
  fee?: string
  /** How the checkout goes on, as the service gave it; absent until the service has the order. */
  action?: { type: string; url?: string }
  /** Unix ms at which the checkout's address was given to the browser last. */
  openedAt?: number
  /** Unix ms at which the service first showed that the payment was made. */
  paidAt?: number
  /** The service's id of the provider, where the offer named one. */
  providerId?: string
  /** The provider as the order itself names it. */
  told?: string
  /** The service's own order that bridges what the provider settled; `jump` only. */
  bridgeOrderId?: ServiceOrderId
  /** That order, once it was read. */
  leg?: BridgeLeg
  /** Found at the fiat API by its number: what was agreed is not known here, so it is not paid from here. */
  found?: true
}

/** Every kind of order: all of them are listed, followed, notified and kept in the same way. */
export const orderKinds = ['swap', 'transfer', 'purchase'] as const

/** What every order is, whatever it was made by. */
type OrderBase = {
  id: OrderId
  /** Grows by one with each commit; a commit against an older revision is refused. */
  revision: number
  createdAt: number
  updatedAt: number
  accepted: Accepted
  /**
   * Address of the service that the order was made with, as the settings named it then; it is told of
   * the order, and no other. Absent only in what was stored before there was such a field.
   */
  serviceUrl?: string
  status: OrderStatus
  confirmedAt?: number
  service: ServiceView
  /** Absent where no node of the chain answered before the ask. */
  began?: Beginning
  /** Set once the service says that it paid or sent back. */
  arrival?: Arrival
  contradiction?: Contradiction
  blocker?: Blocker
  failure?: { code: ErrorCode; at: number; reason?: Reason }
  alarm?: Alarm
  /** What was usual on this computer as it was made; absent where too few orders told it. */
  usual?: UsualTime
  /** Orders that pay the same, and that the person wanted this one beside. */
  known?: OrderId[]
  /** What the person was told of already; each topic once. */
  notified: NotifyTopic[]
  /** A backup file brought it, which may be anybody's: no address and no contract is known by it, ever. */
  fromBackup?: true
  /** Set where the record cannot be read whole: it is shown, and nothing is done with it. Never stored. */
  unread?: Unread
}

/** What else is known of a record of which this version cannot read all. */
export type Unread = {
  /** Hashes of transactions, and claims of what was paid, wherever it names them. */
  hashes: string[]
  /** Those of them that are not known to be its own: a service's word, an alarm's, or found not to be its own. */
  told: string[]
  /** What it is, where that can be read: it is treated as a swap everywhere else. */
  kind?: Order['kind']
  /** Fields of it, and of its terms, that are damaged or missing: what stands in for them is not so. */
  lacks: string[]
  /** The record as it lies in the store: it is written back as it is, for the version that can read it. */
  stored: unknown
  /** Its wallet was asked for a payment: nothing else is asked of that account on that chain until it is let go. */
  asked?: true
}

/** What is asked of a wallet for an order, by whom, and all that ever came of it. */
type Asks = {
  wallet: WalletRef
  page: PageRef
  steps: Step[]
  /** Every ask that was ever made, the oldest first. Only ever added to. */
  attempts: Attempt[]
  switching?: Switching
  advice?: Advice
}

/**
 * Why nothing more is asked for once a step before the deposit has moved the money: the person stopped it,
 * or the next step can no longer be asked for as it was accepted (`code`). What is held since, and how
 * much of it came, is told by the steps themselves; see `heldOf`.
 */
export type Halt = { at: number } & (
  | { why: 'person' }
  | { why: 'refused'; code: ErrorCode; reason?: Reason }
)

/** Paid by a wallet that is asked for one step after another. */
export type SwapOrder = OrderBase &
  Asks & {
    kind: 'swap'
    /** Index in `steps` of the step under way; equals `steps.length` once all are confirmed. */
    current: number
    /** Digest of what the review screen showed; a confirmation must name it. */
    digest: string
    /** What another node refused it with once the review was open: it is never confirmed. */
    refused?: ErrorCode
    /** The site whose request the order was made of; it learns how far the order came, never more. */
    askedBy?: AskedBy
    /** The name that the recipient was typed as. The address is what counts. */
    recipientName?: string
    /** Unix ms: when the person began to want it, where that was before it was made: of an earlier price, or form. */
    wishedAt?: number
    /** The order whose held token this one was made from: one that stopped after its swap. */
    follows?: OrderId
    /**
     * Contracts that the steps call or approve (Solana: programs) are none that is known, and no earlier
     * order on record paid them. `held`: what the account had of the source token by the trial, smallest unit; absent where no
     * node could tell. `amount`: how much of what is paid passes them. Before there were `contracts`, it was
     * the deposit's that was meant.
     */
    firstPaid?: { held?: string; contracts?: Address[]; amount?: string }
    /**
     * The account that pays has code, by the word of independent nodes before the review. A contract is
     * followed by what it did; of either, no nonce and no allowance proves that nothing was sent.
     */
    coded?: CodedAccount
    /** It receives on a chain where it is no contract, or another one; or where no node could tell. */
    otherCode?: true
    halted?: Halt
    /**
     * Unix ms: since then the person wants to cancel a payment that was asked for and may be sent yet. Nothing is asked
     * for any more, and the order ends once it is known that nothing was sent.
     */
    stopWanted?: number
  }

/**
 * What a connected wallet is asked to pay to a deposit address. `steps` holds the one transfer that is
 * asked for now; those of before are among the attempts.
 */
export type WalletPayment = Asks & {
  /** The account that pays; `accepted.author` is the one that the price was asked for. */
  account: Address
  /** The person wishes it to be asked for, and it was not yet; the address is not shown meanwhile. */
  wanted?: true
  /** What stands in the way of the ask that is wished for: it goes with the wish. */
  blocker?: Blocker
}

/** Paid to an address, by whatever wallet the person has; `pay` once a connected one was to do so. */
export type TransferOrder = OrderBase & {
  kind: 'transfer'
  transfer: Transfer
  pay?: WalletPayment
}

/**
 * Paid in money, at a checkout that is no part of this product. `accepted.from` is that money: no chain
 * (`chainId` 0), no address, the currency's code and decimals. `serviceUrl` is the fiat API's.
 */
export type PurchaseOrder = OrderBase & { kind: 'purchase'; purchase: Purchase }

export type Order = SwapOrder | TransferOrder | PurchaseOrder

type WithoutUnread<T> = T extends unknown ? Omit<T, 'unread'> : never

/** An order as it is written: whatever is, can be read. */
export type WholeOrder = WithoutUnread<Order>
