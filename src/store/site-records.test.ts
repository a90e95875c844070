import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { planned } from '@/test/samples/order'
import { createDatabase, type Database } from './open'
import { insertFound } from './orders'
import { addSiteRecord, hearerOf, keepSiteEvent, takeUpSiteRecord } from './site-records'

const name = 'site-records'
let db: Database
beforeEach(() => {
  db = createDatabase(name)
})
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

const day = 86_400_000
const idOf = (index: number) => index.toString(16).padStart(32, '0')
function asker(index: number, origin = 'https://site.test') {
  return { origin, requestId: idOf(index), page: { tabId: 1, frameId: 0, origin } }
}
const add = (at: number, index: number, origin?: string) =>
  addSiteRecord(db, at, asker(index, origin), 'life')
async function known(at: number, index: number, origin?: string): Promise<string | undefined> {
  const { requestId, page } = asker(index, origin)
  return (await takeUpSiteRecord(db, at, requestId, page))?.event.name
}
async function order(index: number, status: 'tracking' | 'filled'): Promise<string> {
  const sample = planned()
  const accepted = { ...sample.accepted, quoteId: `q${index}` }
  await insertFound(db, { ...sample, id: idOf(index), status, accepted }, [], 0)
  return idOf(index)
}

describe('requests of sites', () => {
  it('are sixteen of a site at most, the newest, and those whose order is in progress', async () => {
    const orderId = await order(0, 'tracking')
    await add(0, 0)
    await keepSiteEvent(db, 0, asker(0), { name: 'submitted' }, orderId)
    for (let index = 1; index <= 40; index += 1) await add(index, index)
    expect(await known(50, 24)).toBeUndefined()
    expect(await known(50, 25)).toBe('opened')
    expect(await known(50, 40)).toBe('opened')
    expect(await known(50, 0)).toBe('submitted')
  })

  it('of as many sites as there may be leave room for the newest, and for orders in progress', async () => {
    const orderId = await order(0, 'tracking')
    await keepSiteEvent(db, 0, asker(0, 'https://busy.test'), { name: 'submitted' }, orderId)
    for (let at = 1; at <= 70; at += 1) await add(at, 1, `https://${at}.test`)
    expect(await known(80, 0, 'https://busy.test')).toBe('submitted')
    expect(await known(80, 1, 'https://1.test')).toBeUndefined()
    expect(await known(80, 1, 'https://70.test')).toBe('opened')
    const rows = await (await db.use()).getAllKeys('catalog')
    expect(rows.filter((key) => key.startsWith('site:')).length).toBeLessThan(70)
  })

  it('are known for a day after their end, and forgotten with the next of any site', async () => {
    const orderId = await order(0, 'filled')
    await keepSiteEvent(db, 0, asker(0), { name: 'filled' }, orderId)
    expect(await known(day - 1, 0)).toBe('filled')
    expect(await known(day, 0)).toBeUndefined()
    await add(day, 1, 'https://other.test')
    expect(await (await db.use()).getAllKeys('catalog')).toEqual(['site:https://other.test'])
  })

  it('go forward only, whatever is told late or twice', async () => {
    for (const name of ['submitted', 'started', 'filled', 'dismissed'] as const) {
      await keepSiteEvent(db, 0, asker(0), { name })
    }
    expect(await known(0, 0)).toBe('filled')
  })

  it('are no row of a site that asks for what is not there', async () => {
    expect(await known(0, 1)).toBeUndefined()
    expect(await (await db.use()).getAllKeys('catalog')).toEqual([])
  })

  it('that are damaged are left out, and the others are known', async () => {
    await add(0, 1)
    const connection = await db.use()
    const row = await connection.get('catalog', 'site:https://site.test')
    const stored = (row?.value ?? []) as unknown[]
    const value = [{ requestId: '../' }, null, 5, ...stored]
    await connection.put('catalog', { key: 'site:https://site.test', at: 0, value })
    expect(await known(0, 1)).toBe('opened')
    await connection.put('catalog', { key: 'site:https://site.test', at: 0, value: 'x' })
    expect(await known(0, 1)).toBeUndefined()
    const { page } = asker(1)
    expect(await hearerOf(db, asker(1))).toEqual(page)
  })
})
