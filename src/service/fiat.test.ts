import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toFiatStep } from '@/src/domain/service/service-status'
import { type LocalServer, startLocalServer } from '@/test/support/local-server'
import { createServiceClient } from './client'

const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const ACCOUNT = '0x1111111111111111111111111111111111111111'

const request = {
  fiatCurrency: 'EUR',
  fiatAmount: '50.25',
  outputAsset: { chainId: 8453, address: TOKEN },
  recipient: ACCOUNT,
  refundTo: ACCOUNT,
}
const quote = (providerName: string, swapStrategy: string) => ({
  quoteId: `sealed-${providerName}`,
  providerName,
  totalFee: 1.25,
  expectedOutputAmount: '49000000',
  minOutputAmount: '48000000',
  expiresAt: 2_000_000_000,
  swapStrategy,
})

let server: LocalServer

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.stop())

const createFiat = () =>
  createServiceClient({
    baseUrl: 'https://elsewhere.example',
    fiatUrl: server.url,
    embedUrl: 'https://elsewhere.example',
    version: '1.0.0',
  }).fiat

function answer(body: unknown): void {
  server.received.length = 0
  server.answer((response) => response.end(JSON.stringify(body)))
}

describe('the fiat client', () => {
  it('given the configuration, then providers are read and unknown fields kept', async () => {
    answer({ providers: [{ id: 'p', name: 'P', more: 1 }, 7], jump: { enabled: true } })
    expect(await createFiat().config()).toEqual({
      providers: [{ id: 'p', name: 'P', more: 1 }],
      jump: { enabled: true },
    })
    expect(server.received[0]).toMatchObject({ method: 'GET', url: '/v1/fiat/config' })
  })

  it('given a quote request, then quotes of both strategies and the reasons for none', async () => {
    const quotes = [quote('A', 'direct'), quote('B', 'jump')]
    answer({ quotes, errors: [{ message: 'Too little', provider: 'c' }, {}] })
    const read = await createFiat().quote({ ...request, provider: 'a' })
    expect(read.quotes.map(({ swapStrategy }) => swapStrategy)).toEqual(['direct', 'jump'])
    expect(read.quotes[0]?.totalFee).toBe('1.25')
    expect(read.errors.map(({ message }) => message)).toEqual(['Too little', 'No reason given'])
    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/v1/fiat/quote' })
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ ...request, provider: 'a' })
  })

  it('given a stream, then each provider`s quote or error as it settles', async () => {
    const lines = [{ quote: quote('A', 'direct') }, { error: { message: 'No' } }]
    server.received.length = 0
    server.answer((response) => {
      for (const line of lines) response.write(`${JSON.stringify(line)}\n`)
      response.end()
    })
    const items = []
    for await (const item of createFiat().streamQuotes(request)) items.push(item)
    expect(items).toMatchObject(lines.map((line) => ('quote' in line ? { quote: {} } : line)))
    expect(server.received[0]?.url).toBe('/v1/fiat/quote?mode=stream')
  })

  it.each([0, 2])(
    'given one JSON text in place of a stream, then all that it holds (%i)',
    async (space) => {
      const whole = { quotes: [quote('A', 'direct')], errors: [{ message: 'No' }] }
      server.answer((response) => response.end(JSON.stringify(whole, null, space)))
      const items = []
      for await (const item of createFiat().streamQuotes(request)) items.push(item)
      expect(items).toMatchObject([
        { quote: { swapStrategy: 'direct' } },
        { error: { message: 'No' } },
      ])
      server.answer((response) => response.end(JSON.stringify({ quotes: [] }, null, space)))
      for await (const item of createFiat().streamQuotes(request)) items.push(item)
      expect(items).toHaveLength(2)
    },
  )

  it('given a line that is neither, then it is left out, or the caller`s to take', async () => {
    server.answer((response) => response.end('{"surprise":1}'))
    const alone = createFiat().streamQuotes(request)
    await expect(alone.next()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    server.answer((response) => response.end('{"surprise":1}\n{"error":{"message":"No"}}'))
    const among = createFiat().streamQuotes(request)
    expect((await among.next()).value).toMatchObject({ error: { message: 'No' } })
    expect((await among.next()).done).toBe(true)
    const refused: string[] = []
    const onRefused = ({ code }: { code: string }) => refused.push(code)
    const items = []
    for await (const item of createFiat().streamQuotes(request, { onRefused })) items.push(item)
    expect(items).toHaveLength(1)
    expect(refused).toHaveLength(1)
  })

  it('given a quote is committed, then the order and what to do next', async () => {
    const action = { type: 'wrapper', url: 'https://pay.example/w' }
    answer({ orderId: 'f/1', status: 'created', provider: 'p', action })
    const created = await createFiat().createOrder({ quoteId: 'q', metadata: { author: ACCOUNT } })
    expect(toFiatStep(created.action)).toEqual({ kind: 'open', how: 'wrapper', url: action.url })
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      quoteId: 'q',
      metadata: { author: ACCOUNT },
    })
  })

  it('given an order`s id, then its view', async () => {
    const failure = { message: 'Declined', reason: 'CARD' }
    answer({ orderId: 'f/1', status: 'failed', provider: 'p', action: null, failure })
    const view = await createFiat().getOrder('f/1')
    expect(view).toMatchObject({ status: 'failed', failure })
    expect(server.received[0]?.url).toBe('/v1/fiat/order/f%2F1')
  })
})

describe('toFiatStep', () => {
  it.each([
    [{ type: 'none' }, { kind: 'none' }],
    [
      { type: 'redirect', url: 'https://a.example' },
      { kind: 'open', how: 'redirect', url: 'https://a.example' },
    ],
    [
      { type: 'provider_widget', url: 'https://a.example' },
      { kind: 'open', how: 'provider_widget', url: 'https://a.example' },
    ],
    [{ type: 'wrapper' }, { kind: 'unknown', type: 'wrapper' }],
    [
      { type: 'hologram', url: 'https://a.example' },
      { kind: 'unknown', type: 'hologram' },
    ],
  ])('given %j, then %j', (action, step) => {
    expect(toFiatStep(action)).toEqual(step)
  })
})
