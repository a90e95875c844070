import { describe, expect, it } from 'vitest'
import { gasOf, isPartOfFee, networkFeeOf, RESERVE_GAS } from './network-fee'

describe('the gas that a route tells', () => {
  it.each([
    ['95000', 95_000n],
    [95_000, 95_000n],
    ['0x17318', 95_000n],
  ])('given %s, is read', (told, gas) => expect(gasOf(told)).toBe(gas))

  it.each([undefined, '', '0', 0, -1, 1.5, '1e5', 'much', '1000000001', Number.NaN, 1e21])(
    'given %s, is not told',
    (told) => expect(gasOf(told)).toBeUndefined(),
  )
})

describe('the network fee', () => {
  it('given the reserve of a chain, is that of the gas and not doubled', () => {
    const price = 20_000_000n
    expect(networkFeeOf(2n * price * RESERVE_GAS, 95_000n)).toBe(price * 95_000n)
  })

  it.each([
    [8_453, true],
    [10, true],
    [1, false],
    [42_161, false],
  ])('given chain %d, is a part of what is paid: %s', (chainId, isPart) => {
    expect(isPartOfFee(chainId)).toBe(isPart)
  })

  it('given it is less than the smallest unit, is not nothing', () => {
    expect(networkFeeOf(1n, 1n)).toBe(1n)
    expect(networkFeeOf(0n, 95_000n)).toBe(0n)
  })
})
