import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderStatus, SwapOrder } from '@/src/domain/order/order'
import { hash, planned } from '@/test/samples/order'
import { listedStream, newest, statusStream, takeCommon, valueStream } from './history-streams'
import { createDatabase, type Database } from './open'
import { insertFound, insertPlanned } from './orders'
import { readChoices } from './read-choices'
import { readHistory, readUnderWay } from './read-history'
import { readOrder } from './read-order'
import { toRow } from './row'

const name = 'history'
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

function numbered(index: number, status: OrderStatus, patch: Partial<SwapOrder> = {}): SwapOrder {
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

  it('says what is under way, the newest first, however much a backup brought', async () => {
    await insertFound(db, numbered(0, 'tracking'), [], 0)
    await insertFound(db, numbered(1, 'running'), [], 0)
    for (let i = 2; i < 60; i += 1) {
      await insertFound(db, numbered(i, 'attention', { fromBackup: true }), [], 0)
    }
    await insertFound(db, numbered(60, 'filled'), [], 0)
    const connection = await db.use()
    const row = await connection.get('orders', numbered(0, 'running').id)
    if (!row) throw new Error('no row')
    const id = 'f'.repeat(32)
    const order = { ...numbered(0, 'running'), id, steps: 'none' } as never
    const { routeKey: _, ...rest } = row
    await connection.put('orders', { ...rest, id, order, listed: [900, id] })
    expect((await readUnderWay(db)).map((each) => each.id)).toEqual([
      numbered(1, 'running').id,
      numbered(0, 'running').id,
      id,
    ])
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

  it('given an order that a text finds by very many keys, finds the others as well', async () => {
    const [many, one] = [toRow(numbered(1, 'filled')), toRow(numbered(2, 'filled'))]
    const keys = Array.from(
      { length: 2_000 },
      (_, index) => `k${index.toString().padStart(4, '0')}`,
    )
    const { store, done } = (await db.use()).transaction('orders', 'readwrite')
    void store.put({ ...many, keys })
    void store.put({ ...one, keys: ['k9'] })
    await done
    expect(await pages({ text: 'k' })).toEqual([[2, 1]])
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

  it('given a chain or a token, shows what was paid or received there, in pages', async () => {
    const { accepted } = planned()
    const swap = (from: [number, string], to: [number, string]): Partial<SwapOrder> => ({
      accepted: {
        ...accepted,
        quoteId: `${from}${to}`,
        from: { ...accepted.from, chainId: from[0], symbol: from[1] },
        to: { ...accepted.to, chainId: to[0], symbol: to[1] },
      },
    })
    const rows = [
      swap([1, 'ETH'], [10, 'USDC']),
      swap([10, 'USDC'], [56, 'BNB']),
      swap([56, 'BNB'], [10, 'USDT']),
      swap([10, 'USDC'], [10, 'ETH']),
    ]
    for (const [i, row] of rows.entries()) {
      await insertFound(db, numbered(i, i === 3 ? 'failed' : 'filled', row), [], 0)
    }
    expect(await pages({ chainId: 10, limit: 2 })).toEqual([
      [3, 2],
      [1, 0],
    ])
    expect(await pages({ symbol: 'USDC' })).toEqual([[3, 1, 0]])
    expect(await pages({ chainId: 56, symbol: 'USDC' })).toEqual([[1]])
    expect(await pages({ chainId: 10, statuses: ['failed', 'filled'], symbol: 'ETH' })).toEqual([
      [3, 0],
    ])
    expect(await pages({ chainId: 10, symbol: 'USDC', text: 'eth' })).toEqual([[3, 0]])
    expect(await pages({ chainId: 99 })).toEqual([[]])
    expect(await readChoices(db)).toEqual({
      chainIds: [1, 10, 56],
      symbols: ['BNB', 'ETH', 'USDC', 'USDT'],
    })
  })

  it('given a time, shows what was begun in it, with or without other filters', async () => {
    await fill(9, (i) => (i % 2 === 0 ? 'filled' : 'failed'))
    expect(await pages({ since: 1_002, until: 1_006, limit: 3 })).toEqual([[5, 4, 3], [2]])
    expect(await pages({ since: 1_002, until: 1_006, statuses: ['filled'] })).toEqual([[4, 2]])
    expect(await pages({ since: 1_002, until: 1_006, text: 'usdc' })).toEqual([[5, 4, 3, 2]])
    expect(await pages({ until: 1_000 })).toEqual([[]])
  })

  it('given filters with nothing in common among very many orders, jumps instead of reading them', async () => {
    await fill(300, (i) => (i < 150 ? 'filled' : 'failed'))
    const { store } = (await db.use()).transaction('orders')
    const { chainId } = planned().accepted.from
    const streams = [
      statusStream(store, 'filled', 0),
      listedStream(store, 1_150),
      valueStream(store, 'fromChain', chainId, 0),
    ]
    expect(await takeCommon(streams, newest, 25, 3)).toEqual({ places: [] })
  })

  it('given a chain and a token that no order has both of, says so after one look, however many there are', async () => {
    const { accepted } = planned()
    for (let i = 0; i < 300; i += 1) {
      const other = i % 2 === 0 ? { chainId: 10 } : { symbol: 'DAI' }
      const terms = { ...accepted, quoteId: `q${i}`, from: { ...accepted.from, ...other } }
      await insertFound(db, numbered(i, 'filled', { accepted: terms }), [], 0)
    }
    const looks = [
      vi.spyOn(IDBIndex.prototype, 'openKeyCursor'),
      vi.spyOn(IDBIndex.prototype, 'getAllKeys'),
      vi.spyOn(IDBCursor.prototype, 'continue'),
      vi.spyOn(IDBObjectStore.prototype, 'get'),
    ]
    try {
      expect(await readHistory(db, { chainId: 10, symbol: 'DAI' })).toEqual({ orders: [] })
      expect(looks.map(({ mock }) => mock.calls.length)).toEqual([4, 0, 0, 0])
    } finally {
      for (const look of looks) look.mockRestore()
    }
  })

  describe('given two filters that take turns with every order', () => {
    const query = { symbol: 'DAI', statuses: ['failed'] as OrderStatus[] }

    async function alternate(count: number, isBoth: (index: number) => boolean): Promise<void> {
      const { accepted } = planned()
      for (let i = 0; i < count; i += 1) {
        const [isFailed, isDai] = [isBoth(i) || i % 2 === 0, isBoth(i) || i % 2 === 1]
        const from = { ...accepted.from, ...(isDai ? { symbol: 'DAI' } : {}) }
        const terms = { accepted: { ...accepted, quoteId: `q${i}`, from } }
        await insertFound(db, numbered(i, isFailed ? 'failed' : 'filled', terms), [], 0)
      }
    }

    it('reads what is left at once, and gives what they have in common', async () => {
      await alternate(400, (i) => i === 7 || i === 11)
      expect(await pages({ ...query, limit: 1 })).toEqual([[11], [7]])
      expect(await pages(query)).toEqual([[11, 7]])
      expect(await pages({ ...query, text: 'dai', since: 1_008 })).toEqual([[11]])
      expect(await pages({ ...query, chainId: 99 })).toEqual([[]])
    })

    it('and very much in common further back, gives it in pages', async () => {
      await alternate(550, (i) => i < 310)
      const all = await pages({ ...query, limit: 100 })
      expect(all.map(({ length }) => length)).toEqual([100, 100, 100, 10])
      expect(all.flat()).toEqual(Array.from({ length: 310 }, (_, i) => 309 - i))
    })
  })

  describe('given a text that many orders answer, and a filter that none of those fits', () => {
    const other = `0x${'b'.repeat(40)}`
    const query = { symbol: 'DAI', text: other }

    /** As many orders as are said, in DAI and to the other account where these say so. */
    async function fillOf(
      count: number,
      isDai: (index: number) => boolean,
      isOther: (index: number) => boolean,
    ): Promise<void> {
      const { accepted } = planned()
      const { store, done } = (await db.use()).transaction('orders', 'readwrite')
      for (let i = 0; i < count; i += 1) {
        const from = { ...accepted.from, ...(isDai(i) ? { symbol: 'DAI' } : {}) }
        const recipient = isOther(i) ? other : accepted.recipient
        const terms = { ...accepted, quoteId: `q${i}`, from, recipient }
        void store.put(toRow(numbered(i, 'filled', { accepted: terms })))
      }
      await done
    }
    const isEven = (index: number) => index % 2 === 0

    it('says so in one answer, and reads only the first of the rows', async () => {
      await fillOf(600, isEven, (i) => !isEven(i))
      const get = vi.spyOn(IDBObjectStore.prototype, 'get')
      try {
        expect(await readHistory(db, query)).toEqual({ orders: [] })
        expect(get.mock.calls.length).toBeLessThan(150)
      } finally {
        get.mockRestore()
      }
    })

    it('and a few do that lie far back, gives these in full pages', async () => {
      const isFew = (index: number) => [3, 8, 21].includes(index)
      await fillOf(
        600,
        (i) => isFew(i) || isEven(i),
        (i) => isFew(i) || !isEven(i),
      )
      expect(await pages({ ...query, limit: 2 })).toEqual([[21, 8], [3]])
      expect(await pages({ ...query, since: 1_004, until: 1_021 })).toEqual([[8]])
    })

    it('and no filter is chosen, reads those that lie far back at once', async () => {
      await fillOf(600, isEven, (i) => i < 200)
      const get = vi.spyOn(IDBObjectStore.prototype, 'get')
      try {
        const { orders } = await readHistory(db, { text: other, limit: 4 })
        expect(orders.map(({ createdAt }) => createdAt - 1_000)).toEqual([199, 198, 197, 196])
        expect(get.mock.calls.length).toBeLessThan(150)
      } finally {
        get.mockRestore()
      }
    })
  })

  it('given a database of the first version, filters what is in it', async () => {
    await db.close()
    await deleteDB(name)
    const old = await openDB(name, 1, {
      upgrade(created) {
        const orders = created.createObjectStore('orders', { keyPath: 'id' })
        for (const index of ['listed', 'statusListed']) orders.createIndex(index, index)
      },
    })
    await old.put('orders', toRow(numbered(4, 'filled')))
    old.close()
    const { chainId, symbol } = planned().accepted.from
    expect(await pages({ chainId, symbol, statuses: ['filled'] })).toEqual([[4]])
  })

  it('ignores a cursor that it did not give', async () => {
    await fill(1, () => 'filled')
    expect((await readHistory(db, { cursor: 'nonsense' })).orders).toHaveLength(1)
  })
})
