import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import type { BookEntry, Removal } from '@/src/contract/book'
import { undoFor } from '@/src/contract/undo'
import { AppError } from '@/src/domain/error'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { settled } from '@/test/support/ui/settled'
import { createBook, restoreBook } from './account-book'

const NOW = 1_800_000_000_000
const alice: BookEntry = {
  name: 'Alice',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  family: 'eip155',
  createdAt: 1,
}
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const draft = { name: 'Bob', address: bob.toLowerCase(), note: '' }
async function open(entries: readonly BookEntry[] = [alice], store = createFixtureBook(entries)) {
  const session: Record<string, unknown> = {}
  const clock = { at: NOW, now: () => clock.at }
  const backend = {
    book: async () => store,
    session: {
      read: async (key: string) => session[key],
      write: async (key: string, value: unknown) => {
        session[key] = value
      },
      change: async () => undefined,
    },
  }
  const page = async (removedHere = signal<readonly Removal[]>([])) => {
    const book = createBook({ backend, clock, removedHere })
    await settled()
    return book
  }
  const stored = async () => (await store.read()).entries
  return { book: await page(), page, clock, stored, backend }
}

describe('the account book', () => {
  it('adds an entry as its address is written in general, and shows it in every page', async () => {
    const { book, page, stored } = await open()
    const other = await page()
    expect(await book.add({ ...draft, note: ' rent ' }, [])).toBeUndefined()
    await settled()
    const entry = { name: 'Bob', address: bob, family: 'eip155', createdAt: NOW, note: 'rent' }
    expect(await stored()).toContainEqual(entry)
    expect(other.find(bob.toLowerCase())).toEqual(entry)
  })

  it('adds nothing that is wrong, and says what', async () => {
    const { book, stored } = await open()
    expect(await book.add({ ...draft, name: 'ALICE' }, [])).toEqual({ name: 'taken' })
    expect(await book.add({ ...draft, address: alice.address }, [])).toEqual({ address: 'listed' })
    expect(await book.add(draft, [{ address: bob }])).toEqual({ address: 'token' })
    expect(await book.add({ ...draft, address: 'x' }, [])).toEqual({ address: 'invalid' })
    expect(await stored()).toEqual([alice])
  })

  it('is judged as it is by now, not as it was when it was opened', async () => {
    const { book, page } = await open()
    const other = await page()
    await Promise.all([book.add(draft, []), other.add({ ...draft, name: 'Bobby' }, [])])
    expect(await other.add({ ...draft, address: `0x${'3'.repeat(40)}` }, [])).toEqual({
      name: 'taken',
    })
  })

  it('changes name and note, and never the address', async () => {
    const { book, stored } = await open([{ ...alice, note: 'old', usedAt: 7 }])
    const asked = { name: 'Alicia', address: bob, note: '' }
    expect(await book.rename({ ...alice, note: 'old' }, asked)).toBeUndefined()
    expect(await stored()).toEqual([{ ...alice, name: 'Alicia', usedAt: 7 }])
  })

  it('removes entries and brings them back, from another window as well', async () => {
    const { book, page, stored } = await open()
    await book.add(draft, [])
    await book.remove([alice])
    expect((await stored()).map(({ name }) => name)).toEqual(['Bob'])
    expect(book.removed.value).toEqual({ at: NOW, count: 1 })
    const later = await page()
    expect(later.removed.value).toEqual({ at: NOW, count: 1 })
    expect(await later.undo()).toEqual({ back: 1, left: 0 })
    expect(await stored()).toContainEqual(alice)
    expect(later.removed.value).toBeUndefined()
  })

  it('brings back what its page removed, and leaves what another removed since to that', async () => {
    const { page, clock, stored } = await open()
    const [here, elsewhere] = [signal<readonly Removal[]>([]), signal<readonly Removal[]>([])]
    const [book, other] = [await page(here), await page(elsewhere)]
    await book.add(draft, [])
    const [bobs] = (await stored()).filter(({ name }) => name === 'Bob')
    await book.remove([alice])
    clock.at += 1
    await other.remove(bobs ? [bobs] : [])
    await settled()
    expect(await stored()).toEqual([])
    expect(book.removed.value?.count).toBe(1)
    expect(await book.undo()).toEqual({ back: 1, left: 0 })
    expect((await stored()).map(({ name }) => name)).toEqual(['Alice'])
    // Pressed once more, it brings back nothing of another page; a page opened anew does.
    expect([book.removed.value, await book.undo()]).toEqual([undefined, { back: 0, left: 0 }])
    const later = await page(signal([]))
    expect(await later.undo()).toEqual({ back: 1, left: 0 })
    await settled()
    expect(other.removed.value).toBeUndefined()
    expect((await stored()).map(({ name }) => name)).toEqual(['Alice', 'Bob'])
  })

  it('brings back one removal after another, each until its time, also from a page that was opened since', async () => {
    const { book, page, clock, stored } = await open()
    await book.add(draft, [])
    const all = await stored()
    for (const entry of all) await book.remove([entry])
    expect(await stored()).toEqual([])
    const later = await page()
    expect(await book.undo()).toEqual({ back: 1, left: 0 })
    expect(await stored()).toEqual(all.slice(1))
    clock.at += undoFor - 1
    expect(await later.undo()).toEqual({ back: 1, left: 0 })
    await settled()
    expect((await stored()).map(({ name }) => name).sort()).toEqual(['Alice', 'Bob'])
    expect([book.removed.value, later.removed.value]).toEqual([undefined, undefined])
  })

  it('brings nothing back after its time, nor over what took its place', async () => {
    const { book, clock, stored } = await open()
    await book.remove([alice])
    await book.add({ ...draft, name: 'Alice' }, [])
    expect(await book.undo()).toEqual({ back: 0, left: 1 })
    expect((await stored()).map(({ address }) => address)).toEqual([bob])
    await book.remove(await stored())
    // The second of two removals within one millisecond counts for the next.
    clock.at += undoFor + 1
    await book.undo()
    expect(await stored()).toEqual([])
  })

  it('notes when an address was used last', async () => {
    const { book, stored } = await open()
    await book.use([alice.address.toLowerCase(), bob])
    expect(await stored()).toEqual([{ ...alice, usedAt: NOW }])
  })

  it('says what kept it from being read or written, and keeps what it shows', async () => {
    const failing = await open([], createFixtureBook([], { failing: true }))
    expect(failing.book.entries.value).toMatchObject({
      state: 'failed',
      error: { code: 'store/unavailable' },
    })
    const store = createFixtureBook([alice])
    const { book } = await open([], store)
    store.change = () => Promise.reject(new AppError('store/full', {}))
    expect(await book.add(draft, [])).toBeDefined()
    expect(book.error.value?.code).toBe('store/full')
    expect(book.find(alice.address)).toEqual(alice)
  })
})

describe('an entry out of a file', () => {
  const thief = { ...alice, name: 'My wallet', address: bob }

  it('gives no name to an address until that was compared here', async () => {
    const { book, stored, backend } = await open()
    expect(await restoreBook(backend, [thief, alice, 7], NOW)).toEqual({
      added: 1,
      known: 1,
      conflicts: 0,
      unread: 1,
    })
    await settled()
    expect(book.entries.value).toMatchObject({ value: [alice, { ...thief, unchecked: true }] })
    expect(book.find(bob)).toBeUndefined()
    expect(await book.add({ ...draft, name: 'Bob' }, [])).toBeUndefined()
    expect(book.find(bob)?.name).toBe('Bob')
    expect(await stored()).toHaveLength(2)
  })

  it('comes back unchecked from a removal', async () => {
    const { book, stored } = await open([{ ...thief, unchecked: true }])
    await book.remove(await stored())
    await book.undo()
    expect(await stored()).toEqual([{ ...thief, unchecked: true }])
  })
})
