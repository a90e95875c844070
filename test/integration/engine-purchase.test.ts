import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { OfferEvent } from '@/src/contract/offers'
import type { PurchaseOrder } from '@/src/domain/order/order'
import { checkoutOf } from '@/src/domain/order/purchase'
import { saidIn } from '@/src/domain/order/reason'
import { serveOffers } from '@/src/engine/service/offer-stream'
import { getOrder } from '@/src/store/orders'
import { author, erc20 } from './engine/chain'
import { toChainId } from './engine/service'
import { createWorld, operatorsOf, twoOperators, type World } from './engine/world'

const fiatUrl = 'https://fiat.test'
const host = 'fiat.test'
const token = { chainId: toChainId, address: erc20, name: 'USDC', symbol: 'USDC', decimals: 6 }
const ask = {
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: toChainId, address: erc20 },
  recipient: author,
  refundTo: author,
}
const least = '24900000'
const minute = 60_000

/** The fiat API in memory: what it says of its one order is set by the test. */
function createFiat() {
  const fiat = {
    orders: 0,
    reads: 0,
    opened: 0,
    view: { status: 'created' } as Record<string, unknown>,
    /** Takes the place of the next answers, as long as it is set. */
    fault: undefined as (() => Response) | undefined,
    onCreate: () => undefined as unknown,
    onRead: () => undefined as unknown,
    async answer(method: string, url: URL): Promise<Response> {
      const made = { orderId: 'fiat-1', action: { type: 'wrapper', url: `${fiatUrl}/pay/1` } }
      if (method === 'POST') {
        fiat.orders += 1
        await fiat.onCreate()
      } else {
        fiat.reads += 1
        await fiat.onRead()
      }
      if (fiat.fault) return fiat.fault()
      if (url.pathname === '/v1/fiat/config') return Response.json({ providers: [] })
      return Response.json({ ...made, ...fiat.view })
    },
  }
  return fiat
}

let world: World
let fiat: ReturnType<typeof createFiat>
let count = 0
afterEach(() => world.dispose())

async function open(operators = twoOperators): Promise<World> {
  count += 1
  fiat = createFiat()
  world = createWorld({ name: `purchase-${count}`, source: 'native', operators })
  world.hosts.set('fiat.test', (method, url) => fiat.answer(method, url))
  await world.call('writeSettings', { fiatUrl })
  return world
}

const offerAt = (w: World, more: object = {}) => ({
  quoteId: 'q1',
  providerName: 'Harbor Pay',
  expectedOutputAmount: '25000000',
  minOutputAmount: least,
  expiresAt: Math.floor(w.clock.now / 1_000) + 60,
  swapStrategy: 'direct',
  ...more,
})

const buy = (w: World, more: object = {}, asked: object = ask) =>
  w.call('buy', { ask: asked, offer: offerAt(w, more), token } as never)

async function read(w: World, id: string): Promise<PurchaseOrder> {
  const order = await getOrder(w.truth, id)
  if (order?.kind !== 'purchase') throw new Error('no purchase')
  return order
}

/** Every order on disk, those that are only planned included. */
async function stored(w: World) {
  const rows = await (await w.truth.use()).getAll('orders')
  return rows.map(({ order }) => order as PurchaseOrder)
}

const unreachable = (): Response => {
  throw new TypeError('connection refused')
}

const refusal =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ error: { code, message: code, retryable: false } }, { status, headers })

describe('the same bought in two windows', () => {
  const both = (w: World, asked: object[]) =>
    Promise.allSettled(
      asked.map((each, place) =>
        w.call('buy', {
          ask: each,
          offer: offerAt(w, { quoteId: `q${place}`, providerName: `Provider ${place}` }),
          token,
          began: w.clock.now,
        } as never),
      ),
    )

  it('given both are pressed in one moment, makes one checkout, and the other with a tick', async () => {
    const w = await open()
    const began = w.clock.now
    const done = await both(w, [ask, { ...ask, fiatAmount: '50.00' }])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = done.find((each) => each.status === 'rejected')
    const made = done.find((each) => each.status === 'fulfilled')
    const { orderId } = (made as PromiseFulfilledResult<{ orderId: string }>).value
    expect(refused?.reason).toMatchObject({ code: 'order/paid-beside', context: { orderId } })
    expect(fiat.orders).toBe(1)
    await w.call('buy', {
      ask,
      offer: offerAt(w, { quoteId: 'q9' }),
      token,
      began,
      known: [orderId],
    } as never)
    expect(fiat.orders).toBe(2)
  })

  it.each([
    ['another amount', { fiatAmount: '50.5' }],
    ['another currency', { fiatCurrency: 'USD' }],
    ['another recipient', { recipient: `0x${'8'.repeat(40)}` }],
  ])('given %s, makes both', async (_, more) => {
    const w = await open()
    await both(w, [ask, { ...ask, ...more }])
    expect(fiat.orders).toBe(2)
  })
})

describe('a purchase that is ordered', () => {
  it('given it is ordered, then it is on disk before the API is asked, and with its number after', async () => {
    const w = await open()
    let before: unknown
    fiat.onCreate = async () => {
      before = (await stored(w)).map(({ status }) => status)
    }
    const { orderId } = await buy(w)
    expect(before).toEqual(['planned'])
    expect(await read(w, orderId)).toMatchObject({
      status: 'submitted',
      serviceUrl: fiatUrl,
      began: { block: '1000' },
      service: { orderId: 'fiat-1' },
      purchase: { provider: 'Harbor Pay', action: { type: 'wrapper' } },
    })
  })

  it('given the API refuses, then that is told and nothing is kept', async () => {
    const w = await open()
    fiat.fault = refusal(410, 'QUOTE_EXPIRED')
    await expect(buy(w)).rejects.toMatchObject({ code: 'service/quote-expired' })
    expect(await stored(w)).toEqual([])
  })

  it.each([
    ['does not answer', unreachable],
    ['breaks', refusal(500, 'INTERNAL_ERROR')],
    ['answers nonsense', () => Response.json({ orderId: 7 })],
  ])('given the API %s, then the order is kept as one that nobody knows of', async (_, fault) => {
    const w = await open()
    fiat.fault = fault
    const { orderId } = await buy(w)
    expect(await read(w, orderId)).toMatchObject({
      status: 'failed',
      failure: { code: 'order/not-made' },
    })
    await w.advance(minute * 2)
    expect(w.notices).toEqual([`failed:${orderId}`])
    expect(fiat.orders).toBe(1)
  })

  it.each([
    ['an address of another scheme', { type: 'redirect', url: 'javascript:alert(1)' }],
    ['an address without a lock', { type: 'wrapper', url: 'http://ramp.example/pay' }],
    ['an app of its own', { type: 'provider_widget', url: 'ramp://pay' }],
    ['no address', { type: 'redirect' }],
    ['nothing that can be read', 'redirect'],
  ])(
    'given its checkout is %s, then the order is kept with its number, and nothing is opened',
    async (_, action) => {
      const w = await open()
      fiat.view = { status: 'created', action }
      const { orderId } = await buy(w)
      const order = await read(w, orderId)
      expect(order).toMatchObject({ status: 'submitted', service: { orderId: 'fiat-1' } })
      expect(checkoutOf(order)?.kind).toBe('unknown')
    },
  )

  it('given the worker dies while the API is asked, then the order is not made again, and said so', async () => {
    const w = await open()
    fiat.onCreate = () => w.kill()
    await expect(buy(w)).rejects.toMatchObject({ code: 'rpc/unavailable' })
    const [{ id } = { id: '' }] = await stored(w)
    await w.advance(minute * 2)
    expect(await read(w, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'order/not-made' },
    })
    expect(fiat.orders).toBe(1)
  })

  it('given the worker dies while the API is asked, and it is ordered again before that is said, then it is not made twice', async () => {
    const w = await open()
    const began = w.clock.now
    fiat.onCreate = () => w.kill()
    await expect(buy(w)).rejects.toMatchObject({ code: 'rpc/unavailable' })
    fiat.onCreate = () => undefined
    w.revive()
    const [{ id, status } = { id: '' }] = await stored(w)
    expect(status).toBe('planned')
    const again = { ask, offer: offerAt(w, { quoteId: 'q2' }), token, began }
    const refused = { code: 'order/paid-beside', context: { orderId: id } }
    await expect(w.call('buy', again as never)).rejects.toMatchObject(refused)
    await w.advance(minute * 2)
    // What may have been made all the same is in the list by now, and wants a tick.
    expect((await read(w, id)).status).toBe('failed')
    const later = { ...again, offer: offerAt(w, { quoteId: 'q2' }) }
    await expect(w.call('buy', later as never)).rejects.toMatchObject(refused)
    expect(fiat.orders).toBe(1)
    await w.call('buy', { ...later, known: [id] } as never)
    expect(fiat.orders).toBe(2)
  })

  it('given the clock jumps while the API is asked, then the answer is waited for, and its number kept', async () => {
    const w = await open()
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      fiat.onCreate = () => {
        resolve()
        return new Promise<void>((done) => {
          answer = done
        })
      }
    })
    const buying = buy(w)
    await asked
    w.clock.now += minute * 90
    w.worker().wake()
    // Until the look at it stands behind the question that is open.
    await expect.poll(() => w.waiting()).toBe(1)
    answer()
    const { orderId } = await buying
    expect(await read(w, orderId)).toMatchObject({
      status: 'submitted',
      service: { orderId: 'fiat-1' },
      notified: [],
    })
  })

  it.each([
    ['the database', false],
    ['the database for good, and the mirror', true],
  ])('given %s does not take the number, then it is not lost', async (_, both) => {
    const w = await open()
    fiat.onCreate = async () => w.fill(both ? 'all' : 'database')
    const buying = buy(w)
    if (both) {
      await expect(buying).rejects.toMatchObject({
        code: 'order/not-made',
        context: { orderId: 'fiat-1' },
      })
      return
    }
    const { orderId } = await buying
    expect((await read(w, orderId)).status).toBe('planned')
    w.fill('nothing')
    w.kill()
    await w.advance(minute * 2)
    expect(await read(w, orderId)).toMatchObject({
      status: 'submitted',
      service: { orderId: 'fiat-1' },
      purchase: { action: { type: 'wrapper' } },
    })
    expect([fiat.orders, w.notices]).toEqual([1, []])
  })

  it.each([
    [404, 'QUOTE_NOT_FOUND'],
    [408, 'TIMEOUT'],
    [409, 'QUOTE_ALREADY_USED'],
  ])(
    'given %i, which may stand for an order that was made, then it is not forgotten',
    async (status, code) => {
      const w = await open()
      fiat.fault = refusal(status, code)
      const { orderId } = await buy(w)
      expect((await read(w, orderId)).failure).toMatchObject({
        code: 'order/not-made',
        reason: { kind: 'said', by: 'service', words: code },
      })
    },
  )

  it.each([
    ['is this one', {}, { status: 'submitted', service: { orderId: 'fiat-1' } }],
    [
      'is somebody else`s',
      { recipient: `0x${'d'.repeat(40)}` },
      { status: 'failed', failure: { code: 'order/not-made' }, service: {} },
    ],
  ])(
    'given the API names the order that the quote became, and it %s',
    async (_, view, expected) => {
      const w = await open()
      const error = { code: 'QUOTE_ALREADY_USED', message: '', details: { orderId: 'fiat-1' } }
      fiat.fault = () => {
        fiat.fault = undefined
        return Response.json({ error }, { status: 409 })
      }
      fiat.view = { status: 'created', ...view }
      const { orderId } = await buy(w)
      expect(await read(w, orderId)).toMatchObject(expected)
    },
  )

  it.each([
    [400, { error: { code: 'BAD_REQUEST', details: { orderId: 'fiat-1' } } }],
    [410, { error: { code: 'QUOTE_EXPIRED', details: { orderId: 'fiat-1' } } }],
    [500, { error: { code: 'SETTLE_PENDING', details: { orderId: 'fiat-1' } } }],
    [409, { name: 'DuplicateRecordException', message: '', details: { orderId: 'fiat-1' } }],
  ])(
    'given the API names that order with %i in %j, then it is not forgotten',
    async (status, body) => {
      const w = await open()
      fiat.fault = () => {
        fiat.fault = undefined
        return Response.json(body, { status })
      }
      fiat.view = { status: 'created' }
      const { orderId } = await buy(w)
      expect(await read(w, orderId)).toMatchObject({
        status: 'submitted',
        service: { orderId: 'fiat-1' },
      })
    },
  )

  it('given the order that it names cannot be read, then its number is kept and read by the next look', async () => {
    const w = await open()
    const error = { code: 'QUOTE_ALREADY_USED', message: '', details: { orderId: 'fiat-1' } }
    fiat.fault = () => Response.json({ error }, { status: 409 })
    const { orderId } = await buy(w)
    expect(await read(w, orderId)).toMatchObject({
      status: 'submitted',
      service: { orderId: 'fiat-1', status: '' },
    })
    fiat.fault = undefined
    await w.advance(minute)
    expect((await read(w, orderId)).service.status).toBe('created')
  })

  it('given it is being ordered, then it cannot be given up as if nothing had been asked', async () => {
    const w = await open()
    let stopped: unknown
    fiat.onCreate = async () => {
      const [{ id } = { id: '' }] = await stored(w)
      stopped = await w.call('stopOrder', { orderId: id }).catch(({ code }) => code)
    }
    const { orderId } = await buy(w)
    expect([stopped, (await read(w, orderId)).status]).toEqual([
      'order/not-confirmable',
      'submitted',
    ])
  })

  it('given the same offer twice at once, then one order is made', async () => {
    const w = await open()
    const both = await Promise.allSettled([buy(w), buy(w)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(fiat.orders).toBe(1)
  })

  it.each([
    ['is over', { expiresAt: 1 }, 'policy/quote-expired'],
    ['takes another amount', { fiatAmount: '60' }, 'service/bad-answer'],
    ['cannot be read', { minOutputAmount: 'much' }, 'rpc/invalid'],
    [
      'settles on a chain that is not told',
      { swapStrategy: 'jump' },
      'form/recipient-wrong-family',
    ],
  ])('given the offer %s, then nobody is asked', async (_, more, code) => {
    const w = await open()
    await expect(buy(w, more)).rejects.toMatchObject({ code })
    expect(fiat.orders).toBe(0)
  })

  it('given another token than the one that was asked for, then nobody is asked', async () => {
    const w = await open()
    const other = { ...token, address: author }
    const input = { ask, offer: offerAt(w), token: other }
    await expect(w.call('buy', input as never)).rejects.toMatchObject({ code: 'policy/malformed' })
    expect(fiat.orders).toBe(0)
  })
})

describe('a checkout', () => {
  it('given it is to be paid, then the API is asked first, and the time is kept', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const { reads } = fiat
    const opened = await w.call('openCheckout', { orderId, host })
    expect(opened).toEqual({ how: 'wrapper', url: `${fiatUrl}/pay/1` })
    expect(fiat.reads).toBe(reads + 1)
    expect((await read(w, orderId)).purchase.openedAt).toBe(w.clock.now)
  })

  it.each([
    ['was paid', { status: 'payment_received' }],
    ['is over', { status: 'expired', failure: { message: 'Too late' } }],
    ['is delivered', { status: 'completed' }],
    ['is somebody else`s', { status: 'created', recipient: `0x${'d'.repeat(40)}` }],
    ['goes on in an unknown way', { status: 'created', action: { type: 'hologram' } }],
  ])('given the API says that it %s, then nothing is opened', async (_, view) => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = view
    const opening = w.call('openCheckout', { orderId, host })
    await expect(opening).rejects.toMatchObject({ code: 'order/checkout-over' })
    expect((await read(w, orderId)).purchase.openedAt).toBeUndefined()
  })

  it('given two windows at once, then its address is given to one of them', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const clicks = [1, 2].map(() => w.call('openCheckout', { orderId, host }))
    const [one, other] = await Promise.allSettled(clicks)
    expect(one).toMatchObject({ status: 'fulfilled', value: { url: `${fiatUrl}/pay/1` } })
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'order/changed' } })
    const { openedAt } = (await read(w, orderId)).purchase
    const again = { orderId, host, openedAt: openedAt ?? 0 }
    expect(await w.call('openCheckout', again)).toMatchObject({ how: 'wrapper' })
  })

  it('given it has gone to another host than the one that is shown, then that is shown first', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { ...fiat.view, action: { type: 'redirect', url: 'https://elsewhere.test/pay' } }
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'order/changed',
    })
    const { action, openedAt } = (await read(w, orderId)).purchase
    expect([action?.url, openedAt]).toEqual(['https://elsewhere.test/pay', undefined])
    const shown = { orderId, host: 'elsewhere.test' }
    expect(await w.call('openCheckout', shown)).toMatchObject({ how: 'redirect' })
  })

  it('given the API does not answer, then nothing is opened', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.fault = unreachable
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'service/unreachable',
    })
    expect((await read(w, orderId)).purchase.openedAt).toBeUndefined()
  })
})

describe('a purchase that is followed', () => {
  it('given it is delivered with everything closed, then it has arrived once two nodes show it', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    w.kill()
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 2)
    expect(await read(w, orderId)).toMatchObject({
      status: 'filled',
      arrival: { found: { what: 'paid', hash: transferTxHash, nodes: ['one', 'two'] } },
    })
    expect(w.notices).toEqual([`filled:${orderId}`])
  })

  it.each([
    ['an amount as it is shown', { outputAmount: '24.9' }],
    ['an amount that is a number', { outputAmount: 24_900_000 }],
    ['an empty hash', { transferTxHash: '' }],
    ['a hash to come', { transferTxHash: 'pending...' }],
    ['another checkout', { action: { type: 'provider_widget', url: 'ramp://pay' } }],
  ])(
    'given it completed with %s, then the word is taken and the delivery looked for',
    async (_, more) => {
      const w = await open()
      const { orderId } = await buy(w)
      fiat.view = { status: 'completed', ...more }
      await w.advance(minute)
      const order = await read(w, orderId)
      expect(order).toMatchObject({ status: 'tracking', service: { status: 'filled' } })
      expect(order.arrival).toMatchObject({ kind: 'payout' })
      expect(order.blocker).toBeUndefined()
    },
  )

  it.each([
    ['a word', 'Card declined', 'Card declined'],
    ['a record', { reason: 'Card declined', code: 7 }, 'Card declined'],
    ['a record without a reason', { code: 7 }, undefined],
  ])('given its failure is told as %s, then it failed', async (_, failure, words) => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'awaiting_payment', failure }
    await w.advance(minute)
    const order = await read(w, orderId)
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'order/failed-at-service' } })
    expect(saidIn(order.failure?.reason)).toBe(words)
  })

  it('given a transfer that is no payment to the recipient, then it has not arrived, and ends as a word', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const transferTxHash = w.payouts.pay(erc20, `0x${'d'.repeat(40)}`, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 10)
    expect(await read(w, orderId)).toMatchObject({
      status: 'tracking',
      arrival: { kind: 'payout' },
    })
    await w.advance(minute * 60 * 24)
    expect((await read(w, orderId)).status).toBe('unproved')
    expect(w.notices).toEqual([`unproved:${orderId}`])
  })

  describe('given it is said to be delivered and no node shows it', () => {
    async function unproved(transferTxHash: string) {
      const w = await open()
      const { orderId } = await buy(w)
      fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
      await w.advance(minute * 60 * 25)
      expect((await read(w, orderId)).status).toBe('unproved')
      return { w, orderId }
    }
    const nowhere = `0x${'3e'.repeat(32)}`

    it.each([
      ['the transaction that is named', true],
      ['a transaction that nobody named', false],
    ])('and it comes days later, by %s, then it has arrived', async (_, isNamed) => {
      const { w, orderId } = await unproved(nowhere)
      await w.advance(minute * 60 * 24 * 5)
      expect((await read(w, orderId)).status).toBe('unproved')
      const hash = w.payouts.pay(erc20, author, least)
      if (isNamed) fiat.view = { ...fiat.view, transferTxHash: hash }
      for (let i = 0; i < 10; i += 1) w.payouts.pass()
      await w.advance(minute * 60 * 25)
      expect(await read(w, orderId)).toMatchObject({
        status: 'filled',
        arrival: { found: { what: 'paid', hash } },
      })
      expect(w.notices).toEqual([`unproved:${orderId}`, `filled:${orderId}`])
    })

    it('and it comes while the browser is closed for weeks, then it has arrived', async () => {
      const { w, orderId } = await unproved(nowhere)
      w.payouts.pay(erc20, author, least)
      for (let i = 0; i < 10; i += 1) w.payouts.pass()
      w.kill()
      w.clock.now += minute * 60 * 24 * 16
      await w.advance(minute * 2)
      expect((await read(w, orderId)).status).toBe('filled')
    })

    it('then it is asked and looked for ever more seldom, and rests after two weeks as it is', async () => {
      const { w, orderId } = await unproved(nowhere)
      const effort = () => [fiat.reads, w.reads.filter((each) => each.startsWith('one')).length]
      let before = effort()
      await w.advance(minute * 60 * 24 * 9)
      const [asked = 0, looked = 0] = effort().map((count, place) => count - (before[place] ?? 0))
      expect(asked).toBeGreaterThan(9)
      expect(asked).toBeLessThan(30)
      expect(looked).toBeGreaterThan(9)
      expect(looked).toBeLessThan(300)
      await w.advance(minute * 60 * 24 * 6)
      before = effort()
      await w.advance(minute * 60 * 24 * 5)
      expect(effort()).toEqual(before)
      expect((await read(w, orderId)).status).toBe('unproved')
      expect(w.notices).toEqual([`unproved:${orderId}`])
    })
  })

  it('given it failed and is delivered after all, then the delivery is found', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'failed', failure: { message: 'Card declined' } }
    await w.advance(minute)
    expect(await read(w, orderId)).toMatchObject({
      status: 'failed',
      failure: { reason: { kind: 'said', by: 'service', words: 'Card declined' } },
    })
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 70)
    expect((await read(w, orderId)).status).toBe('filled')
  })

  it('given it failed, and is delivered while the browser is closed for weeks, then that is found', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'failed', failure: { message: 'Card declined' } }
    await w.advance(minute)
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    w.kill()
    w.clock.now += minute * 60 * 24 * 16
    await w.advance(minute * 2)
    expect((await read(w, orderId)).status).toBe('filled')
  })

  it('given it failed and is delivered days later, then the delivery is found; after two weeks by asking', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'expired' }
    await w.advance(minute * 60 * 24)
    let { reads } = fiat
    await w.advance(minute * 60 * 24 * 9)
    // Ever more seldom.
    expect(fiat.reads - reads).toBeGreaterThan(9)
    expect(fiat.reads - reads).toBeLessThan(20)
    await w.advance(minute * 60 * 24 * 6)
    reads = fiat.reads
    await w.advance(minute * 60 * 24 * 2)
    expect(fiat.reads).toBe(reads)
    fiat.fault = unreachable
    await expect(w.call('refreshOrder', { orderId, now: true })).rejects.toMatchObject({
      code: 'service/unreachable',
    })
    fiat.fault = undefined
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.call('refreshOrder', { orderId, now: true })
    expect(fiat.reads).toBe(reads + 2)
    await w.advance(minute)
    expect((await read(w, orderId)).status).toBe('filled')
  })

  it('given it is ended as unpaid, then it is asked about for two weeks, and removed after', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    await w.call('stopOrder', { orderId, unpaid: true })
    expect(await read(w, orderId)).toMatchObject({
      status: 'stopped',
      failure: { code: 'order/given-up' },
    })
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'order/checkout-over',
    })
    await w.advance(minute * 60 * 24 * 13)
    const clear = () => w.call('clearOrders', { orderId })
    expect(await clear()).toMatchObject({ removed: 0 })
    await w.advance(minute * 60 * 24 * 3)
    const { reads } = fiat
    await w.advance(minute * 60 * 24 * 2)
    expect(fiat.reads).toBe(reads)
    expect(await clear()).toMatchObject({ removed: 1 })
    expect(w.notices).toEqual([])
  })

  it('given it is ended as unpaid and is delivered after all, then the delivery is found, and told', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    // Who is away says nothing against it.
    fiat.fault = unreachable
    await w.call('stopOrder', { orderId, unpaid: true })
    expect((await read(w, orderId)).status).toBe('stopped')
    fiat.fault = undefined
    const transferTxHash = w.payouts.pay(erc20, author, least)
    fiat.view = { status: 'completed', transferTxHash, outputAmount: least }
    for (let i = 0; i < 10; i += 1) w.payouts.pass()
    await w.advance(minute * 70)
    expect((await read(w, orderId)).status).toBe('filled')
    expect(w.notices).toEqual([`filled:${orderId}`])
  })

  it('given it turns out to be paid as it is ended, then it is not', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'payment_received' }
    await expect(w.call('stopOrder', { orderId, unpaid: true })).rejects.toMatchObject({
      code: 'order/not-confirmable',
    })
    expect((await read(w, orderId)).status).toBe('tracking')
  })

  it('given two looks at once, then the older answer never comes last', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    const answers: (() => void)[] = []
    fiat.onRead = () => new Promise<void>((resolve) => answers.push(resolve))
    const views = ['quote_locked', 'bank_checks'].map((status) => ({ status }))
    const looks = views.map(() => w.call('refreshOrder', { orderId, now: true }))
    for (const view of views) {
      await expect.poll(() => answers.length).toBe(1)
      fiat.view = view
      answers.shift()?.()
    }
    await Promise.all(looks)
    expect((await read(w, orderId)).service.status).toBe('bank_checks')
  })

  it('given the order names another provider than the one that was chosen, then it is not followed as that', async () => {
    const w = await open()
    fiat.view = { status: 'created', provider: 'lantern' }
    const { orderId } = await buy(w, { provider: 'harbor' })
    expect(await read(w, orderId)).toMatchObject({
      service: { orderId: 'fiat-1' },
      contradiction: { field: 'provider', accepted: 'Harbor Pay', told: 'lantern' },
    })
    await expect(w.call('openCheckout', { orderId, host })).rejects.toMatchObject({
      code: 'order/checkout-over',
    })
    await w.advance(minute)
    expect(w.notices).toEqual([`alarm:${orderId}`])
  })

  it('given the extension is refused, then that is said, and it is asked every few minutes', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.fault = refusal(403, 'ORIGIN_NOT_ALLOWED')
    await w.advance(minute)
    expect((await read(w, orderId)).blocker?.code).toBe('service/origin-not-allowed')
    const { reads } = fiat
    await w.advance(minute * 10)
    expect(fiat.reads - reads).toBeLessThan(4)
    fiat.fault = undefined
    await w.advance(minute * 6)
    expect((await read(w, orderId)).blocker).toBeUndefined()
  })

  it('given it is asked for patience, then it has it', async () => {
    const w = await open()
    await buy(w)
    fiat.fault = refusal(429, 'RATE_LIMITED', { 'retry-after': '600' })
    await w.advance(minute)
    const { reads } = fiat
    await w.advance(minute * 8)
    expect(fiat.reads).toBe(reads)
  })

  it('given another address of the API is set, then the order stays with its own', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    await w.call('writeSettings', { fiatUrl: 'https://other.test' })
    fiat.view = { status: 'payment_received' }
    await w.advance(minute)
    expect((await read(w, orderId)).status).toBe('tracking')
    expect(w.heard.filter(({ host }) => host === 'other.test')).toEqual([])
  })

  it('given the record is another order`s, then nothing of it is believed', async () => {
    const w = await open()
    const { orderId } = await buy(w)
    fiat.view = { status: 'completed', recipient: `0x${'d'.repeat(40)}` }
    await w.advance(minute)
    expect(await read(w, orderId)).toMatchObject({
      status: 'submitted',
      contradiction: { field: 'recipient' },
    })
    expect(w.notices).toEqual([`alarm:${orderId}`])
  })
})

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
      ...{ accepted, createdAt, began, status: 'submitted', notified: [] },
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
      'token',
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

  /** Lets the main service tell of the leg, or fail at it. */
  function telling(w: World, answer: () => Response) {
    const usual = w.service.answer
    w.service.answer = async (method, url, body) =>
      url.pathname === '/v1/orders/by-id/leg-1' ? answer() : usual(method, url, body)
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
        () => Response.json({ ...leg, fromToken: erc20, refundTo: author, ...more }),
        [...twoOperators, ...operatorsOf(leg.fromChainId)],
      )
      fiat.view = { ...said, bridgeOrderId: 'leg-1' }
      await w.advance(minute * minutes)
      const before = await read(w, orderId)
      expect(before.arrival?.kind).toBe(said.status === 'completed' ? 'payout' : undefined)
      expect(before.status).toBe(minutes > 1_000 ? 'unproved' : 'tracking')
      const txHash = w.chain.pay({ token: erc20, to: author, amount: BigInt(leg.srcAmount) })
      more = { status: 'refunded', transactions: { refund: { txHash, chainId: leg.fromChainId } } }
      await w.advance(minute * 60 * 8)
      expect(await read(w, orderId)).toMatchObject({
        status: 'refunded',
        arrival: { kind: 'refund', found: { what: 'paid', hash: txHash } },
      })
    },
  )
})

describe('offers', () => {
  /** Asks for offers as one of our pages does; gives everything that came. */
  async function askFor(w: World, lines: unknown[], request: object = ask): Promise<OfferEvent[]> {
    fiat.fault = () => new Response(lines.map((each) => JSON.stringify(each)).join('\n'))
    const events: OfferEvent[] = []
    await new Promise<void>((resolve) => {
      serveOffers(w.worker().engine, {
        post(event) {
          events.push(event)
          if (event.type === 'done' || event.type === 'error') resolve()
        },
        onMessage: (listener) => listener({ type: 'start', request }),
        onClose: () => undefined,
      })
    })
    return events
  }

  it('given offers, errors and nonsense, then each sound one comes by itself', async () => {
    const w = await open()
    const error = { provider: 'lantern', message: 'Closed', retryable: true }
    const lines = [
      { quote: offerAt(w) },
      { error },
      { quote: { quoteId: 7 } },
      { quote: offerAt(w, { quoteId: 'q2', fiatAmount: '60' }) },
      { quote: offerAt(w, { quoteId: 'q3' }) },
    ]
    const events = await askFor(w, lines)
    const types = events.map(({ type }) => type)
    expect(types).toEqual(['offer', 'refused', 'refused', 'refused', 'offer', 'done'])
    expect(events[1]).toMatchObject({ problem: error })
    expect(events[1]).not.toHaveProperty('why')
    // What is left out is told of as well, and by whom it was where that can be read.
    expect(events[2]).toMatchObject({ why: 'unreadable' })
    expect(events[3]).toMatchObject({ why: 'other', problem: { providerName: 'Harbor Pay' } })
  })

  it('given what is paid is outside of what it takes, then it is left out with those limits', async () => {
    const w = await open()
    const own = { minFiatAmount: '60', maxFiatAmount: '500' }
    const events = await askFor(w, [{ quote: offerAt(w, own) }, { quote: offerAt(w) }], {
      ...ask,
      limits: { max: '49' },
    })
    expect(events).toMatchObject([
      { type: 'refused', why: 'limits', limits: { min: '60', max: '500' } },
      { type: 'refused', why: 'limits', limits: { max: '49' } },
      { type: 'done' },
    ])
  })

  it('given nothing but nonsense, then that is an error, not an answer without offers', async () => {
    const w = await open()
    const events = await askFor(w, [{ quote: { quoteId: 7 } }])
    expect(events).toMatchObject([
      { type: 'refused', why: 'unreadable' },
      { type: 'error', error: { code: 'service/bad-answer' } },
    ])
  })

  it('given one settles elsewhere first, then it is an offer only where a refund can go there', async () => {
    const w = await open()
    const jump = { quote: offerAt(w, { swapStrategy: 'jump' }) }
    const whyOf = async (more: object) => {
      const [event] = await askFor(w, [jump], { ...ask, ...more })
      return event?.type === 'refused' ? event.why : event?.type
    }
    expect(await whyOf({})).toBe('refund')
    expect(await whyOf({ hubChainId: 20_011_000_000 })).toBe('refund')
    expect(await whyOf({ hubChainId: toChainId })).toBe('offer')
    expect(w.heard.filter(({ body }) => JSON.stringify(body ?? '').includes('hub'))).toEqual([])
  })

  it('given what is asked cannot be read, then it is an error', async () => {
    const events = await askFor(await open(), [], { ...ask, recipient: 7 })
    expect(events).toMatchObject([{ type: 'error', error: { code: 'rpc/invalid' } }])
  })

  it('given the API refuses the extension, then that is the error', async () => {
    const w = await open()
    const asked = askFor(w, [])
    fiat.fault = refusal(403, 'ORIGIN_NOT_ALLOWED')
    expect(await asked).toMatchObject([
      { type: 'error', error: { code: 'service/origin-not-allowed' } },
    ])
  })

  it('given the page asks for the configuration, then it comes as it is', async () => {
    const w = await open()
    expect(await w.call('readFiatConfig', {})).toMatchObject({ config: { providers: [] } })
  })
})
