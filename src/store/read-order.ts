import type { Order } from '@/src/domain/order'
import type { Database } from './open'
import { getOrder, openOrders } from './orders'

/** One order as stored, or null; a planned one as well, for the review screen. */
export async function readOrder(db: Database, id: string): Promise<Order | null> {
  return (await getOrder(db, id)) ?? null
}

/** Orders that are under way, newest first. */
export async function readOpenOrders(db: Database): Promise<Order[]> {
  return (await openOrders(db)).sort((a, b) => b.createdAt - a.createdAt)
}
