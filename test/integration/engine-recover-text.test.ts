import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { author, erc20 } from './engine/chain'
import { native, toChainId } from './engine/service'
import { solanaChainId, solanaNative } from './engine/solana'
import { createWorld, twoOperators, type World } from './engine/world'

const evmHash = `0x${'a'.repeat(64)}`
const abroadHash = 'a'.repeat(64)
const solanaKey = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'
const bitcoinAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const bitcoinId = 20_000_000_000_001

let world: World
let count = 0
afterEach(() => world.dispose())

type Fiat = { answers: boolean; away: boolean; reads: number }

/** A world whose fiat API, where it answers, has an order of whatever number it is asked for. */
async function open(fiat: Partial<Fiat> = {}): Promise<{ w: World; fiat: Fiat }> {
  count += 1
  world = createWorld({ name: `recover-text-${count}`, source: 'native', operators: twoOperators })
  const api = { answers: true, away: false, reads: 0, ...fiat }
  world.hosts.set('fiat.test', (_, url) => {
    api.reads += 1
    if (api.away) throw new TypeError('connection refused')
    const orderId = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    if (api.answers) return Response.json({ orderId, status: 'created' })
    return Response.json({ error: { code: 'ORDER_NOT_FOUND', message: '' } }, { status: 404 })
  })
  await world.call('writeSettings', { fiatUrl: 'https://fiat.test' })
  return { w: world, fiat: api }
}

/** A swap that the service for swaps has under this number, or of this account. */
function hasSwap(
  w: World,
  more: { id?: string; author?: string; fromToken?: string },
  fromChainId = 8453,
): void {
  const usual = w.service.answer
  const record = {
    ...{ id: 'svc-1', author, fromChainId, fromToken: native, toChainId, toToken: erc20 },
    ...{ srcAmount: '5', destAmount: '7', status: 'created', recipient: author, ...more },
  }
  w.service.answer = async (method, url, body) => {
    const chain = { type: 'bip122', id: bitcoinId, name: 'Bitcoin' }
    const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
    if (url.pathname === '/v1/chains') return Response.json([{ ...chain, nativeCurrency }])
    if (url.pathname === `/v1/orders/by-id/${record.id}`) return Response.json(record)
    if (url.pathname === `/v1/orders/${record.author}`) return Response.json({ data: [record] })
    return usual(method, url, body)
  }
}

const recover = (w: World, query: string) => w.call('recoverOrders', { query })
const kinds = async (w: World) => {
  const rows = await (await w.truth.use()).getAll('orders')
  return rows.map(({ order }) => (order as { kind: string }).kind).sort()
}

describe('an address that was pasted', () => {
  it.each([
    ['an EVM chain', author],
    ['Bitcoin', bitcoinAddress],
    ['Bitcoin, in the old form', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('of %s is nothing that the fiat API is told of', async (_, query) => {
    const { w, fiat } = await open()
    await recover(w, query)
    expect([fiat.reads, await kinds(w)]).toEqual([0, []])
  })

  it('of Bitcoin finds what was paid by it, in capitals too', async () => {
    const { w } = await open()
    hasSwap(w, { author: bitcoinAddress }, bitcoinId)
    expect(await recover(w, bitcoinAddress.toUpperCase())).toMatchObject({ found: 1 })
    expect(await kinds(w)).toEqual(['transfer'])
  })

  it('of a payment on Bitcoin finds its order by the intent that the service has for it', async () => {
    const { w, fiat } = await open()
    hasSwap(w, { author: bitcoinAddress, fromToken: 'native' }, bitcoinId)
    const usual = w.service.answer
    const paid = { chainId: bitcoinId, txHash: abroadHash, inputToken: 'native', amountIn: '5' }
    w.service.answer = async (method, url, body) => {
      if (url.pathname !== '/v1/intent/deposit') return usual(method, url, body)
      const chains = { fromChainId: bitcoinId, toChainId, fromToken: 'native', toToken: erc20 }
      const terms = { author: bitcoinAddress, srcAmount: '5', destAmount: '7', deposits: [paid] }
      return Response.json({ intentId: 'i-1', state: 'Open', ...chains, ...terms })
    }
    expect(await recover(w, abroadHash)).toMatchObject({ found: 1 })
    expect([fiat.reads, await kinds(w)]).toEqual([0, ['transfer']])
  })

  it('of Bitcoin that nobody knows was not looked for on its chain', async () => {
    const { w } = await open()
    expect(await recover(w, bitcoinAddress)).toEqual({ found: 0, orderIds: [], isPartial: true })
  })
})

describe('a text that may be of a chain, or the number of a purchase', () => {
  const texts = [
    ['a hash of an EVM chain', evmHash],
    ['a hash of Bitcoin', abroadHash],
    ['an account on Solana', solanaKey],
  ]

  it.each(texts)('given %s that is one, then the purchase is found', async (_, query) => {
    const { w } = await open()
    expect(await recover(w, query)).toMatchObject({ found: 1 })
    expect(await kinds(w)).toEqual(['purchase'])
  })

  it.each(texts)('given %s that the service knows, then nobody else is told', async (_, query) => {
    const { w, fiat } = await open()
    if (query === solanaKey) hasSwap(w, { author: query, fromToken: solanaNative }, solanaChainId)
    else hasSwap(w, { id: query })
    expect(await recover(w, query)).toMatchObject({ found: 1 })
    expect(fiat.reads).toBe(0)
  })

  it.each(texts)(
    'given %s and no fiat API, then it is said that not all answered',
    async (_, query) => {
      const { w } = await open({ away: true })
      expect(await recover(w, query)).toEqual({ found: 0, orderIds: [], isPartial: true })
    },
  )

  it.each(texts)('given %s that nobody knows, then nothing is found', async (_, query) => {
    const { w } = await open({ answers: false })
    expect(await recover(w, query)).toMatchObject({ found: 0, orderIds: [] })
  })
})

describe('a number', () => {
  it('of a swap and of a purchase finds both, each in the second copy as well', async () => {
    const { w } = await open()
    hasSwap(w, { id: 'number-1' })
    const { orderIds } = await recover(w, 'number-1')
    // Nothing came of them yet: a database that is lost now would take them along.
    const kept = [...w.mirror.keys()].filter((key) => key.startsWith('order:'))
    expect(kept.sort()).toEqual(orderIds.map((id) => `order:${id}`).sort())
    expect(w.mirror.has('authors')).toBe(false)
  })

  it('of a swap and of a purchase finds both', async () => {
    const { w } = await open()
    hasSwap(w, { id: 'number-1' })
    expect((await recover(w, 'number-1')).orderIds).toHaveLength(2)
    expect(await kinds(w)).toEqual(['purchase', 'transfer'])
  })

  it('of a purchase is found though the service for swaps is away', async () => {
    const { w } = await open()
    w.service.answer = async () => Response.json({ message: 'x' }, { status: 503 })
    expect(await recover(w, 'number-1')).toMatchObject({ found: 1 })
  })
})
