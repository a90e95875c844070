import { type BookEntry, bookKey, readBookEntry } from '@/src/contract/book'
import { bookChannel } from '@/src/contract/channels'
import { type BookRow, type Database, toStoreError } from './open'
import { watch } from './watch'

/** What is in the book; `unread` entries could not be made sense of, and stay as they are. */
export type BookRead = { entries: BookEntry[]; unread: number }

/** What becomes of the book: entries to store, and keys of those to remove. */
export type BookChange = { put?: readonly BookEntry[]; drop?: readonly string[] }

/** The account book: pages of ours alone read and write it, and the worker has no part in it. */
export type BookStore = {
  read(): Promise<BookRead>
  /**
   * Reads the book, lets `decide` say what becomes of it, and writes that in one transaction: two pages
   * never write over each other. `decide` must be synchronous; nothing is written where it says nothing.
   * Fails with `store/full` or `store/unavailable`.
   */
  change(decide: (entries: BookEntry[]) => BookChange | undefined): Promise<BookRead>
  /** Calls when any page changed the book; gives the off-switch. */
  onChange(listener: () => void): () => void
}

/** Row by row: one that cannot be read takes no other with it. */
function toRead(rows: readonly BookRow[]): BookRead {
  const entries = rows.flatMap(({ key, entry }) => {
    const read = readBookEntry(entry)
    return read && bookKey(read) === key ? [read] : []
  })
  return { entries, unread: rows.length - entries.length }
}

/** Opens the account book in this database. */
export function openBook(db: Database): BookStore {
  return {
    async read() {
      try {
        return toRead(await (await db.use()).getAll('book'))
      } catch (cause) {
        throw toStoreError(cause)
      }
    },
    async change(decide) {
      try {
        const connection = await db.use()
        const tx = connection.transaction('book', 'readwrite', { durability: 'strict' })
        watch(tx)
        const { put = [], drop = [] } = decide(toRead(await tx.store.getAll()).entries) ?? {}
        await Promise.all([
          ...drop.map((key) => tx.store.delete(key)),
          ...put.map((entry) => tx.store.put({ key: bookKey(entry), entry })),
        ])
        const rows = await tx.store.getAll()
        await tx.done
        if (put.length > 0 || drop.length > 0) announce()
        return toRead(rows)
      } catch (cause) {
        throw toStoreError(cause)
      }
    },
    onChange(listener) {
      const channel = new BroadcastChannel(bookChannel)
      channel.onmessage = () => listener()
      return () => channel.close()
    },
  }
}

function announce(): void {
  const channel = new BroadcastChannel(bookChannel)
  channel.postMessage(null)
  channel.close()
}
