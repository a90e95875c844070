import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { confirmed, createArrivals, day } from './engine/arriving'

const open = createArrivals('late')

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
})
