import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toUnits } from '@/src/domain/token/amount'
import {
  formatAmount,
  formatExact,
  formatPlaces,
  keepAmountText,
  normaliseAmountText,
  parseAmount,
  placesOf,
  readAmountText,
  roundUp,
  shortenMiddle,
  toDecimal,
  toShortDecimal,
} from './amount'

describe('an amount to be paid', () => {
  it('never reads as less', () => {
    expect(formatAmount(roundUp(1_234_567_891n, 6), 6)).toBe('1,234.57')
    expect(formatAmount(roundUp(999_999_999_999_999_999n, 18), 18)).toBe('1')
    expect(roundUp(1_500_000n, 6)).toBe(1_500_000n)
  })
})

describe('normaliseAmountText', () => {
  it.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234,56', '1234.56'],
    ["1'234.5", '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['0,5', '0.5'],
    ['0,500', '0.500'],
    ['12,5', '12.5'],
    ['1,234', '1234'],
    ['  7 ', '7'],
    ['1.5', '1.5'],
    ['', ''],
    ['1,23,456', '1,23,456'],
    ['1,234,5', '1,234,5'],
    ['1.234,5,6', '1.234,5,6'],
    ['1,234.5.6', '1,234.5.6'],
    ['1,2M', '1,2M'],
  ])('reads %j as %j', (typed, plain) => {
    expect(normaliseAmountText(typed)).toBe(plain)
  })
})

describe('parseAmount', () => {
  it('reads a decimal into smallest units without rounding', () => {
    expect(parseAmount('1.000001', 6)).toEqual({ ok: true, units: 1_000_001n })
    expect(parseAmount('.5', 1)).toEqual({ ok: true, units: 5n })
    expect(parseAmount('7', 0)).toEqual({ ok: true, units: 7n })
  })

  it('says what is wrong', () => {
    expect(parseAmount('', 6)).toEqual({ ok: false, problem: 'empty' })
    expect(parseAmount('.', 6)).toEqual({ ok: false, problem: 'empty' })
    expect(parseAmount('0.00', 6)).toEqual({ ok: false, problem: 'zero' })
    expect(parseAmount('1e5', 6)).toEqual({ ok: false, problem: 'invalid' })
    expect(parseAmount('-1', 6)).toEqual({ ok: false, problem: 'invalid' })
    expect(parseAmount('1.0000001', 6)).toEqual({ ok: false, problem: 'too-many-decimals' })
    expect(parseAmount('1.5', 0)).toEqual({ ok: false, problem: 'too-many-decimals' })
  })

  it('reads as the amounts of links and codes are read, but for nothing at all', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.]{0,80}$/), (text) => {
        const [typed, linked] = [parseAmount(text, 6), toUnits(text, 6)]
        const isNothing = linked.ok && linked.units === 0n
        const isTooLarge = !linked.ok && linked.problem === 'too-large'
        if (!isNothing && !isTooLarge) expect(typed).toEqual(linked)
      }),
    )
  })

  it('does not count zeros after the last digit as decimals', () => {
    expect(parseAmount('1.5000000000', 6)).toEqual({ ok: true, units: 1_500_000n })
  })

  it('reads back whatever toDecimal has written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 190n }),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          expect(parseAmount(toDecimal(units, decimals), decimals)).toEqual({ ok: true, units })
        },
      ),
    )
  })
})

describe('writing amounts', () => {
  it('groups thousands and keeps whole digits in full', () => {
    expect(formatAmount('123456789012345', 6)).toBe('123,456,789.01')
    expect(formatExact('123456789012345678', 6)).toBe('123,456,789,012.345678')
  })

  it('cuts and never rounds up', () => {
    expect(formatAmount('1999999999999999999', 18)).toBe('1.99999')
    expect(formatAmount('999999', 6)).toBe('0.999999')
  })

  it('does not show something as nothing', () => {
    expect(formatAmount('1', 18)).toBe('<0.000001')
    expect(formatAmount('0', 18)).toBe('0')
    expect(formatAmount('12340000000000', 18)).toBe('0.00001234')
  })

  it('gives amounts that are compared the same decimals', () => {
    const places = placesOf('160012340000000000', 18)
    expect(formatPlaces('160012340000000000', 18, places)).toBe('0.160012')
    expect(formatPlaces('159870000000000000', 18, places)).toBe('0.159870')
    expect(formatPlaces('1234567890', 6, placesOf('1234567890', 6))).toBe('1,234.56')
    expect(formatPlaces('12', 0, placesOf('12', 0))).toBe('12')
  })

  it('shortens what follows a typed amount to a number that can be edited', () => {
    expect(toShortDecimal('160012345678901234', 18)).toBe('0.160012')
    expect(toShortDecimal('2500000000', 6)).toBe('2500')
    expect(toShortDecimal('12345678912345', 6)).toBe('12345678.91')
  })

  it('shows six significant digits, wherever an amount is read', () => {
    const written = ['1234567891', '123456789', '12345678', '1234567', '123456', '12345', '1234']
    expect(written.map((units) => formatAmount(units, 6))).toEqual([
      '1,234.56',
      '123.456',
      '12.3456',
      '1.23456',
      '0.123456',
      '0.012345',
      '0.001234',
    ])
    for (const units of written) {
      const places = placesOf(units, 6)
      expect(formatPlaces(units, 6, places).replace(/0+$/, '')).toBe(formatAmount(units, 6))
    }
  })

  it('given more letters than there is room for, leaves out the middle and keeps both ends', () => {
    const long = '123,456,789,012,345,678,901.25'
    expect(shortenMiddle(long)).toBe('123,456,789…678,901.25')
    expect(shortenMiddle(long)).toHaveLength(22)
    expect(shortenMiddle('123,456,789,012.25')).toBe('123,456,789,012.25')
  })
})

describe('a great amount', () => {
  it.each([
    ['999999999', '999,999,999'],
    ['1000000000', '1B'],
    ['1234567890', '1.23456B'],
    ['1999999999', '1.99999B'],
    ['12034567890', '12.0345B'],
    ['123456789012', '123.456B'],
    ['1234567890123', '1.23456T'],
    ['123456789012345678', '123,456T'],
    ['1234567890123456789', '1,234,567T'],
  ])('of %s is read as %s', (units, text) => {
    expect(formatAmount(units, 0)).toBe(text)
    expect(formatPlaces(units, 0, 0)).toBe(text)
  })

  it('is never shown as more than it is, and whole where every digit counts', () => {
    expect(formatAmount('1999999999999999', 6)).toBe('1.99999B')
    expect(formatExact('1234567890123456', 6)).toBe('1,234,567,890.123456')
  })
})

describe('text for an amount field', () => {
  it.each([
    ['1.2M', undefined],
    ['5k', undefined],
    ['1.23456B', undefined],
    ['2 m', undefined],
    ['50%', undefined],
    ['50 %', undefined],
    ['1e5', undefined],
    ['5ETH', '5'],
    ['ETH 5', '5'],
    ['5 eth', '5'],
    ['5 mETH', undefined],
    ['5 gwei', undefined],
    ['1000000 wei', undefined],
    ['5kETH', undefined],
    ['0.1 USDC', undefined],
    ['20 USD', undefined],
    ['€20', undefined],
    ['20 $', undefined],
    ['US$ 20', undefined],
    ['5 million', undefined],
    ['1.2bn', undefined],
    ['5½', undefined],
    ['\u20135', undefined],
    ['(5)', undefined],
    ['ETH', ''],
    ['5 ETH 7', undefined],
    [' 1 234,56 ', '1 234,56'],
  ])('of ETH reads %s as %s', (typed, read) => {
    expect(readAmountText(typed, ['ETH'])).toBe(read)
  })

  it.each([
    ['5 1INCH', '1INCH', '5'],
    ['1INCH 5', '1INCH', '5'],
    ['51INCH', '1INCH', undefined],
    ['1INCH5', '1INCH', undefined],
    ['5', '', '5'],
    ['1 234,56 €', '€', '1 234,56'],
  ])('reads %s of %s as %s', (typed, unit, read) => {
    expect(readAmountText(typed, [unit])).toBe(read)
  })

  it('reads no unit in what is typed', () => {
    expect(keepAmountText('5 ETH', false, ['ETH'])).toBe('5 ETH')
    expect(keepAmountText('5 ETH', true, ['ETH'])).toBe('5')
    expect(keepAmountText('5 gwei', true, ['ETH'])).toBe('5 gwei')
  })

  it.each([
    ['١٢٣', '123'],
    ['۱۲۳٫۵', '123.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['12٥', '125'],
  ])('reads the digits of %s as %s', (typed, plain) => {
    expect(normaliseAmountText(readAmountText(typed) ?? '')).toBe(plain)
  })
})
