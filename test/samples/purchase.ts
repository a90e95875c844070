/** Purchases for tests: built the way the product builds them. */
import type { OrderEvent, PurchaseView } from '@/src/domain/order/event'
import type { PurchaseOrder } from '@/src/domain/order/order'
import { type Offer, type PurchaseAsk, toAcceptedPurchase } from '@/src/domain/order/purchase'
import { reduce } from '@/src/domain/order/reduce'
import type { UntimedEvent } from './order'

export const buyStart = 1_700_000_000_000

export const buyAsk: PurchaseAsk = {
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: 42161, address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831' },
  recipient: '0x00000000000000000000000000000000000f1a70',
  refundTo: '0x00000000000000000000000000000000000f1a71',
}

export const buyOffer: Offer = {
  quoteId: 'q1',
  providerName: 'Harbor Pay',
  totalFee: '1.45',
  expectedOutputAmount: '52000000',
  minOutputAmount: '51000000',
  expiresAt: 1_700_000_060,
  swapStrategy: 'direct',
}

export const buyToken = {
  ...buyAsk.outputAsset,
  symbol: 'USDC',
  decimals: 6,
  name: 'USD Coin',
  logoURI: 'https://tokens.example/usdc.png',
  extensions: { isRiskToken: true },
}

export const createdView: PurchaseView = {
  orderId: 'fiat-1',
  status: 'created',
  stage: 'open',
  action: { type: 'wrapper', url: 'https://fiat.example/checkout/1' },
}

/** A purchase that is on disk, and of which the service knows nothing yet. */
export function plannedPurchase(): PurchaseOrder {
  return {
    kind: 'purchase',
    id: 'b'.repeat(32),
    revision: 0,
    createdAt: buyStart,
    updatedAt: buyStart,
    accepted: toAcceptedPurchase(buyAsk, buyOffer, buyToken),
    serviceUrl: 'https://fiat.example',
    status: 'planned',
    purchase: { provider: 'Harbor Pay', strategy: 'direct' },
    service: {},
    notified: [],
  }
}

/** The purchase after these events, each a second after the one before. */
export function purchaseAfter(order: PurchaseOrder, ...events: UntimedEvent[]): PurchaseOrder {
  return events.reduce(
    (now, event, index) =>
      reduce(now, { at: buyStart + (index + 1) * 1_000, ...event } as OrderEvent).order,
    order,
  )
}

/** What the service says of it, with this status. */
export const read = (
  status: string,
  more: Partial<PurchaseView> = {},
): Extract<UntimedEvent, { type: 'purchaseRead' }> => ({
  type: 'purchaseRead',
  view: { orderId: 'fiat-1', status, stage: 'open', ...more },
})

export const made: UntimedEvent = { type: 'purchaseMade', view: createdView }
export const opened: UntimedEvent = { type: 'checkoutOpened' }
