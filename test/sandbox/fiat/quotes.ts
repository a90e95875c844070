import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { readJson } from '../service/parse'
import type { FiatDeps } from './deps'
import { FiatFailure } from './errors'
import { findHubToken, type ProviderProblem, priceAtProvider, toLimits } from './pricing'
import type { Provider } from './providers'
import { type FiatRequest, parseFiatRequest } from './quote-request'
import type { Seal } from './seal'

/** `POST /v1/fiat/quote`, whole or as a stream of NDJSON lines. */
export function createFiatQuotesApp(deps: FiatDeps, seal: Seal): Hono {
  const app = new Hono()
  app.post('/v1/fiat/quote', async (context) => {
    const request = parseFiatRequest(deps.desk, await readJson(context))
    if (deps.desk.priceOf(request.token) === undefined) {
      throw new FiatFailure('NO_ROUTE', `Nobody delivers ${request.token.symbol}`)
    }
    const turns = inTurn(request.providers, deps.signal)
    const ask = (provider: Provider) =>
      askProvider(deps, seal, { request, provider, turn: turns.get(provider) })
    if (context.req.query('mode') === 'stream') return streamAnswers(request.providers.map(ask))
    const answers = await Promise.all(request.providers.map(ask))
    const quotes = answers.flatMap((answer) => ('quote' in answer ? [answer.quote] : []))
    const errors = answers.flatMap((answer) => ('error' in answer ? [answer.error] : []))
    // An empty list of errors is left out, as the real API has been seen to do.
    return context.json(errors.length === 0 ? { quotes } : { quotes, errors })
  })
  return app
}

type QuoteRecord = ReturnType<typeof toRecord>
type Answer = { quote: QuoteRecord } | { error: ProviderProblem }

/**
 * When each provider answers: as many ms from now as it takes, and never before one that is faster. Of timers
 * that are overdue on a busy machine Node may run a longer one first.
 */
function inTurn(providers: readonly Provider[], signal: AbortSignal): Map<Provider, Promise<void>> {
  const turns = new Map<Provider, Promise<void>>()
  let [last, passed] = [Promise.resolve(), 0]
  for (const provider of [...providers].sort((a, b) => a.answerMs - b.answerMs)) {
    const more = provider.answerMs - passed
    passed = provider.answerMs
    last = last.then(() => wait(more, undefined, { signal }))
    turns.set(provider, last)
  }
  return turns
}

async function askProvider(
  deps: FiatDeps,
  seal: Seal,
  asked: { request: FiatRequest; provider: Provider; turn: Promise<void> | undefined },
): Promise<Answer> {
  const { request, provider, turn } = asked
  const { desk, hubChainId } = deps
  const expiresAt = Math.floor(desk.now() / 1000 + deps.expirySeconds())
  await turn
  const hub = findHubToken(desk, hubChainId)
  const priced = priceAtProvider(desk, hub, request, provider)
  if ('error' in priced) return priced
  const { swapStrategy, totalFee, expectedOutput, minOutput, hubAmount } = priced.quote
  const { token, currency, fiatAmount, recipient, refundTo } = request
  const quoteId = seal.close({
    id: randomUUID(),
    provider: provider.id,
    fiatCurrency: currency.code,
    fiatAmount,
    outputAsset: { chainId: token.chainId, address: token.address },
    recipient,
    refundTo,
    swapStrategy,
    expectedOutput: String(expectedOutput),
    ...(hubAmount === undefined ? {} : { hubAmount: String(hubAmount) }),
    expiresAt,
  })
  const amounts = {
    totalFee,
    expectedOutputAmount: String(expectedOutput),
    minOutputAmount: String(minOutput),
  }
  return { quote: toRecord({ deps, request, provider, quoteId, amounts, expiresAt, swapStrategy }) }
}

function toRecord(parts: {
  deps: FiatDeps
  request: FiatRequest
  provider: Provider
  quoteId: string
  amounts: { totalFee: string; expectedOutputAmount: string; minOutputAmount: string }
  expiresAt: number
  swapStrategy: 'direct' | 'jump'
}) {
  const { deps, request, provider, quoteId, amounts, expiresAt, swapStrategy } = parts
  const { chainId, address, symbol, name, decimals } = request.token
  return {
    quoteId,
    provider: provider.id,
    providerName: provider.name,
    providerLogoUrl: toLogoUrl(deps, provider),
    ...amounts,
    expiresAt,
    swapStrategy,
    fiatCurrency: request.currency.code,
    fiatAmount: request.fiatAmount,
    outputAsset: { chainId, address },
    token: { chainId, address, symbol, name, decimals },
    ...toLimits(request, provider),
    paymentMethods: provider.paymentMethods,
  }
}

/** Where the provider's logo is. */
export function toLogoUrl({ fiatUrl }: FiatDeps, { id }: Provider): string {
  return `${fiatUrl}/logos/${id}.svg`
}

/** Each provider's answer is a line as soon as it is there. */
function streamAnswers(answers: Promise<Answer>[]): Response {
  const encoder = new TextEncoder()
  let isOpen = true
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const lines = answers.map(async (promised) => {
        const answer = await promised
        if (isOpen) controller.enqueue(encoder.encode(`${JSON.stringify(answer)}\n`))
      })
      await Promise.allSettled(lines)
      if (isOpen) controller.close()
    },
    cancel() {
      isOpen = false
    },
  })
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return new Response(body, { headers })
}
