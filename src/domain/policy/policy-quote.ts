import type { ErrorCode } from '../error'
import { priceEndOf } from '../order/price-end'

/** What was asked for, as far as a quote is held against it; `amount` in smallest units. */
export type AskedQuote = { tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT'; amount: string }

/** A filler's offer, structurally the service's; times in unix seconds. */
export type OfferedQuote = {
  amountIn: string
  amountOut: string
  minAmountOut?: string | undefined
  validBefore?: number | undefined
  quoteExpiresAt?: number | undefined
}

/** A side of the trade as the token list describes it. */
export type QuotedToken = { chainId: number; address: string; decimals: number }

export type QuoteCheck = { ok: true } | { ok: false; code: ErrorCode; detail: string }

const DIGITS = /^\d{1,78}$/

/** More decimals than any token in use; beyond it amounts lose their meaning (interface: 0 to 36). */
const MAX_DECIMALS = 36

const bad = (detail: string): QuoteCheck => ({ ok: false, code: 'service/bad-answer', detail })

/** Smallest units in decimal digits; null for anything else. */
export function readUnits(text: string | undefined): bigint | null {
  return text !== undefined && DIGITS.test(text) ? BigInt(text) : null
}

function isSaneToken(token: QuotedToken): boolean {
  const { chainId, decimals } = token
  const isChain = Number.isSafeInteger(chainId) && chainId > 0
  return isChain && Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS
}

/**
 * Says whether a route may be offered to the person at all: its amounts are what was asked, the
 * minimum is no more than the promise, and its price still holds at `now` (unix seconds).
 *
 * With exact output an adaptive route may come out above the amount asked, never below.
 */
export function checkQuote(input: {
  asked: AskedQuote
  quote: OfferedQuote
  from: QuotedToken
  to: QuotedToken
  now: number
}): QuoteCheck {
  const { asked, quote, from, to } = input
  if (!isSaneToken(from) || !isSaneToken(to)) return bad('A token without sane decimals or chain')
  const [wanted, amountIn, amountOut] = [asked.amount, quote.amountIn, quote.amountOut].map(
    readUnits,
  )
  if (!wanted || !amountIn || !amountOut) return bad('An amount is missing, zero or not a number')
  if (asked.tradeType === 'EXACT_INPUT' && amountIn !== wanted) {
    return bad(`Pays ${amountIn}, ${wanted} was asked`)
  }
  if (asked.tradeType === 'EXACT_OUTPUT' && amountOut < wanted) {
    return bad(`Brings ${amountOut}, ${wanted} was asked`)
  }
  if (quote.minAmountOut !== undefined) {
    const least = readUnits(quote.minAmountOut)
    if (least === null || least > amountOut) return bad(`Promises at least ${quote.minAmountOut}`)
  }
  const until = priceEndOf(quote)
  if (input.now < until) return { ok: true }
  return { ok: false, code: 'policy/quote-expired', detail: `Expired at ${until}` }
}

/** Slippage that counts where nobody set one, and the most that counts at all; basis points. */
const USUAL_SLIPPAGE_BPS = 300
const MOST_SLIPPAGE_BPS = 500
/** Rounding of a filler. */
const PROMISE_MARGIN_BPS = 10

/**
 * How much less a route promises than it shows, in basis points, where that is more than the slippage
 * the order was quoted with explains; 0 otherwise, and where it promises no minimum at all. A slippage
 * above 5 % explains no more than 5 %: it may be the filler's own.
 */
export function promiseGapBps(offer: {
  to: { amount: string }
  minAmountOut?: string
  slippageTolerance?: number
}): number {
  const [shown, least] = [readUnits(offer.to.amount), readUnits(offer.minAmountOut)]
  if (!shown || least === null || least >= shown) return 0
  const { slippageTolerance } = offer
  const slippage =
    slippageTolerance === undefined
      ? USUAL_SLIPPAGE_BPS
      : Math.min(slippageTolerance * 10_000, MOST_SLIPPAGE_BPS)
  const gap = Number(((shown - least) * 10_000n) / shown)
  return gap > slippage + PROMISE_MARGIN_BPS ? gap : 0
}
