import type { QuoteRequest, Route, TradeType } from '@/src/contract/service/quote'
import { priceEndOf } from '@/src/domain/order/price-end'

/** A route as it is listed. */
export type RouteView = {
  /** Names the same offer across refreshes, so that a pick and its place are kept. */
  key: string
  quoteId: string
  route: Route
  /** What the offer gained (positive) or lost against the refresh before, smallest unit. */
  change?: bigint | undefined
  /** From the refresh before, not renewed yet. */
  stale: boolean
}

/** Routes slower than this are folded away. MetaMask drops routes above one hour as well. */
const SLOW_SECONDS = 3_600

/** Unix seconds until which a route's price holds. */
export function expiryOf(route: Route): number {
  return priceEndOf(route.quote)
}

/** The amount by which routes are compared: what is received, or what is paid for exact output. */
function yardstick(route: Route, tradeType: TradeType): bigint {
  return tradeType === 'EXACT_INPUT' ? BigInt(route.quote.amountOut) : -BigInt(route.quote.amountIn)
}

/** What a route costs beside its amounts, in units of what is compared; undefined where not known. */
export type CostOf = (route: Route) => bigint | undefined

/**
 * Whether a route promises what it shows, but for the slippage that was asked for: what is beyond its promise
 * is nobody's word, so that none comes first by it. As `promiseGapBps` has it, which weighs more than the
 * first view may: no amount is made of these numbers.
 */
export const isPromised = ({ quote }: Route, slippage = 0.03) =>
  Number(quote.minAmountOut) >= Number(quote.amountOut) * (0.999 - Math.min(slippage, 0.05))

/** More than any amount. */
const BEYOND = 1n << 256n

/** What a route is worth by what it promises: what it shows, its minimum where that is too far below, or least. */
function worthOf(route: Route, tradeType: TradeType, slippage: number | undefined): bigint {
  const shown = yardstick(route, tradeType)
  if (isPromised(route, slippage)) return shown
  const { minAmountOut } = route.quote
  const isBound = tradeType === 'EXACT_INPUT' && minAmountOut !== undefined
  return isBound ? BigInt(minAmountOut) : shown - BEYOND
}

/**
 * Sorts best first, by what each is worth net of what it costs; equal ones by speed. To be given no costs
 * where that of one is not known: it would seem free.
 */
export function sortRoutes(
  routes: RouteView[],
  { tradeType, slippageTolerance }: Pick<QuoteRequest, 'tradeType' | 'slippageTolerance'>,
  costOf?: CostOf | undefined,
): RouteView[] {
  return routes
    .map((view) => ({
      view,
      net: worthOf(view.route, tradeType, slippageTolerance) - (costOf?.(view.route) ?? 0n),
      seconds: view.route.quote.expectedDurationSeconds,
    }))
    .sort((a, b) => (a.net === b.net ? a.seconds - b.seconds : a.net > b.net ? -1 : 1))
    .map(({ view }) => view)
}

/** Why a route is folded away, if it is: so slow or so poor beside the best that few would want it. */
export function foldReason(
  route: Route,
  best: Route | undefined,
  tradeType: TradeType,
): 'slow' | 'poor' | undefined {
  if (best === undefined || best === route) return undefined
  const quick = best.quote.expectedDurationSeconds <= SLOW_SECONDS
  if (route.quote.expectedDurationSeconds > SLOW_SECONDS && quick) return 'slow'
  const mine = yardstick(route, tradeType)
  const top = yardstick(best, tradeType)
  const poor = tradeType === 'EXACT_INPUT' ? mine * 2n < top : mine < top * 2n
  return poor ? 'poor' : undefined
}

/**
 * Names an offer so that it is known again after a refresh. Route ids are unique only inside their
 * quote, so the filler's type and picture stand beside it; equal ones are counted.
 */
export function keyOf(route: Route, taken: ReadonlySet<string>): string {
  const base = `${route.type}|${route.icon ?? ''}|${[...(route.quote.tags ?? [])].sort().join(',')}`
  for (let n = 0; ; n++) {
    const key = `${base}|${n}`
    if (!taken.has(key)) return key
  }
}

/** Puts an arrived route into the list: in the place of its earlier self, or at the end. */
export function mergeRoute(
  list: RouteView[],
  arrived: { quoteId: string; route: Route },
  tradeType: TradeType,
): RouteView[] {
  const renewed = new Set(list.filter((view) => !view.stale).map((view) => view.key))
  const key = keyOf(arrived.route, renewed)
  const before = list.find((view) => view.key === key)
  const change =
    before === undefined
      ? undefined
      : yardstick(arrived.route, tradeType) - yardstick(before.route, tradeType)
  const view: RouteView = { key, ...arrived, stale: false, ...(change ? { change } : {}) }
  return before === undefined
    ? [...list, view]
    : list.map((item) => (item.key === key ? view : item))
}
