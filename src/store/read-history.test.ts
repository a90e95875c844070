import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order, OrderStatus } from '@/src/domain/order'
import { hash, planned } from '@/src/domain/order-samples'
import { createDatabase, type Database, dropDatabase } from './open'
import { insertFound, insertPlanned } from './orders'
import { readHistory } from './read-history'
import { readOpenOrders, readOrder } from './read-order'

const name = 'history'
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await dropDatabase(name)
})

function numbered(index: number, status: OrderStatus, patch: Partial<Order> = {}): Order {
  const order = planned()
  const id = index.toString(16).padStart(32, '0')
  const accepted = { ...order.accepted, quoteId: `q${index}` }
  return { ...order, id, status, createdAt: 1_000 + index, accepted, ...patch }
}

async function fill(count: number, status: (index: number) => OrderStatus): Promise<void> {
  for (let i = 0; i < count; i += 1) await insertFound(db, numbered(i, status(i)), [], 0)
}

async function pages(query: Parameters<typeof readHistory>[1]): Promise<number[][]> {
  const all: number[][] = []
  let cursor: string | undefined
  do {
    const page = await readHistory(db, { ...query, ...(cursor ? { cursor } : {}) })
    all.push(page.orders.map((order) => order.createdAt - 1_000))
    cursor = page.cursor
  } while (cursor && all.length < 50)
  return all
}

describe('the history', () => {
  it('comes in pages, newest first, each order once', async () => {
    await fill(7, () => 'filled')
    expect(await pages({ limit: 3 })).toEqual([[6, 5, 4], [3, 2, 1], [0]])
    expect((await readHistory(db)).orders).toHaveLength(7)
  })

  it('given orders of one moment, loses none between two pages', async () => {
    for (let i = 0; i < 5; i += 1) {
      await insertFound(db, numbered(i, 'filled', { createdAt: 1_000 }), [], 0)
    }
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await readHistory(db, { limit: 2, ...(cursor ? { cursor } : {}) })
      for (const order of page.orders) seen.add(order.id)
      cursor = page.cursor
    } while (cursor)
    expect(seen.size).toBe(5)
  })

  it('given statuses, shows only those, in one order', async () => {
    await fill(9, (i) => (['filled', 'failed', 'tracking'] as const)[i % 3] ?? 'filled')
    expect(await pages({ statuses: ['filled'], limit: 2 })).toEqual([[6, 3], [0]])
    expect(await pages({ statuses: ['filled', 'failed'], limit: 4 })).toEqual([
      [7, 6, 4, 3],
      [1, 0],
    ])
  })

  it('finds by the beginning of a hash, an id, an address or a symbol', async () => {
    await fill(3, () => 'filled')
    const service = { orderId: 'SVC-9', depositTxHash: hash }
    await insertFound(db, numbered(9, 'tracking', { service }), [], 0)
    for (const text of ['svc-9', hash.slice(0, 12), numbered(9, 'filled').id, ' 0XAAAA ']) {
      expect((await readHistory(db, { text })).orders.map((order) => order.createdAt)).toEqual([
        1_009,
      ])
    }
    expect((await readHistory(db, { text: 'usdc' })).orders).toHaveLength(4)
    expect((await readHistory(db, { text: 'nothing' })).orders).toEqual([])
    const filled = await readHistory(db, { text: 'usdc', statuses: ['filled'], limit: 2 })
    expect(filled.orders.map((order) => order.createdAt)).toEqual([1_002, 1_001])
    expect(await pages({ text: 'usdc', limit: 3 })).toEqual([[9, 2, 1], [0]])
  })

  it('given a search that matches very many, walks instead of sorting', async () => {
    await fill(30, (i) => (i % 2 === 0 ? 'filled' : 'failed'))
    expect((await pages({ text: 'usdc', limit: 4 }))[0]).toEqual([29, 28, 27, 26])
    const some = await pages({ text: 'usdc', statuses: ['failed'], limit: 4 })
    expect(some.flat()).toEqual(Array.from({ length: 15 }, (_, i) => 29 - 2 * i))
  })

  it('leaves out what was only planned, but reads it by its id', async () => {
    const order = planned()
    await insertPlanned(db, order)
    expect((await readHistory(db)).orders).toEqual([])
    expect((await readHistory(db, { text: order.id })).orders).toEqual([])
    expect(await readOrder(db, order.id)).toEqual(order)
    expect(await readOrder(db, 'nobody')).toBeNull()
  })

  it('shows orders that are under way, newest first', async () => {
    await fill(4, (i) => (i % 2 === 0 ? 'running' : 'filled'))
    expect((await readOpenOrders(db)).map((order) => order.createdAt)).toEqual([1_002, 1_000])
  })

  it('ignores a cursor that it did not give', async () => {
    await fill(1, () => 'filled')
    expect((await readHistory(db, { cursor: 'nonsense' })).orders).toHaveLength(1)
  })
})
