import {
  type QuoteAnswer,
  type QuoteRequest,
  quoteAnswer,
  type Route,
  type StreamedRoute,
  streamedRoute,
} from '@/src/contract/service/quote'
import { ApiValidationError } from '@/src/domain/service/service-error'
import { parseTokenId } from '@/src/domain/token/read-token-id'
import type { TokenId } from '@/src/domain/token/token-id'
import { resolveBelow } from '@/src/lib/resolve-below'
import { isWebUrl } from '@/src/lib/web-url'
import type { CallOptions, Http } from './http'
import { decodeLines, linesOf, type StreamOptions } from './stream'

const PATH = '/v1/quotes'

/** A token in any of the three forms: identifier string, object, or the object as a JSON string. */
export type TokenForm = string | TokenId

type TokenFields = 'fromChainId' | 'fromToken' | 'toChainId' | 'toToken'
export type QuoteWish = Omit<QuoteRequest, TokenFields> & { from: TokenForm; to: TokenForm }

function readToken(form: TokenForm, field: 'from' | 'to'): TokenId {
  const read = parseTokenId(form)
  if (read.ok) return read.token
  const message = `"${field}" does not name a token: ${read.problem}`
  throw new ApiValidationError('SVC3001', message, { retryable: false })
}

/** The routes of an answer that waited for all of them, each as a line of the stream has it. */
function routesIn(body: object): unknown[] | undefined {
  if (!('routes' in body) || !Array.isArray(body.routes)) return undefined
  const { routes, ...shared } = body
  return (routes as unknown[]).map((route) => Object.assign({}, shared, route))
}

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
      return decodeLines(linesOf(lines, routesIn), streamedRoute, 'quote stream', options.onRefused)
    },

    /**
     * Makes a quote request of tokens in any form. @throws ApiValidationError, nothing sent, naming
     * the field that is no token and why: shape, chain, address or checksum
     */
    toRequest({ from, to, ...rest }: QuoteWish): QuoteRequest {
      const [source, target] = [readToken(from, 'from'), readToken(to, 'to')]
      return {
        ...rest,
        fromChainId: source.chainId,
        fromToken: source.address,
        toChainId: target.chainId,
        toToken: target.address,
      }
    },

    /** The address of a route's icon, or null when it has none that may be fetched. */
    iconUrl(route: Pick<Route, 'icon'>): string | null {
      const { icon } = route
      if (icon === undefined || icon === '') return null
      const url = resolveBelow(http.url({ path: '' }), icon)
      return isWebUrl(url) ? url : null
    },
  }
}
