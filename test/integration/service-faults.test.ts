import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceClient } from '@/src/service/client'
import { ARBITRUM, BASE, type ServiceHarness, startServiceHarness } from './service-harness'

let harness: ServiceHarness

beforeAll(async () => {
  harness = await startServiceHarness()
})
afterAll(() => harness?.stop())
beforeEach(() => harness.reset())

const ACCOUNT = '0x1111111111111111111111111111111111111111'
const HASH = `0x${'11'.repeat(32)}`

async function drain(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const item of items) found.push(item)
  return found
}

function quoteRequest() {
  const { wallet, wish } = harness
  return wish(wallet.token(BASE, 'USDC'), wallet.token(ARBITRUM, 'DAI'), 1_000_000n)
}

type Call = (client: ServiceClient, signal?: AbortSignal) => Promise<unknown>

/** Every endpoint of the main API, by the name of its fault switch. */
const CALLS: [string, string, Call][] = [
  ['quotes', 'quotes', (client, signal) => client.quotes.get(quoteRequest(), { signal })],
  [
    'streamed quotes',
    'quotes',
    (client, signal) => drain(client.quotes.stream(quoteRequest(), { signal })),
  ],
  [
    'build',
    'build',
    (client, signal) =>
      client.deposits.build({ from: ACCOUNT, quoteId: 'q', routeId: 'r' }, { signal }),
  ],
  [
    'submit',
    'submit',
    (client, signal) =>
      client.deposits.submit({ quoteId: 'q', routeId: 'r', txHash: HASH }, { signal }),
  ],
  ['order by id', 'order', (client, signal) => client.orders.get('o', { signal })],
  ['orders by author', 'orders', (client, signal) => client.orders.list(ACCOUNT, {}, { signal })],
  [
    'order of an author',
    'orders',
    (client, signal) => client.orders.find(ACCOUNT, 'o', { signal }),
  ],
  ['tokens', 'tokens', (client, signal) => client.tokens.list({}, { signal })],
  ['search', 'search', (client, signal) => client.tokens.search('x', {}, { signal })],
  ['top', 'top', (client, signal) => client.tokens.top({}, { signal })],
  ['balances', 'balances', (client, signal) => client.tokens.balances(ACCOUNT, {}, { signal })],
  [
    'autocomplete',
    'autocomplete',
    (client, signal) => client.tokens.autocomplete('x', {}, { signal }),
  ],
  ['suggestions', 'suggestions', (client, signal) => client.tokens.suggestions({ signal })],
  ['chains', 'chains', (client, signal) => client.chains.list({ signal })],
  ['icon', 'icon', (client, signal) => client.chains.icon(BASE, { signal })],
  ['intent', 'intent', (client, signal) => client.intents.get('i', { signal })],
  [
    'intent by deposit',
    'intent-by-deposit',
    (client, signal) => client.intents.byDeposit({ chainId: BASE, txHash: HASH }, { signal }),
  ],
  ['intents', 'intents', (client, signal) => client.intents.byAuthor(ACCOUNT, {}, { signal })],
  ['hub configuration', 'hub', (client, signal) => client.hub.config({ signal })],
  ['vaults', 'hub', (client, signal) => client.hub.vaults({ signal })],
  ['share tokens', 'hub', (client, signal) => client.hub.mTokens({ signal })],
  ['QR of content', 'qr', (client, signal) => client.qr.generic('x', {}, { signal })],
  [
    'QR of a transfer',
    'qr',
    (client, signal) =>
      client.qr.transfer(
        { amount: '1', recipient: ACCOUNT, caip2: 'eip155:1', token: 'eth', decimals: '18' },
        {},
        { signal },
      ),
  ],
]

describe.each(CALLS)('%s', (_, route, call) => {
  it('given an error the service names, then the typed error with the whole body', async () => {
    const body = { name: 'InternalErrorException', message: 'It broke.', details: { x: 1 } }
    await harness.setFault(route, { kind: 'status', status: 500, body })
    await expect(call(harness.client)).rejects.toMatchObject({
      name: 'InternalServerError',
      message: 'It broke.',
      details: { status: 500, body },
    })
  })

  it('given 429, then the wait it asks for', async () => {
    const headers = { 'retry-after': '3' }
    await harness.setFault(route, { kind: 'status', status: 429, body: 'slow', headers })
    await expect(call(harness.client)).rejects.toMatchObject({
      code: 'SVC3001',
      retryAfterMs: 3000,
      details: { status: 429, body: 'slow' },
    })
  })

  it('given a dropped connection, then a connection error', async () => {
    await harness.setFault(route, { kind: 'drop' })
    await expect(call(harness.client)).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  it('given silence, then SVC3002', async () => {
    await harness.setFault(route, { kind: 'delay', ms: 60_000 })
    const impatient = harness.createClient({ timeoutMs: 100 })
    await expect(call(impatient)).rejects.toMatchObject({ code: 'SVC3002' })
  })

  it('given an abort in flight, then SVC3009', async () => {
    await harness.setFault(route, { kind: 'delay', ms: 60_000 })
    const controller = new AbortController()
    const leaving: typeof fetch = (...request) => {
      queueMicrotask(() => controller.abort())
      return fetch(...request)
    }
    const asked = call(harness.createClient({ fetch: leaving }), controller.signal)
    await expect(asked).rejects.toMatchObject({ code: 'SVC3009' })
  })

  it('given something else, then SVC3003', async () => {
    await harness.setFault(route, { kind: 'answer', body: 'certainly not this' })
    await expect(call(harness.client)).rejects.toMatchObject({ code: 'SVC3003' })
  })

  it('given any request, then it carried the version', async () => {
    await call(harness.client).catch(() => undefined)
    const { calls } = (await harness.wallet.control('GET', '/calls')) as {
      calls: { headers: Record<string, string> }[]
    }
    expect(calls).toHaveLength(1)
    expect(calls[0]?.headers['x-svc-sdk-version']).toBe('0.0.0-test')
  })
})

describe('the error table over the wire', () => {
  it.each([
    ['ValidationException', 400, 'ApiValidationError', 'SVC3001'],
    ['ZodValidationException', 400, 'ApiValidationError', 'SVC3001'],
    ['BadRequestException', 400, 'BadRequestError', 'SVC3001'],
    ['QuoteNotFoundException', 404, 'QuoteNotFoundError', 'SVC3004'],
    ['QuoteExpiredException', 410, 'QuoteExpiredError', 'SVC3005'],
    ['CannotFillException', 400, 'CannotFillError', 'SVC3004'],
    ['NotSupportedTokenException', 404, 'NotSupportedTokenError', 'SVC3001'],
    ['NotSupportedChainException', 404, 'NotSupportedChainError', 'SVC3001'],
    ['NotSupportedDepositMethodException', 400, 'NotSupportedDepositMethodError', 'SVC3006'],
    ['UnexpectedFromAddressException', 400, 'UnexpectedFromAddressError', 'SVC3006'],
    ['IntentNotFoundException', 404, 'IntentNotFoundError', 'SVC3001'],
    ['DuplicateRecordException', 409, 'DuplicateRecordError', 'SVC3001'],
    ['BroadcastException', 400, 'BroadcastError', 'SVC3007'],
    ['InternalErrorException', 500, 'InternalServerError', 'SVC3001'],
    ['NobodyKnowsException', 402, 'ServiceError', 'SVC3001'],
  ])('given %s with status %i, then %s with %s', async (name, status, error, code) => {
    const body = { name, message: `Said by ${name}`, details: { status } }
    await harness.setFault('quotes', { kind: 'status', status, body })
    await expect(harness.client.quotes.get(quoteRequest())).rejects.toMatchObject({
      name: error,
      code,
      message: body.message,
      details: { status, body },
    })
  })
})

describe('error bodies of other shapes over the wire', () => {
  it.each([
    ['a message without a name', 500, { message: 'It broke.' }, 'It broke.'],
    ['several messages', 400, { message: ['a is short', 'b is long'] }, 'a is short; b is long'],
    ['the message inside `error`', 403, { error: { code: 'X', message: 'Not here' } }, 'Not here'],
    ['`error` as a text', 502, { error: 'Bad Gateway', statusCode: 502 }, 'Bad Gateway'],
    ['a name that is none', 400, { name: 7, message: 'Kept' }, 'Kept'],
    ['`error` with a code alone', 500, { error: { code: 'X' } }, 'The service answered 500'],
    ['text', 404, '404 Not Found', 'The service answered 404'],
    ['a page', 502, '<html><h1>Bad gateway</h1></html>', 'The service answered 502'],
    ['nothing', 503, '', 'The service answered 503'],
    ['a list', 500, [], 'The service answered 500'],
  ])(
    'given %s, then its words are kept, and it is no error of the fiat API',
    async (_, status, body, message) => {
      await harness.setFault('quotes', { kind: 'status', status, body })
      await expect(harness.client.quotes.get(quoteRequest())).rejects.toMatchObject({
        name: 'ServiceError',
        code: 'SVC3001',
        message,
        details: { status, body },
      })
    },
  )

  it.each([
    [{ name: 'QuoteExpiredException' }, 410, 'QuoteExpiredError'],
    [{ name: 'QuoteNotFoundException', message: '' }, 400, 'QuoteNotFoundError'],
    [{ name: 'CannotFillException', message: 'No.', extra: [] }, 500, 'CannotFillError'],
  ])('given %j with status %i, then its name alone decides', async (body, status, name) => {
    await harness.setFault('build', { kind: 'status', status, body })
    const built = harness.client.deposits.build({ from: ACCOUNT, quoteId: 'q', routeId: 'r' })
    await expect(built).rejects.toMatchObject({ name, details: { status, body } })
  })

  it('given a submit that is refused for its order, then the order is in the details', async () => {
    const details = { errorCode: 'DEPOSIT_TX_HASH_CONFLICT', orderId: 'o-1' }
    const body = { name: 'BadRequestException', message: 'Another hash.', details }
    await harness.setFault('submit', { kind: 'status', status: 400, body })
    const submitted = harness.client.deposits.submit({ quoteId: 'q', routeId: 'r', txHash: HASH })
    await expect(submitted).rejects.toMatchObject({ name: 'BadRequestError', details: { body } })
  })
})

describe('cursors of the sandbox that are no offsets', () => {
  /** Serves a token a page, whose cursors lead to one another; gives what a walk over all of them finds. */
  async function walk(next: Readonly<Record<number, number | undefined>>) {
    const { data } = await harness.client.tokens.list({ limit: Object.keys(next).length })
    for (const [index, [at, cursor]] of Object.entries(next).entries()) {
      const route =
        at === '0' ? '^GET /v1/tokens\\?(?!.*cursor)' : `^GET /v1/tokens\\?.*cursor=${at}$`
      await harness.setFault(route, { kind: 'answer', body: { data: [data[index]], cursor } }, 9)
    }
    const found: string[] = []
    for await (const { address } of harness.client.tokens.all()) found.push(address)
    return { found, all: data.map(({ address }) => address) }
  }

  it.each([
    ['fall (the newest first)', { 0: 980, 960: undefined, 980: 960 }, [0, 2, 1]],
    ['go back to the start', { 0: 20, 20: 0 }, [0, 1]],
    ['repeat', { 0: 20, 20: 20 }, [0, 1]],
    ['point at the very page', { 0: 0 }, [0]],
  ])('given they %s, then each page is read once', async (_, next, order) => {
    const { found, all } = await walk(next)
    expect(found).toEqual(order.map((at) => all[at]))
  })
})

describe('streams of the sandbox', () => {
  it('given a stream cut after its first line, then that route is kept', async () => {
    await harness.setFault('quotes', { kind: 'stall' })
    const routes: string[] = []
    const impatient = harness.createClient({ timeoutMs: 5_000 })
    const read = async () => {
      for await (const { routeId } of impatient.quotes.stream(quoteRequest())) routes.push(routeId)
    }
    await expect(read()).rejects.toMatchObject({ code: 'SVC3002' })
    expect(routes).toEqual(['route-native'])
  })

  it.each(['truncate', 'malformed'])(
    'given a stream that is %sd, then an error ends it',
    async (kind) => {
      await harness.setFault('quotes', { kind })
      const asked = drain(harness.client.quotes.stream(quoteRequest()))
      await expect(asked).rejects.toMatchObject({
        code: kind === 'truncate' ? 'SVC3001' : 'SVC3003',
      })
    },
  )
})
