import { describe, expect, it } from 'vitest'
import { sameAddress } from '../address/address'
import { isSolanaAddress, toChecksumAddress } from '../address/check-address'
import { KNOWN_CHAINS, SOLANA_CHAIN_ID } from '../chain/known-chains'
import { pinnedAt, pinnedSymbols, pinnedTokens } from './pinned-tokens'
import { wrappedCoinOf } from './wrapped-coins'

const all = KNOWN_CHAINS.flatMap(({ id: chainId }) =>
  pinnedTokens(chainId).map((token) => ({ chainId, ...token })),
)

/** Decimals of what has other ones than its issuer gave it, by where it is. */
const bridgedDecimals: Record<string, number> = {
  '56 USDC': 18,
  '56 USDT': 18,
  [`${SOLANA_CHAIN_ID} WETH`]: 8,
  [`${SOLANA_CHAIN_ID} USDe`]: 9,
  [`${SOLANA_CHAIN_ID} WSOL`]: 9,
}

function decimalsOf(symbol: string): number {
  if (/^(vb)?USD(C|T|bC)/.test(symbol)) return 6
  if (/WBTC|^cbBTC$|^BTC\.b$/.test(symbol)) return 8
  return 18
}

describe('pinned tokens', () => {
  it('given the known chains, then each of theirs stands at an address of its form', () => {
    expect(all.length).toBeGreaterThan(100)
    for (const { chainId, address } of all) {
      if (chainId === SOLANA_CHAIN_ID) expect(isSolanaAddress(address), address).toBe(true)
      else expect(address).toBe(toChecksumAddress(address))
      expect(address).toMatch(chainId === SOLANA_CHAIN_ID ? /^[^0]/ : /^0x[\da-fA-F]{40}$/)
    }
  })

  it('given the table, then no address of a chain stands twice', () => {
    expect(new Set(all.map(({ chainId, address }) => `${chainId} ${address}`)).size).toBe(
      all.length,
    )
  })

  it('given a symbol, then its decimals are its issuer`s, save where a bridge gave it others', () => {
    for (const { chainId, symbols, decimals } of all) {
      const [symbol = ''] = symbols
      const place = `${chainId} ${symbol}`
      expect(`${place} ${decimals}`).toBe(
        `${place} ${bridgedDecimals[place] ?? decimalsOf(symbol)}`,
      )
    }
  })

  it('given a wrapped coin that is pinned to be paid with, then it is the same one here', () => {
    for (const { id, nativeCurrency } of KNOWN_CHAINS) {
      const wrapped = wrappedCoinOf(id)
      if (wrapped === undefined) continue
      const token = pinnedTokens(id).find(({ address }) => sameAddress(address, wrapped))
      expect(token?.symbols[0], String(id)).toBe(`W${nativeCurrency.symbol}`)
    }
  })

  it('given the coin of a chain, by any of its addresses, then it is pinned too', () => {
    const [ether] = KNOWN_CHAINS
    expect(pinnedAt(1, `0x${'0'.repeat(40)}`)?.symbols).toEqual([ether?.nativeCurrency.symbol])
    expect(pinnedAt(SOLANA_CHAIN_ID, '1'.repeat(32))?.decimals).toBe(9)
    expect(pinnedAt(31_337, `0x${'0'.repeat(40)}`)).toBeUndefined()
    expect(pinnedSymbols(137)).toContain('POL')
    expect(pinnedSymbols(31_337)).toEqual([])
  })

  it('given an address in other letters, then it is found where letters do not count', () => {
    const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
    expect(pinnedAt(8_453, usdc)?.symbols).toEqual(['USDC'])
    expect(pinnedAt(1, usdc)).toBeUndefined()
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    expect(pinnedAt(SOLANA_CHAIN_ID, mint)?.decimals).toBe(6)
    expect(pinnedAt(SOLANA_CHAIN_ID, mint.toLowerCase())).toBeUndefined()
  })
})
