import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { away, confirmed, createArrivals, day } from './engine/arriving'
import { operatorHosts, type World } from './engine/world'

const open = createArrivals('late')

/** The service has the deposit already, by its own word, without the number of its order; `answer`: its lists. */
function tellNoNumber({ service }: World, answer: () => Response): void {
  const usual = service.answer
  service.answer = async (method, url, body) => {
    if (url.pathname === '/v1/deposit/submit')
      return Response.json({ name: 'DuplicateRecordException', message: 'X' }, { status: 409 })
    if (url.pathname.startsWith('/v1/orders/')) return answer()
    return usual(method, url, body)
  }
}

describe('a service that took the payment and tells nothing more', () => {
  it.each([
    ['does not know it', () => Response.json({ name: 'NotFound', message: 'X' }, { status: 404 })],
    ['fails', () => Response.json({ name: 'Internal', message: 'X' }, { status: 500 })],
    [
      'is away',
      () => {
        throw new TypeError('connection refused')
      },
    ],
  ])('given it %s for days, then the person is told once that it is late', async (_, answer) => {
    const w = open()
    w.service.terms.pay = () => undefined
    w.service.terms.lie = (record) => ({ ...record, status: 'deposited', transactions: {} })
    const orderId = await confirmed(w)
    w.chain.mine()
    await w.advance(30_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    w.service.answer = async () => answer()
    await w.advance(480_000)
    expect(w.notices).toEqual([])
    await w.advance(3 * day)
    expect(w.notices).toEqual([`late:${orderId}`])
  })

  it.each([
    ['its list is empty', () => Response.json({ data: [] })],
    ['its list fails', () => Response.json({ name: 'Internal', message: 'X' }, { status: 500 })],
    [
      'it is away',
      () => {
        throw new TypeError('connection refused')
      },
    ],
  ])(
    'given it said "duplicate record" without a number, and %s for hours, then the person is told once that it is late',
    async (_, answer) => {
      const w = open()
      w.service.terms.pay = () => undefined
      tellNoNumber(w, answer)
      const orderId = await confirmed(w)
      w.chain.mine()
      await w.advance(30_000)
      const order = await w.order(orderId)
      expect([order.status, order.service.orderId]).toEqual(['submitted', undefined])
      // Ten minutes are enough to be late.
      await w.advance(3 * 3_600_000)
      expect(w.notices).toEqual([`late:${orderId}`])
    },
  )

  it('given it said "duplicate record" without a number, it is asked ever more seldom', async () => {
    const w = open()
    tellNoNumber(w, () => Response.json({ data: [] }))
    await confirmed(w)
    w.chain.mine()
    await w.advance(day)
    const before = w.requests.length
    await w.advance(3_600_000)
    expect(w.requests.length - before).toBeLessThan(30)
  })
})

describe('a computer that slept while its swap was paid out in time', () => {
  it('is not told that it takes longer than promised because the network is back a moment after it', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.chain.mine()
    w.service.terms.lie = (record) => ({ ...record, status: 'published', transactions: {} })
    await w.advance(6_000)
    expect((await w.order(orderId)).status).toBe('tracking')
    // The lid is closed. It is paid out seconds later.
    w.service.terms.lie = (record) => record
    w.sleep(10_000)
    await w.service.answer('GET', new URL('http://service.test/v1/orders/by-id/svc-1'), undefined)
    w.sleep(8 * 3_600_000)
    // The lid is opened, and for five seconds there is no network.
    const usual = w.service.answer
    w.service.answer = () => {
      throw new TypeError('network changed')
    }
    for (const host of operatorHosts) w.nodeFaults.set(host, away)
    await w.advance(5_000)
    w.service.answer = usual
    w.nodeFaults.clear()
    await w.advance(10 * 60_000)
    expect(w.notices).toEqual([`filled:${orderId}`])
  })
})
