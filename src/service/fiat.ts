import {
  type FiatConfig,
  type FiatOrder,
  type FiatOrderCreated,
  type FiatQuoteAnswer,
  type FiatQuoteRequest,
  type FiatStreamItem,
  fiatConfig,
  fiatOrder,
  fiatOrderCreated,
  fiatQuoteAnswer,
  fiatStreamItem,
} from '@/src/contract/service/fiat'
import { FiatError } from '@/src/domain/service/service-error'
import { mayName } from '@/src/lib/near-host'
import { toFiatError } from './answer-errors'
import { type CallOptions, type Http, segment } from './http'
import { decodeLines, linesOf, type StreamOptions } from './stream'

/** What an answer that waited for all providers holds, each as a line of the stream has it. */
function offersIn(body: object): unknown[] | undefined {
  if (!('quotes' in body) || !Array.isArray(body.quotes)) return undefined
  const errors = 'errors' in body && Array.isArray(body.errors) ? body.errors : []
  return [...body.quotes.map((quote) => ({ quote })), ...errors.map((error) => ({ error }))]
}

/**
 * The fiat on-ramp. Its errors are `FiatError` with `code`, `message` and `retryable`; an abort is
 * ApiAbortedError as everywhere.
 */
export function createFiat(http: Http) {
  /**
   * Opens nothing on a person's own machine for a service that is elsewhere: such an address is left out,
   * as every other that may not be opened, and the order keeps its number.
   */
  const checked = <T extends FiatOrder | FiatOrderCreated>(order: T): T => {
    const { action } = order
    if (!action?.url || mayName(http.url({ path: '' }), action.url)) return order
    return { ...order, action: { type: action.type } }
  }

  return {
    /** Reads the payment providers, jump support and enabled features. */
    config(options?: CallOptions): Promise<FiatConfig> {
      return http.call({ path: '/v1/fiat/config' }, fiatConfig, 'fiat configuration', options)
    },

    /** Asks every provider and waits for all: one quote each, or the reason why there is none. */
    quote(request: FiatQuoteRequest, options?: CallOptions): Promise<FiatQuoteAnswer> {
      const call = { method: 'POST', path: '/v1/fiat/quote', body: request } as const
      return http.call(call, fiatQuoteAnswer, 'fiat quote', options)
    },

    /** Asks every provider and gives each answer, a quote or an error, as it settles. */
    async *streamQuotes(
      request: FiatQuoteRequest,
      options: StreamOptions = {},
    ): AsyncGenerator<FiatStreamItem> {
      const query = { mode: 'stream' }
      const call = { method: 'POST', path: '/v1/fiat/quote', query, body: request } as const
      try {
        const lines = http.lines(call, options)
        yield* decodeLines(
          linesOf(lines, offersIn),
          fiatStreamItem,
          'fiat quote stream',
          options.onRefused,
        )
      } catch (error) {
        throw toFiatError(error)
      }
    },

    /**
     * Commits a quote. `metadata` stays with the service and is never forwarded to providers. The
     * action's address is single-use and short-lived: store the order first, then open it once.
     */
    async createOrder(
      request: { quoteId: string; metadata?: Record<string, unknown> | undefined },
      options?: CallOptions,
    ): Promise<FiatOrderCreated> {
      const call = { method: 'POST', path: '/v1/fiat/order', body: request } as const
      return checked(await http.call(call, fiatOrderCreated, 'fiat order', options))
    },

    /** Reads a fiat order as it stands; it alone says how the order is, no event does. */
    async getOrder(orderId: string, options?: CallOptions): Promise<FiatOrder> {
      const path = `/v1/fiat/order/${segment(orderId)}`
      const order = checked(await http.call({ path }, fiatOrder, 'fiat order', options))
      if (order.orderId === orderId) return order
      const details = { status: 200, body: order }
      const message = 'The fiat order answer is another order, at orderId'
      throw new FiatError('INVALID_RESPONSE', message, { details, retryable: true })
    },
  }
}
