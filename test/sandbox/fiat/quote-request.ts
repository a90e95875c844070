import * as z from 'zod/mini'
import type { ChainToken } from '../chains/port'
import type { Desk } from '../service/desk'
import { ServiceFailure } from '../service/errors'
import { parseOrRefuse } from '../service/parse'
import { type Currency, currencyCodes, findCurrency, parseMoney } from './currencies'
import { FiatFailure } from './errors'
import { type Provider, providers } from './providers'

/** What was asked, after validation: addresses canonical, money in minor units. */
export type FiatRequest = {
  currency: Currency
  /** Minor units. */
  money: bigint
  /** As it was written. */
  fiatAmount: string
  token: ChainToken
  recipient: string
  refundTo: string
  /** Those to ask: all, or the pinned one. */
  providers: readonly Provider[]
}

const assetSchema = z.object({ chainId: z.int(), address: z.string() })

const requestSchema = z.object({
  fiatCurrency: z.string().check(z.minLength(1), z.maxLength(16)),
  fiatAmount: z.string().check(z.regex(/^\d{1,12}(\.\d{1,18})?$/)),
  outputAsset: z.union([assetSchema, z.string().check(z.minLength(1), z.maxLength(512))]),
  recipient: z.string().check(z.minLength(1)),
  refundTo: z.string().check(z.minLength(1)),
  provider: z.optional(z.string()),
})

/** Validates a fiat quote request; throws the documented errors. */
export function parseFiatRequest(desk: Desk, body: unknown): FiatRequest {
  const raw = parseOrRefuse(requestSchema, body)
  const { currency, money } = readMoney(raw.fiatCurrency, raw.fiatAmount)
  const token = findAsset(desk, raw.outputAsset)
  return {
    currency,
    money,
    fiatAmount: raw.fiatAmount,
    token,
    recipient: readAddress(() => desk.address(token.chainId, raw.recipient, 'recipient')),
    refundTo: readAnyAddress(desk, raw.refundTo),
    providers: raw.provider === undefined ? providers : [findProvider(raw.provider)],
  }
}

function readMoney(code: string, text: string): { currency: Currency; money: bigint } {
  const currency = findCurrency(code)
  if (currency === undefined) {
    throw invalid('fiatCurrency', `Expected one of ${currencyCodes.join(', ')}`)
  }
  const money = parseMoney(currency, text)
  if (money === undefined) throw invalid('fiatAmount', `Not an amount of ${currency.code}`)
  if (money === 0n) throw invalid('fiatAmount', 'Must be more than 0')
  return { currency, money }
}

/** The token in any of the three forms that the interface accepts. */
function findAsset(desk: Desk, asset: z.infer<typeof requestSchema>['outputAsset']): ChainToken {
  if (typeof asset !== 'string') {
    return orNoRoute(() => desk.token(asset.chainId, asset.address))
  }
  // A bare address names no chain; the identifier and the JSON string do.
  const isNamingChain = asset.includes(':')
  for (const chainId of new Set(isNamingChain ? desk.tokens.map((t) => t.chainId) : [])) {
    const token = attempt(() => desk.token(chainId, asset))
    if (token !== undefined) return token
  }
  throw new FiatFailure('NO_ROUTE', 'Nobody delivers this asset')
}

function orNoRoute(find: () => ChainToken): ChainToken {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    throw new FiatFailure('NO_ROUTE', error.message)
  }
}

function readAddress(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    throw new FiatFailure('VALIDATION_ERROR', error.message, error.details)
  }
}

/** A refund may go to a wallet of any family served here. */
function readAnyAddress(desk: Desk, text: string): string {
  for (const chainId of new Set(desk.tokens.map((token) => token.chainId))) {
    const address = attempt(() => desk.address(chainId, text, 'refundTo'))
    if (address !== undefined) return address
  }
  throw invalid('refundTo', 'Not an address on any supported chain')
}

/** The result, or undefined where the desk refuses. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof ServiceFailure) return undefined
    throw error
  }
}

function findProvider(id: string): Provider {
  const provider = providers.find((each) => each.id === id)
  if (provider !== undefined) return provider
  throw new FiatFailure('PROVIDER_NOT_FOUND', `There is no provider ${id}`)
}

function invalid(field: string, message: string): FiatFailure {
  return new FiatFailure('VALIDATION_ERROR', 'Validation failed', [
    { field, message, code: 'custom' },
  ])
}
