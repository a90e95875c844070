/** The account book as it lies in the store, in a backup, and until the browser closes. */
import * as z from 'zod/mini'
import { accountKey, toAccount } from '@/src/domain/address/account-book'
import { FOREIGN_FAMILIES } from '@/src/domain/order/order'
import { tidy } from '@/src/lib/tidy'

/** Letters of a name, and of a note: a longer one is cut short wherever it is shown. */
export const LONGEST_NAME = 40
export const LONGEST_NOTE = 140

/** A letter may take two places of a text. */
const places = (letters: number) => z.maxLength(letters * 2)

const bookEntry = z.object({
  name: z.string().check(z.minLength(1), places(LONGEST_NAME)),
  address: z.string().check(z.maxLength(128)),
  family: z.enum(['eip155', 'solana', ...FOREIGN_FAMILIES]),
  note: z.exactOptional(z.string().check(places(LONGEST_NOTE))),
  /** Unix ms. */
  createdAt: z.number(),
  usedAt: z.exactOptional(z.number()),
  /** It came out of a file, and nobody has compared its address here: its name is shown nowhere else. */
  unchecked: z.exactOptional(z.literal(true)),
})
export type BookEntry = z.infer<typeof bookEntry>

/** Reads an entry; undefined where its address is none of its family, or the rest cannot be read. */
export function readBookEntry(value: unknown): BookEntry | undefined {
  const read = z.safeParse(bookEntry, tidy(value))
  if (!read.success) return undefined
  const account = toAccount(read.data.address)
  if (account?.family !== read.data.family) return undefined
  return { ...read.data, address: account.address }
}

/** What was removed and can still be brought back; `at` is unix ms. */
const removed = z.array(z.object({ at: z.number(), entries: z.array(z.unknown()) }))

/** Entries that were removed at once; `at` is unix ms. */
export type Removal = { at: number; entries: BookEntry[] }

/** Reads what was removed, the newest last. */
export function readRemoved(value: unknown): Removal[] {
  const read = z.safeParse(removed, value)
  if (!read.success) return []
  return read.data.flatMap(({ at, entries: stored }) => {
    const entries = stored.flatMap((each) => readBookEntry(each) ?? [])
    return entries.length > 0 ? [{ at, entries }] : []
  })
}

/** The key under which an entry is stored: one for each account, however it is written. */
export function bookKey({ family, address }: Pick<BookEntry, 'family' | 'address'>): string {
  return accountKey({ family, address })
}
