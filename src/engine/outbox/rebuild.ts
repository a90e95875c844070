/** What a start of the worker seldom has to do: the database is new, was lost, or is of another version. */
import { askingOf, withAsking } from '@/src/domain/order/asking'
import { toEffect } from '@/src/domain/order/effect'
import type { Order } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { owedWork, standingNotices } from '@/src/domain/order/owed'
import { writeFlag } from '@/src/store/flags'
import { getOrder, insertFound, openOrders, putAsks } from '@/src/store/orders'
import { putEffects } from '@/src/store/outbox'
import { transact } from '@/src/store/transact'
import type { Engine } from '../engine'
import { recoverOrders } from '../service/recover'
import { commit, tell } from './commit'

/**
 * Fills a database from the mirror that is empty, or of which work was lost, and looks after every order that was
 * under way.
 */
export async function rebuild(engine: Engine): Promise<void> {
  const added = new Set<string>()
  const mirrored = await engine.mirror.readAll()
  for (const order of mirrored) {
    // One that waits for a version which reads it keeps every start of the worker looking here: none writes.
    if (await getOrder(engine.db, order.id)) continue
    const now = engine.now()
    const found = withLostPage(order, now)
    if (!(await insertFound(engine.db, found, watchLost(order, now), now))) continue
    added.add(order.id)
    await tell(engine, found)
  }
  const here = [...mirrored, ...(await openOrders(engine.db))].map(({ id }) => id)
  const before = here.filter((id) => !added.has(id))
  const read = await Promise.all(here.map((id) => getOrder(engine.db, id)))
  // What such a one owes is put by the version that can read it: till then it is there to be seen.
  if ([...mirrored, ...read].some((order) => order?.unread)) return
  if (before.length > 0) await renew(engine, before)
  else await writeFlag(engine.db, 'filled')
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
 * lost. An account that cannot be read now is left to the person.
 */
export async function restoreHistory(engine: Engine): Promise<void> {
  let whole = true
  for (const query of await engine.mirror.authors()) {
    try {
      await recoverOrders(engine, { query }, 'service')
    } catch (error) {
      // The others are read all the same; this one is tried again by the next start.
      engine.report(error, 'history')
      whole = false
    }
  }
  if (whole) await writeFlag(engine.db, 'restored')
}

/** Orders stored before orders named their service stay with the one that is set at that moment. */
export async function bind(engine: Engine): Promise<void> {
  const { serviceUrl } = await engine.settings()
  const decide = (order: Order) =>
    order.serviceUrl === undefined && !isEnded(order.status)
      ? { order: { ...order, serviceUrl } }
      : undefined
  for (const { id, unread } of await openOrders(engine.db)) {
    if (!unread) await transact(engine.db, id, decide, { now: engine.now() })
  }
  await writeFlag(engine.db, 'bound')
}

/**
 * Puts anew what orders must have, these and all that are open: which work was lost cannot be read. Nor can what an
 * order owes of which a part cannot be: as long as there is one, the database does not count as filled.
 */
export async function renew(engine: Engine, orderIds: readonly string[]): Promise<void> {
  const now = engine.now()
  const open = (await openOrders(engine.db)).map(({ id }) => id)
  const all = [...new Set([...orderIds, ...open])]
  const read = await Promise.all(all.map((id) => getOrder(engine.db, id)))
  const orders = read.flatMap((order) => (order && !order.unread ? order : []))
  await putAsks(engine.db, orders)
  await putEffects(
    engine.db,
    orders.flatMap((order) => watch(order, now)),
    now,
  )
  // Where the next ask was about to be made, who goes on with it is the person.
  const blocker = { code: 'page/gone' as const }
  for (const { id } of orders) await commit(engine, id, { type: 'blocked', at: now, blocker })
  if (!read.some((order) => order?.unread)) await writeFlag(engine.db, 'filled')
  engine.report(new Error(`${orderIds.length} effects could not be read`), 'outbox')
}

/** The effects that an order in this state must have, whatever became of its own. */
export function watch(order: Order, at: number) {
  return owedWork(order).map((task) => toEffect(order.id, task, at))
}

/** ...and what was told and stands: a notice has a name of its own, and showing it again shows one. */
function watchLost(order: Order, at: number) {
  const told = standingNotices(order).map((topic) => ({ kind: 'notify' as const, topic }))
  return [...watch(order, at), ...told.map((task) => toEffect(order.id, task, at))]
}
