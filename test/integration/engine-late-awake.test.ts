import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { away, confirmed, createArrivals } from './engine/arriving'
import { operatorHosts } from './engine/world'

const open = createArrivals('late-awake-')

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
