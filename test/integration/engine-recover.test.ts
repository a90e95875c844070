import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { binOrders } from '@/src/store/bin'
import { readHistory } from '@/src/store/read-history'
import { transact } from '@/src/store/transact'
import { author, chainId, depositData, erc20, target } from './engine/chain'
import { begin } from './engine/person'
import { toChainId } from './engine/service'
import { createWorld, type World } from './engine/world'

const stranger = `0x${'9'.repeat(40)}`
const depositHash = `0x${'d1'.repeat(32)}`
const payoutHash = `0x${'f'.repeat(64)}`

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `recover-${count}`, source: 'native' })
  return world
}
afterEach(() => world.dispose())

/** Puts an order into the service that this browser knows nothing of. */
function putOrder(w: World, status = 'created'): void {
  const createdAt = new Date(w.clock.now).toISOString()
  const order = { id: 'svc-9', quoteId: 'q9', routeId: 'r9', depositTxHash: depositHash }
  w.service.orders.push({ ...order, status, createdAt })
}

type Answer = (url: URL) => object | undefined

/** Lets the service answer some questions otherwise. */
function answering(w: World, answer: Answer): void {
  const usual = w.service.answer
  w.service.answer = async (method, url, body) => {
    const other = answer(url)
    return other ? Response.json(other) : usual(method, url, body)
  }
}

/** The intent of the deposit, told on one chain only. */
function intentOn(chainId: number, more: object = {}, txHash = depositHash): Answer {
  const deposit = { chainId, txHash, inputToken: `0x${'0'.repeat(40)}`, amountIn: '5' }
  const intent = {
    intentId: 'intent-9',
    state: 'Open',
    fromChainId: chainId,
    toChainId: 42161,
    author,
    srcAmount: '5',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...more,
  }
  return ({ pathname, searchParams }) => {
    if (pathname === `/v1/intents/${author}`) return { data: [intent] }
    if (pathname === '/v1/intent/intent-9') return { ...intent, deposits: [deposit] }
    const isIts =
      searchParams.get('chainId') === String(chainId) && searchParams.get('txHash') === txHash
    return pathname === '/v1/intent/deposit' && isIts
      ? { ...intent, deposits: [deposit] }
      : undefined
  }
}

const history = async (w: World) => (await readHistory(w.truth)).orders

describe('hundreds of orders that a service tells of', () => {
  it('given none of them is over, then sixty a minute are read in all', async () => {
    const w = open()
    const createdAt = new Date(w.clock.now).toISOString()
    const records = Array.from({ length: 300 }, (_, at) => ({
      ...{ id: `svc-${at}`, author, recipient: author, fromChainId: 8453, toChainId: 42161 },
      ...{ srcAmount: '5', destAmount: '7', quoteId: `q-${at}`, routeId: 'r', createdAt },
      ...{ status: 'deposited', depositTxHash: `0x${at.toString(16).padStart(64, '0')}` },
    }))
    answering(w, ({ pathname, searchParams }) =>
      pathname === `/v1/orders/${author}` && !searchParams.has('orderIds')
        ? { data: records }
        : records.find(({ id }) => pathname === `/v1/orders/by-id/${id}`),
    )
    const told = await w.call('recoverOrders', { query: author })
    expect(told).toMatchObject({ found: 300, named: 300 })
    expect(told.orderIds).toHaveLength(20)
    const before = w.requests.length
    await w.advance(180_000)
    const polls = w.requests.slice(before).filter((each) => each.includes('/by-id/'))
    expect(polls.length).toBeGreaterThan(60)
    expect(polls.length).toBeLessThanOrEqual(240)
  })
})

describe('the history of an address', () => {
  it('takes over what is of this address, and no order of somebody else', async () => {
    const w = open()
    putOrder(w)
    const [record] = [w.service.record('svc-9')]
    answering(w, ({ pathname }) =>
      pathname === `/v1/orders/${author}`
        ? { data: [record, { ...record, id: 'svc-10', author: stranger, depositTxHash: null }] }
        : undefined,
    )
    expect((await w.call('recoverOrders', { query: author })).found).toBe(1)
    expect((await history(w)).map(({ service }) => service.orderId)).toEqual(['svc-9'])
  })

  it('given a cursor without end, ends, and keeps what was found', async () => {
    const w = open()
    putOrder(w)
    const record = w.service.record('svc-9')
    answering(w, ({ pathname, searchParams }) => {
      if (pathname !== `/v1/orders/${author}`) return undefined
      const cursor = Number(searchParams.get('cursor') ?? 0)
      return { data: cursor === 0 ? [record] : [], cursor: cursor + 1 }
    })
    await expect(w.call('recoverOrders', { query: author })).rejects.toMatchObject({
      code: 'service/bad-answer',
    })
    expect(await history(w)).toHaveLength(1)
  })

  it('shows a deposit that has an intent and no order, and follows it until it has one', async () => {
    const w = open()
    answering(w, intentOn(8453))
    const { found, orderIds } = await w.call('recoverOrders', { query: author })
    expect(found).toBe(1)
    const [shown] = await history(w)
    expect(shown).toMatchObject({ id: orderIds[0], status: 'tracking' })
    expect(shown?.service).toMatchObject({ depositTxHash: depositHash })
    expect(shown?.accepted.from.amount).toBe('5')
    putOrder(w, 'filled')
    await w.advance(120_000)
    const [linked] = await history(w)
    // Its payout is still to be read on the chain.
    expect(linked).toMatchObject({
      status: 'tracking',
      service: { orderId: 'svc-9', status: 'filled' },
    })
    expect(await history(w)).toHaveLength(1)
  })
})

describe('a hash that was pasted', () => {
  it.each([8453, toChainId])('of a deposit on chain %i finds its order', async (chainId) => {
    const w = open()
    putOrder(w)
    answering(w, intentOn(chainId))
    const { found, orderIds } = await w.call('recoverOrders', { query: depositHash })
    expect(found).toBe(1)
    expect((await w.order(orderIds[0] ?? '')).service.orderId).toBe('svc-9')
  })

  it('of a deposit without an order finds the intent, and names it the next time too', async () => {
    const w = open()
    answering(w, intentOn(toChainId))
    const first = await w.call('recoverOrders', { query: depositHash })
    expect(first.found).toBe(1)
    const { orderIds } = first
    expect(await w.call('recoverOrders', { query: depositHash })).toEqual({ found: 0, orderIds })
  })

  it('of a payout finds the order of an account that was used here', async () => {
    const w = open()
    w.mirror.set('authors', [author])
    putOrder(w, 'filled')
    const record = { ...w.service.record('svc-9') }
    const transactions = { fill: { txHash: payoutHash, chainId: toChainId } }
    answering(w, ({ pathname, searchParams }) =>
      pathname === `/v1/orders/${author}` && searchParams.get('txHashSearch') === payoutHash
        ? { data: [{ ...record, transactions }] }
        : undefined,
    )
    const { orderIds } = await w.call('recoverOrders', { query: payoutHash })
    expect(orderIds).toHaveLength(1)
    expect((await w.order(orderIds[0] ?? '')).service.orderId).toBe('svc-9')
  })

  it('of a deposit without intent finds the order of the account that sent it', async () => {
    const w = open()
    const { hash } = w.chain.send({ to: stranger, data: '0x', value: '0x1' })
    putOrder(w)
    const record = { ...w.service.record('svc-9'), depositTxHash: hash }
    answering(w, ({ pathname, searchParams }) =>
      pathname.startsWith('/v1/orders/0x')
        ? { data: pathname.endsWith(author) && searchParams.get('txHashSearch') ? [record] : [] }
        : undefined,
    )
    expect((await w.call('recoverOrders', { query: hash })).found).toBe(1)
  })

  it.each(['operation', 'safe', 'oldSafe'] as const)(
    'of what an account with code signed (%s) finds the deposit that carried it',
    async (by) => {
      const w = open()
      // The account was used here before.
      await begin(w)
      const id = `0x${'7'.repeat(64)}`
      const call = { to: target, data: depositData, value: '0x5' }
      const { hash } = w.chain.sendByContract(call, { by, id })
      w.chain.mine()
      answering(w, intentOn(chainId, {}, hash))
      const { orderIds } = await w.call('recoverOrders', { query: id })
      expect(orderIds).toHaveLength(1)
      expect((await w.order(orderIds[0] ?? '')).service.depositTxHash).toBe(hash)
      expect(await w.call('recoverOrders', { query: `0x${'8'.repeat(64)}` })).toMatchObject({
        found: 0,
        orderIds: [],
      })
    },
  )

  it('given an order that does not hold the hash, finds nothing', async () => {
    const w = open()
    w.mirror.set('authors', [author])
    putOrder(w)
    const record = w.service.record('svc-9')
    answering(w, ({ pathname }) =>
      pathname === `/v1/orders/${author}` ? { data: [record] } : undefined,
    )
    expect((await w.call('recoverOrders', { query: payoutHash })).found).toBe(0)
  })

  it('given the service is silent, does not say that there is nothing', async () => {
    const w = open()
    w.service.faults.push('error', 'error', 'error', 'error', 'error', 'error')
    await expect(w.call('recoverOrders', { query: depositHash })).rejects.toMatchObject({
      code: 'service/failed',
    })
  })

  it('leaves a deposit to the order that asked for it and waits for the answer', async () => {
    const w = open()
    const orderId = await begin(w)
    await w.settle()
    w.page.approve()
    w.chain.mine()
    const { srcAmount, txHash } = {
      srcAmount: (await w.order(orderId)).accepted.from.amount,
      txHash: w.chain.mined.at(-1)?.hash ?? '',
    }
    const createdAt = new Date(w.clock.now).toISOString()
    answering(w, intentOn(8453, { srcAmount, createdAt }, txHash))
    expect(await w.call('recoverOrders', { query: author })).toEqual({
      found: 0,
      orderIds: [orderId],
    })
    expect(await history(w)).toHaveLength(1)
  })

  it.each([
    ['names its transaction', true],
    ['names none, and what it pays', false],
  ])('leaves a deposit to an order of which not all can be read, that %s', async (_, isNamed) => {
    const w = open()
    const orderId = await begin(w)
    await w.settle()
    w.page.approve()
    if (isNamed) await w.deliver()
    w.chain.mine()
    const connection = await w.truth.use()
    const row = await connection.get('orders', orderId)
    const order = { ...Object(row?.order), status: 'teleported' }
    const terms = isNamed ? { accepted: { torn: true } } : {}
    const { routeKey: _route, ...kept } = { ...row, keys: [], order: { ...order, ...terms } }
    await connection.put('orders', kept as never)
    await connection.clear('outbox')
    const srcAmount = order.accepted.from.amount
    const createdAt = new Date(w.clock.now).toISOString()
    answering(w, intentOn(8453, { srcAmount, createdAt }, w.chain.mined.at(-1)?.hash))
    const recovered = w.call('recoverOrders', { query: author })
    expect(await recovered).toEqual({ found: 0, orderIds: [orderId] })
  })

  describe('of what a page called rejected and a private relay sent', () => {
    /** The order, its payment as the service tells of it, and what becomes of it. */
    async function relayed(isStopped: boolean) {
      const w = open()
      w.page.state.relay = true
      const orderId = await begin(w)
      await w.settle()
      w.page.approve('false-rejection')
      await w.deliver()
      if (isStopped) await w.call('stopOrder', { orderId })
      const { amount } = (await w.order(orderId)).accepted.from
      const tell = (more: object) => {
        w.chain.mineRelay()
        const createdAt = new Date(w.clock.now).toISOString()
        const record = { srcAmount: amount, createdAt, ...more }
        answering(w, intentOn(8453, record, w.chain.mined.at(-1)?.hash))
        return w.call('recoverOrders', { query: author })
      }
      const goOn = async () => {
        await w.advance(300_000)
        return w.order(orderId)
      }
      return { w, orderId, tell, goOn }
    }

    it.each([false, true])('is left to its order, stopped (%s) or not', async (isStopped) => {
      const { w, orderId, tell, goOn } = await relayed(isStopped)
      expect(await tell({})).toEqual({ found: 0, orderIds: [orderId] })
      expect((await goOn()).steps[0]?.state.status).toBe('confirmed')
      expect(await history(w)).toHaveLength(1)
    })

    it('is followed by its order though the service told of it as of another', async () => {
      const { tell, goOn } = await relayed(true)
      expect(await tell({ srcAmount: '5' })).toMatchObject({ found: 1 })
      expect((await goOn()).steps[0]?.state.status).toBe('confirmed')
    })

    it('is looked at as soon as a service tells of it', async () => {
      const { w, orderId, tell } = await relayed(true)
      await w.advance(60_000)
      const { status } = (await w.order(orderId)).steps[0]?.state ?? {}
      expect(status).toBe('declined')
      await tell({})
      await w.settle()
      expect((await w.order(orderId)).steps[0]?.state.status).not.toBe('declined')
    })

    it.each([
      ['was paid before the order', { createdAt: '2026-12-31T00:00:00.000Z' }],
      ['pays to another chain', { toChainId: 10 }],
      ['pays another token', { toToken: stranger }],
    ])('is kept as an order of its own where it %s', async (_, more) => {
      const { tell } = await relayed(true)
      expect(await tell(more)).toMatchObject({ found: 1 })
    })

    it('is kept as an order of its own where the order is one that a file holds', async () => {
      const { w, orderId, tell } = await relayed(false)
      const fromBackup = true as const
      await transact(w.truth, orderId, (order) => ({ order: { ...order, fromBackup } }), {
        now: w.clock.now,
      })
      expect(await tell({})).toMatchObject({ found: 1 })
    })

    it('is kept as an order of its own where its order looks for it no more', async () => {
      const { w, tell } = await relayed(false)
      await (await w.truth.use()).clear('outbox')
      expect(await tell({})).toMatchObject({ found: 1 })
    })

    it('is kept as an order of its own where another payment of its order was mined', async () => {
      const { w, orderId, tell } = await relayed(false)
      const [step] = (await w.order(orderId)).steps
      w.page.state.relay = false
      await w.call('retryStep', { orderId, stepId: step?.id ?? '', notSent: true })
      await w.settle()
      const relay = w.chain.relay.splice(0)
      w.page.approve()
      await w.deliver()
      w.chain.mine()
      await w.advance(10_000)
      w.chain.relay.push(...relay.map((each) => ({ ...each, nonce: 1 })))
      expect((await w.order(orderId)).steps[0]?.state.status).toBe('confirmed')
      expect(await tell({})).toMatchObject({ found: 1 })
    })
  })
})

describe('an order of whose token the service gives decimals that its chain does not', () => {
  it.each([
    ['2', { symbol: '?', decimals: 0 }],
    ['6', { symbol: 'USDC', decimals: 6 }],
  ])('given %s of them, is shown by no number but its chain`s', async (told, shown) => {
    const w = open()
    const meta = { symbol: 'USDC', decimals: Number(told) }
    const record = {
      ...{ id: 'svc-9', status: 'deposited', author, recipient: author, fromChainId: 8453 },
      ...{ fromToken: erc20, srcAmount: '25000000', fromTokenMeta: meta, toChainId: 8453 },
      ...{ toToken: erc20, destAmount: '25000000', toTokenMeta: meta, depositTxHash: depositHash },
    }
    answering(w, ({ pathname }) => (pathname === '/v1/orders/by-id/svc-9' ? record : undefined))
    const { orderIds } = await w.call('recoverOrders', { query: 'svc-9' })
    const { accepted } = await w.order(orderIds[0] ?? '')
    expect([accepted.from, accepted.to]).toMatchObject([shown, shown])
  })
})

describe('a deposit address that was pasted', () => {
  const address = `0x${'ad'.repeat(20)}`
  const token = { chainId: toChainId, address: erc20, name: 'T', symbol: 'USDC', decimals: 6 }

  type Told = { author?: string; chainId?: number; hash?: string; deposits?: unknown }

  /** Pays the address, and lets the service say of the payment what it is told to. */
  async function paidBy(w: World, ...told: Told[]): Promise<string[]> {
    // A node whose payments a test makes itself.
    await w.call('writeSettings', { rpcUrls: { [toChainId]: `https://own.test/${toChainId}` } })
    const hashes = told.map(() => w.payouts.pay(erc20, address, 5n))
    const intents = told.map((each, at) => {
      const hash = each.hash ?? hashes[at]
      const deposit = { chainId: toChainId, txHash: hash, inputToken: erc20, amountIn: '5' }
      const fromChainId = each.chainId ?? toChainId
      return {
        intentId: `intent-${at}`,
        state: 'Open',
        fromChainId,
        toChainId: 8453,
        author: each.author ?? author,
        fromToken: erc20,
        srcAmount: '5',
        createdAt: '2026-01-01T00:00:00.000Z',
        ...('deposits' in each ? { deposits: each.deposits } : { deposits: [deposit] }),
      }
    })
    answering(w, ({ pathname, searchParams }) => {
      if (pathname === '/v1/tokens') return { data: [token] }
      const at = hashes.indexOf(searchParams.get('txHash') ?? '')
      return pathname === '/v1/intent/deposit' && at >= 0 ? intents[at] : undefined
    })
    return hashes
  }

  it('finds the payment on the chain, and comes back as a payment by address', async () => {
    const w = open()
    const [hash] = await paidBy(w, {})
    const { found, orderIds } = await w.call('recoverOrders', { query: address })
    expect(found).toBe(1)
    expect(await history(w)).toMatchObject([
      {
        id: orderIds[0],
        kind: 'transfer',
        service: { depositTxHash: hash },
        transfer: { depositAddress: address, closed: { why: 'found' } },
      },
    ])
    expect(await w.call('recoverOrders', { query: address })).toEqual({ found: 0, orderIds })
    // Removed a moment ago, it is no order that is listed.
    const [orderId] = orderIds
    await binOrders(w.truth, { at: w.clock.now, orderId }, () => true)
    expect(await history(w)).toEqual([])
    expect(await w.call('recoverOrders', { query: address })).toEqual({ found: 1, orderIds })
    expect(await history(w)).toHaveLength(1)
  })

  it.each<[string, Told[]]>([
    ['another deposit’s intent', [{ hash: depositHash }]],
    ['an intent of another chain', [{ chainId: 8453 }]],
    ['an intent that names no deposit', [{ deposits: undefined }]],
    ['an intent that is nonsense', [{ deposits: 'many' }]],
    ['several people’s deposits', [{}, { author: stranger }]],
  ])('given the service answers with %s, takes over nothing', async (_, told) => {
    const w = open()
    await paidBy(w, ...told)
    const answer = await w.call('recoverOrders', { query: address }).catch(() => ({ found: 0 }))
    expect(answer).toMatchObject({ found: 0 })
    expect(await history(w)).toEqual([])
  })

  it('given no payment of the last days, says that older ones were not looked for', async () => {
    const w = open()
    await paidBy(w)
    expect(await w.call('recoverOrders', { query: stranger })).toEqual({
      ...{ found: 0, orderIds: [], isRecent: true },
    })
  })

  it('given a chain that does not answer, says that not all was looked through', async () => {
    const w = open()
    await paidBy(w)
    w.nodeFaults.set('rpc.test', () => {
      throw new TypeError('connection refused')
    })
    const answer = await w.call('recoverOrders', { query: address })
    expect(answer).toMatchObject({ found: 0, orderIds: [], isPartial: true })
  })

  it('of accounts that are read anew after a loss, searches no chain', async () => {
    const w = open()
    w.mirror.set('authors', [address])
    await w.settle()
    await w.call('recoverOrders', { query: 'svc-none' })
    expect(w.reads.filter((read) => read.includes('eth_getLogs'))).toEqual([])
  })

  it('given a later record pays somebody else, believes nothing of it', async () => {
    const w = open()
    putOrder(w)
    const { depositTxHash: _, ...record } = w.service.record('svc-9') ?? {}
    let told: object = { ...record, status: 'created' }
    answering(w, ({ pathname }) => {
      if (pathname === '/v1/orders/by-id/svc-9') return told
      return pathname === `/v1/orders/${author}` ? { data: [told] } : undefined
    })
    const [orderId = ''] = (await w.call('recoverOrders', { query: 'svc-9' })).orderIds
    expect(await history(w)).toMatchObject([
      { kind: 'transfer', status: 'tracking', transfer: { depositAddress: '' } },
    ])
    // No chain can be asked about an address that is not known.
    await expect(w.call('lookForPayment', { orderId })).rejects.toMatchObject({
      code: 'order/changed',
    })
    told = { ...record, status: 'filled', recipient: stranger }
    await w.advance(120_000)
    expect(await history(w)).toMatchObject([
      { status: 'tracking', contradiction: { field: 'recipient', told: stranger } },
    ])
  })

  it.each([
    ['bip122', 'BTC', 'bip122', 'b7'.repeat(32)],
    ['bip122', 'LTC', 'litecoin', 'b7'.repeat(32)],
    ['ckb', 'CKB', 'ckb', `0x${'b7'.repeat(32)}`],
  ])(
    'on a chain (%s, %s) that is only paid from, is known by its hash, and no node is asked of it',
    async (type, symbol, family, txHash) => {
      const w = open()
      const chain = {
        ...{ type, id: 20_000_000_000_001, name: symbol },
        nativeCurrency: { name: symbol, symbol, decimals: 8 },
      }
      const told = {
        id: 'svc-abroad',
        fromChainId: chain.id,
        fromToken: 'native',
        toChainId,
        toToken: erc20,
        srcAmount: '5000',
        destAmount: '7',
        status: 'deposited',
        recipient: author,
        depositTxHash: txHash,
      }
      answering(w, ({ pathname }) => {
        if (pathname === '/v1/chains') return [chain]
        return pathname === '/v1/orders/by-id/svc-abroad' ? told : undefined
      })
      await w.call('recoverOrders', { query: 'svc-abroad' })
      expect(await history(w)).toMatchObject([
        {
          kind: 'transfer',
          accepted: { from: { chainId: chain.id, family } },
          service: { depositTxHash: txHash },
          transfer: { depositAddress: '', closed: { why: 'found' } },
        },
      ])
      await w.call('recoverOrders', { query: txHash }).catch(() => undefined)
      const asked = w.requests.filter((path) => path === '/v1/intent/deposit')
      expect(asked).toHaveLength(1)
    },
  )
})
