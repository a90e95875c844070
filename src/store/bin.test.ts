import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { hash, otherHash, payment, planned } from '@/test/samples/order'
import { binOrders, deleteBinned, hasOrders, unbin, unbinOrders } from './bin'
import { createDatabase, type Database } from './open'
import { findByKey, insertFound } from './orders'
import { readBin } from './read-bin'
import { readHistory } from './read-history'
import { readOrder } from './read-order'
import { isSpent } from './spent'

const name = 'bin'
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

function filled(index: number, patch: Partial<SwapOrder> = {}): SwapOrder {
  const order = planned()
  const accepted = { ...order.accepted, quoteId: `q${index}` }
  const id = index.toString(16).padStart(32, '0')
  return { ...order, id, status: 'filled', createdAt: 1_000 + index, accepted, ...patch }
}

const all = () => true
const listed = async () => (await readHistory(db)).orders.map(({ createdAt }) => createdAt - 1_000)

async function sweep(at: number, mayGo: Parameters<typeof binOrders>[2] = all): Promise<number[]> {
  const counts: number[] = []
  let cursor: [number, string] | undefined
  do {
    const part = await binOrders(db, { at, cursor }, mayGo)
    counts.push(part.removed.length)
    cursor = part.cursor
  } while (cursor)
  return counts
}

describe('removed orders', () => {
  it('go in parts, are in no list and not opened, and come back as they were', async () => {
    for (let i = 0; i < 250; i += 1) await insertFound(db, filled(i), [], 0)
    const before = await readHistory(db, { limit: 300 })
    expect(await sweep(50)).toEqual([200, 50])
    expect(await listed()).toEqual([])
    expect(await readOrder(db, filled(3).id)).toBeNull()
    expect(await readBin(db)).toEqual({ at: 50, count: 250 })
    expect(await readBin(db, filled(3).id)).toEqual({ at: 50, count: 250 })
    expect(await readBin(db, 50)).toEqual({ at: 50, count: 250 })
    expect(await readBin(db, 49)).toBeUndefined()
    expect(await readBin(db, filled(300).id)).toBeUndefined()
    expect(await unbinOrders(db, 50)).toBe(250)
    expect(await readBin(db, filled(3).id)).toBeUndefined()
    expect(await readHistory(db, { limit: 300 })).toEqual(before)
    expect(await readBin(db)).toBeUndefined()
  })

  it('leave alone what may not go, and know what is under way', async () => {
    await insertFound(db, filled(0), [], 0)
    await insertFound(db, filled(1, { status: 'tracking' }), [], 0)
    const effect = { key: 'k', orderId: filled(2).id, dueAt: 0, tries: 0, repeat: 'safe' as const }
    await insertFound(db, filled(2), [{ ...effect, task: { kind: 'pollOrder' } }], 0)
    const seen: string[][] = []
    const part = await binOrders(db, { at: 5 }, (order, underWay) => {
      seen.push(underWay.map(({ id }) => id).sort())
      return order.status === 'filled' && !underWay.some(({ id }) => id === order.id)
    })
    expect([part.removed.length, part.kept]).toEqual([1, 2])
    expect(seen[0]).toEqual([filled(1).id, filled(2).id])
    expect(await listed()).toEqual([2, 1])
  })

  it('one alone goes and comes back alone', async () => {
    for (let i = 0; i < 3; i += 1) await insertFound(db, filled(i), [], 0)
    await binOrders(db, { at: 5, orderId: filled(1).id }, all)
    expect(await listed()).toEqual([2, 0])
    expect(await unbin(db, filled(1).id)).toBe(true)
    expect(await unbin(db, filled(1).id)).toBe(false)
    expect(await listed()).toEqual([2, 1, 0])
  })

  it('are deleted once nobody may want them back, but for what no other order may claim', async () => {
    const arrival = { kind: 'payout' as const, since: 0, found: payment }
    const service = { orderId: 'SVC-1', depositTxHash: hash }
    const order = filled(0, { arrival, service })
    await insertFound(db, order, [], 0)
    await sweep(50)
    expect(await deleteBinned(db, 49)).toEqual({ orderIds: [], more: false })
    expect(await findByKey(db, hash)).toHaveLength(1)
    expect(await deleteBinned(db, 50)).toEqual({ orderIds: [order.id], more: false })
    expect(await findByKey(db, hash)).toEqual([])
    expect(await hasOrders(db, order.accepted.author)).toBe(false)
    const kept = await (await db.use()).getAllKeys('spent')
    expect(kept.sort()).toEqual([...payment.claims, hash, otherHash].sort())
    expect(await isSpent(db, otherHash.toUpperCase())).toBe(true)
    // Its service alone named it.
    expect(await isSpent(db, hash)).toBe(false)
    expect(await isSpent(db, 'nothing')).toBe(false)
  })

  it('keep what was their own where another one that is deleted was only said to have it', async () => {
    const arrival = { kind: 'payout' as const, since: 0, found: payment }
    await insertFound(db, filled(0, { arrival }), [], 0)
    await sweep(50)
    await deleteBinned(db, 50)
    expect(await isSpent(db, otherHash)).toBe(true)
    const told = { fromBackup: true as const, service: { depositTxHash: otherHash } }
    await insertFound(db, filled(1, told), [], 0)
    await sweep(60)
    expect((await deleteBinned(db, 60)).orderIds).toHaveLength(1)
    expect(await isSpent(db, otherHash)).toBe(true)
  })

  it('take nothing from an order that has a deposit by what a file alone says of them', async () => {
    const told = { fromBackup: true as const, service: { depositTxHash: otherHash } }
    await insertFound(db, filled(1, told), [], 0)
    await sweep(50)
    await deleteBinned(db, 50)
    expect(await isSpent(db, otherHash)).toBe(false)
    expect(await isSpent(db, otherHash, hash)).toBe(false)
  })

  it('found again at the service, may claim what was their own, and nobody else', async () => {
    const arrival = { kind: 'payout' as const, since: 0, found: payment }
    await insertFound(db, filled(0, { arrival, service: { depositTxHash: hash } }), [], 0)
    await sweep(50)
    await deleteBinned(db, 50)
    const [claim = ''] = payment.claims
    expect(await isSpent(db, claim, hash)).toBe(false)
    expect(await isSpent(db, claim, `0x${'cc'.repeat(32)}`)).toBe(true)
    expect(await isSpent(db, claim)).toBe(true)
  })
})
