import { greater } from '@/src/lib/extremes'
import { isNativeAddress, sameAddress } from '../address/address'
import { areAlike, type Due, dueOf, type WholeDue } from './arrival'
import type { Beginning, FoundPayment, Order } from './order'
import { isAtService, isDealtWithHere, isDepositOut, isFailedByWord } from './order-parts'
import { followedFor, isFollowed, sinceWord } from './purchase'
import { refundDueOf } from './transfer'

/**
 * What of an order may come to the account of another one in the coin that is due there: its payout, and what
 * may be sent back of it.
 */
export function duesBeside(order: Order, due: Due): WholeDue[] {
  return [dueOf(order, 'payout'), refundDueOf(order)].filter(
    (each) => each.chainId === due.chainId && sameAddress(each.to, due.to) && areAlike(each, due),
  )
}

/** Those of them that may still come (`now` unix ms): either, whatever end its service speaks of. */
export function awaitedBeside(order: Order, due: Due, now: number): WholeDue[] {
  return !provedOf(order) && mayCome(order, now) ? duesBeside(order, due) : []
}

/**
 * How much of the coins that came to an account since a beginning is another order's, or may be: what was proved of
 * it by its block, for clocks are set back; else what is still to come. What is sent back may be all that was paid.
 */
export function takenBy(order: Order, due: Due, { block }: Beginning, now: number): bigint {
  const most = awaitedBeside(order, due, now).map(({ kind, least, whole }) =>
    kind === 'payout' ? least : whole,
  )
  return most.reduce(greater, provedIn(order, due, block))
}

/** Whether a payment is what is due to the unit, in a token: events tell whose it is. */
export const isPlainly = ({ whole, least }: Due, { token, amount }: FoundPayment) =>
  !isNativeAddress(token) && [whole, least].includes(BigInt(amount))

/**
 * Whether a payment may be another order's: it is to the unit what one of this computer is still to be paid, or sent
 * back, and not what is due. Or it is in coins, and that one was proved by the account's balance, which names no
 * payment: what was left to others then is theirs, as far as none of `all` was proved by it.
 */
export function isAnothers(
  order: Order,
  all: readonly Order[],
  due: Due,
  { token, amount, block }: FoundPayment,
  now: number,
): boolean {
  const sum = BigInt(amount)
  const isQuoted = sum === due.whole || sum === due.least
  const isOurs = isDealtWithHere(order) || order.unread !== undefined
  const dues = isQuoted || !isOurs ? [] : awaitedBeside(order, due, now)
  if (dues.some(({ whole }) => whole === sum)) return true
  const found = provedOf(order)
  const from = order.began?.block
  if (!isNativeAddress(token) || !found || found.hash || from === undefined) return false
  const to = found.upTo ?? found.block
  const proved = all.map((each) => provedIn(each, due, from, to))
  const left = proved.reduce((rest, each) => rest - each, BigInt(found.inAll ?? found.amount))
  return isWithin(block, from, to) && sum > left
}

/** What was proved of an order after a block, and up to one; in which block an older version did not say. */
function provedIn(order: Order, due: Due, from: string, to?: string): bigint {
  const found = provedOf(order)
  const isIts = duesBeside(order, due).some(({ kind }) => kind === order.arrival?.kind)
  return found && isIts && isWithin(found.block, from, to) ? BigInt(found.amount) : 0n
}

const isWithin = (block: string | undefined, from: string, to = block ?? '') =>
  block === undefined || (BigInt(block) > BigInt(from) && BigInt(block) <= BigInt(to))

function provedOf({ arrival }: Order): FoundPayment | undefined {
  return arrival?.found?.what === 'paid' ? arrival.found : undefined
}

/**
 * Whether something may still come of an order. Of a purchase, and of an order that was found at the service, no
 * deposit is known here; what a service alone calls failed may come back as long as it is asked. How far one is of
 * which not all can be read is not known.
 */
function mayCome(order: Order, now: number): boolean {
  if (order.unread) return true
  const { kind, status } = order
  const isOpen = isAtService(order)
  if (isOpen && kind !== 'transfer') return true
  if (kind === 'purchase') return false
  if (isFailedByWord(order)) return isFollowed(order) && sinceWord(order, now) <= followedFor
  return (isOpen || status === 'running') && isDepositOut(order)
}
