import type { PurchaseOrder } from '@/src/domain/order/order'
import { payee } from './address-service'
import { author, chainId, erc20 } from './chain'
import type { FiatService } from './fiat-service'
import { toChainId } from './service'
import type { World } from './world'

/** What a person asks offers for. */
export const fiatAsk = {
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: toChainId, address: erc20 },
  recipient: payee,
  refundTo: author,
  hubChainId: chainId,
}
export const soldToken = {
  ...{ chainId: toChainId, address: erc20 },
  ...{ name: 'USDC', symbol: 'USDC', decimals: 6 },
}

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
