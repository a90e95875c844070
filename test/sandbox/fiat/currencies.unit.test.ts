import { describe, expect, it } from 'vitest'
import {
  type Currency,
  findCurrency,
  formatMoney,
  fromDollars,
  parseMoney,
  toDollarSteps,
} from './currencies'

function currency(code: string): Currency {
  const found = findCurrency(code)
  if (found === undefined) throw new Error(`no ${code}`)
  return found
}

describe('money', () => {
  it.each([
    ['EUR', '50', 5_000n],
    ['eur', '0.5', 50n],
    ['JPY', '8000', 8_000n],
  ])('given %s %s, when parsed, then minor units', (code, text, minor) => {
    expect(parseMoney(currency(code), text)).toBe(minor)
  })

  it.each([
    ['EUR', '1.234'],
    ['JPY', '1.5'],
    ['EUR', '-1'],
    ['EUR', '1e3'],
    ['EUR', ''],
  ])('given %s %s, when parsed, then it is no amount', (code, text) => {
    expect(parseMoney(currency(code), text)).toBeUndefined()
  })

  it.each([
    ['EUR', 5n, '0.05'],
    ['EUR', 12_345n, '123.45'],
    ['JPY', 232n, '232'],
  ])('given %s and minor units, when written, then a display decimal', (code, minor, text) => {
    expect(formatMoney(currency(code), minor)).toBe(text)
  })

  it('given euros, when turned into dollars and back, then rates and rounding hold', () => {
    expect(toDollarSteps(currency('EUR'), 5_000n)).toBe(5_400_000_000n)
    expect(fromDollars(currency('EUR'), 10n)).toBe(926n)
    expect(fromDollars(currency('JPY'), 10n)).toBe(1_493n)
  })
})
