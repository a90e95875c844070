import { AppError } from '@/src/domain/error'
import type { OrderId, QuoteId, RouteId } from '@/src/domain/names'
import { askingOf } from '@/src/domain/order/asking'
import type { Effect } from '@/src/domain/order/effect'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import type { Party } from '@/src/domain/order/parties'
import { stepAsk } from './attempts'
import { type AttemptRow, type Database, type EventRow, toStoreError } from './open'
import { waiting } from './outbox'
import { isEventRow } from './read-rows'
import { contractKeyOf, fromRow, isUnread, routeKeyOf, toRow } from './row'
import { watch } from './watch'

/** One order, or undefined. */
export async function getOrder(db: Database, id: string): Promise<Order | undefined> {
  const row = await (await db.use()).get('orders', id)
  return row && fromRow(row)
}

/** One order that something is to be done with; fails with `order/attention` where not all of it can be read. */
export async function getWhole(db: Database, id: string): Promise<Order | undefined> {
  const order = await getOrder(db, id)
  if (order?.unread) throw new AppError('order/attention')
  return order
}

/** The same; fails with `order/not-found` too. */
export async function requireOrder(db: Database, id: string): Promise<Order> {
  const order = await getWhole(db, id)
  if (!order) throw new AppError('order/not-found', { orderId: id })
  return order
}

/**
 * One order as those see it who ask wallets, or undefined where none is to be asked; see `askingOf`. Fails
 * with `order/attention`.
 */
export async function getAsking(db: Database, id: string): Promise<SwapOrder | undefined> {
  const order = await getWhole(db, id)
  return order && askingOf(order)
}

/** One order that asks a wallet; fails with `order/not-found` or `order/attention`. */
export async function requireAsking(db: Database, id: string): Promise<SwapOrder> {
  const order = await getAsking(db, id)
  if (!order) throw new AppError('order/not-found', { orderId: id })
  return order
}

/** Orders to which something may still happen. */
export async function openOrders(db: Database): Promise<Order[]> {
  return (await (await db.use()).getAllFromIndex('orders', 'open')).map(fromRow)
}

/** Orders in which a hash or an id stands. */
export async function findByKey(db: Database, key: string): Promise<Order[]> {
  const rows = await (await db.use()).getAllFromIndex('orders', 'keys', key.toLowerCase())
  return rows.map(fromRow)
}

/** The order of a route of a quote: there is one at most. */
export async function findByRoute(
  db: Database,
  quoteId: QuoteId,
  routeId: RouteId,
): Promise<Order | undefined> {
  const row = await (await db.use()).getFromIndex(
    'orders',
    'routeKey',
    routeKeyOf(quoteId, routeId),
  )
  return row && fromRow(row)
}

/** The order whose wallet is asked for a payment, of an account of a chain: see `armedKeyOf`. */
export async function findArmed(db: Database, key: string): Promise<Order | undefined> {
  const row = await (await db.use()).getFromIndex('orders', 'armed', key)
  return row && fromRow(row)
}

/**
 * An order of which not all can be read holds up no other one of its account any more; whether it did. The version that
 * reads it finds everything of it as it was.
 */
export async function letGo(db: Database, id: string): Promise<boolean> {
  const tx = (await db.use()).transaction('orders', 'readwrite', { durability: 'strict' })
  watch(tx)
  try {
    const row = await tx.store.get(id)
    const holds = row?.armed !== undefined && isUnread(row)
    if (holds) {
      const { armed: _, ...free } = row
      await tx.store.put(free)
    }
    await tx.done
    return holds
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/** Orders that ended as failed, the oldest first; those that were removed are none of them. */
export async function failedOrders(db: Database): Promise<Order[]> {
  const range = IDBKeyRange.bound(['failed'], ['failed', []])
  return (await (await db.use()).getAllFromIndex('orders', 'statusListed', range)).map(fromRow)
}

/** Whether an order on record has a mined payment to a contract of a chain, or through a program; by its `method`, if given. */
export async function wasPaid(db: Database, chainId: number, contract: Party): Promise<boolean> {
  const key = contractKeyOf(chainId, contract)
  return (await (await db.use()).countFromIndex('orders', 'keys', key)) > 0
}

/**
 * Stores a planned order. A planned one for the same route of the same quote gives way; one that was
 * confirmed makes this fail with `order/busy`.
 */
export async function insertPlanned(db: Database, order: Order): Promise<void> {
  const connection = await db.use()
  const tx = connection.transaction('orders', 'readwrite', { durability: 'strict' })
  watch(tx)
  try {
    const key = routeKeyOf(order.accepted.quoteId, order.accepted.routeId)
    const taken = await tx.store.index('routeKey').get(key)
    if (taken) {
      if (fromRow(taken).status !== 'planned') {
        throw new AppError('order/busy', { orderId: taken.id })
      }
      await tx.store.delete(taken.id)
    }
    await tx.store.add(toRow(order))
    await tx.done
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/**
 * Stores an order found at the service or in the mirror, unless it is known; says whether it was new. What a
 * wallet was asked for it here may be answered yet.
 */
export async function insertFound(
  db: Database,
  order: Order,
  effects: readonly Effect[],
  now: number,
): Promise<boolean> {
  const connection = await db.use()
  const stores = ['orders', 'outbox', 'attempts'] as const
  const tx = connection.transaction(stores, 'readwrite', { durability: 'strict' })
  watch(tx)
  try {
    const orders = tx.objectStore('orders')
    const row = toRow(order)
    const known = await orders.get(order.id)
    const sameRoute = row.routeKey ? await orders.index('routeKey').get(row.routeKey) : undefined
    const isNew = !known && !sameRoute
    if (isNew) {
      await orders.add(row)
      await Promise.all([
        ...effects.map((each) => tx.objectStore('outbox').put(waiting(each, now))),
        ...asksOf(order).map((each) => tx.objectStore('attempts').put(each)),
      ])
    }
    await tx.done
    return isNew
  } catch (cause) {
    throw toStoreError(cause)
  }
}

function asksOf(order: Order): AttemptRow[] {
  const asking = order.fromBackup ? undefined : askingOf(order)
  return asking?.attempts.map((each) => stepAsk(asking, each, each.evidence.askedAt)) ?? []
}

/** Puts what orders asked wallets for, where it is not there: of what could not be read, nothing was put. */
export async function putAsks(db: Database, orders: readonly Order[]): Promise<void> {
  const tx = (await db.use()).transaction('attempts', 'readwrite', { durability: 'strict' })
  watch(tx)
  for (const ask of orders.flatMap(asksOf)) {
    if (!(await tx.store.getKey(ask.attemptId))) await tx.store.put(ask)
  }
  await tx.done
}

/** Deletes planned orders that were never confirmed and whose quote ended before `before` (unix s). */
export async function forgetPlanned(db: Database, before: number): Promise<number> {
  const connection = await db.use()
  const tx = connection.transaction('orders', 'readwrite')
  watch(tx)
  const range = IDBKeyRange.upperBound(before, true)
  const ids = await tx.store.index('plannedUntil').getAllKeys(range)
  await Promise.all(ids.map((id) => tx.store.delete(id)))
  await tx.done
  return ids.length
}

/**
 * Deletes one order that was only planned, or stores it anew, as `next`; tells whether it still was. What is
 * confirmed meanwhile stays.
 */
export async function settlePlanned(db: Database, id: string, next?: Order): Promise<boolean> {
  const tx = (await db.use()).transaction('orders', 'readwrite', { durability: 'strict' })
  watch(tx)
  const row = await tx.store.get(id)
  const planned = row !== undefined && fromRow(row).status === 'planned'
  if (planned) await (next ? tx.store.put(toRow(next)) : tx.store.delete(id))
  await tx.done
  return planned
}

/** The events of an order, oldest first; those that cannot be read are left out. */
export async function eventsOf(db: Database, orderId: OrderId): Promise<EventRow[]> {
  const range = IDBKeyRange.bound([orderId, 0], [orderId, Number.MAX_SAFE_INTEGER])
  return (await (await db.use()).getAll('events', range)).filter(isEventRow)
}
