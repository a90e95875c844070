import type { OrderId } from '@/src/domain/names'
import { askingOf } from '@/src/domain/order/asking'
import { claimOf } from '@/src/domain/order/claim'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Order } from '@/src/domain/order/order'
import { reduce } from '@/src/domain/order/reduce'
import { stepAsk } from '@/src/store/attempts'
import type { AttemptRow } from '@/src/store/open'
import { type CommitOptions, type Committed, transact } from '@/src/store/transact'
import type { Engine } from '../engine'

/** Events that may be read again from elsewhere: losing one to a power cut costs nothing. */
const repeatable: readonly OrderEvent['type'][] = [
  'serviceRead',
  'serviceUnread',
  'checked',
  'blocked',
  'unlinked',
  'paymentSought',
  'depositSought',
  'depositBegan',
]

/**
 * Applies an event to an order: checks, writes order + event + effects in one transaction, and only
 * then tells the mirror, the pages and the outbox. Nothing may be done on the strength of an event
 * before this resolves. Fails with `store/full`, `store/unavailable` or `order/busy`, also where the event
 * takes a transaction that another order holds by then: looks at both go on at once; and with what a check
 * fails with.
 */
export async function commit(
  engine: Engine,
  orderId: OrderId,
  event: OrderEvent,
  options: Pick<CommitOptions, 'settle' | 'check'> = {},
): Promise<Committed> {
  const decide = (order: Order) => {
    const { order: next, effects } = reduce(order, event)
    if (next === order) return undefined
    const attempt = attemptOf(next, event)
    return { order: next, event, effects, ...(attempt ? { attempt } : {}) }
  }
  const strict = !repeatable.includes(event.type)
  const committed = await engine.guard(() =>
    transact(engine.db, orderId, decide, {
      ...options,
      claim: claimOf(event),
      strict,
      now: engine.now(),
    }),
  )
  if (committed.outcome === 'written') await tell(engine, committed.order)
  return committed
}

/** Keeps the second copy of an order as it is on disk. */
export async function copy(engine: Engine, order: Order): Promise<void> {
  try {
    await engine.mirror.write(order)
  } catch (error) {
    // Without it the order is as safe as IndexedDB alone.
    engine.report(error, 'mirror')
  }
}

/** Tells everybody that an order is newer, after it is on disk. */
export async function tell(engine: Engine, order: Order): Promise<void> {
  await copy(engine, order)
  engine.announce({ kind: 'order', orderId: order.id, revision: order.revision })
  engine.wake()
}

/** The attempt that an event begins; it is written with the order, never after it. */
function attemptOf(order: Order, event: OrderEvent): AttemptRow | undefined {
  const asking = askingOf(order)
  if (!asking) return undefined
  if (event.type === 'asked') return stepAsk(asking, event, event.at)
  if (event.type === 'switchAsked') {
    const { attemptId, stage } = event.switching
    const kind = stage === 'add' ? 'addChain' : 'switchChain'
    const { id: orderId, wallet, page } = asking
    return { orderId, wallet, createdAt: event.at, attemptId, kind, page }
  }
  return undefined
}
