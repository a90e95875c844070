import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toEffect } from '@/src/domain/order/effect'
import {
  asked,
  attempt,
  confirmed,
  hash,
  orderAfter,
  otherHash,
  page,
  planned,
  sent,
  verified,
} from '@/test/samples/order'
import { getAttempt } from './attempts'
import { getLooks, keepLooks, keepSought } from './looks'
import { type AttemptRow, createDatabase, type Database, toStoreError } from './open'
import { eventsOf, getOrder, insertPlanned } from './orders'
import { effectsOf } from './outbox'
import { transact } from './transact'

const name = 'transact'
const now = 1
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
  await deleteDB(name)
})

const order = planned()
const running = orderAfter(order, confirmed)
const event = { type: 'stopped' as const, at: now }
const row: AttemptRow = {
  attemptId: attempt,
  kind: 'step',
  orderId: order.id,
  page,
  wallet: order.wallet,
  createdAt: now,
}

describe('a commit', () => {
  it('given a change, writes order, event, effects and attempt together', async () => {
    await insertPlanned(db, order)
    const effects = [toEffect(order.id, { kind: 'submitDeposit' }, 5)]
    const write = { order: running, event, effects, attempt: row }
    const done = await transact(db, order.id, () => write, { now })
    expect(done).toEqual({ outcome: 'written', order: running })
    expect(await getOrder(db, order.id)).toEqual(running)
    expect(await eventsOf(db, order.id)).toEqual([{ orderId: order.id, revision: 1, event }])
    expect(await effectsOf(db, order.id)).toMatchObject([{ waitingUntil: 5, setAt: now }])
  })

  it('given another order holds the transaction that it takes, writes nothing', async () => {
    const held = { ...orderAfter(running, asked(running), sent, verified), id: 'other' }
    const route = { ...held.accepted, routeId: 'other' }
    await insertPlanned(db, { ...held, accepted: route })
    await insertPlanned(db, order)
    const claims = (claim: string) =>
      transact(db, order.id, () => ({ order: running }), { now, claim })
    await expect(claims(hash)).rejects.toMatchObject({ code: 'order/busy' })
    expect(await getOrder(db, order.id)).toEqual(order)
    expect(await claims(otherHash)).toMatchObject({ outcome: 'written' })
  })

  it('given no change or no order, writes nothing', async () => {
    await insertPlanned(db, order)
    const unchanged = await transact(db, order.id, () => undefined, { now })
    expect(unchanged).toEqual({ outcome: 'unchanged', order })
    const missing = await transact(db, 'nobody', () => ({ order: running }), { now })
    expect(missing).toEqual({ outcome: 'missing' })
    expect(await getOrder(db, 'nobody')).toBeUndefined()
  })

  it('given an attempt that is settled already, leaves everything as it is', async () => {
    await insertPlanned(db, order)
    const settle = { attemptId: attempt, at: 7 }
    await transact(db, order.id, () => ({ order: running, attempt: row }), { now })
    const first = await transact(db, order.id, () => ({ order: running }), { now, settle })
    expect(first.outcome).toBe('written')
    const second = await transact(db, order.id, () => ({ order }), { now, settle })
    expect(second.outcome).toBe('settled-before')
    expect((await getOrder(db, order.id))?.status).toBe('running')
  })

  it('given another deposit is being asked for, is refused and writes nothing', async () => {
    const asking = orderAfter(running, asked(running))
    const other = {
      ...asking,
      id: 'd'.repeat(32),
      accepted: { ...asking.accepted, quoteId: 'q2' },
    }
    await insertPlanned(db, order)
    await insertPlanned(db, { ...order, id: other.id, accepted: other.accepted })
    await transact(db, order.id, () => ({ order: asking }), { now })
    const effects = [toEffect(other.id, { kind: 'submitDeposit' }, 5)]
    await expect(
      transact(db, other.id, () => ({ order: other, event, effects }), { now }),
    ).rejects.toMatchObject({ code: 'order/busy' })
    expect((await getOrder(db, other.id))?.status).toBe('planned')
    expect(await effectsOf(db, other.id)).toEqual([])
    expect(await eventsOf(db, other.id)).toEqual([])
  })

  it('given a decision that throws, writes nothing and says what went wrong', async () => {
    await insertPlanned(db, order)
    const fails = transact(
      db,
      order.id,
      () => {
        throw new TypeError('a bug')
      },
      { now },
    )
    await expect(fails).rejects.toMatchObject({ code: 'store/unavailable' })
    expect((await getOrder(db, order.id))?.status).toBe('planned')
  })

  it('is on disk before it resolves, strictly so on the path of money', async () => {
    await insertPlanned(db, order)
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await transact(db, order.id, () => ({ order: running }), { now })
    expect(spy.mock.calls[0]?.[2]).toEqual({ durability: 'strict' })
    await transact(db, order.id, () => ({ order: running }), { now, strict: false })
    expect(spy.mock.calls[1]?.[2]).toEqual({ durability: 'relaxed' })
  })
})

describe('errors of the store', () => {
  it('names a full disk and everything else', () => {
    const full = new DOMException('full', 'QuotaExceededError')
    expect(toStoreError(full)).toMatchObject({ code: 'store/full' })
    expect(toStoreError('odd')).toMatchObject({ code: 'store/unavailable' })
  })

  it('given a full disk, nothing is written and the caller is told', async () => {
    await insertPlanned(db, order)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const full = transact(db, order.id, () => ({ order: running }), { now })
    await expect(full).rejects.toMatchObject({ code: 'store/full' })
    put.mockRestore()
    expect((await getOrder(db, order.id))?.status).toBe('planned')
  })
})

describe('rows beside an order that cannot be read', () => {
  it('keeps what looks at an ask showed, with what was kept before, and reads none that was damaged', async () => {
    const ask = { orderId: order.id, attemptId: attempt }
    const last = { block: 7n, nonce: 1 }
    const looks = { last, moves: [{ nonce: 1, from: 7n, to: 8n, end: 8n }] }
    await keepLooks(db, ask, looks)
    await keepSought(db, ask, '0x1', 9n)
    await keepSought(db, ask, '0x2', 3n)
    expect(await getLooks(db, attempt)).toEqual({ ...ask, looks, sought: { '0x1': 9n, '0x2': 3n } })
    await (await db.use()).put('looks', { ...ask, looks: 7 } as never)
    expect(await getLooks(db, attempt)).toBeUndefined()
    await keepSought(db, ask, '0x1', 9n)
    expect(await getLooks(db, attempt)).toEqual({ ...ask, sought: { '0x1': 9n } })
  })

  it('reads an ask, and none that lost its page', async () => {
    const connection = await db.use()
    await connection.put('attempts', row)
    expect(await getAttempt(db, attempt)).toEqual(row)
    const { page: _, ...pageless } = row
    await connection.put('attempts', pageless as never)
    expect(await getAttempt(db, attempt)).toBeUndefined()
  })

  it('leaves out events that say neither what happened nor when', async () => {
    await insertPlanned(db, order)
    await transact(db, order.id, () => ({ order: running, event }), { now })
    const connection = await db.use()
    await connection.put('events', { orderId: order.id, revision: 98 } as never)
    await connection.put('events', { orderId: order.id, revision: 99, event: {} } as never)
    expect((await eventsOf(db, order.id)).map((each) => each.event)).toEqual([event])
  })
})
