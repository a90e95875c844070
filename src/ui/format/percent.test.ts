import { describe, expect, it } from 'vitest'
import { readPercent } from './percent'

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
})
