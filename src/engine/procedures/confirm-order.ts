import type { InputOf } from '@/src/contract/rpc'
import { askEndOf, secondsToAsk } from '@/src/domain/ask-time'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order'
import { isEnded, mayAsk } from '@/src/domain/order-parts'
import { type OrdersRead, requireFirst } from '@/src/store/beside'
import { requireAsking } from '@/src/store/orders'
import { commit } from '../commit'
import type { Engine } from '../engine'
import { inspectWallet } from '../pages'
import { rebuildStep } from './prepare-order'

/**
 * Takes the person's yes to what the review showed. Fails with `order/paid-beside` where another window
 * confirmed the same since this one was wished for, and that was not shown: one of the two is first on disk.
 */
export async function confirmOrder(engine: Engine, input: InputOf<'confirmOrder'>) {
  const { orderId, digest, usual, known: shown } = input
  const order = await requireAsking(engine.db, orderId)
  if (order.digest !== digest) throw new AppError('order/changed', { orderId })
  // A second click: the first one is being worked on.
  if (order.status === 'running') return {}
  if (order.status !== 'planned') throw new AppError('order/not-confirmable', { orderId })
  requireTime(engine, order)
  // It must be there; its account and its chain are waited for, and the order then goes on by itself.
  await inspectWallet(engine, order.page, order.wallet)
  const known = knownOf(order, shown)
  const event = { type: 'confirmed', at: engine.now(), digest, usual, known } as const
  const { wishedAt = order.createdAt } = order
  const check = (orders: OrdersRead) => requireFirst(orders, order, wishedAt, known)
  const done = await commit(engine, orderId, event, { check })
  if (done.outcome === 'missing') throw new AppError('order/not-found', { orderId })
  return {}
}

/** What the person was shown of orders that pay the same, now and before. */
const knownOf = ({ known = [] }: SwapOrder, shown: string[] = []) => [
  ...new Set([...known, ...shown]),
]

function requireTime(engine: Engine, order: SwapOrder): void {
  if (secondsToAsk(order, engine.now()) <= 0) {
    throw new AppError('policy/quote-expired', { until: askEndOf(order) })
  }
}

/**
 * Asks again for a step that was declined or failed before anything was sent. Fails with `order/paid-beside`
 * where the same was confirmed since this order was, and that was not shown.
 */
export async function retryStep(
  engine: Engine,
  { orderId, stepId, page, chain, notSent, known: shown }: InputOf<'retryStep'>,
) {
  const order = await requireAsking(engine.db, orderId)
  const step = order.steps[order.current]
  if (!mayAsk(order) || step?.id !== stepId) {
    throw new AppError('order/not-confirmable', { orderId })
  }
  if (order.status === 'running') requireTime(engine, order)
  const pinned = page ? { ...order, page } : order
  await inspectWallet(engine, pinned.page, pinned.wallet)
  const next = step.action.kind === 'solanaSign' ? await rebuildStep(engine, order, step) : step.id
  const choice = { ...(chain ? { chain } : {}), ...(notSent ? { notSent } : {}) }
  const known = knownOf(order, shown)
  const event = { type: 'retried' as const, at: engine.now(), stepId: next, known, ...choice }
  // Of an order that is over nothing but its approval is asked for.
  const check = (orders: OrdersRead) =>
    isEnded(order.status)
      ? Promise.resolve()
      : requireFirst(orders, order, order.confirmedAt ?? order.createdAt, known)
  const retried = page ? { ...event, page: pinned.page } : event
  const done = await commit(engine, orderId, retried, { check })
  if (done.outcome !== 'written') throw new AppError('order/not-confirmable', { orderId })
  return {}
}
