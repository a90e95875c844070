import { describe, expect, it } from 'vitest'
import { toTokenAmount } from './account-view'

describe('toTokenAmount', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [1_500_000n, 6, '1.5'],
    [1_000_000n, 6, '1'],
    [42n, 0, '42'],
    [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
  ])('writes %d of %d decimals as %s', (amount, decimals, text) => {
    expect(toTokenAmount(amount, decimals)).toMatchObject({
      amount: amount.toString(),
      decimals,
      uiAmountString: text,
    })
  })
})
