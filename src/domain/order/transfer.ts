import { tidy } from '@/src/lib/tidy'
import { sameHash } from '../chain/hash'
import { type Due, dueOf, type WholeDue } from './arrival'
import { refundTokenOf } from './bridge-leg'
import { isDust, isTrifle, isWhole, missingOf, paidOf, sumOf } from './deposit-sum'
import type {
  Accepted,
  Attempt,
  Beginning,
  FoundPayment,
  Order,
  Transfer,
  TransferOrder,
  UsualTime,
  WalletPayment,
} from './order'
import {
  hashesOf,
  isDepositMade,
  isDepositSeen,
  isEnded,
  isShallow,
  mayBeShown,
} from './order-parts'
import { isPayPending } from './wallet-payment'

/** Deposit methods of the interface that are a plain transfer to an address. */
export const TRANSFER_METHODS: readonly string[] = ['TRANSFER', 'TRANSFER_WITH_TX_HASH_SUBMIT']

/** The method by which a route takes a plain transfer, if it takes one. */
export function transferMethodOf(route: {
  depositMethods?: readonly string[] | undefined
}): string | undefined {
  return TRANSFER_METHODS.find((method) => route.depositMethods?.includes(method))
}

/** An address that was built and checked, of which nobody was told yet. `at` is unix ms. */
export function toTransferOrder(made: {
  id: string
  at: number
  accepted: Accepted
  serviceUrl: string
  transfer: Transfer
  serviceOrderId?: string | undefined
  began?: Beginning | undefined
  usual?: UsualTime | undefined
  known?: string[] | undefined
}): TransferOrder {
  const { id, at, accepted, serviceUrl, transfer, serviceOrderId, began, usual, known } = made
  return {
    kind: 'transfer',
    id,
    revision: 0,
    createdAt: at,
    updatedAt: at,
    accepted,
    serviceUrl,
    // Where the service has an order already, it is asked about it from the beginning.
    status: serviceOrderId === undefined ? 'running' : 'submitted',
    service: serviceOrderId === undefined ? {} : { orderId: serviceOrderId },
    notified: [],
    transfer,
    ...(began && { began }),
    ...(usual && { usual }),
    ...(known && { known }),
  }
}

/**
 * An address is shown for a day at most, s. The interface names no bound and calls a price short-lived;
 * an address without an end would be waited for without one.
 */
const longestShown = 86_400

/** When an address is shown no more (unix seconds): at its end, and after a day at the latest. */
export function closesAt({ createdAt, transfer }: TransferOrder): number {
  return Math.min(transfer.expiresAt, Math.floor(createdAt / 1_000) + longestShown)
}

/** What nobody paid in this time after the end of an address is looked for no more, ms. */
export const followedFor = 604_800_000

/**
 * Whether payments to an order's address are still looked for (`now` unix ms): until it has ended, and as
 * long as its address would be good, for who scanned it may pay a second time.
 */
export function isWatched(order: TransferOrder, now: number): boolean {
  const { status } = order
  if (!isEnded(status)) return true
  return status !== 'stopped' && status !== 'attention' && now < closesAt(order) * 1_000
}

/** By so much a block's clock and a person's may differ, s. */
const clockSkew = 3_600

/**
 * Whether nodes looked through every block from the beginning of an order to the end of the time in
 * which a late payment is found.
 */
export function isLookedThrough(order: TransferOrder): boolean {
  const { closed, scannedTime } = order.transfer
  const end = Math.max(closesAt(order), Math.ceil((closed?.at ?? 0) / 1_000))
  return scannedTime !== undefined && scannedTime >= end + followedFor / 1_000 - clockSkew
}

/**
 * Whether an order on a chain that is not read here is over (`at` unix ms): its address was closed so long
 * ago that nothing is looked for any more, and the service knows of no payment.
 */
export function isOverAbroad(order: TransferOrder, at: number): boolean {
  const { accepted, transfer, service, status } = order
  const { closed } = transfer
  if (!accepted.from.family || !closed || at < closed.at + followedFor) return false
  // An order that the service was to be told of has no payment there before that.
  const isUnpaid = status === 'running' || ['created', 'failed'].includes(service.status ?? '')
  return isUnpaid && service.depositTxHash === undefined && !isDepositSeen(order)
}

/** What is to be paid, at the address that was given for it; less of it is short, and is seen as well. */
export function depositDueOf({ accepted, transfer }: TransferOrder): Due {
  const { chainId, address: token } = accepted.from
  const least = BigInt(transfer.amount)
  return { kind: 'payout', chainId, token, to: transfer.depositAddress, isOwn: true, least }
}

/** What must come back before a payment is said to be refunded: of what was paid, where that is known. */
export function refundDueOf(order: Order): WholeDue {
  const isMeant = order.kind === 'transfer' && sumOf(order.transfer) !== 'dust'
  const paid = isMeant ? paidOf(order.transfer) : 0n
  const from = refundTokenOf(order)
  const amount = paid > 0n ? String(paid) : from.amount
  return dueOf({ ...order, accepted: { ...order.accepted, from: { ...from, amount } } }, 'refund')
}

/** The service is given so long to say that it took a payment, after it was seen on the chain; ms. */
const noticedIn = 60_000

/**
 * What may be paid to the address now (unix ms), smallest unit; nothing while a connected wallet is to
 * pay and it is not known what becomes of that, nor while a reorganisation may make good what came to nothing.
 */
export function payableOf(order: TransferOrder, now: number): bigint {
  return isPayPending(order) || isPayOpen(order) ? 0n : unpaidOf(order, now)
}

/**
 * Whether what came to nothing may pay still: a reorganisation may undo what took its place, or the wallet shows the
 * last request, or signed it just before it was closed.
 */
export function isPayOpen({ pay }: TransferOrder): boolean {
  return pay !== undefined && (pay.attempts.some(isShallow) || unseenOf(pay) !== undefined)
}

/** Whether the person has to say that the wallet shows the last request no more. */
export function isPayShown({ pay }: TransferOrder): boolean {
  const last = pay && unseenOf(pay)
  return last !== undefined && !last.gone && last.landsUntil === undefined
}

/** The last request, where nothing was seen of it. One before it was over as it was made; what was signed is too old. */
function unseenOf({ attempts }: WalletPayment): Attempt | undefined {
  const last = attempts.at(-1)
  const isAbsent = last?.end?.what === 'absent' && mayBeShown(last)
  return isAbsent && !last.over && hashesOf(last).length === 0 ? last : undefined
}

/**
 * What is still to be paid to the address at this time (unix ms), smallest unit, whoever was asked: all
 * that is asked for, what is missing of it, or nothing. What is missing may be paid only where the service has the order and, told
 * by its status, still waits: one that is told of a hash takes one payment of the whole.
 */
export function unpaidOf(order: TransferOrder, now: number): bigint {
  const { transfer, status, service, contradiction } = order
  // A record of something else: what is paid here may be for somebody else.
  if (contradiction || isEnded(status) || transfer.closed || isDepositMade(order)) return 0n
  if (now >= closesAt(order) * 1_000 || isRefusedUnseen(transfer)) return 0n
  const asked = BigInt(transfer.amount)
  if (sumOf(transfer) !== 'short') return asked
  const waits = service.status === 'created' && transfer.needsHash === undefined
  // What the service said before it could notice the payment says nothing of it.
  const isNoticed = (service.lastReadAt ?? 0) >= wordDueAt(transfer)
  return waits && isNoticed ? missingOf(transfer) : 0n
}

/**
 * Whether the service counts for another order what the person named, and nodes do not show yet what that is: it may
 * have paid all the same.
 */
function isRefusedUnseen({ refused = [], seen }: Transfer): boolean {
  return refused.some((each) => !seen.some(({ hash }) => hash && sameHash(hash, each)))
}

/** From when on a word of the service is one on the newest payment, a stranger's trifles aside; unix ms. */
const wordDueAt = (transfer: Transfer): number => lastSeenAt(transfer) + noticedIn

/** When the newest payment was seen, a stranger's trifles aside; unix ms, 0 for none. */
function lastSeenAt(transfer: Transfer): number {
  const meant = transfer.seen.filter((each) => !isDust(transfer, each))
  return Math.max(0, ...meant.map(({ at }) => at))
}

/** When a payment was last seen, or named by the person; unix ms, 0 for never. */
export const seenAt = (transfer: Transfer): number =>
  Math.max(lastSeenAt(transfer), transfer.named?.at ?? 0)

/** Whether a reading of the service is news of itself: the person is told to pay the rest on it alone. */
export function awaitsWord(order: Order, at: number): boolean {
  if (order.kind !== 'transfer' || sumOf(order.transfer) !== 'short') return false
  const due = wordDueAt(order.transfer)
  return at >= due && (order.service.lastReadAt ?? 0) < due
}

/** What proves that a payment to the address is this order's. */
export function claimsOf(order: Order): readonly string[] {
  const own = order.kind === 'transfer' ? order.transfer.seen.flatMap(({ claims }) => claims) : []
  return [...own, ...arrivedOf(order)]
}

/** Those of what arrived for it alone. */
export function arrivedOf({ arrival }: Order): readonly string[] {
  return arrival?.found?.what === 'paid' ? arrival.found.claims : []
}

/** Payments too small to be meant that are kept: enough to say so, and no room for a thousand of them. */
const dustKept = 8

/** Whether another payment that is too small to be meant would not be kept. */
export function isFullOfDust(transfer: Transfer): boolean {
  return transfer.seen.filter((each) => isDust(transfer, each)).length >= dustKept
}

/** Whether the service calls an order over to whose address something came all the same, or is said to have. */
export const isSaidOver = (order: Order): boolean =>
  order.kind === 'transfer' &&
  !isEnded(order.status) &&
  order.service.status === 'failed' &&
  isDepositSeen(order)

/** What is known of the address with one more thing that nodes showed; the same where it is no news. */
export function withSeenPayment(transfer: Transfer, found: FoundPayment): Transfer {
  const { seen } = transfer
  const completes = isWhole({ ...transfer, seen: [...seen, found] })
  if (isDust(transfer, found) && isFullOfDust(transfer) && !completes) return transfer
  const older = seen.find(({ hash }) => hash === undefined)
  const held = [paidOf(transfer), BigInt(older?.amount ?? 0)]
  const known =
    found.hash === undefined
      ? held.some((each) => BigInt(found.amount) <= each)
      : seen.some(({ hash }) => hash === found.hash)
  if (known) return transfer
  if (found.hash !== undefined) return { ...transfer, seen: [...seen, found] }
  // The address holds more than before: the older look at it says nothing more, but for when it came.
  const kept = seen.filter(({ hash }) => hash !== undefined)
  const more = BigInt(found.amount) - BigInt(older?.amount ?? found.amount)
  if (!older || isDust(transfer, older) || !isTrifle(transfer, more)) {
    return { ...transfer, seen: [...kept, found] }
  }
  const { at, time } = older
  return { ...transfer, seen: [...kept, tidy({ ...found, at, time })] }
}
