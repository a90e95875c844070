import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import type { ServiceDeps } from './deps'
import { ServiceFailure } from './errors'
import { type Filler, fillers } from './fillers'
import type { Offer, Quote, QuoteRequest } from './ledger'
import { makeOffer, toRoute } from './offers'
import { readJson } from './parse'
import { parseQuoteRequest } from './quote-request'

/** `POST /v1/quotes`, whole or as a stream of NDJSON lines. */
export function createQuotesApp(deps: ServiceDeps): Hono {
  const app = new Hono()
  app.post('/v1/quotes', async (context) => {
    const request = parseQuoteRequest(deps.network, await readJson(context))
    const quote: Quote = { quoteId: randomUUID(), request, offers: new Map() }
    deps.ledger.quotes.set(quote.quoteId, quote)
    if (context.req.query('mode') === 'stream') return streamRoutes(deps, quote)
    const offers = await Promise.all(fillers.map((filler) => askFiller(deps, quote, filler)))
    const routes = offers
      .filter((offer) => offer !== undefined)
      .sort((a, b) => compareOffers(request, a, b))
      .map((offer) => toRoute(offer, request))
    if (routes.length > 0) return context.json({ quoteId: quote.quoteId, routes })
    throw new ServiceFailure('CannotFillException', 'No filler can take this order')
  })
  return app
}

/** Asks one filler, which takes its time; a filler that refuses gives nothing. */
async function askFiller(
  deps: ServiceDeps,
  quote: Quote,
  filler: Filler,
): Promise<Offer | undefined> {
  const now = Math.floor(deps.now() / 1000)
  const expirySeconds = deps.control.quoteExpirySeconds
  await wait(filler.answerMs, undefined, { signal: deps.signal })
  const source = deps.network.chain(quote.request.from.chainId)
  const offer = await makeOffer({ filler, request: quote.request, source, now, expirySeconds })
  if (offer !== undefined) quote.offers.set(filler.routeId, offer)
  return offer
}

function streamRoutes(deps: ServiceDeps, quote: Quote): Response {
  const encoder = new TextEncoder()
  let isOpen = true
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      // A filler that fails is silently absent.
      const answers = fillers.map((filler) => askFiller(deps, quote, filler).catch(() => undefined))
      // They stand in the order of their speed: the quicker one's line goes out first, however busy
      // the machine is.
      for (const answer of answers) {
        const offer = await answer
        if (offer === undefined || !isOpen) continue
        const line = { quoteId: quote.quoteId, ...toRoute(offer, quote.request) }
        controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      if (isOpen) controller.close()
    },
    cancel() {
      isOpen = false
    },
  })
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return new Response(body, { headers })
}

/** Best for the customer first. */
function compareOffers(request: QuoteRequest, a: Offer, b: Offer): number {
  const gain =
    request.tradeType === 'EXACT_INPUT' ? b.amountOut - a.amountOut : a.amountIn - b.amountIn
  return gain > 0n ? 1 : gain < 0n ? -1 : 0
}
