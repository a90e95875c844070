import { EVM_NATIVE, isNativeAddress, sameAddress } from '../address/address'
import { sameHash } from '../chain/hash'
import type { Address } from '../names'
import type { Accepted, Arrival, Order, Step, TokenAmount } from './order'
import { depositFactsOf } from './order-parts'

/** What must come to an account before money is said to have arrived, or to have come back. */
export type Due = {
  kind: Arrival['kind']
  chainId: number
  token: Address
  /** Another token, just as much of which does as well: the other form of the chain's coin. */
  or?: Address
  to: Address
  /** The address is one order's alone: all that comes there in one transaction is paid for it. */
  isOwn?: true
  /** Smallest unit. */
  least: bigint
  /** All of it, as it was quoted or paid; absent of what is paid to an address. */
  whole?: bigint
}
export type WholeDue = Due & { whole: bigint }

/**
 * Something that came to the account. `index` tells it from the others of its transaction: the number
 * of a log, or one of `wholeTransaction` and `wholeBlock`.
 */
export type Move = { token: string; amount: bigint; index: number }

/** The transaction's own value (EVM), or what it changed in all (Solana). */
export const wholeTransaction = -1
/** What a block changed of the account's coins, where a contract paid and left no trace. */
export const wholeBlock = -2

/** A transaction as one node shows it, with what came to the account that is to be paid. */
export type PaidTransaction = {
  hash: string
  /** Solana: the slot. */
  block: bigint
  /** Unix seconds; absent where it was not asked for. */
  time?: number
  failed: boolean
  /** Initiated by the recipient or the payer, or it debits the recipient's account. */
  own?: boolean
  moves: readonly Move[]
}

/**
 * When an order began, by the chain it is paid on, and by our own clock (unix ms). Where the block may be too
 * low, by one node's word, `both` must be passed.
 */
export type Start = { block?: bigint | undefined; at: number; both?: boolean }

/** What a transaction is to an order. */
export type Verdict =
  /** Enough of the right token; `short` is less than the least, `other-token` none of it. */
  | { what: 'paid' | 'short' | 'other-token'; token: string; amount: bigint; moves: number[] }
  | { what: 'nothing'; why: 'failed' | 'earlier' | 'own' | 'claimed' | 'elsewhere' }

/** Clocks of chains and of people differ by this much, ms. */
export const clockSkew = 120_000

/** Of what a route gives that promises no least amount, in parts of ten thousand. */
const usualLeast = 9_500n
const whole = 10_000n

/** An order, and the deposit that it pays by where it has one. */
type Paying = Pick<Order, 'accepted'> & { steps?: readonly Pick<Step, 'facts'>[] }

/** The other forms of the chains' coins in which the deposit may pay or give back, as its call was read. */
const formsFor = (order: Paying) => depositFactsOf(order)?.known

type Arriving = Paying & Pick<Order, 'arrival'>

/** The token that comes of an order, in the form in which nodes of the chain showed it. */
export const receivedOf = (order: Arriving): TokenAmount =>
  asItCame(order, 'payout', order.accepted.to, formsFor(order)?.or)

/** The same of what is sent back: `token` is what was paid. */
export const returnedOf = (order: Arriving, token: TokenAmount): TokenAmount =>
  asItCame(order, 'refund', token, formsFor(order)?.back)

function asItCame(
  { arrival }: Arriving,
  kind: Arrival['kind'],
  token: TokenAmount,
  or: Pick<TokenAmount, 'address' | 'symbol'> | undefined,
): TokenAmount {
  // The wrapped coin has one address on many chains.
  const came = arrival?.kind === kind ? arrival.found?.token : undefined
  return or && came && isSameToken(or.address, came) ? { ...token, ...or } : token
}

/** Whether coins of the chain are due, of which no event tells. */
export function coinsAreDue(due: Due): boolean {
  return formOf(due, EVM_NATIVE) !== undefined
}

/** The contract whose events tell of what is due; undefined where coins alone are. */
export function contractDue({ token, or }: Due): Address | undefined {
  return isNativeAddress(token) ? or : token
}

/** Whether one transfer could satisfy both expectations. */
export function areAlike(one: Due, other: Due): boolean {
  return (formOf(one, other.token) ?? formOf(other, one.token)) !== undefined
}

/** The form of what is due that a token is; undefined of another token. */
function formOf({ token, or }: Due, came: string): Address | undefined {
  return [token, ...(or ? [or] : [])].find((each) => isSameToken(came, each))
}

/**
 * What is due of an order: what the person accepted, never what the service says now. A refund may
 * come back less the costs of sending it.
 */
export function dueOf(order: Paying, kind: Due['kind']): WholeDue {
  const { accepted } = order
  const { from, to, recipient, refundTo } = accepted
  const { or, back } = formsFor(order) ?? {}
  if (kind === 'payout') {
    const { chainId, address: token } = to
    const whole = BigInt(to.amount)
    const due = { kind, chainId, token, to: recipient, least: leastOf(accepted), whole }
    return { ...due, ...(or && { or: or.address }) }
  }
  const { chainId, address: token } = from
  const whole = BigInt(from.amount)
  const due = { kind, chainId, token, to: refundTo, least: part(whole, usualLeast), whole }
  return { ...due, ...(back && { or: back.address }) }
}

/**
 * What a payout must bring. Of an order that was found at the service the amount may not be known: it is
 * what the service says that it brought, and by nothing of that a payment is told from anybody's trifle.
 */
export function payoutDueOf(order: Paying & Pick<Order, 'service'>): Due {
  const { accepted, service } = order
  const { to } = accepted
  const told = service.fill?.amount ?? ''
  const isTold = BigInt(to.amount) === 0n && /^\d+$/.test(told)
  return dueOf(
    { ...order, accepted: isTold ? { ...accepted, to: { ...to, amount: told } } : accepted },
    'payout',
  )
}

function leastOf({ tradeType, to, minAmountOut, slippageTolerance }: Accepted): bigint {
  const quoted = BigInt(to.amount)
  if (tradeType === 'EXACT_OUTPUT') return atLeastOne(quoted)
  if (minAmountOut !== undefined) return atLeastOne(BigInt(minAmountOut))
  if (slippageTolerance === undefined) return part(quoted, usualLeast)
  const kept = Math.round((1 - Math.min(Math.max(slippageTolerance, 0), 1)) * Number(whole))
  return part(quoted, BigInt(kept))
}

const part = (amount: bigint, of: bigint) => atLeastOne((amount * of) / whole)
/** Nothing at all never counts as something that arrived. */
const atLeastOne = (amount: bigint) => (amount > 0n ? amount : 1n)

/** Names one move on all chains: it proves one order only. */
export function claimOf(chainId: number, { hash, block }: PaidTransaction, index: number): string {
  return index === wholeBlock ? `${chainId}:${block}` : `${chainId}:${hash.toLowerCase()}:${index}`
}

/**
 * Holds a transaction against what is due. What came before the order, proves another order already
 * (`claimed`), or is the account's own doing counts for nothing, save the order's own deposit (`mine`): on the
 * same chain that may bring the money itself.
 */
export function judgePayment(
  due: Due,
  paid: PaidTransaction,
  {
    start,
    claimed,
    mine = [],
  }: { start: Start; claimed: ReadonlySet<string>; mine?: readonly string[] | undefined },
): Verdict {
  if (paid.failed) return { what: 'nothing', why: 'failed' }
  if (paid.own && !mine.some((hash) => sameHash(hash, paid.hash))) {
    return { what: 'nothing', why: 'own' }
  }
  if (isEarlier(paid, start)) return { what: 'nothing', why: 'earlier' }
  const came = paid.moves.filter(({ amount }) => amount > 0n)
  const free = came.filter(({ index }) => !claimed.has(claimOf(due.chainId, paid, index)))
  const [first] = free
  if (!first) return { what: 'nothing', why: came.length > 0 ? 'claimed' : 'elsewhere' }
  const right = free.flatMap((move) => {
    const token = formOf(due, move.token)
    return token === undefined ? [] : { ...move, token }
  })
  const one = due.isOwn ? undefined : smallest(right.filter(({ amount }) => amount >= due.least))
  if (one) return toVerdict('paid', one.token, [one])
  const [form] = right
  if (form) {
    const all = toVerdict(
      'short',
      form.token,
      right.filter(({ token }) => token === form.token),
    )
    return all.amount >= due.least ? { ...all, what: 'paid' } : all
  }
  const others = free.filter(({ token }) => token === first.token)
  return toVerdict('other-token', first.token, others)
}

function isEarlier({ block, time }: PaidTransaction, start: Start): boolean {
  const isBefore = start.block !== undefined && block <= start.block
  if (isBefore || (start.block !== undefined && !start.both)) return isBefore
  // Without a time nothing says that it is not an old one.
  return time === undefined || time * 1_000 < start.at - clockSkew
}

/** Of several that are enough, the least: another one may be another order's. */
function smallest(moves: readonly Move[]): Move | undefined {
  return [...moves].sort((a, b) => (a.amount < b.amount ? -1 : 1))[0]
}

function toVerdict(what: 'paid' | 'short' | 'other-token', token: string, moves: readonly Move[]) {
  const amount = moves.reduce((sum, each) => sum + each.amount, 0n)
  return { what, token, amount, moves: moves.map(({ index }) => index) }
}

/** Whether two addresses name one token; the chain's own coin has several names. */
export function isSameToken(a: string, b: string): boolean {
  return sameAddress(a, b) || (isNativeAddress(a) && isNativeAddress(b))
}

/** An account's coins and how many transactions it has sent. */
export type Holding = { balance: bigint; nonce: number }

/**
 * Says from the account's coins alone whether what is due came: only while the account itself sent
 * nothing. `others` is what else was or may be paid to it meanwhile.
 */
export function judgeHolding(due: Due, before: Holding, now: Holding, others: bigint): Verdict {
  if (now.nonce !== before.nonce) return { what: 'nothing', why: 'elsewhere' }
  const amount = now.balance - before.balance - others
  if (amount < due.least) return { what: 'nothing', why: 'elsewhere' }
  return { what: 'paid', token: formOf(due, EVM_NATIVE) ?? due.token, amount, moves: [] }
}
