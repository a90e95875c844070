import { toFiatAnswerError, toFiatError } from './answer-errors'
import { createChains } from './chains'
import { type Clock, createSystemClock } from './clock'
import { createDeposits } from './deposits'
import { createFiat } from './fiat'
import { createHttp } from './http'
import { createHub, DEFAULT_HUB_PATHS, type HubPaths } from './hub'
import { createIntents } from './intents'
import { createOrders } from './orders'
import { createQuotes } from './quotes'
import { createTokens } from './tokens'

/** The longest wait for an answer, and for the next piece of a stream, ms. */
const DEFAULT_TIMEOUT_MS = 15_000

/** The largest answer that is read: several times the largest page of the catalog. */
const DEFAULT_MAX_BYTES = 4_000_000

const DEFAULT_BUILD_PATH = '/v1/deposit/build'

export type ResourcesOptions = {
  /** The main API. */
  baseUrl: string
  /** The fiat API. */
  fiatUrl: string
  /** Sent as `X-SVC-SDK-Version` with every request. */
  version: string
  /** Merged on top of every request's headers; may override any of them. */
  headers?: Record<string, string> | undefined
  timeoutMs?: number | undefined
  maxBytes?: number | undefined
  fetch?: typeof fetch | undefined
  clock?: Clock | undefined
  hubPaths?: Partial<HubPaths> | undefined
  buildPath?: string | undefined
}

/** What every request shares, whichever address it goes to. */
export function toShared(options: ResourcesOptions) {
  const { version, headers = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  return {
    version,
    headers,
    timeoutMs,
    clock: options.clock ?? createSystemClock(),
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    // Bound anew: browsers refuse a fetch that is called as a method of another object.
    fetch: options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init)),
  }
}

/**
 * Creates what the interface names beside pictures and tracking: one group of functions a resource, each of
 * which takes an optional `{ signal }` last. It is all that the worker asks, which follows orders by itself.
 *
 * @throws TypeError when an address is not one
 */
export function createResources(options: ResourcesOptions, shared = toShared(options)) {
  const http = createHttp({ ...shared, baseUrl: new URL(options.baseUrl).href })
  const fiatUrl = new URL(options.fiatUrl).href
  const fiatErrors = { toError: toFiatError, toAnswerError: toFiatAnswerError }

  return {
    quotes: createQuotes(http),
    deposits: createDeposits(http, options.buildPath ?? DEFAULT_BUILD_PATH),
    orders: createOrders(http),
    tokens: createTokens(http),
    chains: createChains(http),
    intents: createIntents(http),
    hub: createHub(http, { ...DEFAULT_HUB_PATHS, ...options.hubPaths }),
    fiat: createFiat(createHttp({ ...shared, baseUrl: fiatUrl, ...fiatErrors })),
  }
}

export type Resources = ReturnType<typeof createResources>
