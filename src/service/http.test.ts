import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ServiceError } from '@/src/domain/service/service-error'
import { toUrl } from '@/src/lib/to-url'
import { startLocalServer } from '@/test/support/local-server'
import {
  type LocalService,
  quoteRequest,
  startLocalService,
  streamedRoute,
} from '@/test/support/local-service'
import { segment } from './http'

let server: LocalService

beforeAll(async () => {
  server = await startLocalService()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

describe('requests', () => {
  it('given any call, then it says the version, and no cookies go with it', async () => {
    server.answerJson([])
    await server.createClient().chains.list()
    expect(server.received[0]).toMatchObject({ method: 'GET', url: '/v1/chains' })
    expect(server.received[0]?.headers['x-svc-sdk-version']).toBe('9.9.9')
    expect(server.received[0]?.headers.cookie).toBeUndefined()
  })

  it('given headers of the caller, then they are merged on top and may override any', async () => {
    server.answerJson([])
    const headers = { 'x-svc-sdk-version': 'mine', 'X-Extra': 'more' }
    await server.createClient({ headers }).chains.list()
    expect(server.received[0]?.headers).toMatchObject({
      'x-svc-sdk-version': 'mine',
      'x-extra': 'more',
    })
  })

  it('given a body, then it travels as JSON without what is undefined', async () => {
    server.answerJson({ quoteId: 'q', routes: [] })
    await server.createClient().quotes.get({ ...quoteRequest, recipient: undefined })
    const [received] = server.received
    expect(received).toMatchObject({ method: 'POST', url: '/v1/quotes' })
    expect(received?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(received?.body ?? '')).toEqual(quoteRequest)
  })

  it('given lists, absent values and zeros, then the query is as the service reads it', async () => {
    server.answerJson({ data: [] })
    const { tokens } = server.createClient()
    await tokens.list({ q: 'a b+&c', chainIds: [1, 8453], limit: 0, cursor: 0 })
    await tokens.list({ chainIds: [], limit: 5, cursor: 10 })
    expect(server.received.map(({ url }) => url)).toEqual([
      '/v1/tokens?q=a%20b%2B%26c&chainIds=1,8453',
      '/v1/tokens?limit=5&cursor=10',
    ])
  })

  it('given a redirect of what was sent, then it is not carried elsewhere', async () => {
    server.answer((response) => {
      response.writeHead(307, { location: `${server.url}/elsewhere` })
      response.end()
    })
    const sent = server
      .createClient()
      .deposits.submit({ quoteId: 'q', routeId: 'r', txHash: '0x1' })
    await expect(sent).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(server.received.map(({ url }) => url)).toEqual(['/v1/deposit/submit'])
  })

  it('given a base address with a path, then requests go below it', () => {
    const asked = { path: '/v1/chains', query: { q: undefined } }
    expect(toUrl('https://a.example/api//', asked)).toBe('https://a.example/api/v1/chains')
  })

  it.each(['', '.', '..'])('given %j as part of a path, then nothing is sent', async (part) => {
    expect(() => segment(part)).toThrow(ServiceError)
    const asked = server.createClient().intents.get(part)
    await expect(asked).rejects.toMatchObject({ name: 'ApiValidationError' })
    expect(server.received).toEqual([])
  })

  it('given arguments that cannot be sent, then every function rejects and none throws', async () => {
    const { orders, intents, tokens, chains, quotes, deposits } = server.createClient()
    const endless: Record<string, unknown> = {}
    endless.self = endless
    const calls: (() => Promise<unknown>)[] = [
      () => orders.get(''),
      () => orders.list('..'),
      () => orders.findMany('', ['o1']),
      () => orders.all('').next(),
      () => intents.get(''),
      () => intents.byAuthor(''),
      () => intents.all('.').next(),
      () => tokens.balances(''),
      () => tokens.autocomplete('..'),
      () => chains.icon('' as never),
      () => quotes.get({ ...quoteRequest, amount: 1n as never }),
      () => deposits.build(endless as never),
    ]
    for (const call of calls) {
      let asked: Promise<unknown> | undefined
      expect(() => {
        asked = call()
      }).not.toThrow()
      await expect(asked).rejects.toMatchObject({ name: 'ApiValidationError' })
    }
    expect(server.received).toEqual([])
  })

  it('given the service’s date, then it is told as the answer begins', async () => {
    server.answerJson([], 200, { date: 'Thu, 01 Jan 2026 00:00:10 GMT' })
    const dates: number[] = []
    await server.createClient().chains.list({ onDate: (time) => dates.push(time) })
    expect(dates).toEqual([Date.parse('2026-01-01T00:00:10Z')])
  })

  it('given an answer that a cache has kept, then its age is added to its date', async () => {
    server.answerJson([], 200, { date: 'Thu, 01 Jan 2026 00:00:10 GMT', age: '600' })
    const dates: number[] = []
    await server.createClient().chains.list({ onDate: (time) => dates.push(time) })
    expect(dates).toEqual([Date.parse('2026-01-01T00:10:10Z')])
  })

  it('given a part with a slash, then it stays one part', async () => {
    server.answerJson({ data: [], nextSlots: [] })
    await server.createClient().tokens.autocomplete('a/../b?c#d')
    expect(server.received[0]?.url).toBe('/v1/tokens/autocomplete/a%2F..%2Fb%3Fc%23d')
  })

  it('given an address that is none, then no client is made', () => {
    expect(() => server.createClient({ baseUrl: 'nowhere' })).toThrow(TypeError)
  })
})

describe('answers that are none', () => {
  it('given an error body, then the typed error keeps message, status and body', async () => {
    const body = { name: 'CannotFillException', message: 'No filler.', details: { a: 1 } }
    server.answerJson(body, 400)
    await expect(server.createClient().quotes.get(quoteRequest)).rejects.toMatchObject({
      name: 'CannotFillError',
      code: 'SVC3004',
      message: 'No filler.',
      details: { status: 400, body },
    })
  })

  it('given 429 with Retry-After, then the error says how long', async () => {
    server.answerJson({ message: 'slow down' }, 429, { 'retry-after': '7' })
    await expect(server.createClient().chains.list()).rejects.toMatchObject({
      code: 'SVC3001',
      retryAfterMs: 7000,
      retryable: true,
    })
  })

  it('given a moment in Retry-After, then the wait is counted by the service’s own clock', async () => {
    const headers = {
      date: 'Thu, 01 Jan 2026 00:00:10 GMT',
      'retry-after': 'Thu, 01 Jan 2026 00:00:17 GMT',
    }
    server.answerJson({ message: 'slow down' }, 429, headers)
    const error = { retryAfterMs: 7000, details: { status: 429 } }
    await expect(server.createClient().chains.list()).rejects.toMatchObject(error)
  })

  it.each([
    [{ name: 'QuoteExpiredException', message: 'Too late' }, 'QuoteExpiredError'],
    [{ name: 'Base', message: 'A chain is called so' }, 'InvalidResponseError'],
  ])('given %j with status 200, then it is %s: the name says it', async (body, name) => {
    server.answerJson(body)
    const asked = { from: '0x1', quoteId: 'q', routeId: 'r' }
    await expect(server.createClient().deposits.build(asked)).rejects.toMatchObject({
      name,
      details: { status: 200, body },
    })
  })

  it('given text in place of JSON, then it is SVC3003', async () => {
    server.answer((response) => response.end('<html>hello</html>'))
    await expect(server.createClient().chains.list()).rejects.toMatchObject({
      code: 'SVC3003',
      details: { status: 200, body: '<html>hello</html>' },
    })
  })

  it('given the JSON of another answer, then it is SVC3003', async () => {
    server.answerJson({ hello: 'world' })
    await expect(server.createClient().quotes.get(quoteRequest)).rejects.toMatchObject({
      code: 'SVC3003',
    })
  })

  it('given an amount with a fraction, then it is SVC3003 and names the field', async () => {
    const bad = {
      ...streamedRoute('r1'),
      quote: { ...streamedRoute('r1').quote, amountOut: '1.5' },
    }
    server.answerJson({ quoteId: 'q1', routes: [bad] })
    await expect(server.createClient().quotes.get(quoteRequest)).rejects.toMatchObject({
      code: 'SVC3003',
      path: 'routes.0.quote.amountOut',
    })
    server.answerJson({ quoteId: 'q1', routes: [bad, streamedRoute('r0')] })
    const { routes } = await server.createClient().quotes.get(quoteRequest)
    expect(routes.map(({ routeId }) => routeId)).toEqual(['r0'])
  })

  it('given a body without end, then it is refused and the connection closed', async () => {
    server.answer((response) => {
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more))
      }
      more()
    })
    const asked = server.createClient({ maxBytes: 1_000_000 }).chains.list()
    await expect(asked).rejects.toMatchObject({ code: 'SVC3003' })
  })

  it('given a body that announces 10 MB, then it is refused unread', async () => {
    server.answer((response) => {
      response.writeHead(200, { 'content-length': '10000000' })
      response.write('[')
    })
    await expect(server.createClient().chains.list()).rejects.toMatchObject({ code: 'SVC3003' })
  })

  it('given nobody answers at the address, then it is a connection error', async () => {
    const gone = await startLocalServer()
    await gone.stop()
    await expect(server.createClient({ baseUrl: gone.url }).chains.list()).rejects.toMatchObject({
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
    await expect(server.createClient().chains.list()).rejects.toMatchObject({
      name: 'ConnectionError',
    })
  })
})
