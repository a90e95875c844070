import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  asked,
  confirmed,
  declined,
  mined,
  orderAfter,
  planned,
  sent,
  target,
  usdc,
  verified,
} from '@/test/samples/order'
import { addAttempt, failConnects, forgetConnects, getAttempt, settleAttempt } from './attempts'
import { readCatalog, writeCatalog } from './catalog'
import { readFlag, writeFlag } from './flags'
import { createMirror } from './mirror'
import { createDatabase, type Database } from './open'
import {
  findByKey,
  forgetPlanned,
  getOrder,
  insertFound,
  insertPlanned,
  openOrders,
  requireOrder,
  settlePlanned,
  wasPaid,
} from './orders'
import { toRow } from './row'
import { transact } from './transact'

const name = 'orders'
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

const order = planned()
const running = orderAfter(order, confirmed)

describe('planned orders', () => {
  it('given the same route again, the older plan gives way', async () => {
    await insertPlanned(db, order)
    await insertPlanned(db, { ...order, id: 'other' })
    expect(await getOrder(db, order.id)).toBeUndefined()
    expect(await getOrder(db, 'other')).toBeDefined()
  })

  it('given the route was confirmed, a second plan for it is refused', async () => {
    await insertPlanned(db, order)
    await transact(db, order.id, () => ({ order: running }), { now: 0 })
    const second = insertPlanned(db, { ...order, id: 'other' })
    await expect(second).rejects.toMatchObject({ code: 'order/busy' })
  })

  it('given the route was stopped before anything was asked, it may be planned again', async () => {
    await insertPlanned(db, order)
    const stopped = orderAfter(running, { type: 'stopped' })
    await transact(db, order.id, () => ({ order: stopped }), { now: 0 })
    await insertPlanned(db, { ...order, id: 'other' })
    expect(toRow(orderAfter(declined, { type: 'stopped' })).routeKey).toBeDefined()
    // Of a swap out of a file another computer may have paid anew.
    expect(toRow({ ...declined, fromBackup: true })).not.toHaveProperty('routeKey')
  })

  it('are forgotten once their quote is over, and deleted when given up', async () => {
    await insertPlanned(db, order)
    expect(await forgetPlanned(db, order.accepted.validBefore)).toBe(0)
    expect(await forgetPlanned(db, order.accepted.validBefore + 1)).toBe(1)
    await insertPlanned(db, order)
    await settlePlanned(db, order.id)
    await settlePlanned(db, order.id)
    await expect(requireOrder(db, order.id)).rejects.toMatchObject({ code: 'order/not-found' })
  })

  it('that were confirmed are neither forgotten nor deleted', async () => {
    await insertPlanned(db, order)
    await transact(db, order.id, () => ({ order: running }), { now: 0 })
    await settlePlanned(db, order.id)
    expect(await forgetPlanned(db, Number.MAX_SAFE_INTEGER)).toBe(0)
    expect(await openOrders(db)).toEqual([running])
  })
})

const program = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5'
const listed = 'src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4'

describe('a contract', () => {
  it('was paid once a payment to it is mined, on the chain of the payment alone', async () => {
    const { chainId } = order.accepted.from
    const verifiedOrder = orderAfter(running, asked(running), sent, verified)
    const store = (next: typeof order) =>
      transact(db, order.id, () => ({ order: next }), { now: 0 })
    await insertPlanned(db, order)
    await store(verifiedOrder)
    expect(await wasPaid(db, chainId, { address: target })).toBe(false)
    await store(orderAfter(verifiedOrder, mined))
    expect(await wasPaid(db, chainId, { address: target.toUpperCase().replace('X', 'x') })).toBe(
      true,
    )
    expect(await wasPaid(db, chainId + 1, { address: target })).toBe(false)
    expect(await wasPaid(db, chainId, { address: usdc })).toBe(false)
  })

  it('was paid by the method that was called, and so was what swaps and takes before it', async () => {
    const { chainId } = order.accepted.from
    const [router, taker] = ['7', '8'].map((digit) => `0x${digit.repeat(40)}`) as [string, string]
    const paid = orderAfter(running, asked(running), sent, verified, mined)
    const last = paid.steps.at(-1)
    if (last?.facts.kind !== 'deposit') throw new Error('no deposit')
    const { facts, state } = last
    const { token } = facts
    const method = '0x38ed1739'
    const swap = { kind: 'swap', token, gets: token, target: router, method } as const
    const approve = { kind: 'approve', token, spender: taker, exact: true } as const
    const steps = [
      { ...last, id: 'swap', deposit: false, facts: swap },
      {
        ...last,
        id: 'approve',
        deposit: false,
        facts: approve,
        state: { status: 'ready' as const },
      },
      { ...last, facts: { ...facts, takenBy: taker }, state: { status: 'ready' as const } },
    ]
    const was = (address: string, by?: string) =>
      wasPaid(db, chainId, { address, ...(by && { method: by }) })
    await insertPlanned(db, order)
    await transact(db, order.id, () => ({ order: { ...running, steps } }), { now: 0 })
    const half = [
      was(router),
      was(router, method),
      was(router, '0x00000000'),
      was(taker),
      was(target),
    ]
    expect(await Promise.all(half)).toEqual([true, true, false, false, false])
    const all = steps.map((step) => ({ ...step, state }))
    await transact(db, order.id, () => ({ order: { ...running, steps: all } }), { now: 0 })
    expect(await Promise.all([was(taker), was(target), was(target, facts.method)])).toEqual([
      true,
      true,
      true,
    ])
  })

  it('of Solana is a program that a mined payment called, where nobody here knew it', async () => {
    const { chainId } = order.accepted.from
    const facts = {
      ...{ kind: 'solanaDeposit' as const, token: order.accepted.from, feePayer: program },
      ...{ programs: [program, listed], unknown: [program] },
    }
    const paid = orderAfter(running, asked(running), sent, verified)
    const through = (each: typeof paid) => ({
      ...each,
      steps: each.steps.map((step) => ({ ...step, facts })),
    })
    await insertFound(db, through(paid), [], 0)
    expect(await wasPaid(db, chainId, { address: program })).toBe(false)
    const store = () => ({ order: through(orderAfter(paid, mined)) })
    await transact(db, order.id, store, { now: 0 })
    expect(await wasPaid(db, chainId, { address: program })).toBe(true)
    expect(await wasPaid(db, chainId, { address: listed })).toBe(false)
    expect(await wasPaid(db, chainId + 1, { address: program })).toBe(false)
  })

  it.each([target, program])(
    '%s is not known by what a service calls an order, or a token, or a payment',
    async (contract) => {
      const { accepted } = running
      const { chainId } = accepted.from
      const key = `${contract}@${chainId}`
      const called = [
        { ...running, service: { orderId: key } },
        { ...running, service: { depositTxHash: key } },
        {
          ...running,
          accepted: { ...accepted, to: { ...accepted.to, symbol: key.toUpperCase() } },
        },
      ]
      for (const [at, each] of called.entries()) {
        const quoteId = `q-${at}`
        const id = `${at}`.repeat(32)
        const stored = { ...each, id, accepted: { ...each.accepted, quoteId } }
        expect(await insertFound(db, stored, [], 0)).toBe(true)
        expect(await wasPaid(db, chainId, { address: contract })).toBe(false)
      }
    },
  )

  it('is not known by an order that a file brought', async () => {
    const paid = orderAfter(running, asked(running), sent, verified, mined)
    await insertFound(db, { ...paid, fromBackup: true }, [], 0)
    expect(await wasPaid(db, order.accepted.from.chainId, { address: target })).toBe(false)
    await transact(db, order.id, (stored) => ({ order: stored }), { now: 0 })
    expect(await wasPaid(db, order.accepted.from.chainId, { address: target })).toBe(false)
  })
})

describe('orders found elsewhere', () => {
  it('are stored once, by id and by route', async () => {
    expect(await insertFound(db, running, [], 0)).toBe(true)
    expect(await insertFound(db, running, [], 0)).toBe(false)
    expect(await insertFound(db, { ...running, id: 'other' }, [], 0)).toBe(false)
    const accepted = { ...running.accepted, quoteId: '' }
    expect(await insertFound(db, { ...running, id: 'third', accepted }, [], 0)).toBe(true)
    expect((await findByKey(db, running.accepted.author)).length).toBe(2)
  })

  it('given a row that another version wrote, need attention and keep what can be read', async () => {
    const connection = await db.use()
    const future = { ...running, status: 'teleported', steps: [{ quantum: true }] }
    await connection.put('orders', { ...toRow(running), order: future })
    await connection.put('orders', { ...toRow(running), id: 'x', routeKey: 'x', order: 'torn' })
    expect(await getOrder(db, running.id)).toMatchObject({
      status: 'attention',
      accepted: running.accepted,
      steps: [],
    })
    expect(await getOrder(db, 'x')).toMatchObject({ id: 'x', status: 'attention' })
  })
})

describe('attempts', () => {
  const { page, wallet } = order
  const row = { attemptId: 'a', kind: 'connect' as const, page, wallet, createdAt: 5 }

  it('are settled once', async () => {
    await addAttempt(db, row)
    expect(await settleAttempt(db, 'a', { settledAt: 6, accounts: ['0x1'] })).toBe(true)
    expect(await settleAttempt(db, 'a', { settledAt: 7, code: 'wallet/declined' })).toBe(false)
    expect(await settleAttempt(db, 'nobody', { settledAt: 7 })).toBe(false)
    expect(await getAttempt(db, 'a')).toMatchObject({ settledAt: 6, accounts: ['0x1'] })
    await expect(addAttempt(db, row)).rejects.toMatchObject({ code: 'store/unavailable' })
  })

  it('given the tab is gone, its open connects have failed', async () => {
    await addAttempt(db, row)
    await addAttempt(db, { ...row, attemptId: 'other tab', page: { ...page, tabId: 99 } })
    await addAttempt(db, { ...row, attemptId: 'an ask', kind: 'step' })
    expect(await failConnects(db, page.tabId, 10)).toEqual(['a'])
    expect(await failConnects(db, page.tabId, 11)).toEqual([])
    expect(await getAttempt(db, 'a')).toMatchObject({ settledAt: 10, code: 'page/gone' })
  })

  it('that belong to no order are forgotten when they are old', async () => {
    await addAttempt(db, row)
    await addAttempt(db, { ...row, attemptId: 'b', orderId: order.id })
    await addAttempt(db, { ...row, attemptId: 'c', createdAt: 9 })
    await forgetConnects(db, 8)
    const left = await Promise.all(['a', 'b', 'c'].map((id) => getAttempt(db, id)))
    expect(left.map((each) => each?.attemptId)).toEqual([undefined, 'b', 'c'])
  })
})

describe('the catalog and the flags', () => {
  it('keep what was read last', async () => {
    expect(await readCatalog(db, 'k')).toBeUndefined()
    await writeCatalog(db, 'k', { at: 1, value: [1] })
    expect(await readCatalog(db, 'k')).toEqual({ at: 1, value: [1] })
    expect(await readFlag(db, 'filled')).toBe(false)
    await writeFlag(db, 'filled')
    expect(await readFlag(db, 'filled')).toBe(true)
  })

  it('survive a connection that the browser closed', async () => {
    await writeFlag(db, 'filled')
    await db.close()
    expect(await readFlag(db, 'filled')).toBe(true)
  })
})

describe('the mirror', () => {
  function area() {
    const items = new Map<string, unknown>()
    return {
      items,
      get: async (keys: string | string[] | null) =>
        Object.fromEntries(
          [...items].filter(([key]) => keys === null || [keys].flat().includes(key)),
        ),
      set: async (more: Record<string, unknown>) => {
        for (const [key, value] of Object.entries(more)) items.set(key, value)
      },
      remove: async (keys: string | string[]) => {
        for (const key of [keys].flat()) items.delete(key)
      },
    }
  }

  it('keeps open orders without pictures, and the accounts for ever', async () => {
    const storage = area()
    const mirror = createMirror(storage)
    await mirror.write(order)
    expect(storage.items.size).toBe(0)
    const pictured = { ...running, wallet: { ...running.wallet, icon: 'data:,' } }
    await mirror.write(pictured)
    await mirror.write(pictured)
    expect(await mirror.readAll()).toEqual([running])
    await mirror.write({ ...running, status: 'filled' })
    expect(await mirror.readAll()).toEqual([])
    expect(await mirror.authors()).toEqual([running.accepted.author])
  })

  it('given an order ends while an older state of it is written, keeps nothing of it', async () => {
    const storage = area()
    const { get } = storage
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    storage.get = async (keys) => held.then(() => get(keys))
    const mirror = createMirror(storage)
    const written = [mirror.write(running), mirror.write({ ...running, status: 'filled' })]
    answer()
    await Promise.all(written)
    expect([...storage.items.keys()]).toEqual(['authors'])
  })

  it('given nonsense in the storage, goes on without it', async () => {
    const storage = area()
    storage.items.set('authors', 'nonsense')
    storage.items.set('order:x', 'nonsense')
    const mirror = createMirror(storage)
    expect(await mirror.authors()).toEqual([])
    expect(await mirror.readAll()).toMatchObject([{ id: 'x', status: 'attention' }])
  })
})

describe('a database of the third version', () => {
  it('gives back the places that orders of a backup took there, and no other, and keeps every order', async () => {
    const old = await openDB(name, 3, {
      upgrade(created) {
        const orders = created.createObjectStore('orders', { keyPath: 'id' })
        orders.createIndex('armed', 'armed', { unique: true })
      },
    })
    const own = orderAfter(running, asked(running))
    const brought = {
      ...own,
      id: 'brought',
      status: 'attention' as const,
      fromBackup: true as const,
    }
    await old.put('orders', toRow(own))
    await old.put('orders', { ...toRow(brought), armed: 'of the file' })
    old.close()
    const taken = await (await db.use()).getAllKeysFromIndex('orders', 'armed')
    expect(taken).toEqual([own.id])
    expect(await getOrder(db, own.id)).toEqual(own)
    expect(await getOrder(db, 'brought')).toEqual(brought)
  })
})
