import type { SwapOrder } from './order'
import { revokeOf } from './order-parts'
import { QUOTE_MARGIN_SECONDS } from './quote-time'

/**
 * Unix seconds until which the step under way is worth asking for: the price for the first one, the deadline
 * once steps before it were paid for, and no end for taking an allowance back.
 */
export function askEndOf(order: SwapOrder): number {
  if (revokeOf(order)) return Number.POSITIVE_INFINITY
  return order.current === 0 ? order.accepted.quoteExpiresAt : order.accepted.validBefore
}

/**
 * Seconds in which the step under way may still be asked for, and a person may say so; none, or less, from
 * `QUOTE_MARGIN_SECONDS` before its end on. `now` is unix ms.
 */
export function secondsToAsk(order: SwapOrder, now: number): number {
  return askEndOf(order) - QUOTE_MARGIN_SECONDS - now / 1_000
}
