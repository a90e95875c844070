import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QuoteRequest } from '@/src/contract/service/quote'
import { ApiAbortedError, FiatError, ServiceError } from '@/src/domain/service-error'
import { type LocalServer, startLocalServer } from '@/test/support/local-server'
import { createManualClock } from '@/test/support/manual-clock'
import { createServiceClient, type ServiceClientOptions } from './client'
import { segment, toUrl } from './http'

const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const ACCOUNT = '0x1111111111111111111111111111111111111111'

const request: QuoteRequest = {
  tradeType: 'EXACT_INPUT',
  fromChainId: 8453,
  fromToken: TOKEN,
  toChainId: 42161,
  toToken: TOKEN,
  amount: '1000000',
  fromAddress: ACCOUNT,
}
const route = (routeId: string, type = 'native-filler') => ({
  quoteId: 'q1',
  routeId,
  type,
  quote: { amountIn: '1', amountOut: '2', expectedDurationSeconds: 3, validBefore: 4 },
})
const fiatRequest = {
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: 8453, address: TOKEN },
  recipient: ACCOUNT,
  refundTo: ACCOUNT,
}

let server: LocalServer

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

function createClient(options: Partial<ServiceClientOptions> = {}) {
  const urls = { baseUrl: server.url, fiatUrl: server.url, embedUrl: server.url }
  return createServiceClient({ ...urls, version: '9.9.9', ...options })
}

function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}) {
  server.answer((response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
}

function answerStream(write: (response: ServerResponse) => void) {
  server.answer((response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    write(response)
  })
}

async function collect<T>(items: AsyncIterable<T>): Promise<{ items: T[]; error: unknown }> {
  const found: T[] = []
  try {
    for await (const item of items) found.push(item)
  } catch (error) {
    return { items: found, error }
  }
  return { items: found, error: null }
}

describe('requests', () => {
  it('given any call, then it says the version, and no cookies go with it', async () => {
    answerJson([])
    await createClient().chains.list()
    expect(server.received[0]).toMatchObject({ method: 'GET', url: '/v1/chains' })
    expect(server.received[0]?.headers['x-svc-sdk-version']).toBe('9.9.9')
    expect(server.received[0]?.headers.cookie).toBeUndefined()
  })

  it('given headers of the caller, then they are merged on top and may override any', async () => {
    answerJson([])
    const headers = { 'x-svc-sdk-version': 'mine', 'X-Extra': 'more' }
    await createClient({ headers }).chains.list()
    expect(server.received[0]?.headers).toMatchObject({
      'x-svc-sdk-version': 'mine',
      'x-extra': 'more',
    })
  })

  it('given a body, then it travels as JSON without what is undefined', async () => {
    answerJson({ quoteId: 'q', routes: [] })
    await createClient().quotes.get({ ...request, recipient: undefined })
    const [received] = server.received
    expect(received).toMatchObject({ method: 'POST', url: '/v1/quotes' })
    expect(received?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(received?.body ?? '')).toEqual(request)
  })

  it('given lists, absent values and zeros, then the query is as the service reads it', async () => {
    answerJson({ data: [] })
    const { tokens } = createClient()
    await tokens.list({ q: 'a b&c', chainIds: [1, 8453], limit: 0, cursor: 0 })
    await tokens.list({ chainIds: [], limit: 5, cursor: 10 })
    expect(server.received.map(({ url }) => url)).toEqual([
      '/v1/tokens?q=a+b%26c&chainIds=1,8453',
      '/v1/tokens?limit=5&cursor=10',
    ])
  })

  it('given a base address with a path, then requests go below it', () => {
    const asked = { path: '/v1/chains', query: { q: undefined } }
    expect(toUrl('https://a.example/api//', asked)).toBe('https://a.example/api/v1/chains')
  })

  it.each(['', '.', '..'])('given %j as part of a path, then nothing is sent', async (part) => {
    expect(() => segment(part)).toThrow(ServiceError)
    const asked = createClient().intents.get(part)
    await expect(asked).rejects.toMatchObject({ name: 'ApiValidationError' })
    expect(server.received).toEqual([])
  })

  it('given a part with a slash, then it stays one part', async () => {
    answerJson({ data: [], nextSlots: [] })
    await createClient().tokens.autocomplete('a/../b?c#d')
    expect(server.received[0]?.url).toBe('/v1/tokens/autocomplete/a%2F..%2Fb%3Fc%23d')
  })

  it('given an address that is none, then no client is made', () => {
    expect(() => createClient({ baseUrl: 'nowhere' })).toThrow(TypeError)
  })
})

describe('answers that are none', () => {
  it('given an error body, then the typed error keeps message, status and body', async () => {
    const body = { name: 'CannotFillException', message: 'No filler.', details: { a: 1 } }
    answerJson(body, 400)
    await expect(createClient().quotes.get(request)).rejects.toMatchObject({
      name: 'CannotFillError',
      code: 'SVC3004',
      message: 'No filler.',
      details: { status: 400, body },
    })
  })

  it('given 429 with Retry-After, then the error says how long', async () => {
    answerJson({ message: 'slow down' }, 429, { 'retry-after': '7' })
    await expect(createClient().chains.list()).rejects.toMatchObject({
      code: 'SVC3001',
      retryAfterMs: 7000,
      retryable: true,
    })
  })

  it('given text in place of JSON, then it is SVC3003', async () => {
    server.answer((response) => response.end('<html>hello</html>'))
    await expect(createClient().chains.list()).rejects.toMatchObject({
      code: 'SVC3003',
      details: { status: 200, body: '<html>hello</html>' },
    })
  })

  it('given the JSON of another answer, then it is SVC3003', async () => {
    answerJson({ hello: 'world' })
    await expect(createClient().quotes.get(request)).rejects.toMatchObject({ code: 'SVC3003' })
  })

  it('given an amount with a fraction, then it is SVC3003 and names the field', async () => {
    const bad = { ...route('r1'), quote: { ...route('r1').quote, amountOut: '1.5' } }
    answerJson({ quoteId: 'q1', routes: [route('r0'), bad] })
    await expect(createClient().quotes.get(request)).rejects.toMatchObject({
      code: 'SVC3003',
      path: 'routes.1.quote.amountOut',
    })
  })

  it('given a body without end, then it is refused and the connection closed', async () => {
    server.answer((response) => {
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more))
      }
      more()
    })
    const asked = createClient({ maxBytes: 1_000_000 }).chains.list()
    await expect(asked).rejects.toMatchObject({ code: 'SVC3003' })
  })

  it('given a body that announces 10 MB, then it is refused unread', async () => {
    server.answer((response) => {
      response.writeHead(200, { 'content-length': '10000000' })
      response.write('[')
    })
    await expect(createClient().chains.list()).rejects.toMatchObject({ code: 'SVC3003' })
  })

  it('given nobody answers at the address, then it is a connection error', async () => {
    const gone = await startLocalServer()
    await gone.stop()
    await expect(createClient({ baseUrl: gone.url }).chains.list()).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'SVC3001',
      retryable: true,
      details: { status: null, body: null },
    })
  })

  it('given a connection cut in the middle of a body, then it is a connection error', async () => {
    server.answer((response) => {
      response.write('[{"type":')
      response.socket?.destroy()
    })
    await expect(createClient().chains.list()).rejects.toMatchObject({ name: 'ConnectionError' })
  })
})

describe('time limits and aborts', () => {
  it('given silence before the answer, then it is SVC3002 and the request is given up', async () => {
    const silent = await startLocalServer()
    const clock = createManualClock()
    const asked = createClient({ baseUrl: silent.url, clock }).chains.list()
    const ended = expect(asked).rejects.toMatchObject({ name: 'ApiTimeoutError', code: 'SVC3002' })
    const arrived = new Promise<void>((resolve) => silent.answer(() => resolve()))
    await arrived
    await clock.advance(15_000)
    await ended
    await silent.givenUp()
    expect(clock.pending()).toBe(0)
    await silent.stop()
  })

  it('given silence in the middle of a body, then it is SVC3002', async () => {
    const clock = createManualClock()
    const arrived = new Promise<void>((resolve) =>
      server.answer((response) => {
        response.write('[', () => resolve())
      }),
    )
    const asked = createClient({ clock, timeoutMs: 1000 }).chains.list()
    const ended = expect(asked).rejects.toMatchObject({ code: 'SVC3002' })
    await arrived
    await clock.advance(1000)
    await ended
  })

  it('given an abort in flight, then it is SVC3009 and the request is given up', async () => {
    const silent = await startLocalServer()
    const controller = new AbortController()
    silent.answer(() => controller.abort('enough'))
    const { signal } = controller
    const asked = createClient({ baseUrl: silent.url }).quotes.get(request, { signal })
    await expect(asked).rejects.toMatchObject({
      name: 'ApiAbortedError',
      code: 'SVC3009',
      cause: 'enough',
    })
    await silent.givenUp()
    await silent.stop()
  })

  it('given an abort before the call, then nothing is sent', async () => {
    const signal = AbortSignal.abort()
    await expect(createClient().chains.list({ signal })).rejects.toBeInstanceOf(ApiAbortedError)
    expect(server.received).toEqual([])
  })

  it('given both, then what came first is told', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    const arrived = new Promise<void>((resolve) => server.answer(() => resolve()))
    const asked = createClient({ clock }).chains.list({ signal: controller.signal })
    const ended = expect(asked).rejects.toMatchObject({ code: 'SVC3002' })
    await arrived
    await clock.advance(15_000)
    controller.abort()
    await ended
  })

  it('given a fetch that ignores its signal, then the call ends all the same', async () => {
    const clock = createManualClock()
    const never: typeof fetch = () => new Promise(() => {})
    const asked = createClient({ clock, fetch: never }).chains.list()
    const ended = expect(asked).rejects.toMatchObject({ code: 'SVC3002' })
    await clock.advance(15_000)
    await ended
  })

  it('given an answered call, then no timer and no listener stay behind', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    answerJson([])
    await createClient({ clock }).chains.list({ signal: controller.signal })
    expect(clock.pending()).toBe(0)
    controller.abort()
  })
})

describe('streamed quotes', () => {
  it('given lines in pieces, then each route comes as soon as its line is complete', async () => {
    const text = `${JSON.stringify(route('r1', 'größe'))}\n\n${JSON.stringify(route('r2'))}`
    const bytes = Buffer.from(text)
    const cut = bytes.indexOf(Buffer.from('ö')) + 1
    let finish = () => {}
    answerStream((response) => {
      response.write(bytes.subarray(0, cut))
      setImmediate(() => response.write(bytes.subarray(cut, bytes.length - 20)))
      finish = () => response.end(bytes.subarray(bytes.length - 20))
    })
    const stream = createClient().quotes.stream(request)
    const first = await stream.next()
    expect(first.value).toMatchObject({ routeId: 'r1', type: 'größe', quoteId: 'q1' })
    finish()
    expect((await stream.next()).value).toMatchObject({ routeId: 'r2' })
    expect((await stream.next()).done).toBe(true)
    expect(server.received[0]?.url).toBe('/v1/quotes?mode=stream')
  })

  it('given no line at all, then the stream is empty and no error', async () => {
    answerStream((response) => response.end())
    expect(await collect(createClient().quotes.stream(request))).toEqual({ items: [], error: null })
  })

  it('given an error in place of a stream, then it is the typed error', async () => {
    answerJson({ name: 'ValidationException', message: 'amount' }, 400)
    const { error } = await collect(createClient().quotes.stream(request))
    expect(error).toMatchObject({ name: 'ApiValidationError', message: 'amount' })
  })

  it.each([
    ['a line', (bytes: Buffer) => bytes.length - 9],
    ['a character', (bytes: Buffer) => bytes.lastIndexOf(Buffer.from('ö')) + 1],
  ])('given an end in the middle of %s, then what came before is kept', async (_, cutAt) => {
    const text = `${JSON.stringify(route('r1'))}\n${JSON.stringify(route('r2', 'größe'))}`
    const bytes = Buffer.from(text)
    answerStream((response) => response.end(bytes.subarray(0, cutAt(bytes))))
    const { items, error } = await collect(createClient().quotes.stream(request))
    expect(items.map(({ routeId }) => routeId)).toEqual(['r1'])
    expect(error).toMatchObject({ code: 'SVC3003' })
  })

  it('given a dropped connection, then what came before is kept', async () => {
    answerStream((response) => {
      response.write(`${JSON.stringify(route('r1'))}\n{"quoteId"`, () =>
        setImmediate(() => response.socket?.destroy()),
      )
    })
    const { items, error } = await collect(createClient().quotes.stream(request))
    expect(items).toHaveLength(1)
    expect(error).toMatchObject({ name: 'ConnectionError' })
  })

  it('given a broken line and someone to take it, then the others come through', async () => {
    const bad = { ...route('r2'), quote: { ...route('r2').quote, amountIn: '-1' } }
    const lines = [route('r1'), bad, 'not a route', route('r3')]
    answerStream((response) => response.end(lines.map((line) => JSON.stringify(line)).join('\n')))
    const refused: string[] = []
    const onRefused = (error: ServiceError) => refused.push(error.code)
    const { items } = await collect(createClient().quotes.stream(request, { onRefused }))
    expect(items.map(({ routeId }) => routeId)).toEqual(['r1', 'r3'])
    expect(refused).toEqual(['SVC3003', 'SVC3003'])
  })

  it('given silence, then it is SVC3002, however long the stream was before', async () => {
    const clock = createManualClock()
    let write = (_: string) => {}
    answerStream((response) => {
      write = (text) => response.write(text)
      response.write(`${JSON.stringify(route('r1'))}\n`)
    })
    const stream = createClient({ clock }).quotes.stream(request)
    await stream.next()
    await clock.advance(60_000)
    write(`${JSON.stringify(route('r2'))}\n`)
    expect((await stream.next()).value).toMatchObject({ routeId: 'r2' })
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'SVC3002' })
    await clock.advance(14_999)
    expect(clock.pending()).toBe(1)
    await clock.advance(1)
    await ended
    expect(clock.pending()).toBe(0)
  })

  it('given an abort between two routes, then it is SVC3009', async () => {
    const controller = new AbortController()
    answerStream((response) => response.write(`${JSON.stringify(route('r1'))}\n`))
    const { signal } = controller
    const stream = createClient().quotes.stream(request, { signal })
    await stream.next()
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'SVC3009' })
    controller.abort()
    await ended
  })

  it('given the reader leaves the loop, then the connection is closed', async () => {
    const streaming = await startLocalServer()
    streaming.answer((response) => response.write(`${JSON.stringify(route('r1'))}\n`))
    for await (const found of createClient({ baseUrl: streaming.url }).quotes.stream(request)) {
      expect(found.routeId).toBe('r1')
      break
    }
    await streaming.givenUp()
    await streaming.stop()
  })

  it('given lines without end, then it is refused', async () => {
    answerStream((response) => response.write('x'.repeat(20_000)))
    const { error } = await collect(createClient({ maxBytes: 10_000 }).quotes.stream(request))
    expect(error).toMatchObject({ code: 'SVC3003' })
  })
})

describe('the fiat API', () => {
  it('given nobody answers, then it is NETWORK_ERROR', async () => {
    const gone = await startLocalServer()
    await gone.stop()
    const { fiat } = createClient({ fiatUrl: gone.url })
    await expect(fiat.config()).rejects.toBeInstanceOf(FiatError)
    await expect(fiat.config()).rejects.toMatchObject({ code: 'NETWORK_ERROR', retryable: true })
    const { error } = await collect(fiat.streamQuotes(fiatRequest))
    expect(error).toMatchObject({ code: 'NETWORK_ERROR' })
  })

  it('given silence, then it is TIMEOUT; given an abort, SVC3009', async () => {
    const clock = createManualClock()
    const controller = new AbortController()
    const arrived = new Promise<void>((resolve) => server.answer(() => resolve()))
    const { fiat } = createClient({ clock })
    const late = expect(fiat.config()).rejects.toMatchObject({ code: 'TIMEOUT' })
    await arrived
    await clock.advance(15_000)
    await late
    server.answer(() => controller.abort())
    const aborted = fiat.config({ signal: controller.signal })
    await expect(aborted).rejects.toMatchObject({ code: 'SVC3009' })
  })

  it('given another answer, then it is INVALID_RESPONSE with the field in its message', async () => {
    const { fiat } = createClient()
    const quote = {
      quoteId: 'f',
      providerName: 'P',
      totalFee: '1',
      expectedOutputAmount: '10',
      minOutputAmount: '9.5',
      expiresAt: 1,
      swapStrategy: 'direct',
    }
    answerJson({ quotes: [quote] })
    const asked = fiat.quote(fiatRequest)
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    await expect(asked).rejects.toThrow('quotes.0.minOutputAmount')
  })

  it('given a refused origin, then the error says so', async () => {
    answerJson({ error: { code: 'ORIGIN_NOT_ALLOWED', message: 'No', retryable: false } }, 403)
    await expect(createClient().fiat.config()).rejects.toMatchObject({
      name: 'FiatError',
      code: 'ORIGIN_NOT_ALLOWED',
      message: 'No',
      retryable: false,
    })
  })

  it('given the view of another order, then it is INVALID_RESPONSE', async () => {
    answerJson({ orderId: 'f2', status: 'completed' })
    const asked = createClient().fiat.getOrder('f1')
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
  })
})

describe('answers to another question', () => {
  const order = { id: 'o2', fromChainId: 1, toChainId: 10, srcAmount: '1', status: 'filled' }

  it('given another order, then it is SVC3003 at id', async () => {
    answerJson(order)
    const asked = createClient().orders.get('o1')
    await expect(asked).rejects.toMatchObject({ code: 'SVC3003', path: 'id' })
  })

  it('given another order in an author`s page, then nothing is found', async () => {
    answerJson({ data: [order] })
    expect(await createClient().orders.find(ACCOUNT, 'o1')).toBeNull()
    expect(await createClient().orders.find(ACCOUNT, 'o2')).toMatchObject({ id: 'o2' })
    expect(server.received[0]?.url).toBe(`/v1/orders/${ACCOUNT}?orderIds=o1&limit=1`)
  })

  it('given many order ids, then they are asked for twenty at a time', async () => {
    answerJson({ data: [] })
    const ids = Array.from({ length: 41 }, (_, i) => `o${i}`)
    expect(await createClient().orders.findMany(ACCOUNT, ids)).toEqual([])
    expect(
      server.received.map(({ url }) => new URL(url, server.url).searchParams.get('limit')),
    ).toEqual(['20', '20', '1'])
  })

  it('given another kind of deposit than asked for, then it is SVC3003 at kind', async () => {
    answerJson({ kind: 'CONTRACT_CALL', approvals: [] })
    const { deposits } = createClient()
    const asked = { from: ACCOUNT, quoteId: 'q', routeId: 'r' }
    expect(await deposits.build(asked)).toMatchObject({ kind: 'CONTRACT_CALL' })
    await expect(deposits.build({ ...asked, depositMethod: 'TRANSFER' })).rejects.toMatchObject({
      code: 'SVC3003',
      path: 'kind',
    })
  })

  it('given both or none of hash and signed transaction, then nothing is sent', async () => {
    const { deposits } = createClient()
    const ids = { quoteId: 'q', routeId: 'r' }
    const both = { ...ids, txHash: '0x1', signedTransaction: 'AA==' }
    for (const wrong of [ids, both]) {
      // A caller without types, as any caller over a wire is.
      const submit: (request: never) => Promise<unknown> = deposits.submit
      await expect(submit(wrong as never)).rejects.toMatchObject({ name: 'ApiValidationError' })
    }
    expect(server.received).toEqual([])
  })

  it('given a page that points at itself, then the walk ends', async () => {
    answerJson({ data: [order], cursor: 20 })
    const { items } = await collect(createClient().orders.all(ACCOUNT))
    expect(items).toHaveLength(2)
  })

  it('given a broken record in a page, then it is counted and the others are kept', async () => {
    answerJson({ data: [order, { ...order, srcAmount: 'x' }] })
    expect(await createClient().orders.list(ACCOUNT)).toMatchObject({ skipped: 1 })
  })
})

describe('chains without the service', () => {
  it('given it has never answered, then the known table; later, what it last said', async () => {
    const client = createClient()
    answerJson({ message: 'down' }, 503)
    expect(await client.chains.current()).toMatchObject({ source: 'known' })
    const base = {
      type: 'eip155',
      id: 8453,
      name: 'Base',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    }
    const others = [{ ...base, type: 'tron', id: 728126428 }, { ...base, type: 'solana' }, null]
    answerJson([base, ...others])
    expect(await client.chains.current()).toMatchObject({ source: 'live', chains: [base] })
    answerJson({ message: 'down' }, 503)
    expect(await client.chains.current()).toMatchObject({ source: 'earlier', chains: [base] })
    const signal = AbortSignal.abort()
    await expect(client.chains.current({ signal })).rejects.toMatchObject({ code: 'SVC3009' })
  })

  it('given a chain, then its icon`s address is built and no request made', () => {
    expect(createClient().chains.iconUrl(1)).toBe(`${server.url}/v1/chain/1/icon`)
    expect(server.received).toEqual([])
  })

  it.each([
    [undefined, null],
    ['', null],
    ['/icons/a.svg', '/icons/a.svg'],
    ['icons/a.svg', '/icons/a.svg'],
    ['javascript:alert(1)', null],
    ['https://cdn.example/a.svg', 'https://cdn.example/a.svg'],
  ])('given the route icon %j, then its address is %j', (icon, expected) => {
    const url = expected?.startsWith('/') ? `${server.url}${expected}` : expected
    expect(createClient().quotes.iconUrl({ icon })).toBe(url)
  })
})
