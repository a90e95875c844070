import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { confirmed, createArrivals } from './engine/arriving'

const open = createArrivals('late-unlisted-')

describe('a service that took the payment and tells nothing more', () => {
  it.each([
    ['its list is empty', () => Response.json({ data: [] })],
    ['its list fails', () => Response.json({ name: 'Internal', message: 'X' }, { status: 500 })],
    [
      'it is away',
      () => {
        throw new TypeError('connection refused')
      },
    ],
  ])('said "duplicate record" without a number, and %s for three hours', async (_, answer) => {
    const w = open()
    w.service.terms.pay = () => undefined
    const usual = w.service.answer
    w.service.answer = async (method, url, body) => {
      if (url.pathname === '/v1/deposit/submit')
        return Response.json({ name: 'DuplicateRecordException', message: 'X' }, { status: 409 })
      if (url.pathname.startsWith('/v1/orders/')) return answer()
      return usual(method, url, body)
    }
    const orderId = await confirmed(w)
    w.chain.mine()
    await w.advance(30_000)
    const order = await w.order(orderId)
    expect([order.status, order.service.orderId]).toEqual(['submitted', undefined])
    // Ten minutes are enough to be late.
    await w.advance(3 * 3_600_000)
    expect(w.notices).toEqual([`late:${orderId}`])
  })
})
