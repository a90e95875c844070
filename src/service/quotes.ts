import {
  type QuoteAnswer,
  type QuoteRequest,
  quoteAnswer,
  type Route,
  type StreamedRoute,
  streamedRoute,
} from '@/src/contract/service/quote'
import { isWebUrl } from '@/src/lib/web-url'
import type { CallOptions, Http } from './http'
import { decodeLines, type StreamOptions } from './stream'

const PATH = '/v1/quotes'

/** Quotes of the main API. */
export function createQuotes(http: Http) {
  return {
    /**
     * Asks every filler and waits for all of them. `amount` is in smallest units of the token that
     * is exact; the answer may hold no route.
     *
     * @throws CannotFillError, NotSupportedTokenError, NotSupportedChainError, ApiValidationError
     */
    get(request: QuoteRequest, options?: CallOptions): Promise<QuoteAnswer> {
      return http.call({ method: 'POST', path: PATH, body: request }, quoteAnswer, 'quote', options)
    },

    /**
     * Asks every filler and gives each route as it arrives, all with the same `quoteId`. Silence
     * longer than the time limit ends it with ApiTimeoutError; leaving the loop closes the connection.
     */
    stream(request: QuoteRequest, options: StreamOptions = {}): AsyncGenerator<StreamedRoute> {
      const query = { mode: 'stream' }
      const lines = http.lines({ method: 'POST', path: PATH, query, body: request }, options)
      return decodeLines(lines, streamedRoute, 'quote stream', options.onRefused)
    },

    /** The address of a route's icon, or null when it has none that may be fetched. */
    iconUrl(route: Pick<Route, 'icon'>): string | null {
      const base = `${http.url({ path: '' })}/`
      if (route.icon === undefined || route.icon === '') return null
      const path = route.icon.replace(/^\/+/, '')
      const url = URL.canParse(route.icon) ? route.icon : `${base}${path}`
      return isWebUrl(url) ? url : null
    },
  }
}
