import { describe, expect, it } from 'vitest'
import type { BookEntry } from '@/src/contract/book'
import {
  MOST_ENTRIES,
  mergeBook,
  problemOfAddress,
  problemOfName,
  searchBook,
  sortBook,
  tidyText,
} from './book-rules'

const NOW = 1_800_000_000_000
const alice: BookEntry = {
  name: 'Alice',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  family: 'eip155',
  createdAt: NOW,
}
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const named = (name: string) => ({ ...alice, name: tidyText(name, 40), address: other })

describe('a name', () => {
  it.each([
    ['an ordinary one', 'Grandmother Annabelle, savings at Bank'],
    ['one of another script', 'أليس'],
    ['one like that of another family', 'Alice'],
  ])('may be %s', (_, name) => {
    const entry = { ...named(name), family: 'solana' as const }
    expect(problemOfName([alice], entry)).toBeUndefined()
  })

  it('may stay as it is when its entry is edited', () => {
    expect(problemOfName([alice], alice)).toBeUndefined()
  })

  it.each([
    ['nothing', '', 'missing'],
    ['spaces', ' \t ', 'missing'],
    ['marks that are drawn as nothing', '\u200b\u202e\u2066\u3164\u2800', 'missing'],
    ['marks over no letter', '\u0301\u0336', 'missing'],
    ['ten thousand letters', 'a b '.repeat(2_500), 'long'],
    ['an address', other, 'address'],
    ['an address in parts', '0x 7099 7970 C518', 'address'],
    ['the short form of an address', 'f39F…2266', 'address'],
    ['a short form with dots', 'f39F...2266', 'address'],
    ['an address of Solana', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', 'address'],
    ['one that is there', 'Alice', 'taken'],
    ['one that is there in other letters', 'ALICE ', 'taken'],
    ['one with a Cyrillic letter', 'Alic\u0435', 'taken'],
    ['one with hidden marks', 'A\u200blic\u202ee', 'taken'],
    ['one with letters of another width', '\uff21\uff4c\uff49\uff43\uff45', 'taken'],
  ])('is not %s', (_, name, problem) => {
    expect(problemOfName([alice], named(name))).toBe(problem)
  })

  it('is free while only a file says that another has it', () => {
    expect(problemOfName([{ ...alice, unchecked: true }], named('Alice'))).toBeUndefined()
  })
})

describe('an address', () => {
  it.each([
    ['invalid', 'vitalik.eth'],
    ['listed', alice.address.toLowerCase()],
    ['token', other],
    ['token', `0x${'0'.repeat(40)}`],
    ['token', '0x000000000000000000000000000000000000dEaD'],
  ])('is %s', (problem, address) => {
    expect(problemOfAddress([alice], address, [{ address: other.toLowerCase() }])).toBe(problem)
  })

  it('is no other one for what a file says of it', () => {
    expect(problemOfAddress([{ ...alice, unchecked: true }], alice.address, [])).toBeUndefined()
  })
})

describe('what a file holds', () => {
  it('comes in unchecked, whatever the file says, and without what it says of its use', () => {
    const { put } = mergeBook([], [{ ...alice, usedAt: NOW, createdAt: NOW * 2, extra: 1 }], NOW)
    expect(put).toEqual([{ ...alice, unchecked: true }])
  })

  it('gives way to what is here: by its address, and by its name', () => {
    const stranger = `0x${'2'.repeat(40)}`
    const values = [
      { ...alice, name: 'My wallet', address: alice.address.toLowerCase() },
      { ...alice, name: 'Alic\u0435', address: stranger },
      alice,
    ]
    expect(mergeBook([alice], values, NOW)).toEqual({ put: [], known: 1, conflicts: 2, unread: 0 })
  })

  it('has no name twice in itself', () => {
    const values = [alice, { ...alice, name: 'ALICE', address: other }]
    expect(mergeBook([], values, NOW)).toMatchObject({ put: [{ name: 'Alice' }], conflicts: 1 })
  })

  it.each([
    ['an entry with no address', { ...alice, address: '' }],
    ['the zero address', { ...alice, address: `0x${'0'.repeat(40)}` }],
    ['a name that is an address', { ...alice, name: other.slice(0, 40) }],
    ['a name of nothing', { ...alice, name: '\u202e\u200b' }],
    ['a name of ten thousand letters', { ...alice, name: 'a'.repeat(10_000) }],
    ['something else', 'alice'],
  ])('is left out where it is %s, and the rest is taken', (_, value) => {
    const { put, unread } = mergeBook([], [value, { ...alice, address: other }], NOW)
    expect([put.length, unread]).toEqual([1, 1])
  })

  it('loses the marks that reorder a name or a note', () => {
    const value = { ...alice, name: 'A\u202elice', note: 'a\u2066b\n\nc' }
    expect(mergeBook([], [value], NOW).put).toMatchObject([{ name: 'Alice', note: 'ab c' }])
  })

  it('never fills the book beyond its measure', () => {
    const values = Array.from({ length: MOST_ENTRIES + 5 }, (_, place) => ({
      ...alice,
      name: `n ${place.toString(26).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')} ${place}`,
      address: `0x${(place + 1).toString(16).padStart(40, '0')}`,
    }))
    const { put, unread, conflicts } = mergeBook([], values, NOW)
    expect(put.length).toBeLessThanOrEqual(MOST_ENTRIES)
    expect(put.length + unread + conflicts).toBe(values.length)
  })
})

describe('a list', () => {
  const bob = { ...alice, name: 'Bob', address: other, note: 'Rent' }
  it('has what was used last first, then names, and what nobody checked at its end', () => {
    const names = sortBook([
      { ...alice, name: 'Zoe', unchecked: true },
      bob,
      alice,
      { ...bob, name: 'Carl', usedAt: 5 },
    ]).map(({ name }) => name)
    expect(names).toEqual(['Carl', 'Alice', 'Bob', 'Zoe'])
  })

  it.each([
    ['bO', 'Bob'],
    ['rent', 'Bob'],
    ['F39f', 'Alice'],
  ])('is searched for %s', (text, name) => {
    expect(searchBook([alice, bob], text).map((each) => each.name)).toEqual([name])
  })
})
