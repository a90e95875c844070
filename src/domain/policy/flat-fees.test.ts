import { describe, expect, it } from 'vitest'
import { flatFeeOf } from './flat-fees'

describe('flatFeeOf', () => {
  it.each([
    [1, 10n ** 15n],
    [8_453, 10n ** 15n],
    [56, 5n * 10n ** 15n],
    [137, 5n * 10n ** 17n],
    [2_741, 4n * 10n ** 14n],
    [5_000, 2n * 10n ** 18n],
    [43_114, 5n * 10n ** 16n],
    [80_094, 2n * 10n ** 16n],
    [20_011_000_000, 24n * 10n ** 6n],
    [999_999, 10n ** 15n],
  ])('of chain %s is %s', (chain, fee) => {
    expect(flatFeeOf(chain)).toBe(fee)
  })
})
