import type { Order, SwapOrder } from './order'
import { depositOf } from './order-parts'
import { withClosed } from './wallet-payment'

/** States of a payment of which nothing is left to be asked: it only has to be followed. */
const out: readonly string[] = ['sent', 'verified', 'confirmed']

/**
 * An order as it goes on where it was read from a backup (`at` unix ms). It may have gone on elsewhere
 * since, so that nothing in it may lead to a payment: an address is shown no more, and a swap that would
 * still ask a wallet is kept as it was. What was paid is followed. Undefined for what was never begun.
 */
export function toRestored(order: Order, at: number): Order | undefined {
  if (order.status === 'planned') return undefined
  if (order.kind === 'transfer') {
    return order.transfer.closed ? order : withClosed(order, at, 'cancelled')
  }
  if (order.kind === 'purchase' || order.status !== 'running') return order
  return isPaid(order) ? order : { ...order, status: 'attention' }
}

function isPaid(order: SwapOrder): boolean {
  return out.includes(depositOf(order)?.state.status ?? '')
}
