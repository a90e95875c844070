import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { fillerKey } from '@/src/domain/service/filler-record'
import {
  asked,
  confirmed,
  mined,
  orderAfter,
  planned,
  sent,
  start,
  verified,
} from '@/test/samples/order'
import { binOrders, unbinOrders } from './bin'
import { createDatabase, type Database } from './open'
import { insertFound } from './orders'
import { readDeeds } from './read-deeds'

const name = 'deeds'
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

const made = orderAfter(planned(), confirmed)
const paid = orderAfter(made, asked(made), sent, verified, mined)
const keyOf = (filler?: string) => fillerKey('https://service.test', 'native-filler', filler)

function ended(index: number, filler: string, patch: Partial<SwapOrder> = {}): SwapOrder {
  const id = index.toString(16).padStart(32, '0')
  const accepted = { ...paid.accepted, quoteId: `q${index}`, filler }
  const found = {
    what: 'paid' as const,
    token: accepted.to.address,
    amount: accepted.to.amount,
    claims: [`42161:0x${index}:0`],
    at: start + 90_000,
    time: start / 1_000 + 60,
    nodes: ['a', 'b'],
  }
  const arrival = { kind: 'payout' as const, since: start, found }
  return { ...paid, id, createdAt: start + index, accepted, status: 'filled', arrival, ...patch }
}

const put = (order: SwapOrder) => insertFound(db, order, [], 0)

describe('what orders say of fillers', () => {
  it('is read from the index, each filler for itself, and no order with it', async () => {
    await put(ended(1, 'a'))
    await put(ended(2, 'b', { status: 'refunded' }))
    await put(ended(3, 'a'))
    const get = vi.spyOn(IDBObjectStore.prototype, 'get')
    const [a, b, other] = await readDeeds(db, [keyOf('a'), keyOf('b'), keyOf('c')])
    expect(get).not.toHaveBeenCalled()
    get.mockRestore()
    expect(a?.map(({ came }) => came)).toEqual([true, true])
    expect(a?.[0]).toMatchObject({ fromChainId: 8453, toChainId: 42161, promised: 20, took: 59 })
    expect(b).toEqual([{ fromChainId: 8453, toChainId: 42161, promised: 20, came: false }])
    expect(other).toEqual([])
  })

  it('is of the newest hundred', async () => {
    for (let i = 0; i < 105; i += 1) await put(ended(i, 'a', i < 5 ? { status: 'refunded' } : {}))
    const [deeds = []] = await readDeeds(db, [keyOf('a')])
    expect(deeds).toHaveLength(100)
    expect(deeds.every(({ came }) => came)).toBe(true)
  })

  it('goes with the history, and comes back with it', async () => {
    await put(ended(1, 'a'))
    await binOrders(db, { at: 5 }, () => true)
    expect(await readDeeds(db, [keyOf('a')])).toEqual([[]])
    await unbinOrders(db, 5)
    expect((await readDeeds(db, [keyOf('a')]))[0]).toHaveLength(1)
  })
})
