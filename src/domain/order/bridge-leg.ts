import { familyOfAddress } from '../address/check-address'
import { familyOfChain } from '../chain/known-chains'
import type { BridgeLeg, Order, PurchaseOrder, TokenAmount } from './order'

/** The bridge leg of an order, where it has one that is its own. */
export function legOf(order: Order): BridgeLeg | undefined {
  const leg = order.kind === 'purchase' ? order.purchase.leg : undefined
  return leg?.contradiction ? undefined : leg
}

/** What comes back when an order is refunded: of a purchase whose bridge failed, what it was to bridge. */
export function refundTokenOf(order: Order): TokenAmount {
  return legOf(order)?.from ?? order.accepted.from
}

/** Whether the bridge sent back what it was to bridge, to an address of the person's on its chain. */
export function isLegReturned(order: PurchaseOrder): boolean {
  const leg = legOf(order)
  if (leg?.status !== 'refunded') return false
  return familyOfAddress(order.accepted.refundTo) === familyOfChain(leg.from.chainId)
}
