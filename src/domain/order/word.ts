import { sameHash } from '../chain/hash'
import type { Order } from './order'
import { isMadeHere } from './order-parts'

/** Whether an order is nothing but a service's word of a transaction; of a damaged one nobody can say. */
export function isWordOf(order: Order, hash: string): boolean {
  const { kind, status, service } = order
  const isTold = kind === 'swap' && status !== 'attention' && !isMadeHere(order)
  return isTold && service.depositTxHash !== undefined && sameHash(service.depositTxHash, hash)
}
