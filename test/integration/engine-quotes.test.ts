import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { QuoteEvent } from '@/src/contract/rpc'
import { serveQuotes } from '@/src/engine/service/quote-stream'
import { readCatalog } from '@/src/store/catalog'
import { author, chainId, erc20 } from './engine/chain'
import { toChainId } from './engine/service'
import { createWorld, type World } from './engine/world'

const request = {
  tradeType: 'EXACT_INPUT',
  fromChainId: chainId,
  fromToken: erc20,
  toChainId,
  toToken: erc20,
  amount: '25000000',
  fromAddress: author,
}

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `quotes-${count}`, source: 'erc20' })
  return world
}
afterEach(() => world.dispose())

/** A line of the service's stream. */
const line = (routeId: string, more: object = {}, quote: object = {}) => ({
  quoteId: 'q1',
  routeId,
  type: 'native-filler',
  quote: {
    amountIn: '25000000',
    amountOut: '24900000',
    expectedDurationSeconds: 20,
    ...quote,
  },
  ...more,
})

/** Asks for routes as one of our pages does; gives what came, and what the service was asked. */
async function ask(w: World, lines: unknown[], headers: Record<string, string> = {}) {
  const asked: { depositMethods?: string[] }[] = []
  const usual = w.service.answer
  w.service.answer = async (method, url, body) => {
    if (url.pathname !== '/v1/quotes') return usual(method, url, body)
    asked.push(body as { depositMethods?: string[] })
    // No network answers before what is stored here was read.
    for (const key of ['one', 'another']) await readCatalog(w.truth, key)
    const text = lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    return new Response(text.join('\n'), { headers })
  }
  const events: QuoteEvent[] = []
  await new Promise<void>((resolve) => {
    serveQuotes(w.worker().engine, {
      post(event) {
        events.push(event)
        if (event.type !== 'route') resolve()
      },
      onMessage: (listener) => listener({ type: 'start', request }),
      onClose: () => undefined,
    })
  })
  const quotes = events.flatMap((each) => (each.type === 'route' ? [each.route.quote] : []))
  return { asked, events, quotes, end: events.at(-1) }
}

describe('routes', () => {
  it('given one that is malformed, the others are offered', async () => {
    const w = open()
    const { quotes, end } = await ask(w, [line('a'), '{"half', { routeId: 7 }, line('b')])
    expect(quotes).toHaveLength(2)
    expect(end).toEqual({ type: 'done', count: 2, others: 0 })
  })

  it('given none that can be read, it is an error and not an empty list', async () => {
    const { end } = await ask(open(), [{ routeId: 7 }])
    expect(end).toMatchObject({ type: 'error', error: { code: 'service/bad-answer' } })
  })

  it('that need what no wallet here can be asked for are counted, not offered', async () => {
    const { asked, quotes, end } = await ask(open(), [
      line('a', { depositMethods: ['PERMIT2'] }),
      line('b', { depositMethods: ['TRANSFER', 'CONTRACT_CALL'] }),
      line('c', { depositMethods: [] }),
      line('d', { depositMethods: ['TRANSFER'] }),
    ])
    expect(asked[0]?.depositMethods).toEqual(['CONTRACT_CALL'])
    expect(quotes).toHaveLength(2)
    // The last one is paid by address, and offered there.
    expect(end).toEqual({ type: 'done', count: 2, others: 1 })
  })

  it('that name neither type nor deadline are offered, with a capped lifetime', async () => {
    const w = open()
    const now = w.clock.now / 1_000
    const { quotes } = await ask(w, [line('a', { type: undefined })])
    expect(quotes).toMatchObject([{ quoteExpiresAt: now + 60, validBefore: now + 60 }])
  })
})

describe('a clock that is wrong', () => {
  const hour = 3_600
  const truth = (w: World) => w.clock.now / 1_000 - hour
  const times = (w: World) => ({ quoteExpiresAt: truth(w) + 45, validBefore: truth(w) + 500 })

  it('hides no route where the service’s date can be read', async () => {
    const w = open()
    const date = new Date(truth(w) * 1_000).toUTCString()
    const { quotes } = await ask(w, [line('a', {}, times(w))], { date })
    const now = w.clock.now / 1_000
    expect(quotes).toMatchObject([{ quoteExpiresAt: now + 45, validBefore: now + 500 }])
  })

  it('hides no route where it cannot', async () => {
    const w = open()
    const { quotes } = await ask(w, [line('a', {}, times(w))])
    expect(quotes).toMatchObject([{ quoteExpiresAt: w.clock.now / 1_000 + 60 }])
  })

  it('hides the route whose price is over by the service’s own clock', async () => {
    const w = open()
    const date = new Date(truth(w) * 1_000).toUTCString()
    const { end } = await ask(w, [line('a', {}, { ...times(w), quoteExpiresAt: truth(w) })], {
      date,
    })
    expect(end).toEqual({ type: 'done', count: 0, others: 0 })
  })

  it('leaves the deadline to the chain’s own', async () => {
    const w = open()
    w.nodeFaults.set('rpc.test', (method, honest) =>
      method === 'eth_getBlockByNumber'
        ? { ...(honest as object), timestamp: `0x${(truth(w) + 100).toString(16)}` }
        : honest,
    )
    // No route waits for the chain: the first may come while it is still being read.
    const deadline = async () => (await ask(w, [line('a', {}, times(w))])).quotes[0]?.validBefore
    await expect.poll(deadline).toBe(w.clock.now / 1_000 + 400)
  })
})
