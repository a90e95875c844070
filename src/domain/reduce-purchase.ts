import { awaitProof } from './await-proof'
import type { OrderEvent, PurchaseView } from './event'
import type { PurchaseOrder } from './order'
import { isAtService, isFailedByWord } from './order-parts'
import { waitsForPayment } from './purchase'
import type { Change, Rules } from './reduce-rule'
import { isLate, tell } from './reduce-service'

export type PurchaseLevel =
  | 'purchaseMade'
  | 'purchaseLost'
  | 'checkoutOpened'
  | 'purchaseRead'
  | 'purchaseUnread'

/** The interface's own interval, ms. */
const firstPoll = 3_000

const rules: Rules<PurchaseLevel, PurchaseOrder> = {
  purchaseMade(order, { at, view }) {
    if (order.status !== 'planned') return undefined
    const made = { ...order, status: 'submitted' as const, confirmedAt: at }
    const read = apply(made, view, at)
    const poll = { task: { kind: 'pollOrder' as const }, dueAt: at + firstPoll }
    return { order: read.order, tasks: [poll, ...(read.tasks ?? [])] }
  },

  purchaseLost(order, { at, detail }) {
    if (order.status !== 'planned') return undefined
    const failure = { code: 'order/not-made' as const, at, ...(detail ? { detail } : {}) }
    return { order: tell({ ...order, status: 'failed', failure }, 'failed') }
  },

  checkoutOpened(order, { at }) {
    if (order.status !== 'submitted') return undefined
    return { order: { ...order, purchase: { ...order.purchase, openedAt: at } } }
  },

  purchaseRead(order, { at, view }) {
    if (!isAtService(order) && !isFailedByWord(order)) return undefined
    // What it said last stands; only a delivery that comes after all takes it back.
    if ((order.arrival || isFailedByWord(order)) && view.stage !== 'completed') return undefined
    const read = apply(order, view, at)
    const { blocker: _, ...next } = read.order
    const late = next.status === 'tracking' && !next.arrival && isLate(next, at)
    const told = tell(next, late ? 'late' : undefined)
    return isSame(order, told) ? undefined : { ...read, order: told }
  },

  purchaseUnread(order, { at, code }) {
    if (!isAtService(order) || order.blocker?.code === code) return undefined
    return { order: { ...order, blocker: { code, since: at } } }
  },
}

/** Rules for what happens to a purchase alone. */
export function reducePurchase(
  order: PurchaseOrder,
  event: Extract<OrderEvent, { type: PurchaseLevel }>,
): Change<PurchaseOrder> {
  switch (event.type) {
    case 'purchaseMade':
      return rules.purchaseMade(order, event)
    case 'purchaseLost':
      return rules.purchaseLost(order, event)
    case 'checkoutOpened':
      return rules.checkoutOpened(order, event)
    case 'purchaseRead':
      return rules.purchaseRead(order, event)
    case 'purchaseUnread':
      return rules.purchaseUnread(order, event)
  }
}

/** The order as the service tells of it; the end that it speaks of is proved before it is believed. */
function apply(
  order: PurchaseOrder,
  view: PurchaseView,
  at: number,
): NonNullable<Change<PurchaseOrder>> {
  const { orderId, status, stage, action, bridgeOrderId } = view
  const purchase = {
    ...order.purchase,
    ...(action ? { action } : {}),
    ...(bridgeOrderId === undefined ? {} : { bridgeOrderId }),
  }
  const service = { ...order.service, orderId, status }
  if (stage === 'completed') return complete({ ...order, purchase }, view, at)
  if (stage === 'over') {
    const detail = view.reason === undefined ? {} : { detail: view.reason }
    const failure = { code: 'order/failed-at-service' as const, at, ...detail }
    return { order: tell({ ...order, purchase, service, status: 'failed', failure }, 'failed') }
  }
  // A payment that was seen is not unseen.
  const waits = order.status === 'submitted' && waitsForPayment({ ...order, purchase }, status)
  return { order: { ...order, purchase, service, status: waits ? 'submitted' : 'tracking' } }
}

function complete(order: PurchaseOrder, view: PurchaseView, at: number) {
  const { failure: _, ...open } = order
  const { hash, amount } = view
  const fill = {
    chainId: order.accepted.to.chainId,
    ...(hash === undefined ? {} : { txHash: hash }),
    ...(amount === undefined ? {} : { amount }),
  }
  const service = { ...order.service, orderId: view.orderId, status: 'filled', fill }
  const proof = awaitProof({ ...open, status: 'tracking' as const }, service, at)
  return { order: { ...proof.order, service }, tasks: proof.tasks }
}

/** Most looks find nothing new, and are then not written. */
function isSame(before: PurchaseOrder, after: PurchaseOrder): boolean {
  const facts = ({ status, service, purchase, blocker, notified, arrival }: PurchaseOrder) =>
    JSON.stringify([status, service, purchase, blocker, notified.length, arrival?.kind])
  return facts(before) === facts(after)
}
