import { describe, expect, it } from 'vitest'
import { formatMinor, formatMoney } from './written-money'

describe('money', () => {
  it.each([
    ['50', 'EUR', '€50.00'],
    ['1234567.5', 'USD', '$1,234,567.50'],
    ['5000', 'JPY', '¥5,000'],
    ['999999999999999.99', 'EUR', '€999,999,999,999,999.99'],
    ['1500.5', 'HUF', 'HUF\u00a01,500.50'],
    // Also where it has more digits than the currency.
    ['0.004', 'EUR', '€0.004'],
    ['12.5', 'JPY', '¥12.5'],
    ['1.4500', 'EUR', '€1.45'],
    // Never rounded to what it is not, nor made a number where it is none.
    ['about 3', 'EUR', 'about 3 EUR'],
    ['1', 'POINTS', '1 POINTS'],
  ])('given %s %s, it reads %s', (decimal, code, text) => {
    expect(formatMoney(decimal, code)).toBe(text)
  })

  it('tells currencies apart that share a sign', () => {
    const all = ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'MXN', 'JPY', 'CNY', 'SEK', 'NOK', 'DKK']
    expect(new Set(all.map((code) => formatMoney('50', code))).size).toBe(all.length)
  })

  it('carries no letters that hide or turn others, and no essay, where it is no number', () => {
    expect(formatMoney('\u202e5.1\u200b', 'EUR')).toBe('5.1 EUR')
    expect(formatMoney('x'.repeat(1_000), 'EUR').length).toBeLessThan(50)
  })

  it('given smallest units, they are written with the digits of the currency', () => {
    expect(formatMinor('5005', 2, 'EUR')).toBe('€50.05')
    expect(formatMinor('5005', 0, 'JPY')).toBe('¥5,005')
  })
})
