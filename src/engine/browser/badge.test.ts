import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, type Database } from '@/src/store/open'
import { insertFound, insertPlanned } from '@/src/store/orders'
import { transact } from '@/src/store/transact'
import { confirmed, declined, orderAfter, planned } from '@/test/samples/order'
import { type Badge, createBadge as createEnglish } from './badge'

const name = 'badge'
let createBadge = createEnglish
let db: Database
let shown: Badge[]
let failures: unknown[]
let language: string | undefined
beforeEach(() => {
  db = createDatabase(name)
  shown = []
  failures = []
  language = undefined
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await db.close()
  await deleteDB(name)
})

const order = planned()
const changed = { kind: 'order', orderId: order.id, revision: 1 } as const

/** Resolves once the badge has shown something anew. */
function start() {
  let heard: () => void = () => undefined
  const tell = createBadge({
    db,
    language: async () => language,
    show: async (badge) => {
      shown.push(badge)
      heard()
    },
    report: (error) => {
      failures.push(error)
      heard()
    },
  })
  return (change?: Parameters<typeof tell>[0]) =>
    new Promise<void>((resolve) => {
      heard = resolve
      tell(change)
    })
}

describe('the mark on the button', () => {
  it('given an order waits for its owner, counts it, and no longer once it goes on', async () => {
    const tell = start()
    await tell()
    await insertPlanned(db, order)
    await transact(db, order.id, () => ({ order: declined }), { now: 0 })
    await tell(changed)
    const running = orderAfter(order, confirmed)
    await transact(db, order.id, () => ({ order: running }), { now: 0 })
    await tell(changed)
    expect(shown).toEqual([
      { text: '', title: 'Causeway' },
      { text: '1', title: 'Causeway: 1 order waits for you' },
      { text: '', title: 'Causeway' },
    ])
  })

  it('given two orders wait, says how many', async () => {
    const accepted = { ...declined.accepted, quoteId: 'another' }
    const second = { ...declined, id: 'b'.repeat(32), accepted }
    for (const each of [declined, second]) await insertFound(db, each, [], 0)
    await start()()
    expect(shown).toEqual([{ text: '2', title: 'Causeway: 2 orders wait for you' }])
  })

  it('given a change of one order, counts the others as before, and a removed one no longer', async () => {
    const accepted = { ...declined.accepted, quoteId: 'another' }
    const second = { ...declined, id: 'b'.repeat(32), accepted }
    await insertFound(db, declined, [], 0)
    const tell = start()
    await tell()
    await insertFound(db, second, [], 0)
    await tell({ ...changed, orderId: second.id })
    await (await db.use()).delete('orders', declined.id)
    await tell(changed)
    expect(shown.map(({ text }) => text)).toEqual(['1', '2', '1'])
  })

  it('given an order that a backup tells of, or of which not all can be read, counts it the same at the start and at a change', async () => {
    const kept = { ...declined, status: 'attention' as const, fromBackup: true as const }
    await insertFound(db, kept, [], 0)
    const accepted = { ...declined.accepted, quoteId: 'another' }
    const damaged = { ...declined, id: 'b'.repeat(32), accepted }
    await insertFound(db, damaged, [], 0)
    const connection = await db.use()
    const row = await connection.get('orders', damaged.id)
    if (!row) throw new Error('no row')
    await connection.put('orders', { ...row, order: { ...damaged, steps: 'none' } as never })
    const tell = start()
    await tell()
    // What is shown already is not shown again: a change that counts another way would be.
    tell(changed)
    tell({ ...changed, orderId: damaged.id })
    const second = { ...declined, id: 'd'.repeat(32), accepted: { ...accepted, quoteId: 'third' } }
    await insertFound(db, second, [], 0)
    await tell({ ...changed, orderId: second.id })
    expect(shown.map(({ text }) => text)).toEqual(['1', '2'])
  })

  it('given another language in the settings, says the same in it, and in English again', async () => {
    vi.stubEnv('WITH_PSEUDO', 'true')
    vi.resetModules()
    ;({ createBadge } = await import('./badge'))
    await insertFound(db, declined, [], 0)
    const tell = start()
    await tell()
    language = 'ar-XB'
    await tell({ kind: 'settings' })
    language = undefined
    await tell({ kind: 'settings' })
    const [first, other, last] = shown
    expect(other).toEqual({ text: '1', title: expect.stringMatching(/^\u200f.*óordéer/) })
    expect([first, last]).toEqual(
      Array(2).fill({ text: '1', title: expect.stringContaining('waits for you') }),
    )
  })

  it('given the store cannot be read, reports it and tries at the next change', async () => {
    const { use } = db
    Object.assign(db, { use: () => Promise.reject(new Error('away')) })
    const tell = start()
    await tell()
    expect(failures).toHaveLength(1)
    Object.assign(db, { use })
    await tell(changed)
    expect(shown).toHaveLength(1)
  })
})
