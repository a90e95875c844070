import { type Allowed, isLeftToPay, needsAllowance } from '@/src/domain/order/guard'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { ordersUnderWay } from '@/src/store/orders-at-work'
import type { Engine } from '../engine'

const isSwap = (order: Order) => order.kind === 'swap'

/** Whether a payment, of this order or of another, may still take what the order allowed. */
export async function isNeeded(
  engine: Engine,
  order: SwapOrder,
  allowed: Allowed,
): Promise<boolean> {
  if (isLeftToPay(order)) return true
  const others = (await ordersUnderWay(engine.db)).filter(isSwap)
  return others.some((other) => needsAllowance(other, order, allowed))
}
