import { describe, expect, it } from 'vitest'
import { foreignLetters, normaliseName } from './ens-name'

/** Examples of https://docs.ens.domains/ensip/15, written by code point where a letter is not what it seems. */
describe('normaliseName', () => {
  it.each([
    ['alice.eth', 'alice.eth'],
    ['Alice.ETH', 'alice.eth'],
    ['ＡＬＩＣＥ.eth', 'alice.eth'],
    ['pay.alice.eth', 'pay.alice.eth'],
    ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth'],
  ])('writes %s as %s', (typed, name) => expect(normaliseName(typed)).toBe(name))

  it.each([
    ['a Cyrillic letter among Latin ones', '\u0430lice.eth'],
    ['Cyrillic letters alone that look Latin', '\u0430\u0441\u0435.eth'],
    ['a zero-width joiner', 'ali\u200dce.eth'],
    ['a letter that turns the order of others', 'ali\u202ece.eth'],
    ['an empty part', 'alice..eth'],
    ['a space', 'ali ce.eth'],
  ])('refuses %s', (_, typed) => expect(normaliseName(typed)).toBeUndefined())
})

describe('foreignLetters', () => {
  it.each([
    ['\u0101lice.eth', ['\u0101']],
    ['\u0430lic\u0435.eth', ['\u0430', '\u0435']],
  ])('names those of %s that may be taken for others', (name, letters) =>
    expect(foreignLetters(name)).toEqual(letters),
  )

  it.each(['alice.eth', '中文.eth', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth'])(
    'names none of %s',
    (name) => expect(foreignLetters(name)).toEqual([]),
  )
})
