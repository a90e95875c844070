import { describe, expect, it } from 'vitest'
import { formatDifference, formatFiat, lossBps, parsePrice, toFiatValue } from './fiat'
import { parseMoney, toUnitsWorth } from './money'

const priced = (usd: string, decimals: number) => ({ decimals, extensions: { price: { usd } } })

describe('values in dollars', () => {
  it('are cut where they are held or received', () => {
    expect([formatFiat(9_996_000n), formatFiat(9_996_000n, true)]).toEqual(['$10.00', '$9.99'])
  })

  it('multiplies without floats', () => {
    expect(toFiatValue(500_000_000n, priced('0.9998', 6))).toBe(499_900_000n)
    expect(toFiatValue(10n ** 18n, priced('3120.42', 18))).toBe(3_120_420_000n)
  })

  it('is unknown where there is no price, a zero price or nonsense', () => {
    expect(toFiatValue(1n, { decimals: 6 })).toBeNull()
    expect(toFiatValue(1n, priced('0', 6))).toBeNull()
    expect(toFiatValue(1n, priced('NaN', 6))).toBeNull()
  })

  it('reads prices in scientific notation', () => {
    expect(parsePrice('3.1e-7')).toBe(310_000_000_000n)
    expect(parsePrice('1.2E3')).toBe(1_200n * 10n ** 18n)
  })

  it('writes cents, groups, and does not call something nothing', () => {
    expect(formatFiat(1_234_560_000n)).toBe('$1,234.56')
    expect(formatFiat(9_999n)).toBe('<$0.01')
    expect(formatFiat(0n)).toBe('$0.00')
  })
})

describe('differences', () => {
  it.each([
    [1_200_000n, '+$1.20'],
    [-1_200_000n, '-$1.20'],
    [9_999n, '+<$0.01'],
    [-9_999n, '-<$0.01'],
    [0n, '$0.00'],
  ])('given %d millionths, are written as %s', (micros, written) => {
    expect(formatDifference(micros)).toBe(written)
  })
})

describe('loss', () => {
  it('is a share of what was paid in basis points', () => {
    expect(lossBps(100n, 97n)).toBe(300)
    expect(lossBps(100n, 101n)).toBe(-100)
  })

  it('is unknown when one value is', () => {
    expect(lossBps(null, 1n)).toBeNull()
    expect(lossBps(1n, null)).toBeNull()
    expect(lossBps(0n, 1n)).toBeNull()
  })
})

describe('very little', () => {
  it('is worth less than a cent, not nothing', () => {
    const value = toFiatValue(1n, { decimals: 18, extensions: { price: { usd: '3000' } } })
    expect(value === null ? '' : formatFiat(value)).toBe('<$0.01')
  })
})

describe('what is worth so much', () => {
  const ether = { decimals: 18, extensions: { price: { usd: '2500' } } }

  it('is told in smallest units, and of no token without a price', () => {
    expect(toUnitsWorth(5_000_000n, ether)).toBe(2_000_000_000_000_000n)
    expect(toUnitsWorth(5_000_000n, { decimals: 18 })).toBeUndefined()
  })
})

describe('dollars that are typed', () => {
  const ether = { decimals: 18, extensions: { price: { usd: '2500' } } }

  it.each([
    ['5', ether, { ok: true, units: 2_000_000_000_000_000n }],
    ['0', ether, { ok: false, problem: 'zero' }],
    ['', ether, { ok: false, problem: 'empty' }],
    ['1.1234567', ether, { ok: false, problem: 'too-many-decimals' }],
    ['five', ether, { ok: false, problem: 'invalid' }],
    ['5', { decimals: 18 }, { ok: false, problem: 'empty' }],
    ['5', undefined, { ok: false, problem: 'empty' }],
    ['0.000001', { ...ether, decimals: 0 }, { ok: false, problem: 'zero' }],
  ])('%s are so much of a token', (text, token, read) => {
    expect(parseMoney(text, token)).toEqual(read)
  })
})
