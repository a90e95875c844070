import { describe, expect, it } from 'vitest'
import type { ChainToken } from '../chains/port'
import { searchTokens } from './token-search'

const token = (symbol: string, name: string, rest: Partial<ChainToken> = {}): ChainToken => ({
  chainId: 1,
  address: `0x${symbol}`,
  symbol,
  name,
  decimals: 6,
  isNative: false,
  isTop: false,
  ...rest,
})

const tokens = [
  token('USD\u0421', 'USD Coin', { isRiskToken: true }),
  token('DAI', 'Dai Stablecoin'),
  token('USDT', 'Tether USD'),
  token('USDC', 'USD Coin'),
]
const symbols = (text: string) => searchTokens(tokens, text).map(({ symbol }) => symbol)

describe('searchTokens', () => {
  it('given a ticker, when searched, then the exact one is first and the look-alike last', () => {
    expect(symbols('usdc')).toEqual(['USDC', 'USDT', 'USD\u0421'])
  })

  it('given part of a name, when searched, then it matches', () => {
    expect(symbols('stable')).toEqual(['DAI'])
  })

  it('given an identifier string, when searched, then that token is found', () => {
    expect(symbols('eip155:1:0xDAI')).toEqual(['DAI'])
  })

  it('given nothing, when searched, then everything stays in its order', () => {
    expect(searchTokens(tokens, ' ')).toEqual(tokens)
  })

  it('given something else, when searched, then nothing is found', () => {
    expect(symbols('zzzz')).toEqual([])
  })
})
