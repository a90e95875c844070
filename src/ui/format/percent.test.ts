import { describe, expect, it } from 'vitest'
import { formatBps, formatPercent, readPercent } from './percent'

describe('basis points', () => {
  it.each([
    [50, '0.5%'],
    [300, '3%'],
    [1234, '12.34%'],
    [-5, '-0.05%'],
    [0, '0%'],
    [-0, '0%'],
  ])('%i are written as %s', (bps, written) => {
    expect(formatBps(bps)).toBe(written)
  })
})

describe('a percentage that is typed', () => {
  it.each([
    ['0.5', 0.005],
    ['0,5', 0.005],
    ['.3', 0.003],
    ['1 %', 0.01],
    ['0', 0],
    ['50', 0.5],
    ['99', undefined],
    ['1.2.3', undefined],
    ['-1', undefined],
    ['', undefined],
    ['abc', undefined],
  ])('%j is %j', (typed, fraction) => {
    expect(readPercent(typed)).toBe(fraction)
  })

  it.each(['0.5', '0.05', '0.005', '0.0001', '12.3456', '33.33', '29', '0'])(
    '%s is written as it was typed: what is shown is what is used',
    (typed) => {
      expect(formatPercent(readPercent(typed) ?? Number.NaN)).toBe(`${typed}%`)
    },
  )
})
