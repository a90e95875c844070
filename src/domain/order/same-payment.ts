import { sameAddress } from '../address/address'
import { sameToken, type TokenId } from '../token/token-id'
import { isDust, missingOf } from './deposit-sum'
import { isLeftToTake, paysByAllowanceOf } from './guard'
import type { Accepted, Order, Step } from './order'
import { attemptsOf, isDeniedAsk } from './order-parts'
import { isPayOut } from './wallet-payment'

/** `symbol`: of money, its currency. */
type Side = TokenId & { amount: string; symbol?: string }

/** What an order, or a form, is to pay; of its amounts, the one that was typed counts. */
export type Paying = {
  id?: string
  kind: Order['kind']
  /** Orders that pay the same, and that it is wanted beside. */
  known?: readonly string[]
  /** Of an address, what is asked for: it may be the rest of what is paid with, smallest unit. */
  part?: string
  accepted: Pick<Accepted, 'tradeType' | 'recipient'> & { from: Side; to: Side }
  /** Of a swap that is planned: what its wallet is to be asked. */
  steps?: readonly Step[]
}

/** Two prices of one minute are within a hundredth of each other. */
const rough = 100n

/** Of such an order nothing was paid, or all of it came back. */
const unpaid: readonly Order['status'][] = ['stopped', 'refunded']

/** Orders are read back this far, ms: one that can still be confirmed is not older. */
const readBack = 86_400_000

/** Where the orders begin (`createdAt`, unix ms) of which one may have paid at or after `since`. */
export const sameFrom = (since: number) => since - readBack

/**
 * Of these orders those by which the same is paid as by one that is about to be; see `isPaidBy`. One of which
 * only a page's word, or its allowance, says that it was not sent may be paid whenever it was confirmed, and cancelled
 * or not.
 */
export function paidBeside(orders: readonly Order[], wish: Paying, since: number): Order[] {
  const mayBePaid = (order: Order) =>
    isPaidBy(order, wish, since) ||
    ((isLeftDenied(order) || isLeftUnseen(order, wish)) && paysSame(order, wish, since, false))
  return orders.filter((each) => each.id !== wish.id && mayBePaid(each))
}

/** Of these orders those that pay just what another one is to, whenever that was and whatever became of it. */
export const sameAs = (orders: readonly Order[], wish: Paying) =>
  orders.filter((each) => each.id !== wish.id && paysSame(each, wish, 0, false))

/** Whether only a page's word says that what a wallet was asked to pay was not sent. */
export const isLeftDenied = (order: Order) => attemptsOf(order).some(isDeniedAsk)

/**
 * Whether its allowance alone says that an order was not paid, and what is wished pays by another one: by the same, one
 * of both is let through.
 */
export function isLeftUnseen(order: Order, { kind, steps = [] }: Paying): boolean {
  // An address, and a form, say nothing of how they pay.
  if (order.kind !== 'swap' || kind !== 'swap' || steps.length === 0) return false
  return isLeftToTake(order) && !paysByAllowanceOf(order, steps)
}

/**
 * Whether an order was made to be paid, at or after `since` (unix ms), and pays just what is wished.
 * `exact`: its amount is no other as soon as the price moves, as one that was typed in dollars is, or one
 * that is to arrive, of which more may. What is bought with money is the same for the same money alone.
 */
export function isPaidBy(
  order: Order | undefined,
  wish: Paying,
  since: number,
  exact = false,
): order is Order {
  if (!order || unpaid.includes(order.status)) return false
  return (paidSince(order) ?? -1) >= since && paysSame(order, wish, since, exact)
}

/** Whether an order pays just what is wished, whenever that was; see `isPaidBy`. */
function paysSame(order: Order, wish: Paying, since: number, exact: boolean): boolean {
  // How much it pays, and for what, may stand in what cannot be read of it.
  if (order.unread) return mayPay(order, wish)
  const isBought = wish.kind === 'purchase'
  if (isBought !== (order.kind === 'purchase')) return false
  const [paid, wanted] = [order.accepted, wish.accepted]
  // A swap and an address pay the same, and so do two of which one was typed as what is to arrive.
  const typed = wanted.tradeType === 'EXACT_INPUT' ? 'from' : 'to'
  const isExact = (exact || isBought) && paid.tradeType === wanted.tradeType
  const isSame = (paid: string, wanted: string) => {
    const [sum, amount] = [BigInt(paid), BigInt(wanted)]
    const gap = sum > amount ? sum - amount : amount - sum
    return gap * rough <= (isExact ? 0n : sum)
  }
  const part = wish.part ?? (typed === 'from' ? wanted.from.amount : undefined)
  const parts = [paid.from.amount, ...restsOf(order, since)]
  return (
    sameToken(paid.from, wanted.from) &&
    (!isBought || paid.from.symbol === wanted.from.symbol) &&
    sameToken(paid.to, wanted.to) &&
    sameAddress(paid.recipient, wanted.recipient) &&
    (isSame(paid[typed].amount, wanted[typed].amount) ||
      (part !== undefined && parts.some((each) => isSame(each, part))))
  )
}

/** Whether an order of which not all can be read may pay with this token. */
function mayPay({ accepted: { from }, unread }: Order, wish: Paying): boolean {
  return unread?.lacks.includes('from') || sameToken(from, wish.accepted.from)
}

/** What was missing of an address that was partly paid before `since` (unix ms): nothing more was paid after. */
function restsOf(order: Order, since: number): string[] {
  if (order.kind !== 'transfer') return []
  const { transfer } = order
  const seen = transfer.seen.filter(({ at }) => at < since)
  return [String(missingOf({ ...transfer, seen }))]
}

/**
 * When an order was last paid (unix ms), or else since when it may be: a swap as it was confirmed, any other as
 * its address or its checkout was made. An address of before is paid by a wallet of ours from the ask on, by
 * another as nodes show it. Undefined for a swap under review, and for an address that was closed unpaid; not
 * so while a wallet may still pay to it.
 */
function paidSince(order: Order): number | undefined {
  const { kind, confirmedAt = 0, createdAt } = order
  // When that was may stand in what cannot be read.
  if (order.unread) return Number.POSITIVE_INFINITY
  if (kind === 'swap') return order.confirmedAt
  if (kind === 'purchase') return Math.max(createdAt, order.purchase.paidAt ?? 0)
  const { transfer } = order
  const isOut = isPayOut(order)
  const asked = isOut ? attemptsOf(order).map(({ evidence }) => evidence.askedAt) : []
  const seen = transfer.seen.flatMap((each) => (isDust(transfer, each) ? [] : each.at))
  const paid = Math.max(confirmedAt, ...asked, ...seen)
  return transfer.closed && !isOut && paid === 0 ? undefined : Math.max(createdAt, paid)
}
