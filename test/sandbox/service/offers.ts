import type { ChainPort } from '../chains/port'
import type { DepositMethod, Filler } from './fillers'
import type { Offer, QuoteRequest } from './ledger'
import { convertInput, convertOutput, toDollars } from './prices'

/** Time for a deposit after the quote, in seconds: by the chain's clock, and by ours for an address. */
const depositWindowSeconds = 600
/** No filler holds more than this for one order. */
const maxOrderDollars = 1_000_000n
const million = 1_000_000n

/** What one filler offers for a request, or undefined when it will not take it. */
export async function makeOffer(options: {
  filler: Filler
  request: QuoteRequest
  source: ChainPort
  /** Unix seconds. */
  now: number
  expirySeconds: number
}): Promise<Offer | undefined> {
  const { filler, request, source, now, expirySeconds } = options
  const methods = offeredMethods(filler, request, source)
  const amounts = priceRequest(filler, request)
  if (amounts === undefined || methods.length === 0) return undefined
  const dollars = toDollars(request.to, amounts.amountOut)
  if (dollars === undefined || dollars > maxOrderDollars) return undefined
  const { fromAddress: owner, from } = request
  const pull = { from: owner, token: from.address, amount: amounts.amountIn }
  const isReady = await source.isReadyToDeposit(pull)
  const window = Math.max(depositWindowSeconds, expirySeconds)
  // A chain whose clock was moved on stays ahead: by ours, its deadline would be over at once.
  const validBefore = Math.max(now, (await source.time?.()) ?? now) + window
  const ends = { quoteExpiresAt: now + expirySeconds, closesAt: now + window, validBefore }
  return { filler, methods, ...amounts, isReady, ...ends }
}

/** The route as it goes over the wire. */
export function toRoute(offer: Offer, request: QuoteRequest) {
  const { filler } = offer
  return {
    routeId: filler.routeId,
    type: filler.type,
    icon: `/icons/filler/${filler.name.toLowerCase()}.svg`,
    ...(request.tradeType === 'EXACT_OUTPUT' ? { exactOutMethod: filler.exactOutMethod } : {}),
    depositMethods: offer.methods,
    quote: {
      amountIn: String(offer.amountIn),
      amountOut: String(offer.amountOut),
      minAmountOut: String(offer.minAmountOut),
      slippageTolerance: Number(request.slippagePpm) / Number(million),
      expectedDurationSeconds: filler.expectedDurationSeconds,
      validBefore: offer.validBefore,
      quoteExpiresAt: offer.quoteExpiresAt,
      estimatedGas: filler.estimatedGas,
      tags: [offer.isReady ? '1-click' : 'needs-approval'],
    },
  }
}

function offeredMethods(
  filler: Filler,
  { from, methods }: QuoteRequest,
  { type }: ChainPort,
): DepositMethod[] {
  const isDriven = type === 'eip155' || type === 'solana'
  // A permit moves ERC-20 tokens only.
  const canPermit = !from.isNative && from.address.startsWith('0x')
  return filler.methods
    .filter((method) => method !== 'PERMIT2' || canPermit)
    .filter((method) => isDriven || method.startsWith('TRANSFER'))
    .filter((method) => methods === undefined || methods.includes(method))
}

function priceRequest(filler: Filler, request: QuoteRequest) {
  const { from, to, amount, slippagePpm } = request
  const feePpm = filler.feePpm + request.referrerFeeBps * 100n
  if (request.tradeType === 'EXACT_INPUT') {
    const amountOut = convertInput({ from, to, amount, feePpm })
    if (amountOut === undefined || amountOut === 0n) return undefined
    const minAmountOut = (amountOut * (million - slippagePpm)) / million
    return { amountIn: amount, amountOut, minAmountOut }
  }
  const exact = convertOutput({ from, to, amount, feePpm })
  if (exact === undefined) return undefined
  // An adaptive filler takes a little more in, to be sure of the output.
  const padding = filler.exactOutMethod === 'adaptive' ? slippagePpm : 0n
  const amountIn = (exact * (million + padding) + million - 1n) / million
  return { amountIn, amountOut: amount, minAmountOut: amount }
}
