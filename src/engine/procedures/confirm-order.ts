import type { InputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import type { AttemptId, StepId } from '@/src/domain/names'
import { askEndOf, secondsToAsk } from '@/src/domain/order/ask-time'
import type { Step, SwapOrder } from '@/src/domain/order/order'
import { hashesOf, isEnded, isMoved, mayAsk } from '@/src/domain/order/order-parts'
import { toWord } from '@/src/domain/order/persons-word'
import { allBeside, askOfFee } from '@/src/domain/policy/route-fee'
import { inTime } from '@/src/lib/in-time'
import { tidy } from '@/src/lib/tidy'
import { isSettled } from '@/src/store/attempts'
import { type OrdersRead, requireFirst } from '@/src/store/beside'
import { requireAsking } from '@/src/store/orders'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import { inspectWallet } from '../page/pages'
import { rebuildStep } from './prepare-order'

/** So long a confirmation waits for another node that is still asked; ms. */
const patience = 3_000

/**
 * Takes the person's yes to what the review showed. Another node that is still asked is waited for, yet not
 * for long. Fails with what it refuses it with, and with `order/paid-beside` where another window
 * confirmed the same since this one was wished for, and that was not shown: one of the two is first on disk.
 */
export async function confirmOrder(engine: Engine, input: InputOf<'confirmOrder'>) {
  const { orderId, digest, usual, known: shown, typedFee } = input
  const second = engine.seconds.get(orderId)
  if (second) await inTime(AbortSignal.timeout(patience), second, undefined)
  const order = await requireAsking(engine.db, orderId)
  if (order.refused) throw new AppError(order.refused)
  if (order.digest !== digest) throw new AppError('order/changed', { orderId })
  // A second click: the first one is being worked on.
  if (order.status === 'running') return {}
  if (order.status !== 'planned') throw new AppError('order/not-confirmable', { orderId })
  if (secondsToAsk(order, engine.now()) <= 0) throw tooLate(order)
  requireWord(order, typedFee)
  // It must be there; its account and its chain are waited for, and the order then goes on by itself.
  await inspectWallet(engine, order.page, order.wallet)
  const known = knownOf(order, shown)
  const event = { type: 'confirmed', at: engine.now(), digest, usual, known } as const
  const { wishedAt = order.createdAt } = order
  const check = (orders: OrdersRead) => requireFirst(orders, order, wishedAt, known)
  const done = await commit(engine, orderId, event, { check })
  if (done.outcome === 'missing') throw new AppError('order/not-found', { orderId })
  // What another node said came in between.
  if (done.outcome === 'unchanged' && done.order.status === 'planned') {
    throw new AppError('order/changed', { orderId })
  }
  return {}
}

/**
 * Fails where a fee needs a typed word, and none was typed for it. Prices, of which the page alone knows, are
 * taken for the best there could be: they matter for no more than a known flat fee.
 */
function requireWord(order: SwapOrder, typed: string | undefined): void {
  const fee = allBeside(order)
  if (fee === undefined || askOfFee(fee, 0) !== 'word' || typed === String(fee.units)) return
  throw new AppError('order/changed', { orderId: order.id })
}

/** What the person was shown of orders that pay the same, now and before. */
const knownOf = ({ known = [] }: SwapOrder, shown: string[] = []) => [
  ...new Set([...known, ...shown]),
]

const tooLate = (order: SwapOrder) =>
  new AppError('policy/quote-expired', { until: askEndOf(order) })

async function buildAnew(engine: Engine, order: SwapOrder, step: Step): Promise<StepId> {
  const { event, stepId } = await rebuildStep(engine, order, step)
  await commit(engine, order.id, event)
  return stepId
}

/** Requests of which a page told, and nobody knows a signature: of those alone a person says that they rejected them. */
async function answeredOf(engine: Engine, { attempts }: SwapOrder): Promise<AttemptId[]> {
  const answered: AttemptId[] = []
  for (const attempt of attempts) {
    const { attemptId, gone } = attempt
    if (gone || hashesOf(attempt).length > 0) continue
    if (await isSettled(engine.db, attemptId)) answered.push(attemptId)
  }
  return answered
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
  // What a step before the payment gave is left to the person once its time is over: nothing is asked for it.
  const isOver = order.status === 'running' && secondsToAsk(order, engine.now()) <= 0
  if (isOver && !isMoved(order)) throw tooLate(order)
  if (!isOver) await inspectWallet(engine, page ?? order.page, order.wallet)
  const isBuilt = step.action.kind === 'solanaSign' && !isOver
  const next = isBuilt ? await buildAnew(engine, order, step) : step.id
  const known = knownOf(order, shown)
  const at = engine.now()
  const answered = notSent === undefined ? undefined : await answeredOf(engine, order)
  const said = tidy({ notSent: toWord(notSent), answered, known, page, chain })
  const event = { type: 'retried' as const, at, stepId: next, ...said }
  // Of an order that is over nothing but its approval is asked for.
  const check = (orders: OrdersRead) =>
    isEnded(order.status) || isOver
      ? Promise.resolve()
      : requireFirst(orders, order, order.confirmedAt ?? order.createdAt, known)
  const done = await commit(engine, orderId, event, { check })
  if (done.outcome !== 'written') throw new AppError('order/not-confirmable', { orderId })
  return {}
}
