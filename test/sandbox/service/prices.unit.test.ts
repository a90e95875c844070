import { describe, expect, it } from 'vitest'
import type { ChainToken } from '../chains/port'
import { convertInput, convertOutput, toDollars } from './prices'

const token = (symbol: string, decimals: number, priceUsd?: string): ChainToken => ({
  chainId: 1,
  address: symbol,
  symbol,
  name: symbol,
  decimals,
  isNative: false,
  isTop: false,
  ...(priceUsd === undefined ? {} : { priceUsd }),
})
const usdc = token('USDC', 6, '1')
const eth = token('ETH', 18, '2500')
const unpriced = token('XXX', 6)

describe('prices', () => {
  it('given no fee, when 2500 dollars are converted, then they are one ether', () => {
    const trade = { from: usdc, to: eth, amount: 2_500_000_000n, feePpm: 0n }
    expect(convertInput(trade)).toBe(10n ** 18n)
  })

  it('given a fee, when an output is asked for, then its input buys at least that much', () => {
    for (const amount of [1n, 3n, 999_999n, 12_345_678_901n]) {
      const paid = convertOutput({ from: eth, to: usdc, amount, feePpm: 3_000n }) ?? 0n
      const bought = convertInput({ from: eth, to: usdc, amount: paid, feePpm: 3_000n })
      expect(bought).toBeGreaterThanOrEqual(amount)
    }
  })

  it('given a token nobody prices, when converted, then there is no answer', () => {
    expect(convertInput({ from: usdc, to: unpriced, amount: 1n, feePpm: 0n })).toBeUndefined()
    expect(toDollars(unpriced, 1n)).toBeUndefined()
  })

  it('given an amount, when told in dollars, then it is rounded down', () => {
    expect(toDollars(eth, 10n ** 18n - 1n)).toBe(2_499n)
  })
})
