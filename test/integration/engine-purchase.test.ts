import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { checkoutOf } from '@/src/domain/order/purchase'
import { author } from './engine/chain'
import {
  ask,
  buy,
  close,
  fiat,
  fiatUrl,
  minute,
  offerAt,
  open,
  read,
  refusal,
  stored,
  token,
  unreachable,
} from './engine/purchases'
import type { World } from './engine/world'

afterEach(close)

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
    expect(w.notices).toEqual([`unanswered:${orderId}`])
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
