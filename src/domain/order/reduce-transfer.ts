import { sameHash } from '../chain/hash'
import { withWideLook } from './astray'
import { isDust, isOdd, paidOf } from './deposit-sum'
import type { OrderEvent } from './event'
import type { TransferOrder } from './order'
import {
  depositHashOf,
  isDepositMade,
  isDepositOut,
  isEnded,
  isHashOwed,
  isRefused,
  isTakenByService,
  mayNameDeposit,
} from './order-parts'
import { looksAtAsk, withTheWord } from './reduce-pay'
import { byRule, type Change, type Rules, type Tasks } from './reduce-rule'
import { tell, toUnlinked } from './reduce-service'
import { closesAt, isLookedThrough, isOverAbroad, isSaidOver, withSeenPayment } from './transfer'
import { isPayOut, isPayPending, unblocked, withClosed, withoutWish } from './wallet-payment'

type TransferLevel =
  | 'stopped'
  | 'expired'
  | 'abandoned'
  | 'depositBegan'
  | 'depositSeen'
  | 'depositSought'
  | 'lookedWide'
  | 'depositNamed'
  | 'depositRefused'
  | 'submitted'
  | 'unlinked'

const rules: Rules<TransferLevel, TransferOrder> = {
  stopped(order, { at }) {
    // Money that is on its way is followed: there is nothing left to cancel. Nor is it closed while a
    // wallet may still be open with it: that is refused there first.
    const isOut = isDepositMade(order) || isPayOut(order)
    return isOut ? undefined : close(order, at, 'cancelled')
  },

  expired(order) {
    return close(order, closesAt(order) * 1_000, 'expired')
  },

  abandoned(before, { at, by, notSent }) {
    const order = withTheWord(before, at, notSent)
    const { closed } = order.transfer
    // What a page alone says was refused may have been sent: its end is found first.
    const isOut = isDepositOut(order) || isPayPending(order)
    if (isEnded(order.status) || !closed || isOut) return undefined
    if (by === 'person') {
      const transfer = { ...order.transfer, closed: { ...closed, unpaid: true as const } }
      return { order: { ...unblocked(order), transfer, status: 'stopped' } }
    }
    // What nobody looked through may hold the payment; of an order that the service has, its word is asked.
    const isUntold = order.status === 'running' && isOverAbroad(order, at)
    return isLookedThrough(order) || isUntold
      ? { order: { ...unblocked(order), status: 'stopped' } }
      : undefined
  },

  depositBegan(order, { began }) {
    const { transfer, status } = order
    // The first one counts: by another, what was seen since would be something else.
    if (status === 'stopped' || transfer.began) return undefined
    return { order: { ...order, transfer: { ...transfer, began } } }
  },

  depositSeen(order, { at, found }) {
    // Paid a second time after the end, it is said as well.
    if (order.status === 'stopped') return undefined
    const transfer = withSeenPayment(order.transfer, found)
    if (transfer === order.transfer) return undefined
    // A stranger's trifle is shown, and is neither a beginning nor news.
    if (isDust(transfer, found)) return { order: { ...order, transfer } }
    const { pay, ...rest } = order
    // What a wallet was to be asked for is not what is missing now.
    const kept = pay && { pay: withoutWish(pay) }
    const next = { ...rest, ...kept, transfer, confirmedAt: order.confirmedAt ?? at }
    const isNews = (isOdd(transfer) && !isAllBack(next)) || isSaidOver(next)
    return {
      order: tell(next, isNews ? 'needs-you' : undefined),
      tasks: [...noticeOf(next, at), ...looksAtAsk(next, at)],
    }
  },

  depositSought(order, { scanned, time }) {
    const { transfer } = order
    const known = transfer.scanned
    if (isEnded(order.status)) return undefined
    if (known !== undefined && BigInt(scanned) <= BigInt(known)) return undefined
    const { scannedTime: _, ...rest } = transfer
    const timed = time === undefined ? {} : { scannedTime: time }
    return { order: { ...order, transfer: { ...rest, scanned, ...timed } } }
  },

  lookedWide(order, { look, found }) {
    const transfer = withWideLook(order.transfer, look, found)
    // It is no end and no payment: what was asked for is followed as before.
    return transfer === order.transfer ? undefined : { order: { ...order, transfer } }
  },

  depositNamed(order, { at, hash }) {
    const { transfer, status } = order
    const { named } = transfer
    if (isEnded(status) || isRefused(transfer, hash)) return undefined
    if (named && (sameHash(named.hash, hash) || !mayNameDeposit(order))) return undefined
    const confirmedAt = order.confirmedAt ?? at
    const next = {
      ...unblocked(order),
      transfer: { ...transfer, named: { hash, at } },
      confirmedAt,
    }
    return {
      order: next,
      tasks: isHashOwed(order) ? [{ task: { kind: 'submitDeposit' }, dueAt: at }] : [],
    }
  },

  depositRefused(order, { at, hash }) {
    if (isEnded(order.status) || isRefused(order.transfer, hash)) return undefined
    const { named, refused = [], ...rest } = order.transfer
    const kept = named && !sameHash(named.hash, hash) ? { named } : {}
    const transfer = { ...rest, ...kept, refused: [...refused, hash] }
    const blocker = { code: 'order/hash-taken' as const, since: at, actual: hash }
    return { order: tell({ ...order, transfer, blocker }, 'needs-you') }
  },

  submitted(order, { at, serviceOrderId }) {
    if (order.status !== 'running') {
      // Told of again, the service has taken it now.
      const isStill = order.blocker === undefined || isEnded(order.status)
      return isStill ? undefined : { order: unblocked(order) }
    }
    const service = serviceOrderId ? { ...order.service, orderId: serviceOrderId } : order.service
    return {
      order: { ...unblocked(order), status: 'submitted', service },
      tasks: [{ task: { kind: 'pollOrder' }, dueAt: at + 1_000 }],
    }
  },

  unlinked(order, event) {
    // What the service took meanwhile needs no telling.
    const isOpen = isHashOwed(order) && !isEnded(order.status) && !isTakenByService(order)
    return isOpen ? toUnlinked(order, event) : undefined
  },
}

/** Rules for a payment to an address, whoever pays it; what a wallet is asked for has its own. */
export const reduceTransfer = (order: TransferOrder, event: OrderEvent): Change<TransferOrder> =>
  byRule(rules, order, event)

/** Whether nodes showed that all that was paid was sent back: of that nobody has to be told twice. */
function isAllBack({ status, arrival, transfer }: TransferOrder): boolean {
  if (status !== 'refunded' || arrival?.found === undefined) return false
  const isOther = transfer.seen.some(({ what }) => what === 'other-token')
  return !isOther && BigInt(arrival.found.amount) >= paidOf(transfer)
}

/** The address is shown no more; whatever comes to it all the same is still looked for. */
function close(
  order: TransferOrder,
  at: number,
  why: 'cancelled' | 'expired',
): Change<TransferOrder> {
  const isOver = isEnded(order.status) || order.transfer.closed
  return isOver ? undefined : { order: withClosed(order, at, why) }
}

/** The service is told of a payment that the chain shows, where it asks for that. */
function noticeOf(order: TransferOrder, at: number): Tasks {
  const known = depositHashOf(order) !== undefined
  return isHashOwed(order) && known ? [{ task: { kind: 'submitDeposit' }, dueAt: at }] : []
}
