import type { ChainToken } from '../chains/port'
import type { Desk } from '../service/desk'
import { formatMoney, fromDollars, toDollarSteps } from './currencies'
import type { Provider } from './providers'
import type { FiatRequest } from './quote-request'

const million = 1_000_000n
/** A `jump` provider settles in this token of the hub chain. */
const hubSymbol = 'USDC'

type ProviderQuote = {
  swapStrategy: 'direct' | 'jump'
  /** Display decimal in the currency. */
  totalFee: string
  expectedOutput: bigint
  minOutput: bigint
  /** What the provider settles on the hub chain; `jump` only. */
  hubAmount?: bigint
}

/** Why a provider has no quote, as it goes over the wire. */
export type ProviderProblem = {
  provider: string
  providerName: string
  code: string
  message: string
  retryable: boolean
}

export type Priced = { quote: ProviderQuote } | { error: ProviderProblem }

/** The stablecoin of the hub chain. */
export function findHubToken(desk: Desk, hubChainId: number): ChainToken {
  const token = desk.tokens.find((t) => t.chainId === hubChainId && t.symbol === hubSymbol)
  if (token === undefined) throw new Error(`no ${hubSymbol} on ${hubChainId}`)
  return token
}

/** What a provider may be paid for one order, as display decimals of the request's currency. */
export function toLimits({ currency }: FiatRequest, provider: Provider) {
  const toText = (dollars: bigint) => formatMoney(currency, fromDollars(currency, dollars))
  return { minFiatAmount: toText(provider.minDollars), maxFiatAmount: toText(provider.maxDollars) }
}

/** Prices a request at one provider. */
export function priceAtProvider(
  desk: Desk,
  hub: ChainToken,
  request: FiatRequest,
  provider: Provider,
): Priced {
  const refuse = (code: string, message: string, retryable = false): Priced => {
    const { id, name } = provider
    return { error: { provider: id, providerName: name, code, message, retryable } }
  }
  const { currency, money, token } = request
  const { name, feePpm } = provider
  if (provider.isUnavailable) {
    return refuse('PROVIDER_UNAVAILABLE', `${name} cannot price this request now`, true)
  }
  const limits = toLimits(request, provider)
  if (money < fromDollars(currency, provider.minDollars)) {
    return refuse(
      'AMOUNT_TOO_LOW',
      `${name} takes ${limits.minFiatAmount} ${currency.code} or more`,
    )
  }
  if (money > fromDollars(currency, provider.maxDollars)) {
    return refuse('AMOUNT_TOO_HIGH', `${name} takes up to ${limits.maxFiatAmount} ${currency.code}`)
  }
  const isJump = provider.swapStrategy === 'jump' && token !== hub
  if (!isJump && !token.isTop) return refuse('NO_ROUTE', `${name} does not deliver ${token.symbol}`)
  const fee = share(money, feePpm)
  const steps = toDollarSteps(currency, money - fee)
  const settled = buy(desk, isJump ? hub : token, steps)
  const expectedOutput = isJump ? bridge(desk, hub, token, settled) : settled
  if (expectedOutput === undefined || expectedOutput === 0n) {
    return refuse('NO_ROUTE', `${name} does not deliver ${token.symbol} for this amount`)
  }
  const bridgeFee = isJump ? share(money - fee, desk.bridgeFeePpm) : 0n
  return {
    quote: {
      swapStrategy: isJump ? 'jump' : 'direct',
      totalFee: formatMoney(currency, fee + bridgeFee),
      expectedOutput,
      minOutput: (expectedOutput * provider.guaranteedPpm) / million,
      ...(isJump && settled !== undefined ? { hubAmount: settled } : {}),
    },
  }
}

/** A part of an amount, rounded up: fees are never nothing. */
function share(amount: bigint, ppm: bigint): bigint {
  return (amount * ppm + million - 1n) / million
}

function buy(desk: Desk, token: ChainToken, dollarSteps: bigint): bigint | undefined {
  const price = desk.priceOf(token)
  return price === undefined ? undefined : (dollarSteps * 10n ** BigInt(token.decimals)) / price
}

function bridge(desk: Desk, from: ChainToken, to: ChainToken, amount: bigint | undefined) {
  if (amount === undefined) return undefined
  return desk.convert({ from, to, amount, feePpm: desk.bridgeFeePpm })
}
