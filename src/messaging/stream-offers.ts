import { type OfferEvent, offerEvent, offerPort } from '@/src/contract/offers'
import type { PurchaseAsk } from '@/src/domain/order/purchase'
import { stream } from './client'

/** Streams the payment providers' offers, as `streamQuotes` does routes. */
export function streamOffers(
  request: PurchaseAsk,
  on: (event: OfferEvent) => void,
  signal: AbortSignal,
): void {
  stream<OfferEvent>({ name: offerPort, shape: offerEvent, start: { request }, on, signal })
}
