import { saysNeverPaid, saysUnpaid } from '../service/fiat-words'
import { awaitProof } from './await-proof'
import { isLegReturned, legOf } from './bridge-leg'
import type { OrderEvent, PurchaseView } from './event'
import type { BridgeLeg, PurchaseOrder, ServiceView } from './order'
import { isFailedByWord, isGivenUp, isUnanswered } from './order-parts'
import { canonical } from './plan'
import {
  checkoutOf,
  isFollowed,
  isPaymentSeen,
  mayGiveUp,
  showsPayment,
  waitsForPayment,
} from './purchase'
import type { Reason } from './reason'
import { byRule, type Change, type Rules } from './reduce-rule'
import { tell, tellLate } from './reduce-service'

type PurchaseLevel = 'purchaseMade' | 'purchaseLost' | 'checkoutOpened' | 'purchaseRead'

/** The interface's own interval, ms. */
const firstPoll = 3_000

const rules: Rules<PurchaseLevel | 'abandoned', PurchaseOrder> = {
  purchaseMade(order, { at, view }) {
    // An answer that comes after it was given up says more than that none had come.
    if (order.status !== 'planned' && !isUnanswered(order)) return undefined
    const { failure: _, ...open } = order
    const made = { ...open, status: 'submitted' as const, confirmedAt: at }
    const read = apply(made, view, at)
    const poll = { task: { kind: 'pollOrder' as const }, dueAt: at + firstPoll }
    return { order: read.order, tasks: [poll, ...(read.tasks ?? [])] }
  },

  purchaseLost(order, { at, reason }) {
    if (order.status !== 'planned') return undefined
    const failure = { code: 'order/not-made' as const, at, ...(reason ? { reason } : {}) }
    // It is no end: a real one is told of as well.
    return { order: tell({ ...order, status: 'failed', failure }, 'unanswered') }
  },

  checkoutOpened(order, { at }) {
    if (order.contradiction || checkoutOf(order)?.kind !== 'open') return undefined
    return { order: { ...order, purchase: { ...order.purchase, openedAt: at } } }
  },

  purchaseRead(before, { at, view, leg }) {
    if (!isFollowed(before)) return undefined
    const order = leg ? { ...before, purchase: { ...before.purchase, leg } } : before
    // What the bridge sent back is news beside a word that is none.
    const isOld = isOutdated(order, view) && !isLegReturned(order)
    const read = isOld ? { order } : apply(order, view, at)
    const { blocker: _, ...next } = read.order
    const told = tellLate(next, at)
    return isSame(before, told) ? undefined : { ...read, order: told }
  },

  abandoned(order, { at, by }) {
    if (by !== 'person' || !mayGiveUp(order)) return undefined
    const { blocker: _, ...rest } = order
    // Whoever ends it need not be told. It is followed all the same: they may have paid.
    return { order: { ...rest, status: 'stopped', failure: { code: 'order/given-up', at } } }
  },
}

/** Rules for what happens to a purchase alone. */
export function reducePurchase(
  order: PurchaseOrder,
  event: Extract<OrderEvent, { type: PurchaseLevel | 'abandoned' }>,
): Change<PurchaseOrder> {
  return byRule(rules, order, event)
}

/**
 * Whether what is known says more: a payment that was seen is not unseen, and an end is taken back by a
 * payment, another end or a delivery alone.
 */
function isOutdated(order: PurchaseOrder, view: PurchaseView): boolean {
  // That it ran out unpaid is what the person said.
  if (isGivenUp(order))
    return !showsPayment(view) && (view.stage === 'open' || saysNeverPaid(view.status))
  if (view.stage !== 'open') return false
  if (order.arrival || isFailedByWord(order))
    return order.arrival !== undefined || !showsPayment(view)
  return saysUnpaid(view.status) && !showsPayment(view) && isPaymentSeen(order)
}

/** The order as the service tells of it; the end that it speaks of is proved before it is believed. */
function apply(
  order: PurchaseOrder,
  view: PurchaseView,
  at: number,
): NonNullable<Change<PurchaseOrder>> {
  const { orderId, status, stage, action, bridgeOrderId, provider } = view
  const paid = showsPayment(view) && order.purchase.paidAt === undefined
  const purchase = {
    ...order.purchase,
    ...(action ? { action } : {}),
    ...(bridgeOrderId === undefined ? {} : { bridgeOrderId }),
    ...(provider === undefined ? {} : { told: provider }),
    ...(paid ? { paidAt: at } : {}),
  }
  const service = { ...order.service, orderId, status }
  const { failure: before, ...open } = order
  // Polling resumes after its back-off, or after it had stopped.
  const isLeft = before !== undefined || order.status === 'unproved'
  const again = isLeft ? [{ task: { kind: 'pollOrder' as const }, dueAt: at + firstPoll }] : []
  const returned = isLegReturned(order) ? order.purchase.leg : undefined
  if (stage === 'completed' || returned) {
    const made = { ...open, purchase }
    // What came back after it was delivered, by its word, is the later word.
    const read = returned ? giveBack(made, returned, at) : complete(made, view, at)
    return { order: read.order, tasks: [...read.tasks, ...again] }
  }
  if (stage === 'over') {
    const { arrival: _, ...rest } = open
    const told: { reason?: Reason } =
      view.reason === undefined
        ? {}
        : { reason: { kind: 'said', by: 'service', words: view.reason } }
    const failure = { code: 'order/failed-at-service' as const, at: before?.at ?? at, ...told }
    return { order: tell({ ...rest, purchase, service, status: 'failed', failure }, 'failed') }
  }
  const waits = order.status === 'submitted' && waitsForPayment({ ...order, purchase }, view)
  const next = { ...open, purchase, service, status: waits ? 'submitted' : 'tracking' } as const
  return { order: next, tasks: again }
}

/** What the provider settled came back where the bridge began: that is proved there. */
function giveBack(open: PurchaseOrder, { from, refundTxHash }: BridgeLeg, at: number) {
  const refund = {
    chainId: from.chainId,
    ...(refundTxHash === undefined ? {} : { txHash: refundTxHash }),
  }
  return proving(open, { ...open.service, status: 'refunded', refund }, at)
}

function complete(open: PurchaseOrder, view: PurchaseView, at: number) {
  const { amount, hash = legOf(open)?.fillTxHash } = view
  const fill = {
    chainId: open.accepted.to.chainId,
    ...(hash === undefined ? {} : { txHash: hash }),
    ...(amount === undefined ? {} : { amount }),
  }
  return proving(open, { ...open.service, orderId: view.orderId, status: 'filled', fill }, at)
}

/** What was not proved in its time stays so where the same end is told of; another one is proved anew. */
function proving(open: PurchaseOrder, service: ServiceView, at: number) {
  const { order, tasks } = awaitProof(open, service, at)
  const isSame = open.status === 'unproved' && order.arrival?.kind === open.arrival?.kind
  return { order: { ...order, service, status: isSame ? open.status : 'tracking' }, tasks }
}

/** Most looks find nothing new, and are then not written. */
function isSame(before: PurchaseOrder, after: PurchaseOrder): boolean {
  const facts = ({ status, service, purchase, ...rest }: PurchaseOrder) => {
    const { blocker, notified, arrival, failure } = rest
    const others = [blocker, notified.length, arrival?.kind, failure]
    return JSON.stringify(canonical([status, service, purchase, ...others]))
  }
  return facts(before) === facts(after)
}
