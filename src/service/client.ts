import type { FiatOrder } from '@/src/contract/service/fiat'
import { resolveQrUrl } from '@/src/domain/qr-source'
import { toFiatAnswerError, toFiatError } from './answer-errors'
import { createChains } from './chains'
import { type Clock, createSystemClock } from './clock'
import { createDeposits } from './deposits'
import { createFiat } from './fiat'
import { createHttp } from './http'
import { createHub, DEFAULT_HUB_PATHS, type HubPaths } from './hub'
import { createIntents } from './intents'
import { createOrders } from './orders'
import { createQr } from './qr'
import { createQuotes } from './quotes'
import { createTokens } from './tokens'
import { type TrackOptions, type TrackOrderOptions, trackFiatOrder, trackOrder } from './track'

/** The longest wait for an answer, and for the next piece of a stream, ms. */
const DEFAULT_TIMEOUT_MS = 15_000

/** The largest answer that is read: several times the largest page of the catalog. */
const DEFAULT_MAX_BYTES = 4_000_000

const DEFAULT_BUILD_PATH = '/v1/deposit/build'

export type ServiceClientOptions = {
  /** The main API. */
  baseUrl: string
  /** The fiat API. */
  fiatUrl: string
  /** The QR API, absolute or relative to the embed origin; `{embedUrl}/api/qrcode` where it is absent. */
  qrUrl?: string | undefined
  /** Where the QR API is by default; relative QR addresses belong to its origin, never to the main API's. */
  embedUrl: string
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

/**
 * Creates the client of the whole interface: one group of functions a resource, each of which takes
 * an optional `{ signal }` last. It needs nothing of a browser.
 *
 * Amounts are decimal strings of smallest units, unless a field says display decimal. Every function
 * may raise ApiAbortedError (SVC3009), ApiTimeoutError (SVC3002), InvalidResponseError (SVC3003) and
 * ServiceError (SVC3001) besides the errors it names; those of `fiat` and `trackFiatOrder` are
 * FiatError with NETWORK_ERROR, TIMEOUT or INVALID_RESPONSE instead.
 *
 * @throws TypeError when an address is not one
 */
export function createServiceClient(options: ServiceClientOptions) {
  const { version, headers = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const clock = options.clock ?? createSystemClock()
  const shared = {
    version,
    headers,
    timeoutMs,
    clock,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    // Bound anew: browsers refuse a fetch that is called as a method of another object.
    fetch: options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init)),
  }
  const baseUrl = new URL(options.baseUrl).href
  const fiatUrl = new URL(options.fiatUrl).href
  const qrUrl = resolveQrUrl(options.qrUrl, options.embedUrl)
  const http = createHttp({ ...shared, baseUrl })
  const orders = createOrders(http)
  const fiatErrors = { toError: toFiatError, toAnswerError: toFiatAnswerError }
  const fiat = createFiat(createHttp({ ...shared, baseUrl: fiatUrl, ...fiatErrors }))

  return {
    quotes: createQuotes(http),
    deposits: createDeposits(http, options.buildPath ?? DEFAULT_BUILD_PATH),
    orders,
    tokens: createTokens(http),
    chains: createChains(http),
    intents: createIntents(http),
    hub: createHub(http, { ...DEFAULT_HUB_PATHS, ...options.hubPaths }),
    fiat,
    qr: createQr(createHttp({ ...shared, baseUrl: qrUrl })),
    /** Follows an order to its final status; see `track`. */
    trackOrder: (orderId: string, tracking?: TrackOrderOptions) =>
      trackOrder(orders, clock, orderId, tracking),
    /** Follows a fiat order until it is over; see `track`. */
    trackFiatOrder: (orderId: string, tracking?: TrackOptions<FiatOrder>) =>
      trackFiatOrder(fiat, clock, orderId, tracking),
  }
}

export type ServiceClient = ReturnType<typeof createServiceClient>
