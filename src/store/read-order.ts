import type { Order } from '@/src/domain/order/order'
import type { Database } from './open'
import { fromRow } from './row'

/** One order as stored, or null; a planned one as well, for the review screen. */
export async function readOrder(db: Database, id: string): Promise<Order | null> {
  const row = await (await db.use()).get('orders', id)
  // A removed one is only there to be brought back.
  return row && row.binned === undefined ? fromRow(row) : null
}
