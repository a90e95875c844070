// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { momentLanguage, pageLanguage } from './language'
import { formatCount, formatList, plural } from './plural'
import { formatDateTime } from './time'

const inLanguage = (lang: string) => {
  document.documentElement.lang = lang
}

describe('messages that count', () => {
  afterEach(() => inLanguage('en'))

  it.each([
    [0, 'many'],
    [1, 'one'],
    [2, 'many'],
    [1_001, 'many'],
  ])('takes the English form for %i', (count, form) => {
    expect(plural(count, { one: 'one', other: 'many' })).toBe(form)
  })

  it('takes as many forms as the language of the page has', () => {
    const forms = { one: '1', few: 'some', many: 'lots', other: 'part' }
    inLanguage('pl')
    expect([1, 3, 5, 1.5].map((count) => plural(count, forms))).toEqual(Object.values(forms))
  })

  it('falls back to the form that every language has', () => {
    inLanguage('ar')
    expect(plural(2, { one: 'one', other: 'other' })).toBe('other')
  })

  it('is English where the page names no language', () => {
    inLanguage('')
    expect([pageLanguage(), momentLanguage()]).toEqual(['en-u-nu-latn', 'en-GB'])
    expect(plural(1, { one: 'one', other: 'other' })).toBe('one')
    inLanguage('de')
    expect([pageLanguage(), momentLanguage()]).toEqual(['de-u-nu-latn', 'de-u-nu-latn'])
  })

  it('groups a count, and joins a list, as the language does', () => {
    expect(formatCount(1_234)).toBe('1,234')
    expect(formatList(['Base', 'Arbitrum', 'Ink'])).toBe('Base, Arbitrum, Ink')
    expect(formatList(['a.org', 'b.org'], 'conjunction')).toBe('a.org and b.org')
    inLanguage('de')
    expect(formatCount(1_234)).toBe('1.234')
    expect(formatList(['a.org', 'b.org'], 'conjunction')).toBe('a.org und b.org')
  })

  it('keeps each of a list apart where the page reads from the right', () => {
    document.documentElement.dir = 'rtl'
    expect(formatList(['https://a.org/*', 'b'])).toBe('\u2068https://a.org/*\u2069, \u2068b\u2069')
    document.documentElement.dir = 'ltr'
  })

  it.each(['ar-EG', 'fa', 'bn', 'ar-XB'])('writes the digits of wallets in %s too', (language) => {
    inLanguage(language)
    expect(formatCount(12)).toBe('12')
    expect(formatDateTime(1_800_000_000_000)).toMatch(/^[^\p{Nd}]*([0-9]+[^\p{Nd}]*)+$/u)
  })
})
