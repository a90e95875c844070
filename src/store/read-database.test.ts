import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { planned } from '@/test/samples/order'
import { createDatabase, databaseName } from './open'
import { insertFound, insertPlanned } from './orders'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('./read-history', async (original) => {
  fetched()
  return original()
})

// Another file's tests may have read the modules before.
let openForReading: typeof import('./read-database')['openForReading']
beforeAll(async () => {
  vi.resetModules()
  openForReading = (await import('./read-database')).openForReading
})

const db = createDatabase()
afterEach(async () => {
  await db.close()
  await deleteDB(databaseName)
})

it('reads no row, and fetches nothing that reads rows, before an order was begun', async () => {
  const store = openForReading()
  await insertPlanned(db, planned())
  expect(await store.history({ limit: 5 })).toEqual({ orders: [] })
  expect(fetched).not.toHaveBeenCalled()

  const order = { ...planned(), id: 'f'.repeat(32), status: 'filled' as const }
  const accepted = { ...order.accepted, quoteId: 'another' }
  await insertFound(db, { ...order, accepted }, [], 0)
  const { orders } = await store.history({ statuses: ['filled'], limit: 5 })
  expect(orders.map(({ id }) => id)).toEqual([order.id])
  expect(fetched).toHaveBeenCalled()
})
