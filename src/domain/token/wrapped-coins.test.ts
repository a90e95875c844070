import { describe, expect, it } from 'vitest'
import { EVM_NATIVE, EVM_NATIVE_ALIAS } from '../address/address'
import { coinFormOf, otherFormOf } from './wrapped-coins'

const weth = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
const other = `0x${'a'.repeat(40)}`

describe('the forms of a chain’s coin', () => {
  it('are called by the chain’s own coin', () => {
    expect(coinFormOf(42_161, EVM_NATIVE_ALIAS)).toEqual({ symbol: 'ETH', decimals: 18 })
    expect(coinFormOf(42_161, weth)).toEqual({ symbol: 'WETH', decimals: 18 })
    expect(coinFormOf(42_161, other)).toBeUndefined()
    // A chain that this release does not know has coins without a name.
    expect(coinFormOf(7, EVM_NATIVE)).toEqual({ symbol: '', decimals: 18 })
    expect(coinFormOf(7, weth)).toBeUndefined()
  })

  it('are each other’s, where the wrapped one is known', () => {
    expect(otherFormOf(42_161, weth)).toEqual({ address: EVM_NATIVE, symbol: 'ETH' })
    expect(otherFormOf(42_161, EVM_NATIVE)).toEqual({
      address: weth.toLowerCase(),
      symbol: 'WETH',
    })
    expect(otherFormOf(42_161, other)).toBeUndefined()
    expect(otherFormOf(7, EVM_NATIVE)).toBeUndefined()
    expect(otherFormOf(7, weth)).toBeUndefined()
  })
})
