import {
  type BookEntry,
  bookKey,
  LONGEST_NAME,
  LONGEST_NOTE,
  readBookEntry,
} from '@/src/contract/book'
import { accountKey, toAccount } from '@/src/domain/address/account-book'
import { isNativeAddress, PREVIEW_ADDRESS, sameAddress } from '@/src/domain/address/address'
import { skeletonOf } from '../format/skeleton'
import { plainText } from '../format/text'

/** What is wrong with a name; with an address, `invalid` or one that is nobody's account. */
export type NameProblem = 'missing' | 'long' | 'address' | 'taken'
export type AddressProblem = 'invalid' | 'token' | 'listed'

/** More entries than a person keeps: a file with more was made by something else. */
export const MOST_ENTRIES = 1_000

/** Entries from which on there is a search. */
export const MANY = 8

/** Reads as an address, or as the short form of one: beside an address it would be taken for it. */
const LIKE_ADDRESS = /[\da-z]{25}|0\s*x(\s*[\da-f]){3}|…|\.\s*\./i

/** A text as it is kept: on one line, without what hides or reorders letters, and with one way to write it. */
export function tidyText(text: string, most: number): string {
  // What is far too long is not worth the work.
  const start = text.slice(0, most * 8).normalize('NFC')
  return plainText(start, most * 8)
}

/** The form under which two names look the same to a person. */
const looksOf = ({ family, name }: Pick<BookEntry, 'family' | 'name'>) =>
  `${family} ${skeletonOf(name)}`

/** What is wrong with a name for this account, beside those that are there; entries nobody checked count for nothing. */
export function problemOfName(
  entries: readonly BookEntry[],
  wanted: Pick<BookEntry, 'family' | 'name' | 'address'>,
): NameProblem | undefined {
  if (skeletonOf(wanted.name) === '') return 'missing'
  if (LIKE_ADDRESS.test(wanted.name)) return 'address'
  if ([...wanted.name].length > LONGEST_NAME) return 'long'
  const looks = looksOf(wanted)
  const key = bookKey(wanted)
  const isTaken = entries.some(
    (each) => !each.unchecked && looksOf(each) === looks && bookKey(each) !== key,
  )
  return isTaken ? 'taken' : undefined
}

/** What is wrong with an address; `tokens` are contracts that are never a recipient. */
export function problemOfAddress(
  entries: readonly BookEntry[],
  text: string,
  tokens: readonly { address: string }[],
): AddressProblem | undefined {
  const account = toAccount(text)
  if (account === null) return 'invalid'
  const { address } = account
  const nobody = Object.values(PREVIEW_ADDRESS).some((each) => sameAddress(each, address))
  const isToken = tokens.some((token) => sameAddress(token.address, address))
  if (nobody || isToken || isNativeAddress(address)) return 'token'
  const key = accountKey(account)
  const isListed = entries.some((each) => !each.unchecked && bookKey(each) === key)
  return isListed ? 'listed' : undefined
}

export type Merged = { put: BookEntry[]; known: number; conflicts: number; unread: number }

/**
 * What a file adds to the book. It is a stranger's until its owner says otherwise: every entry comes
 * in unchecked, and what is here stays as it is; one that has the account or the name of another is a
 * conflict, unless it is the same as the one that is here.
 */
export function mergeBook(
  present: readonly BookEntry[],
  values: readonly unknown[],
  now: number,
): Merged {
  // By account and by name: a file may hold as much as it likes.
  const byKey = new Map(present.map((each) => [bookKey(each), each]))
  const looks = new Set(present.map(looksOf))
  const merged: Merged = { put: [], known: 0, conflicts: 0, unread: 0 }
  for (const value of values) {
    const read = readBookEntry(value)
    const name = read && tidyText(read.name, LONGEST_NAME)
    if (!read || !name || isUnfit({ ...read, name }) || byKey.size >= MOST_ENTRIES) {
      merged.unread += 1
      continue
    }
    const { note, family, address, createdAt } = read
    const entry: BookEntry = {
      name,
      family,
      address,
      createdAt: Math.min(createdAt, now),
      unchecked: true,
      ...noteOf(note),
    }
    const same = byKey.get(bookKey(entry))
    if (same?.name === name) merged.known += 1
    else if (same || looks.has(looksOf(entry))) merged.conflicts += 1
    else {
      byKey.set(bookKey(entry), entry)
      looks.add(looksOf(entry))
      merged.put.push(entry)
    }
  }
  return merged
}

/** A note as it is kept, cut to its length; nothing for an empty one. */
export function noteOf(text = ''): { note?: string } {
  const note = [...tidyText(text, LONGEST_NOTE)].slice(0, LONGEST_NOTE).join('')
  return note === '' ? {} : { note }
}

function isUnfit(entry: BookEntry): boolean {
  return (
    problemOfName([], entry) !== undefined || problemOfAddress([], entry.address, []) !== undefined
  )
}

/** In the order of a list: used last first, then by name; what nobody checked at its end. */
export function sortBook(entries: readonly BookEntry[]): BookEntry[] {
  return [...entries].sort(
    (a, b) =>
      Number(a.unchecked ?? false) - Number(b.unchecked ?? false) ||
      (b.usedAt ?? 0) - (a.usedAt ?? 0) ||
      a.name.localeCompare(b.name),
  )
}

/** Entries of which name, note or address has this text. */
export function searchBook(entries: readonly BookEntry[], text: string): BookEntry[] {
  const wanted = text.trim().toLowerCase()
  return entries.filter(({ name, note = '', address }) =>
    [name, note, address].some((each) => each.toLowerCase().includes(wanted)),
  )
}
