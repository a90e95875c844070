import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { author, erc20 } from './engine/chain'
import { hubToken } from './engine/fiat-service'
import {
  ask,
  buy,
  close,
  fiat,
  fiatUrl,
  host,
  least,
  minute,
  open,
  read,
  refusal,
  stored,
  unreachable,
} from './engine/purchases'
import { toChainId } from './engine/service'
import { operatorsOf, twoOperators, type World } from './engine/world'

afterEach(close)

describe('a purchase that is found by its number', () => {
  const found = {
    provider: 'harbor',
    recipient: author,
    outputAsset: { chainId: toChainId, address: erc20 },
    fiatCurrency: 'EUR',
    fiatAmount: '50',
    expectedOutputAmount: '25000000',
    swapStrategy: 'direct',
  }
  const recover = (w: World, query = 'fiat-1') => w.call('recoverOrders', { query })

  it('given it waits for its payment, then it is followed, and its checkout is never opened from here', async () => {
    const w = await open()
    fiat.view = { status: 'created', ...found, createdAt: new Date(w.clock.now).toISOString() }
    const { orderIds } = await recover(w)
    const [orderId = ''] = orderIds
    expect(await read(w, orderId)).toMatchObject({
      status: 'submitted',
      serviceUrl: fiatUrl,
      createdAt: w.clock.now,
      accepted: { from: { symbol: 'EUR', amount: '5000' }, recipient: author },
      purchase: { found: true },
    })
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'order/checkout-over',
    })
    fiat.view = { ...fiat.view, status: 'payment_received' }
    await w.advance(minute)
    expect((await read(w, orderId)).status).toBe('tracking')
    expect(await recover(w)).toEqual({ found: 0, orderIds })
  })

  it('given it is the answer that never came to a purchase here, then it is joined to it, with the facts of both', async () => {
    const w = await open()
    fiat.fault = unreachable
    const { orderId } = await buy(w)
    const before = await read(w, orderId)
    expect(before.failure?.code).toBe('order/not-made')
    fiat.fault = undefined
    fiat.view = { status: 'created', ...found }
    expect(await recover(w)).toEqual({ found: 0, orderIds: [orderId], isJoined: true })
    const { accepted, createdAt, began } = before
    const joined = await read(w, orderId)
    expect(joined).toMatchObject({
      ...{ accepted, createdAt, began, status: 'submitted', notified: ['unanswered'] },
      service: { orderId: 'fiat-1' },
      purchase: { provider: 'Harbor Pay', action: { type: 'wrapper' } },
    })
    expect(joined.failure).toBeUndefined()
    expect(await stored(w)).toHaveLength(1)
    expect(await recover(w)).toEqual({ found: 0, orderIds: [orderId] })
    fiat.view = { ...fiat.view, status: 'payment_received' }
    await w.advance(minute)
    expect((await read(w, orderId)).status).toBe('tracking')
  })

  it.each([
    ['the recipient is not told', { recipient: undefined }],
    ['it is paid to somebody else', { recipient: `0x${'d'.repeat(40)}` }],
    ['another amount was paid', { fiatAmount: '51' }],
    ['it was made long before', { createdAt: '2020-01-01T00:00:00Z' }],
  ])(
    'given %s, then it is a purchase of its own beside the one without an answer',
    async (_, more) => {
      const w = await open()
      fiat.fault = unreachable
      const { orderId } = await buy(w)
      fiat.fault = undefined
      fiat.view = { status: 'created', ...found, ...more }
      expect(await recover(w)).toMatchObject({ found: 1 })
      expect((await read(w, orderId)).failure?.code).toBe('order/not-made')
      expect(await stored(w)).toHaveLength(2)
    },
  )

  it('given the API tells its status alone, then it is followed as far as the API’s word goes', async () => {
    const w = await open()
    fiat.view = { status: 'processing' }
    const [orderId = ''] = (await recover(w)).orderIds
    expect(await read(w, orderId)).toMatchObject({
      status: 'tracking',
      accepted: { from: { symbol: '?' }, to: { symbol: '?' }, recipient: '' },
    })
    fiat.view = { status: 'completed', recipient: author, transferTxHash: `0x${'a'.repeat(64)}` }
    await w.advance(minute * 60 * 25)
    expect((await read(w, orderId)).status).toBe('unproved')
    expect(w.notices).toEqual([`unproved:${orderId}`])
  })

  it.each([
    ['what was delivered', { outputAmount: '25000000' }],
    ['nothing of it', {}],
  ])(
    'given it was not told how much it brings, and at its end %s is, then a trifle is no delivery',
    async (_, more) => {
      const w = await open()
      const { expectedOutputAmount: _amount, ...bare } = found
      fiat.view = { status: 'processing', ...bare, createdAt: new Date(w.clock.now).toISOString() }
      const [orderId = ''] = (await recover(w)).orderIds
      await w.advance(minute)
      // Anybody may send a unit of any token to an address.
      w.payouts.pay(erc20, author, '1')
      for (let i = 0; i < 10; i += 1) w.payouts.pass()
      fiat.view = { ...fiat.view, status: 'completed', ...more }
      await w.advance(minute * 5)
      expect((await read(w, orderId)).status).toBe('tracking')
      const transferTxHash = w.payouts.pay(erc20, author, '24900000')
      for (let i = 0; i < 10; i += 1) w.payouts.pass()
      fiat.view = { ...fiat.view, transferTxHash }
      await w.advance(minute * 10)
      expect(await read(w, orderId)).toMatchObject({
        status: 'filled',
        arrival: { found: { hash: transferTxHash } },
      })
    },
  )

  it.each([
    ['it was paid to somebody else later', { recipient: `0x${'d'.repeat(40)}` }, 'recipient'],
    [
      'it brings another token later',
      { outputAsset: { chainId: toChainId, address: `0x${'d'.repeat(40)}` } },
      'toToken',
    ],
  ])('given %s, then nothing of that is believed', async (_, more, field) => {
    const w = await open()
    fiat.view = { status: 'processing', ...found }
    const [orderId = ''] = (await recover(w)).orderIds
    fiat.view = { status: 'completed', ...found, ...more }
    await w.advance(minute)
    expect(await read(w, orderId)).toMatchObject({ status: 'tracking', contradiction: { field } })
  })

  it.each([
    ['knows no such number', () => refusal(404, 'ORDER_NOT_FOUND')],
    ['says that none looks like this', () => refusal(400, 'VALIDATION_ERROR')],
  ])('given the API %s, then nothing is found', async (_, fault) => {
    const w = await open()
    fiat.fault = fault()
    expect(await recover(w)).toEqual({ found: 0, orderIds: [] })
    expect(await stored(w)).toEqual([])
  })

  it.each([
    [
      'refuses the extension',
      () => refusal(403, 'ORIGIN_NOT_ALLOWED'),
      'service/origin-not-allowed',
    ],
    ['asks for patience', () => refusal(429, 'RATE_LIMITED'), 'service/rate-limited'],
    ['is away', () => unreachable, 'service/unreachable'],
    [
      'answers with another order',
      () => () => Response.json({ orderId: 'fiat-2', status: 'created' }),
      'service/bad-answer',
    ],
    ['answers nonsense', () => () => Response.json({ status: 7 }), 'service/bad-answer'],
  ])(
    'given the API %s, then that is said, and never that there is nothing',
    async (_, fault, code) => {
      const w = await open()
      fiat.fault = fault()
      await expect(recover(w)).rejects.toMatchObject({ code })
      expect(await stored(w)).toEqual([])
    },
  )
})

describe('the bridge of a purchase', () => {
  const leg = {
    id: 'leg-1',
    status: 'published',
    fromChainId: 8453,
    fromToken: `0x${'0'.repeat(40)}`,
    toChainId,
    toToken: erc20,
    srcAmount: '26000000',
    author: `0x${'e'.repeat(40)}`,
    recipient: author,
    depositTxHash: `0x${'1e'.repeat(32)}`,
  }
  const usdc = { symbol: 'USDC', decimals: 6 }

  /** Lets the main service tell of the leg, or fail at it. */
  function telling(w: World, answer: () => Response) {
    const usual = w.service.answer
    w.service.answer = async (method, url, body) =>
      url.pathname.startsWith('/v1/orders/by-id/leg-') ? answer() : usual(method, url, body)
  }

  async function bridged(answer: () => Response, operators = twoOperators) {
    const w = await open(operators)
    telling(w, answer)
    const asked = { ...ask, hubChainId: leg.fromChainId }
    const { orderId } = await buy(w, { swapStrategy: 'jump' }, asked)
    fiat.view = { status: 'bridging', bridgeOrderId: 'leg-1' }
    await w.advance(minute)
    return { w, orderId }
  }

  it.each(['leg-1', 'leg-2'])(
    'given it is said to bridge next to nothing in the end, as %s, then that is no refund, and what is delivered is found',
    async (bridgeOrderId) => {
      const bridge = { ...leg, fromToken: hubToken, fromTokenMeta: usdc }
      let record: object = bridge
      const operators = [...twoOperators, ...operatorsOf(leg.fromChainId)]
      const { w, orderId } = await bridged(() => Response.json(record), operators)
      expect((await read(w, orderId)).purchase.leg?.from.amount).toBe(leg.srcAmount)
      const txHash = w.chain.pay({ token: hubToken, to: author, amount: 2n })
      const refund = { txHash, chainId: leg.fromChainId }
      record = {
        ...bridge,
        id: bridgeOrderId,
        srcAmount: '2',
        status: 'refunded',
        transactions: { refund },
      }
      fiat.view = { status: 'bridging', bridgeOrderId }
      await w.advance(10 * minute)
      expect(await read(w, orderId)).toMatchObject({
        status: 'tracking',
        purchase: { leg: { contradiction: { field: 'srcAmount' } } },
      })
      const transferTxHash = w.payouts.pay(erc20, author, '25000000')
      fiat.view = { status: 'completed', transferTxHash, outputAmount: '25000000' }
      for (let i = 0; i < 10; i += 1) w.payouts.pass()
      await w.advance(24 * 60 * minute)
      expect((await read(w, orderId)).status).toBe('filled')
    },
  )

  it('given it names a token that is known to nobody, then a gift of that is no refund', async () => {
    const unknown = { ...leg, fromToken: erc20, fromTokenMeta: usdc, refundTo: author }
    let more: object = {}
    const { w, orderId } = await bridged(
      () => Response.json({ ...unknown, ...more }),
      [...twoOperators, ...operatorsOf(leg.fromChainId)],
    )
    const txHash = w.chain.pay({ token: erc20, to: author, amount: BigInt(leg.srcAmount) })
    more = { status: 'refunded', transactions: { refund: { txHash, chainId: leg.fromChainId } } }
    await w.advance(10 * minute)
    const waiting = await read(w, orderId)
    expect([waiting.status, waiting.arrival?.kind]).toEqual(['tracking', 'refund'])
    await w.advance(25 * 60 * minute)
    expect(await read(w, orderId)).toMatchObject({
      status: 'unproved',
      arrival: { kind: 'refund' },
    })
  })

  it('given it is named, then it stands in the purchase’s own record, and is found by its own number', async () => {
    const { w, orderId } = await bridged(() => Response.json(leg))
    expect((await read(w, orderId)).purchase.leg).toMatchObject({
      orderId: 'leg-1',
      serviceUrl: 'http://service.test',
      status: 'published',
      from: { chainId: 8453, amount: '26000000' },
      depositTxHash: leg.depositTxHash,
    })
    expect(await w.call('recoverOrders', { query: 'leg-1' })).toEqual({
      found: 0,
      orderIds: [orderId],
    })
    expect(await stored(w)).toHaveLength(1)
    expect(w.notices).toEqual([])
  })

  it.each([
    ['2', { symbol: '?', decimals: 0 }],
    ['6', { symbol: 'USDC', decimals: 6 }],
  ])(
    'given %s decimals of its token, then it is shown by none but its chain`s',
    async (told, shown) => {
      const meta = { symbol: 'USDC', decimals: Number(told) }
      const { w, orderId } = await bridged(
        () => Response.json({ ...leg, fromToken: erc20, fromTokenMeta: meta }),
        [...twoOperators, ...operatorsOf(leg.fromChainId)],
      )
      expect((await read(w, orderId)).purchase.leg?.from).toMatchObject(shown)
    },
  )

  it.each([
    ['pays somebody else', { recipient: `0x${'d'.repeat(40)}` }, 'recipient'],
    ['brings another token', { toToken: `0x${'d'.repeat(40)}` }, 'toToken'],
    ['ends on another chain', { toChainId: 8453 }, 'toChainId'],
    ['returns to somebody else', { refundTo: `0x${'d'.repeat(40)}` }, 'refundTo'],
  ])('given the order that is named %s, then nothing of it is believed', async (_, more, field) => {
    const refund = { txHash: `0x${'2e'.repeat(32)}`, chainId: 8453 }
    const told = { ...leg, ...more, status: 'refunded', transactions: { refund } }
    const { w, orderId } = await bridged(() => Response.json(told))
    const order = await read(w, orderId)
    expect(order).toMatchObject({
      status: 'tracking',
      purchase: { leg: { contradiction: { field } } },
    })
    expect(order.arrival).toBeUndefined()
    expect(await w.call('recoverOrders', { query: leg.depositTxHash })).toMatchObject({ found: 0 })
  })

  it.each([
    ['is away', unreachable],
    ['answers nonsense', () => Response.json({ id: 'leg-1' })],
    ['does not know it', () => Response.json({ name: 'NotFoundException' }, { status: 404 })],
  ])('given its service %s, then the purchase is followed all the same', async (_, answer) => {
    const { w, orderId } = await bridged(answer)
    expect(await read(w, orderId)).toMatchObject({
      status: 'tracking',
      purchase: { bridgeOrderId: 'leg-1' },
    })
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 2)
    expect((await read(w, orderId)).status).toBe('filled')
    expect(w.notices).toEqual([`filled:${orderId}`])
  })

  it('given its fill is told of, then it is read until the delivery is proved, and no more', async () => {
    const fill = { txHash: `0x${'3e'.repeat(32)}`, chainId: toChainId }
    const { w, orderId } = await bridged(() =>
      Response.json({ ...leg, status: 'filled', transactions: { fill } }),
    )
    const asked = () => w.requests.filter((each) => each.includes('leg-1')).length
    const before = asked()
    await w.advance(minute * 5)
    expect(asked()).toBeGreaterThan(before)
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', bridgeOrderId: 'leg-1', transferTxHash }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 5)
    expect((await read(w, orderId)).status).toBe('filled')
    const proved = [asked(), fiat.reads]
    await w.advance(minute * 60 * 24 * 20)
    expect([asked(), fiat.reads]).toEqual(proved)
  })

  it.each([
    ['before its provider says so', { status: 'bridging' }, 5],
    ['though its provider says delivered', { status: 'completed' }, 5],
    ['days after its delivery was not proved', { status: 'completed' }, 60 * 24 * 3],
  ])(
    'given its fill is told of and it comes back, %s, then that is proved',
    async (_, said, minutes) => {
      let more: object = {
        status: 'filled',
        transactions: { fill: { txHash: `0x${'3e'.repeat(32)}`, chainId: toChainId } },
      }
      const { w, orderId } = await bridged(
        () => Response.json({ ...leg, fromToken: hubToken, refundTo: author, ...more }),
        [...twoOperators, ...operatorsOf(leg.fromChainId)],
      )
      fiat.view = { ...said, bridgeOrderId: 'leg-1' }
      await w.advance(minute * minutes)
      const before = await read(w, orderId)
      expect(before.arrival?.kind).toBe(said.status === 'completed' ? 'payout' : undefined)
      expect(before.status).toBe(minutes > 1_000 ? 'unproved' : 'tracking')
      const txHash = w.chain.pay({ token: hubToken, to: author, amount: BigInt(leg.srcAmount) })
      more = { status: 'refunded', transactions: { refund: { txHash, chainId: leg.fromChainId } } }
      await w.advance(minute * 60 * 8)
      expect(await read(w, orderId)).toMatchObject({
        status: 'refunded',
        arrival: { kind: 'refund', found: { what: 'paid', hash: txHash } },
      })
    },
  )
})
