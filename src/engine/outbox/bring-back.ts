import { unbin } from '@/src/store/bin'
import { getOrder } from '@/src/store/orders'
import type { Engine } from '../engine'
import { tell } from './commit'

/**
 * Puts an order that was removed a moment ago, and is wanted again, back into every list, and tells everybody.
 * Says whether it had been removed.
 */
export async function bringBack(engine: Engine, orderId: string): Promise<boolean> {
  const isBack = await engine.guard(() => unbin(engine.db, orderId))
  const order = isBack ? await getOrder(engine.db, orderId) : undefined
  if (order) await tell(engine, order)
  return isBack
}
