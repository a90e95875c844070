import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  asked,
  attempt,
  confirmed,
  hash,
  mined,
  orderAfter,
  otherHash,
  page,
  planned,
  sent,
  submitted,
  verified,
} from '@/test/samples/order'
import { getAttempt } from './attempts'
import { lookForFirst } from './beside'
import { binOrders, deleteBinned, unbin, unbinOrders } from './bin'
import { createMirror } from './mirror'
import { createDatabase, type Database } from './open'
import { findByKey, getOrder, insertFound, openOrders, requireOrder } from './orders'
import { type HistoryQuery, readHistory } from './read-history'
import { readSupport } from './read-support'
import { toRow } from './row'
import { transact } from './transact'

const name = 'unread'
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

const running = orderAfter(planned(), confirmed)
const tracked = orderAfter(running, asked(running), sent, verified, mined, submitted)
/** As a later version wrote it, found by all that this one finds an order by. */
const later = { ...tracked, status: 'teleported', arrival: { kind: 'gift', since: 1 } }
const { id } = tracked

const put = async (order: unknown = later) =>
  (await db.use()).put('orders', { ...toRow(tracked), order })
const stored = async () => (await (await db.use()).get('orders', id))?.order

describe('a record of which a part cannot be read', () => {
  beforeEach(() => put())

  it('is listed, found by its hash, and under way still', async () => {
    const [listed] = (await readHistory(db)).orders
    expect(listed).toMatchObject({ id, status: 'attention', unread: { hashes: [hash] } })
    expect((await findByKey(db, hash)).map((each) => each.id)).toEqual([id])
    expect((await openOrders(db)).map((each) => each.id)).toEqual([id])
  })

  it('stands where its row is listed, whatever it says of its time, and pages go on behind it', async () => {
    const connection = await db.use()
    await connection.delete('orders', id)
    const others = [1, 2, 3, 4, 5].map((at) => ({
      ...tracked,
      id: `o${at}`,
      createdAt: at,
      accepted: { ...tracked.accepted, quoteId: `q${at}` },
    }))
    for (const createdAt of ['yesterday', 9_000]) {
      for (const order of others) {
        const isDamaged = order.createdAt === 4
        const row = toRow(order)
        await connection.put('orders', {
          ...row,
          order: isDamaged ? { ...order, createdAt } : order,
        } as never)
      }
      const seen: string[][] = []
      for (const text of ['', tracked.accepted.author]) {
        let cursor: string | undefined
        for (let pages = 0; pages < 3; pages += 1) {
          const page = await readHistory(db, { limit: 2, text, ...(cursor ? { cursor } : {}) })
          seen.push(page.orders.map((order) => order.id))
          cursor = page.cursor
        }
        expect(cursor).toBeUndefined()
      }
      const pages = [['o5', 'o4'], ['o3', 'o2'], ['o1']]
      expect(seen).toEqual([...pages, ...pages])
    }
  })

  it('is among what goes on and what needs attention, by a text as without one', async () => {
    const open = ['running', 'submitted', 'tracking', 'attention'] as const
    const row = toRow(tracked)
    for (const status of ['teleported', 'filled']) {
      const statusListed = [status, tracked.createdAt, id]
      await (await db.use()).put('orders', { ...row, statusListed, order: later } as never)
      for (const text of ['', id]) {
        const found = async (query: HistoryQuery) =>
          (await readHistory(db, { text, ...query })).orders.map((order) => order.id)
        expect(await found({ statuses: open })).toEqual([id])
        expect(await found({ statuses: ['attention'], since: tracked.createdAt })).toEqual([id])
        expect(await found({ statuses: open, since: tracked.createdAt + 1 })).toEqual([])
        expect(await found({ statuses: ['filled'] })).toEqual(status === 'filled' ? [id] : [])
      }
    }
  })

  it('is never written over, and nothing that was asked for it is called settled', async () => {
    const connection = await db.use()
    const asked = { attemptId: attempt, kind: 'step' as const, orderId: id, page, createdAt: 1 }
    await connection.put('attempts', { ...asked, wallet: tracked.wallet })
    const change = transact(db, id, (order) => ({ order: { ...order, revision: 99 } }), {
      now: 1,
      settle: { attemptId: attempt, at: 1 },
    })
    await expect(change).rejects.toMatchObject({ code: 'order/attention' })
    expect(await stored()).toEqual(later)
    expect((await getAttempt(db, attempt))?.settledAt).toBeUndefined()
  })

  it('is nothing that a person may go on with here', async () => {
    await expect(requireOrder(db, id)).rejects.toMatchObject({ code: 'order/attention' })
  })

  it('keeps its transaction from every other order', async () => {
    const other = { ...running, id: 'other', accepted: { ...running.accepted, quoteId: 'other' } }
    await insertFound(db, other, [], 0)
    const change = transact(db, 'other', (order) => ({ order }), { now: 1, claim: hash })
    await expect(change).rejects.toMatchObject({ code: 'order/busy' })
  })

  it('keeps no transaction from another that only its service names, or that was found to be another’s', async () => {
    const [step] = tracked.steps
    const checks = [{ at: 1, what: 'hash', hash: otherHash, state: 'other' }]
    const other = { ...running, id: 'other', accepted: { ...running.accepted, quoteId: 'other' } }
    await insertFound(db, other, [], 0)
    for (const change of [
      { service: { fill: { txHash: otherHash } } },
      { steps: [step, { ...step, state: { status: 'unsure', checks } }] },
    ]) {
      const order = { ...later, ...change }
      const row = { ...toRow(tracked), order, keys: [otherHash] }
      await (await db.use()).put('orders', row as never)
      expect((await getOrder(db, id))?.unread?.hashes).toContain(otherHash)
      const write = transact(db, 'other', (each) => ({ order: each }), { now: 1, claim: otherHash })
      expect(await write).toMatchObject({ outcome: 'written' })
    }
  })

  it('comes out of the bin as it was, and is not deleted there', async () => {
    const before = await (await db.use()).get('orders', id)
    await binOrders(db, { at: 5 }, () => true)
    expect(await deleteBinned(db, 9)).toEqual({ orderIds: [], more: false })
    expect(await unbinOrders(db, 5)).toBe(1)
    await binOrders(db, { at: 6 }, () => true)
    expect(await unbin(db, id)).toBe(true)
    const after = await (await db.use()).get('orders', id)
    expect(after).toMatchObject({ order: later, keys: before?.keys, listed: before?.listed })
    expect((await readHistory(db)).orders.map((each) => each.id)).toEqual([id])
  })

  it('is given to nobody who helps: what stands in it is not known', async () => {
    await put({ ...later, secret: 'whatever' })
    const given = await readSupport(db, {}, id)
    expect(given).toContain(hash)
    expect(given).not.toContain('whatever')
  })

  it('may have paid the same, whatever it paid, and whenever', async () => {
    const wish = { ...running, id: 'wish' }
    const { from, to } = running.accepted
    const more = { ...wish.accepted, from: { ...from, amount: `${from.amount}0` }, to }
    const paid = { code: 'order/paid-beside', context: { orderId: id } }
    const since = tracked.createdAt + 1_000
    await expect(lookForFirst(db, { ...wish, accepted: more }, since)).rejects.toMatchObject(paid)
    await lookForFirst(db, wish, since, [id])
    const coin = { ...from, address: '0x4444444444444444444444444444444444444444' }
    const other = { ...wish, accepted: { ...wish.accepted, from: coin } }
    await lookForFirst(db, other, since)
    // Nobody knows what it paid with.
    await put({ ...later, accepted: { ...tracked.accepted, from: { ...from, amount: 'much' } } })
    await expect(lookForFirst(db, other, since)).rejects.toMatchObject(paid)
  })

  it('may have paid the same at any age, on any chain, until its person says that it did not', async () => {
    const wish = { ...running, id: 'wish' }
    const paid = { code: 'order/paid-beside', context: { orderId: id } }
    const since = tracked.createdAt + 30 * 86_400_000
    await expect(lookForFirst(db, wish, since)).rejects.toMatchObject(paid)
    await put({ ...later, accepted: undefined })
    await expect(lookForFirst(db, wish, since)).rejects.toMatchObject(paid)
    await lookForFirst(db, wish, since, [id])
    // One that is read is older than what is asked about.
    await put(tracked)
    await lookForFirst(db, wish, since)
  })
})

describe('the second copy of such a record', () => {
  const kept = new Map<string, unknown>()
  const mirror = createMirror({
    get: async () => Object.fromEntries(kept),
    set: async (items) => {
      for (const [key, value] of Object.entries(items)) kept.set(key, value)
    },
    remove: async (keys) => {
      for (const key of [keys].flat()) kept.delete(key)
    },
  })

  it('fills a lost database with the record as it is, and stays as it is', async () => {
    kept.set(`order:${id}`, later)
    const [order] = await mirror.readAll()
    if (!order) throw new Error('the copy is gone')
    expect(await insertFound(db, order, [], 0)).toBe(true)
    expect(await stored()).toEqual(later)
    expect((await findByKey(db, hash)).map((each) => each.id)).toEqual([id])
    expect((await openOrders(db)).map((each) => each.id)).toEqual([id])
    await mirror.write((await getOrder(db, id)) ?? order)
    expect(kept.get(`order:${id}`)).toBe(later)
  })
})
