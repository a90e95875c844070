import { describe, expect, it } from 'vitest'
import type { Parse } from '@/src/contract/parser'
import { AppError } from '@/src/domain/error'
import { createRpc, type FetchLike, lacksMethod } from './json-rpc'

const A = 'https://a.example/'
const B = 'https://b.example/'

const text: Parse<string> = (value) =>
  typeof value === 'string' ? { ok: true, value } : { ok: false, where: 'here' }

type Answer = () => Response | Promise<Response>

/** A network in which each address answers as told; it remembers who was asked what. */
function network(answers: Record<string, Answer>) {
  const asked: { url: string; body: { method: string; id: number; params: unknown } }[] = []
  const fetch: FetchLike = async (url, init) => {
    asked.push({ url, body: JSON.parse(String(init.body)) })
    const answer = answers[url]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    init.signal?.throwIfAborted()
    return answer()
  }
  return { fetch, asked, urls: () => asked.map((one) => one.url) }
}

const result =
  (value: unknown): Answer =>
  () =>
    Response.json({ jsonrpc: '2.0', id: 1, result: value })
const failure =
  (error: object, status = 200): Answer =>
  () =>
    Response.json({ error }, { status })

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    (value) => `answered ${String(value)}`,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? error.code : String(error)
}

describe('createRpc', () => {
  it('given one address, then the parsed result, and a request as JSON-RPC wants it', async () => {
    const { fetch, asked } = network({ [A]: result('yes') })
    const { call } = createRpc({ urls: [A], fetch })
    expect(await call('eth_x', [1, 'two'], text)).toBe('yes')
    expect(asked[0]?.body).toEqual({ jsonrpc: '2.0', id: 1, method: 'eth_x', params: [1, 'two'] })
    await call('eth_x', [], text)
    expect(asked[1]?.body.id).toBe(2)
  })

  it('given an answer that a cache has kept, then its date is told with the age it has since', async () => {
    const headers = { date: 'Thu, 01 Jan 2026 00:00:10 GMT', age: '60' }
    const { fetch } = network({ [A]: () => Response.json({ result: 'yes' }, { headers }) })
    const dates: number[] = []
    const { call } = createRpc({ urls: [A], fetch })
    await call('eth_x', [], text, undefined, (time) => dates.push(time))
    expect(dates).toEqual([Date.parse('2026-01-01T00:01:10Z')])
  })

  it.each<[string, Answer]>([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers 500', () => new Response('oops', { status: 500 })],
    ['answers no JSON', () => new Response('<html>')],
    ['answers no JSON-RPC', () => Response.json({ hello: 1 })],
    ['answers nothing', () => new Response(null)],
    ['answers what does not parse', result(7)],
    ['does not know the method', failure({ code: -32601, message: 'method not found' })],
    ['is busy, with a status', failure({ code: -32005, message: 'limit exceeded' }, 429)],
  ])(
    'given the first %s, then the second is asked, and asked first from then on',
    async (_, broken) => {
      const { fetch, urls } = network({ [A]: broken, [B]: result('yes') })
      const { call } = createRpc({ urls: [A, B], fetch })
      expect(await call('m', [], text)).toBe('yes')
      expect(await call('m', [], text)).toBe('yes')
      expect(urls()).toEqual([A, B, B])
    },
  )

  it('given the one asked first fails later, then the others are tried in turn', async () => {
    const answers: Record<string, Answer> = { [B]: result('b') }
    const { fetch, urls } = network(answers)
    const { call } = createRpc({ urls: [A, B], fetch })
    expect(await call('m', [], text)).toBe('b')
    delete answers[B]
    answers[A] = result('a')
    expect(await call('m', [], text)).toBe('a')
    expect(urls()).toEqual([A, B, B, A])
  })

  it.each([
    ['code 3', { code: 3, message: 'x', data: '0x08c379a0' }],
    ['words of anvil', { code: -32003, message: 'execution reverted' }],
    ['words of others', { code: -32015, message: 'VM Exception while processing' }],
  ])('given a revert (%s), then no other address is asked', async (_, error) => {
    const { fetch, urls } = network({ [A]: failure(error), [B]: result('yes') })
    const { call } = createRpc({ urls: [A, B], fetch })
    const thrown = await call('eth_call', [], text).catch((caught: unknown) => caught)
    expect(thrown).toMatchObject({ code: 'chain/reverted', context: { reason: error.message } })
    if (error.code === 3) expect(thrown).toMatchObject({ context: { data: '0x08c379a0' } })
    expect(urls()).toEqual([A])
  })

  it('given all fail, then the last failure', async () => {
    const { fetch } = network({ [A]: result(7) })
    expect(await codeOf(createRpc({ urls: [A, B], fetch }).call('m', [], text))).toBe(
      'chain/unreachable',
    )
    expect(await codeOf(createRpc({ urls: [B, A], fetch }).call('m', [], text))).toBe(
      'chain/bad-answer',
    )
  })

  it('given no address that may be asked, then there is none', async () => {
    const { fetch, urls } = network({})
    for (const bad of [
      [],
      ['http://example.org'],
      ['javascript:alert(1)'],
      ['https://user:pw@a.example'],
    ]) {
      expect(await codeOf(createRpc({ urls: bad, fetch }).call('m', [], text))).toBe('chain/no-rpc')
    }
    expect(urls()).toEqual([])
  })

  it('given an address that hangs, then the next is asked once its time is up', async () => {
    const hang: FetchLike = (url, init) =>
      url === B
        ? Promise.resolve(Response.json({ result: 'yes' }))
        : new Promise((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          })
    const { call } = createRpc({ urls: [A, B], fetch: hang, timeoutMs: 10 })
    expect(await call('m', [], text)).toBe('yes')
  })

  it('given the caller gives up, then nobody else is asked', async () => {
    const { fetch, urls } = network({ [A]: result('yes'), [B]: result('yes') })
    const call = createRpc({ urls: [A, B], fetch }).call('m', [], text, AbortSignal.abort())
    expect(await codeOf(call)).toBe('service/aborted')
    expect(urls()).toEqual([A])
  })

  it('given an answer without an end, then reading stops', async () => {
    let sent = 0
    const chunk = new Uint8Array(1024 * 1024).fill(32)
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(chunk)
      },
    })
    const { fetch } = network({ [A]: () => new Response(endless) })
    expect(await codeOf(createRpc({ urls: [A], fetch }).call('m', [], text))).toBe(
      'chain/bad-answer',
    )
    expect(sent).toBeLessThan(20)
  })

  it('given a parser that throws, then that is a bug and shows as one', async () => {
    const { fetch } = network({ [A]: result('yes'), [B]: result('yes') })
    const broken: Parse<string> = () => {
      throw new RangeError('bug')
    }
    expect(await codeOf(createRpc({ urls: [A, B], fetch }).call('m', [], broken))).toBe(
      'RangeError: bug',
    )
  })

  it("given no fetch of its own, then the browser's is used", async () => {
    const { call } = createRpc({ urls: ['http://127.0.0.1:1/'], timeoutMs: 2_000 })
    expect(await codeOf(call('m', [], text))).toBe('chain/unreachable')
  })
})

describe('createRpc, which addresses it accepts', () => {
  it('given an address of another chain, then it is never asked anything else', async () => {
    const { fetch, asked } = network({ [A]: result('wrong'), [B]: result('right') })
    const { call } = createRpc({ urls: [A, B], fetch }, async (ask) => {
      if ((await ask('who', [], text)) !== 'right') throw new AppError('chain/bad-answer')
    })
    await call('m', [], text)
    await call('m', [], text)
    expect(asked.map((one) => [one.url, one.body.method])).toEqual([
      [A, 'who'],
      [B, 'who'],
      [B, 'm'],
      [B, 'm'],
    ])
  })
})

describe('lacksMethod', () => {
  /** Whether the one node that there is lacks the method, by what it answers. */
  async function isLacking(answer: Answer): Promise<boolean> {
    const { fetch } = network({ [A]: answer })
    const error = await createRpc({ urls: [A], fetch })
      .call('eth_simulateV1', [], text)
      .catch((thrown: unknown) => thrown)
    if (!(error instanceof AppError)) throw new Error('it answered')
    return lacksMethod(error)
  }
  const page = (body: string, status: number) => () => new Response(body, { status })

  it.each<[string, Answer]>([
    [
      'geth',
      failure({
        code: -32601,
        message: 'the method eth_simulateV1 does not exist/is not available',
      }),
    ],
    ['reth', failure({ code: -32601, message: 'Method not found' })],
    ['EIP-1474', failure({ code: -32004, message: 'x' })],
    ['a gateway by a code of its own', failure({ code: -32600, message: 'Unsupported method: x' })],
    ['one by the parameters', failure({ code: -32602, message: 'method not supported here' })],
    [
      'one of a free plan',
      failure({ code: 35, message: 'method eth_simulateV1 is not available on freetier' }),
    ],
    ['one with a status', failure({ code: -32000, message: 'method is not whitelisted' }, 403)],
    ['one without JSON-RPC', page('{"message":"Method not allowed: eth_simulateV1"}', 405)],
    ['one in plain text', page('rpc method is not whitelisted', 403)],
  ])('given the words of %s, then it does', async (_, answer) => {
    expect(await isLacking(answer)).toBe(true)
  })

  it.each<[string, Answer]>([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an error of the server', page('method not found', 502)],
    ['too many calls', page('method eth_simulateV1 not available, slow down', 429)],
    ['a page that refuses', page('<html>403 Forbidden</html>', 403)],
    ['a revert', failure({ code: 3, message: 'execution reverted: method not found' })],
    ['a revert in words', failure({ code: -32000, message: 'reverted: method not found' })],
    ['insufficient funds', failure({ code: -38014, message: 'insufficient funds for gas' })],
    ['wrong parameters', failure({ code: -32602, message: 'invalid argument 0: hex number' })],
    ['a limit', failure({ code: -32005, message: 'limit exceeded' })],
    ['no time', failure({ code: -32000, message: 'execution aborted (timeout = 5s)' })],
    ['an answer that does not parse', result({ message: 'method not found' })],
    ['no JSON', () => new Response('method not found')],
  ])('given %s, then that is not said', async (_, answer) => {
    expect(await isLacking(answer)).toBe(false)
  })
})
