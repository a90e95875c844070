/** The payment providers' offers as they come from the worker; apart from `rpc`, as few pages need them. */
import * as z from 'zod/mini'
import { purchaseAsk, wireError } from './rpc'
import { fiatQuote, fiatQuoteProblem } from './service/fiat'

/** Name of the port over which offers arrive; used as `quotePort` is. */
export const offerPort = 'offers'
export const offerStart = z.object({ type: z.literal('start'), request: purchaseAsk })
export const offerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('offer'), offer: fiatQuote }),
  /** One provider has no offer, and why. */
  z.object({ type: z.literal('refused'), problem: fiatQuoteProblem }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('error'), error: wireError }),
])
export type OfferEvent = z.infer<typeof offerEvent>
