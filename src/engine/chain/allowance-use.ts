import { type Allowed, isLeftToPay, needsAllowance } from '@/src/domain/order/guard'
import type { SwapOrder } from '@/src/domain/order/order'
import { ordersUnderWay } from '@/src/store/orders-at-work'
import type { Engine } from '../engine'

/** Whether a payment, of this order or of another, may still take what the order allowed. */
export async function isNeeded(
  engine: Engine,
  order: SwapOrder,
  allowed: Allowed,
): Promise<boolean> {
  return (await neededBy(engine, order, allowed)) !== undefined
}

/** The order, this one or another, of which a payment may still take what the order allowed. */
export async function neededBy(
  engine: Engine,
  order: SwapOrder,
  allowed: Allowed,
): Promise<SwapOrder | undefined> {
  if (isLeftToPay(order)) return order
  const others = (await ordersUnderWay(engine.db)).filter((other) => other.kind === 'swap')
  return others.find((other) => needsAllowance(other, order, allowed))
}
