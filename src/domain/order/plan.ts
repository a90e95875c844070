import type { StepDraft } from '../policy/policy-draft'
import { toFiller } from '../service/filler-record'
import type { Accepted, PageRef, Step, SwapOrder, TokenAmount, WalletRef } from './order'
import { priceEndOf } from './price-end'

/** A token as the catalog describes it. */
export type PlanToken = {
  chainId: number
  address: string
  symbol: string
  decimals: number
  name?: string | undefined
  logoURI?: string | undefined
  extensions?: { isRiskToken?: boolean | undefined } | undefined
}

/** A route and the request it answers, as the person picked it. */
export type Pick = {
  quoteId: string
  route: {
    routeId: string
    type: string
    icon?: string | undefined
    quote: {
      amountIn: string
      amountOut: string
      minAmountOut?: string | undefined
      slippageTolerance?: number | undefined
      expectedDurationSeconds: number
      validBefore?: number | undefined
      quoteExpiresAt?: number | undefined
    }
  }
  request: {
    tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT'
    fromAddress: string
    recipient?: string | undefined
    refundTo?: string | undefined
    slippageTolerance?: number | undefined
  }
  fromToken: PlanToken
  toToken: PlanToken
}

/** The most of a slippage that counts where it is a route's own: nobody asked for it. */
const MOST_SLIPPAGE = 0.05
const usualOf = (slippage: number | undefined) =>
  slippage === undefined ? undefined : Math.min(Math.max(slippage, 0), MOST_SLIPPAGE)

/** What the person accepts by confirming this route; amounts in smallest units, times in unix s. */
export function toAccepted(pick: Pick): Accepted {
  const { quote } = pick.route
  const { request } = pick
  const accepted: Accepted = {
    quoteId: pick.quoteId,
    routeId: pick.route.routeId,
    routeType: pick.route.type,
    tradeType: request.tradeType,
    from: toTokenAmount(pick.fromToken, quote.amountIn),
    to: toTokenAmount(pick.toToken, quote.amountOut),
    author: request.fromAddress,
    recipient: request.recipient ?? request.fromAddress,
    refundTo: request.refundTo ?? request.fromAddress,
    expectedDurationSeconds: quote.expectedDurationSeconds,
    quoteExpiresAt: priceEndOf(quote),
    validBefore: quote.validBefore ?? priceEndOf(quote),
  }
  if (pick.route.icon !== undefined) accepted.filler = toFiller(pick.route.icon)
  if (quote.minAmountOut !== undefined) accepted.minAmountOut = quote.minAmountOut
  const slippage = request.slippageTolerance ?? usualOf(quote.slippageTolerance)
  if (slippage !== undefined) accepted.slippageTolerance = slippage
  return accepted
}

/** A token of the catalog with an amount of it, smallest unit. */
export function toTokenAmount(token: PlanToken, amount: string): TokenAmount {
  const { chainId, address, symbol, decimals } = token
  const record: TokenAmount = { chainId, address, symbol, decimals, amount }
  if (token.name !== undefined) record.name = token.name
  if (token.logoURI !== undefined) record.logoUri = token.logoURI
  if (token.extensions?.isRiskToken === true) record.isRisk = true
  return record
}

/** The steps of checked drafts, in order; ids follow from the order's. */
export function toSteps(orderId: string, drafts: readonly StepDraft[], from = 0): Step[] {
  return drafts.map((draft, index) => ({
    id: `${orderId.slice(0, 8)}-${from + index + 1}`,
    deposit: draft.deposit,
    action: draft.action,
    facts: draft.facts,
    state: { status: 'ready' },
  }))
}

/** An order that was built and checked, of which nothing was asked yet. `at` is unix ms. */
export function toPlannedOrder(plan: {
  id: string
  at: number
  accepted: Accepted
  serviceUrl: string
  wallet: WalletRef
  page: PageRef
  steps: Step[]
  digest: string
}): SwapOrder {
  const { id, at, accepted, serviceUrl, wallet, page, steps, digest } = plan
  return {
    kind: 'swap',
    id,
    revision: 0,
    createdAt: at,
    updatedAt: at,
    accepted,
    serviceUrl,
    wallet,
    page,
    status: 'planned',
    steps,
    current: 0,
    attempts: [],
    digest,
    service: {},
    notified: [],
  }
}

/**
 * The text whose digest binds a confirmation to what was shown: everything that will be asked, and
 * everything that was accepted, with the keys of each record in one order.
 */
export function digestText(accepted: Accepted, steps: readonly Step[]): string {
  return JSON.stringify([
    canonical(accepted),
    steps.map(({ deposit, action, facts }) => canonical({ deposit, action, facts })),
  ])
}

/** The value as plain data to be written out, with the keys of each record in one order. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, each]) => [key, canonical(each)])
}
