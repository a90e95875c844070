import { askingOf, withAsking } from '@/src/domain/order/asking'
import { toEffect } from '@/src/domain/order/effect'
import type { Order } from '@/src/domain/order/order'
import { isEnded, mayAsk } from '@/src/domain/order/order-parts'
import { owedWork } from '@/src/domain/order/owed'
import { forgetConnects } from '@/src/store/attempts'
import { readFlag, writeFlag } from '@/src/store/flags'
import type { EffectRow } from '@/src/store/open'
import { forgetPlanned, insertFound, openOrders } from '@/src/store/orders'
import { finishEffect, orphanedEffects, postponeEffect, putEffects } from '@/src/store/outbox'
import { transact } from '@/src/store/transact'
import type { Engine } from '../engine'
import { tell } from './commit'

/** An order that was only planned is kept for this long after its price ended, ms. */
const plannedAge = 86_400_000
/** A connect that nobody settled for a day is forgotten. */
const connectAge = 86_400_000

/**
 * Takes up what an earlier worker left: a `safe` effect is due again, a `once` effect is never
 * repeated, what became of it is found out. A database that was lost is filled from the mirror.
 */
export async function boot(engine: Engine): Promise<void> {
  const now = engine.now()
  if (!(await readFlag(engine.db, 'filled'))) await rebuild(engine)
  if (!(await readFlag(engine.db, 'bound'))) await bind(engine)
  for (const row of await orphanedEffects(engine.db, engine.boot)) await adopt(engine, row)
  // A day later: a review may stand open, and offers a new quote in its place.
  await forgetPlanned(engine.db, Math.floor((now - plannedAge) / 1_000))
  await forgetConnects(engine.db, now - connectAge)
}

/** Orders stored before orders named their service stay with the one that is set at that moment. */
async function bind(engine: Engine): Promise<void> {
  const { serviceUrl } = await engine.settings()
  const decide = (order: Order) =>
    order.serviceUrl === undefined && !isEnded(order.status)
      ? { order: { ...order, serviceUrl } }
      : undefined
  for (const { id } of await openOrders(engine.db)) {
    await transact(engine.db, id, decide, { now: engine.now() })
  }
  await writeFlag(engine.db, 'bound')
}

async function adopt(engine: Engine, row: EffectRow): Promise<void> {
  const at = engine.now()
  if (row.repeat === 'safe' || row.task.kind !== 'askWallet') {
    await postponeEffect(engine.db, row, { dueAt: at, tries: row.tries, now: at })
    return
  }
  const { attemptId, ask } = row.task
  if (ask === 'step') {
    await putEffects(engine.db, [toEffect(row.orderId, { kind: 'reconcile', attemptId }, at)], at)
  }
  // A switch of the chain is looked after by the look that was put with it.
  await finishEffect(engine.db, row)
}

/** Fills an empty database from the mirror, and looks after every order that was under way. */
async function rebuild(engine: Engine): Promise<void> {
  for (const order of await engine.mirror.readAll()) {
    const now = engine.now()
    const found = withLostPage(order, now)
    if (await insertFound(engine.db, found, watch(order, now), now)) await tell(engine, found)
  }
  await writeFlag(engine.db, 'filled')
}

/** Where the next ask of an order was about to be made, who goes on with it is the person. */
function withLostPage(order: Order, since: number): Order {
  const asking = askingOf(order)
  const isWaiting = asking?.steps[asking.current]?.state.status === 'ready'
  if (asking?.status !== 'running' || !isWaiting) return order
  const blocked = { ...asking, blocker: { code: 'page/gone' as const, since } }
  return order.kind === 'transfer' ? withAsking(order, blocked) : blocked
}

/**
 * Reads the history of the accounts that were used here from the service, after the database was
 * lost. Gives how many orders came back; an account that cannot be read now is left to the person.
 */
export async function restoreHistory(engine: Engine): Promise<number> {
  if (await readFlag(engine.db, 'restored')) return 0
  let found = 0
  let whole = true
  for (const query of await engine.mirror.authors()) {
    try {
      const { recoverOrders } = await import('../service/recover')
      found += (await recoverOrders(engine, { query }, 'service')).found
    } catch (error) {
      // The others are read all the same; this one is tried again by the next start.
      engine.report(error, 'history')
      whole = false
    }
  }
  if (whole) await writeFlag(engine.db, 'restored')
  return found
}

/** The effects that an order in this state must have, whatever became of its own. */
export function watch(order: Order, at: number) {
  return owedWork(order).map((task) => toEffect(order.id, task, at))
}

/** Orders between an ask and its submission: an update of the extension waits for them. */
export async function isBusy(engine: Engine): Promise<boolean> {
  const orders = await openOrders(engine.db)
  return orders.some((order) => {
    const asking = askingOf(order)
    return (
      asking !== undefined &&
      mayAsk(asking) &&
      asking.steps.some((step) => ['asking', 'sent', 'verified'].includes(step.state.status))
    )
  })
}
