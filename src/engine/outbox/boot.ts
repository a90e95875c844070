import { askingOf } from '@/src/domain/order/asking'
import { toEffect } from '@/src/domain/order/effect'
import { mayAsk } from '@/src/domain/order/order-parts'
import { forgetConnects } from '@/src/store/attempts'
import { readFlag } from '@/src/store/flags'
import type { EffectRow } from '@/src/store/open'
import { forgetPlanned, getOrder, openOrders } from '@/src/store/orders'
import {
  finishEffect,
  hasten,
  orphanedEffects,
  postponeEffect,
  putEffects,
  takeOutUnread,
} from '@/src/store/outbox'
import type { Engine } from '../engine'

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
  await fill(engine)
  if (!(await readFlag(engine.db, 'bound'))) await (await import('./rebuild')).bind(engine)
  const { unread, stay } = await takeOutUnread(engine.db)
  for (const row of await orphanedEffects(engine.db, engine.boot)) await adopt(engine, row)
  if (unread.length > 0) await (await import('./rebuild')).renew(engine, unread)
  await takeUpHeld(engine, stay, now)
  // A day later: a review may stand open, and offers a new quote in its place.
  await forgetPlanned(engine.db, Math.floor((now - plannedAge) / 1_000))
  await forgetConnects(engine.db, now - connectAge)
}

/** Work that waited for a version which reads its order is due at once where this is one. */
async function takeUpHeld({ db }: Engine, rows: readonly EffectRow[], now: number): Promise<void> {
  const isHeld = (row: EffectRow) => row.failed?.code === 'order/attention'
  for (const { orderId } of rows.filter(isHeld)) {
    if (!(await getOrder(db, orderId))?.unread) await hasten(db, orderId, now, isHeld)
  }
}

/** Fills a database that is new, or was lost, from the mirror. */
export async function fill(engine: Engine): Promise<void> {
  if (await readFlag(engine.db, 'filled')) return
  await (await import('./rebuild')).rebuild(engine)
}

/** In the background: reads the history again where the database was lost, and the service was not heard. */
export async function restore(engine: Engine): Promise<void> {
  if (await readFlag(engine.db, 'restored')) return
  await (await import('./rebuild')).restoreHistory(engine)
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
