import type { Order } from '@/src/domain/order/order'
import type { Database } from './open'
import { getOrder } from './orders'

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
