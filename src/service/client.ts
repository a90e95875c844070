import type { FiatOrder } from '@/src/contract/service/fiat'
import { resolveQrUrl } from '@/src/domain/qr/qr-source'
import { createHttp } from './http'
import { createQr } from './qr'
import { createResources, type ResourcesOptions, toShared } from './resources'
import { type TrackOptions, type TrackOrderOptions, trackFiatOrder, trackOrder } from './track'

export type ServiceClientOptions = ResourcesOptions & {
  /** The QR API, absolute or relative to the embed origin; `{embedUrl}/api/qrcode` where it is absent. */
  qrUrl?: string | undefined
  /** Where the QR API is by default; relative QR addresses belong to its origin, never to the main API's. */
  embedUrl: string
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
  const shared = toShared(options)
  const groups = createResources(options, shared)
  const qrUrl = resolveQrUrl(options.qrUrl, options.embedUrl)
  const { orders, fiat } = groups

  return {
    ...groups,
    qr: createQr(createHttp({ ...shared, baseUrl: qrUrl })),
    /** Follows an order to its final status; see `track`. */
    trackOrder: (orderId: string, tracking?: TrackOrderOptions) =>
      trackOrder(orders, shared.clock, orderId, tracking),
    /** Follows a fiat order until it is over; see `track`. */
    trackFiatOrder: (orderId: string, tracking?: TrackOptions<FiatOrder>) =>
      trackFiatOrder(fiat, shared.clock, orderId, tracking),
  }
}

export type ServiceClient = ReturnType<typeof createServiceClient>
