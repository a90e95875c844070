import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { follow } from './engine/person'
import { confirmed, createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('disk')
afterEach(() => vi.restoreAllMocks())

describe('a full disk', () => {
  it('given nothing can be written, nothing is asked and the person is told', async () => {
    const w = open()
    const { orderId, digest } = await w.prepare()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const confirming = w.call('confirmOrder', { orderId, digest })
    await expect(confirming).rejects.toMatchObject({ code: 'store/full' })
    put.mockRestore()
    await w.settle()
    expect(w.page.state.everAsked).toBe(0)
    expect((await w.order(orderId)).status).toBe('planned')
  })

  it('given an outcome cannot be written, the page keeps it and brings it again', async () => {
    const w = open()
    const orderId = await confirmed(w)
    w.page.approve()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await w.deliver()
    expect(w.page.outcomes).toHaveLength(1)
    put.mockRestore()
    await w.deliver()
    expect((await follow(w, orderId)).status).toBe('filled')
  })
})

describe('a disk that is full for a while, as an order is followed', () => {
  const put = IDBObjectStore.prototype.put
  type Put = typeof put
  const isFull = new DOMException('full', 'QuotaExceededError')

  async function submitted(w: World): Promise<string> {
    const orderId = await confirmed(w)
    w.page.approve()
    await w.deliver()
    await w.advance(5_000)
    expect(['submitted', 'tracking']).toContain((await w.order(orderId)).status)
    return orderId
  }

  it('given no look can begin, an alarm looks again', async () => {
    const w = open()
    const orderId = await submitted(w)
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw isFull
    })
    await w.advance(60_000)
    expect(w.clock.alarm).toBeDefined()
    full.mockRestore()
    w.chain.mine()
    await w.advance(120_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given what was looked at cannot be put back, it is put back later', async () => {
    const w = open()
    const orderId = await submitted(w)
    let refused = 0
    const refuse: Put = function (this: IDBObjectStore, value, ...key) {
      if (!String(value?.key).startsWith('pollOrder') || value.claim) {
        return put.call(this, value, ...key)
      }
      refused += 1
      throw isFull
    }
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse)
    await w.advance(3_000)
    expect(refused).toBeGreaterThan(1)
    full.mockRestore()
    w.chain.mine()
    await w.advance(60_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })
})
