/** The payment providers' offers as they come from the worker; apart from `rpc`, as few pages need them. */
import * as z from 'zod/mini'
import { purchaseAsk, purchaseLimits, wireError } from './rpc'
import { fiatQuote, fiatQuoteProblem } from './service/fiat'

/** Name of the port over which offers arrive; used as `quotePort` is. */
export const offerPort = 'offers'
export const offerStart = z.object({ type: z.literal('start'), request: purchaseAsk })
export const offerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('offer'), offer: fiatQuote }),
  /**
   * One provider has no offer. `why` of one that is left out here: it cannot be read, answers something
   * else, is over, would send refunds where the refund address may not fit, or takes more or less than
   * is paid: then `limits` says what it takes.
   */
  z.object({
    type: z.literal('refused'),
    problem: fiatQuoteProblem,
    why: z.optional(z.enum(['unreadable', 'other', 'over', 'refund', 'limits'])),
    limits: z.optional(purchaseLimits),
  }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('error'), error: wireError }),
])
export type OfferEvent = z.infer<typeof offerEvent>
