import type { PurchaseOrder } from '@/src/domain/order/order'
import type { FiatService } from './fiat-service'
import type { World } from './world'

export type PurchaseRun = {
  world: World
  fiat: FiatService
  /** Offers that were taken so far. */
  taken: number
  /** The purchase that the person looks at. */
  at: number
  skew: number
  violations: string[]
}

/** Every purchase on disk, the oldest first. */
export async function ordersOf({ truth }: World): Promise<PurchaseOrder[]> {
  const rows = await (await truth.use()).getAll('orders')
  const orders = rows.map(({ order }) => order as PurchaseOrder)
  return orders.sort((a, b) => a.accepted.quoteId.localeCompare(b.accepted.quoteId))
}
