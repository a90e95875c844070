import { deleteDB } from 'idb'
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { type BookEntry, bookKey } from '@/src/contract/book'
import { openBook } from './account-book'
import { createDatabase } from './open'

const name = 'book'
const db = createDatabase(name)
const book = openBook(db)
afterEach(async () => {
  await db.close()
  await deleteDB(name)
})

const alice: BookEntry = {
  name: 'Alice',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  family: 'eip155',
  createdAt: 1,
}
const bob: BookEntry = {
  ...alice,
  name: 'Bob',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  family: 'tron',
  note: 'desk',
}

it('is empty at first, and keeps what is put into it over a closed database', async () => {
  expect(await book.read()).toEqual({ entries: [], unread: 0 })
  await book.change(() => ({ put: [alice, bob] }))
  await db.close()
  expect((await book.read()).entries).toEqual(expect.arrayContaining([alice, bob]))
})

it('holds one entry for an account, however its address is written', async () => {
  await book.change(() => ({ put: [alice] }))
  const again = { ...alice, name: 'Alicia', address: alice.address.toLowerCase() }
  expect((await book.change(() => ({ put: [again] }))).entries).toEqual([
    { ...alice, name: 'Alicia' },
  ])
})

it.each([
  ['no entry', 7],
  ['a name of ten thousand letters', { ...alice, name: 'a'.repeat(10_000) }],
  ['no name', { ...alice, name: '' }],
  ['an address of no checksum', { ...alice, address: alice.address.replace('f39F', 'F39f') }],
  ['an address of another family', { ...alice, family: 'solana' }],
  ['another account than its key', { ...alice, address: `0x${'1'.repeat(40)}` }],
])('given a row with %s, gives the others all the same, and says so', async (_, entry) => {
  await book.change(() => ({ put: [bob] }))
  await (await db.use()).put('book', { key: bookKey(alice), entry })
  expect(await book.read()).toEqual({ entries: [bob], unread: 1 })
  // What cannot be read is nobody's to delete.
  await book.change(() => ({ drop: [bookKey(bob)] }))
  expect(await book.read()).toEqual({ entries: [], unread: 1 })
})

it('lets two pages that change it at once each see what the other did', async () => {
  const other = createDatabase(name)
  const seen: number[] = []
  const add = (entry: BookEntry) => (now: BookEntry[]) => {
    seen.push(now.length)
    return { put: [entry] }
  }
  await Promise.all([book.change(add(alice)), openBook(other).change(add(bob))])
  expect(seen).toEqual([0, 1])
  expect((await book.read()).entries).toHaveLength(2)
  await other.close()
})

it('writes nothing where nothing is decided', async () => {
  await book.change(() => ({ put: [alice] }))
  expect((await book.change(() => undefined)).entries).toEqual([alice])
})

it('tells other pages of a change, until they no longer listen', async () => {
  const heard = vi.fn()
  const off = book.onChange(heard)
  await book.change(() => ({ put: [alice] }))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
  await book.change(() => undefined)
  off()
  await book.change(() => ({ put: [bob] }))
  expect(heard).toHaveBeenCalledTimes(1)
})

it('says that the browser gives no store', async () => {
  const broken = openBook({ use: () => Promise.reject(new Error('no')), close: async () => {} })
  await expect(broken.read()).rejects.toMatchObject({ code: 'store/unavailable' })
  await expect(broken.change(() => undefined)).rejects.toMatchObject({ code: 'store/unavailable' })
})

it('comes to a database of an earlier version without touching its orders', async () => {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open('old', 2)
    request.onupgradeneeded = () => {
      const { result } = request
      for (const key of ['orders', 'outbox', 'attempts']) result.createObjectStore(key)
      result.createObjectStore('settings', { keyPath: 'key' }).put({ key: 'settings', value: 1 })
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
    request.onerror = () => reject(request.error)
  })
  const old = createDatabase('old')
  expect((await openBook(old).change(() => ({ put: [alice] }))).entries).toEqual([alice])
  expect(await (await old.use()).get('settings', 'settings')).toEqual({ key: 'settings', value: 1 })
  await old.close()
  await deleteDB('old')
})
