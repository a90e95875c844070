import type { OrderId, TxHash } from '@/src/domain/names'
import { findByKey } from '@/src/store/orders'
import { isSpent } from '@/src/store/spent'
import type { Engine } from './engine'

/** Whether a transaction belongs to no other order of ours, removed ones included. */
export async function isFree(engine: Engine, orderId: OrderId, hash: TxHash): Promise<boolean> {
  if (await isSpent(engine.db, hash)) return false
  const known = await findByKey(engine.db, hash)
  return known.every((each) => each.id === orderId)
}
