import type { Order } from '@/src/domain/order/order'
import type { Database } from './open'
import { getOrder, openOrders } from './orders'

/** Begins the keys of the work that every order has which a service tells of; see `keyOf`. */
const polls = 'pollOrder:'

/**
 * Orders that owe anything beside being read at their service: all of which a wallet was asked, or a payment is
 * looked for. Thousands that a service alone told of are not read.
 */
export async function ordersAtWork(db: Database): Promise<Order[]> {
  const outbox = (await db.use()).transaction('outbox').store
  const others = await Promise.all([
    outbox.getAll(IDBKeyRange.upperBound(polls)),
    outbox.getAll(IDBKeyRange.lowerBound(`${polls}\uffff`)),
  ])
  const ids = new Set(others.flat().map(({ orderId }) => orderId))
  const orders = await Promise.all([...ids].map((id) => getOrder(db, id)))
  return orders.flatMap((order) => order ?? [])
}

/** Orders to which something may still happen, and ended ones that are still looked after. */
export async function ordersUnderWay(db: Database): Promise<Order[]> {
  const [open, due] = await Promise.all([openOrders(db), (await db.use()).getAll('outbox')])
  const known = new Set(open.map(({ id }) => id))
  const others = new Set(due.flatMap(({ orderId }) => (known.has(orderId) ? [] : orderId)))
  const looked = await Promise.all([...others].map((id) => getOrder(db, id)))
  return [...open, ...looked.flatMap((order) => order ?? [])]
}
