import { type Allowed, isBeingRevoked, mayTake, needsAllowance } from '@/src/domain/guard'
import type { Order, SwapOrder } from '@/src/domain/order'
import { openOrders, ordersUnderWay } from '@/src/store/orders'
import type { Engine } from './engine'

const isSwap = (order: Order) => order.kind === 'swap'

/** Whether a payment, of this order or of another, may still take what the order allowed. */
export async function isNeeded(
  engine: Engine,
  order: SwapOrder,
  allowed: Allowed,
): Promise<boolean> {
  if (mayTake(order)) return true
  const others = (await ordersUnderWay(engine.db)).filter(isSwap)
  return others.some((other) => needsAllowance(other, order, allowed))
}

/** Whether a wallet was asked, for another order, to revoke what this one pays by. */
export async function isRevoked(engine: Engine, order: SwapOrder): Promise<boolean> {
  const others = (await openOrders(engine.db)).filter(isSwap)
  return others.some((other) => isBeingRevoked(order, other))
}
