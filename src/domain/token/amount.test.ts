import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal, toUnits } from './amount'
import { toDecimal } from './written-amount'

const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })

describe('amounts', () => {
  it('given any amount and decimals, then writing and reading gives the same units', () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => {
        const read = toUnits(toDecimal(amount, places), places)
        expect(read).toEqual({ ok: true, units: amount })
      }),
    )
  })

  it('given any text, then reading neither throws nor hangs', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), decimals, (text, places) => {
        const read = toUnits(text, places)
        if (read.ok) expect(read.units >= 0n).toBe(true)
        parseDecimal(text)
      }),
    )
    expect(toUnits('9'.repeat(1_000_000), 18)).toEqual({ ok: false, problem: 'invalid' })
  })

  it.each([
    ['1', 18, 10n ** 18n],
    ['1.23', 6, 1_230_000n],
    ['.5', 1, 5n],
    ['0.1000', 1, 1n],
    [' 2. ', 0, 2n],
    ['0', 36, 0n],
  ])('given %j with %i decimals, then it is read exactly', (text, places, expected) => {
    expect(toUnits(text, places)).toEqual({ ok: true, units: expected })
  })

  it.each([
    ['', 'empty'],
    ['.', 'empty'],
    ['-1', 'invalid'],
    ['1e3', 'invalid'],
    ['1,5', 'invalid'],
    ['٣', 'invalid'],
    ['1.2345678', 'too-many-decimals'],
    ['9'.repeat(75), 'too-large'],
  ])('given %j for a token of 6 decimals, then the problem is %s', (text, problem) => {
    expect(toUnits(text, 6)).toEqual({ ok: false, problem })
  })

  it('given more than a uint256 holds, then it is too large', () => {
    expect(toUnits((1n << 256n).toString(), 0)).toEqual({ ok: false, problem: 'too-large' })
  })

  it.each([-1, 37, 1.5, Number.NaN])('given %d decimals, then it refuses', (places) => {
    expect(() => toUnits('1', places)).toThrow(RangeError)
  })
})

describe('decimals', () => {
  it.each([
    ['2', 2n, 0],
    ['2456.789', 2_456_789n, 3],
    ['2e-7', 2n, 7],
    ['1.5E+1', 15n, 0],
    ['1e2', 100n, 0],
  ])('given %s, then it is read exactly', (text, digits, scale) => {
    expect(parseDecimal(text)).toEqual({ digits, scale })
  })

  it.each(['', '-1', 'NaN', '1e9999', 'Infinity', '0x10'])('given %j, then null', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })
})
