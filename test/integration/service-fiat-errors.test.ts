import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toAppError } from '@/src/service/errors'
import { type Asset, type FiatHarness, startFiatHarness } from './fiat-harness'
import { ARBITRUM } from './service-harness'

let harness: FiatHarness

beforeAll(async () => {
  harness = await startFiatHarness()
})
afterAll(() => harness?.stop())
beforeEach(() => harness.reset())

type Client = FiatHarness['client']
type Call = (client: Client, signal?: AbortSignal) => Promise<unknown>

const dai = () => harness.wallet.token(ARBITRUM, 'DAI')
const request = () => harness.toRequest(dai())

async function drain(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Every endpoint of the fiat API, by the name of its fault switch. */
const CALLS: [string, string, Call][] = [
  ['configuration', 'fiat-config', (client, signal) => client.fiat.config({ signal })],
  ['quote', 'fiat-quote', (client, signal) => client.fiat.quote(request(), { signal })],
  [
    'streamed quotes',
    'fiat-quote',
    (client, signal) => drain(client.fiat.streamQuotes(request(), { signal })),
  ],
  [
    'order',
    'fiat-order',
    (client, signal) => client.fiat.createOrder({ quoteId: 'q' }, { signal }),
  ],
  ['status', 'fiat-status', (client, signal) => client.fiat.getOrder('o', { signal })],
]

describe.each(CALLS)('%s', (_, route, call) => {
  it('given an error the fiat API names, then its code, message and whether it passes', async () => {
    const error = { code: 'TRY_LATER', message: 'It is busy.', retryable: true, details: { x: 1 } }
    await harness.setFault(route, { kind: 'status', status: 503, body: { error } })
    await expect(call(harness.client)).rejects.toMatchObject({
      name: 'FiatError',
      code: 'TRY_LATER',
      message: 'It is busy.',
      retryable: true,
      details: { status: 503, body: { error } },
    })
  })

  it('given an error in the main API`s envelope, then the error of that table', async () => {
    const body = { name: 'InternalErrorException', message: 'It broke.' }
    await harness.setFault(route, { kind: 'status', status: 500, body })
    await expect(call(harness.client)).rejects.toMatchObject({
      name: 'InternalServerError',
      message: 'It broke.',
      details: { status: 500, body },
    })
  })

  it('given a body that is no envelope, then INVALID_RESPONSE with the body as it is', async () => {
    await harness.setFault(route, { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>' })
    await expect(call(harness.client)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      retryable: true,
      details: { status: 502, body: '<h1>Bad gateway</h1>' },
    })
  })

  it('given 429, then the wait it asks for', async () => {
    const headers = { 'retry-after': '3' }
    await harness.setFault(route, { kind: 'status', status: 429, body: 'slow', headers })
    await expect(call(harness.client)).rejects.toMatchObject({
      retryAfterMs: 3000,
      retryable: true,
    })
  })

  it('given a dropped connection, then NETWORK_ERROR', async () => {
    await harness.setFault(route, { kind: 'drop' })
    await expect(call(harness.client)).rejects.toMatchObject({
      name: 'FiatError',
      code: 'NETWORK_ERROR',
      retryable: true,
    })
  })

  it('given silence, then TIMEOUT', async () => {
    await harness.setFault(route, { kind: 'delay', ms: 60_000 })
    const impatient = harness.createClient({ timeoutMs: 100 })
    await expect(call(impatient)).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true })
  })

  it('given an abort in flight, then SVC3009 as everywhere', async () => {
    await harness.setFault(route, { kind: 'delay', ms: 60_000 })
    const controller = new AbortController()
    const leaving: typeof fetch = (...sent) => {
      queueMicrotask(() => controller.abort())
      return fetch(...sent)
    }
    const asked = call(harness.createClient({ fetch: leaving }), controller.signal)
    await expect(asked).rejects.toMatchObject({ name: 'ApiAbortedError', code: 'SVC3009' })
  })

  it('given something else, then INVALID_RESPONSE', async () => {
    await harness.setFault(route, { kind: 'answer', body: 'certainly not this' })
    await expect(call(harness.client)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })

  it('given an origin that is not served, then ORIGIN_NOT_ALLOWED as a sentence of its own', async () => {
    await harness.wallet.control('POST', '/fiat/origins', { allowed: ['https://app.example'] })
    const foreign = harness.createClient({ headers: { origin: 'https://other.example' } })
    const error: unknown = await call(foreign).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED', details: { status: 403 } })
    expect(toAppError(error)).toMatchObject({ code: 'service/origin-not-allowed' })
    const own = harness.createClient({ headers: { origin: 'https://app.example' } })
    const served: unknown = await call(own).catch((reason: unknown) => reason)
    expect(served).not.toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
  })

  it('given any request, then it carried the version', async () => {
    await call(harness.client).catch(() => undefined)
    const answer = await harness.wallet.control('GET', '/calls?server=fiat')
    const { calls } = answer as { calls: { headers: Record<string, string> }[] }
    expect(calls.map(({ headers }) => headers['x-svc-sdk-version'])).toEqual(['0.0.0-test'])
  })
})

describe('a quote', () => {
  it('given its time is over, when committed, then QUOTE_EXPIRED and a fresh one is needed', async () => {
    await harness.wallet.control('POST', '/quotes-expiry', { seconds: 0 })
    const { quoteId } = await harness.quoteAt('harbor', dai())
    const error: unknown = await harness.client.fiat
      .createOrder({ quoteId })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'QUOTE_EXPIRED',
      retryable: false,
      details: { status: 410 },
    })
    expect(toAppError(error)).toMatchObject({ code: 'service/quote-expired' })
  })

  it('given it is an order already, when committed again, then the first order is named', async () => {
    const { quoteId } = await harness.quoteAt('harbor', dai())
    const { orderId } = await harness.client.fiat.createOrder({ quoteId })
    await expect(harness.client.fiat.createOrder({ quoteId })).rejects.toMatchObject({
      code: 'QUOTE_ALREADY_USED',
      details: { status: 409, body: { error: { details: { orderId } } } },
    })
  })

  it('given an id that was changed or made up, when committed, then QUOTE_NOT_FOUND', async () => {
    const { quoteId } = await harness.quoteAt('harbor', dai())
    const changed = `${quoteId.startsWith('A') ? 'B' : 'A'}${quoteId.slice(1)}`
    for (const id of [changed, quoteId.slice(0, 20), 'made-up']) {
      await expect(harness.client.fiat.createOrder({ quoteId: id })).rejects.toMatchObject({
        code: 'QUOTE_NOT_FOUND',
      })
    }
  })

  it.each<[string, { symbol?: string; address?: string; chainId?: number }]>([
    ['an asset that nobody prices', { symbol: 'USD\u0421' }],
    ['an unknown token', { address: `0x${'ab'.repeat(20)}` }],
    ['an unknown chain', { chainId: 5 }],
  ])('given %s, when asked, then NO_ROUTE, also of the stream', async (_, change) => {
    const { chainId, address } = harness.wallet.token(ARBITRUM, change.symbol ?? 'DAI')
    const asset: Asset = { chainId, address, ...change }
    const wish = harness.toRequest(asset)
    const refusal = { code: 'NO_ROUTE', retryable: false, details: { status: 404 } }
    await expect(harness.client.fiat.quote(wish)).rejects.toMatchObject(refusal)
    await expect(drain(harness.client.fiat.streamQuotes(wish))).rejects.toMatchObject(refusal)
  })

  it.each([
    ['fiatCurrency', { fiatCurrency: 'XXX' }],
    ['fiatAmount', { fiatAmount: '0' }],
    ['fiatAmount', { fiatAmount: '1.234' }],
    ['recipient', { recipient: 'nobody' }],
    ['refundTo', { refundTo: 'nowhere' }],
  ])('given a wrong %s, when asked, then the fiat envelope names it', async (field, change) => {
    await expect(harness.client.fiat.quote({ ...request(), ...change })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { status: 400, body: { error: { details: [{ field }] } } },
    })
  })

  it.each([
    ['fiatAmount', { fiatAmount: '-5' }],
    ['recipient', { recipient: '' }],
  ])(
    'given a %s of the wrong shape, when asked, then the main envelope names it',
    async (field, change) => {
      const refusal = {
        name: 'ApiValidationError',
        details: { status: 400, body: { name: 'ValidationException', details: [{ field }] } },
      }
      const wish = { ...request(), ...change }
      await expect(harness.client.fiat.quote(wish)).rejects.toMatchObject(refusal)
      await expect(drain(harness.client.fiat.streamQuotes(wish))).rejects.toMatchObject(refusal)
    },
  )

  it('given a provider that does not exist, when pinned, then PROVIDER_NOT_FOUND', async () => {
    const wish = harness.toRequest(dai(), { provider: 'nobody' })
    await expect(harness.client.fiat.quote(wish)).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
    })
  })
})

describe('an order', () => {
  it('given an unknown id, when read or followed, then ORDER_NOT_FOUND', async () => {
    const refusal = { code: 'ORDER_NOT_FOUND', retryable: false, details: { status: 404 } }
    await expect(harness.client.fiat.getOrder('nobody')).rejects.toMatchObject(refusal)
    await expect(harness.client.trackFiatOrder('nobody')).rejects.toMatchObject(refusal)
  })

  it('given passing errors while it is followed, then it is followed to its end', async () => {
    await harness.script({ action: 'none' })
    const { orderId } = await harness.order('harbor', dai())
    await harness.setFault('fiat-status', { kind: 'drop' })
    await harness.setFault('fiat-status', { kind: 'status', status: 503, body: 'later' })
    const errors: string[] = []
    const order = await harness.client.trackFiatOrder(orderId, {
      intervalMs: 20,
      backoffMs: 20,
      onError: ({ code }) => errors.push(code),
    })
    expect(order.status).toBe('completed')
    expect(errors).toEqual(['NETWORK_ERROR', 'INVALID_RESPONSE'])
  })

  it('given an abort while it is followed, then SVC3009', async () => {
    const { orderId } = await harness.order('harbor', dai())
    const controller = new AbortController()
    const tracking = harness.client.trackFiatOrder(orderId, {
      signal: controller.signal,
      onUpdate: () => controller.abort(),
    })
    await expect(tracking).rejects.toMatchObject({ code: 'SVC3009' })
  })
})

describe('the stream', () => {
  it('given it stalls after its first line, then that quote is kept and TIMEOUT ends it', async () => {
    await harness.setFault('fiat-quote', { kind: 'stall' })
    const providers: (string | undefined)[] = []
    const impatient = harness.createClient({ timeoutMs: 5_000 })
    const read = async () => {
      for await (const item of impatient.fiat.streamQuotes(request())) {
        providers.push('quote' in item ? item.quote.provider : item.error.provider)
      }
    }
    await expect(read()).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(providers).toEqual(['harbor'])
  })

  it.each([
    ['truncate', 'NETWORK_ERROR'],
    ['malformed', 'INVALID_RESPONSE'],
  ])('given it is cut (%s), then %s ends it', async (kind, code) => {
    await harness.setFault('fiat-quote', { kind })
    const asked = drain(harness.client.fiat.streamQuotes(request()))
    await expect(asked).rejects.toMatchObject({ code })
  })

  it('given it is empty, then it is over without a quote', async () => {
    await harness.setFault('fiat-quote', { kind: 'status', status: 200, body: '' })
    expect(await drain(harness.client.fiat.streamQuotes(request()))).toEqual([])
  })

  it('given the reader leaves early, then nothing is left open', async () => {
    for await (const item of harness.client.fiat.streamQuotes(request())) {
      expect(item).toHaveProperty('quote')
      break
    }
    expect(await drain(harness.client.fiat.streamQuotes(request()))).toHaveLength(3)
  })
})
