import { describe, expect, it } from 'vitest'
import { familyOfChain, fromCaip2, KNOWN_CHAINS, knownChain, toCaip2 } from './known-chains'

describe('known chains', () => {
  it('given every chain, then its CAIP-2 identifier reads back', () => {
    for (const chain of KNOWN_CHAINS) {
      expect(fromCaip2(toCaip2(chain.id))).toBe(chain.id)
      expect(familyOfChain(chain.id)).toBe(chain.type)
      expect(knownChain(chain.id)).toBe(chain)
    }
  })

  it('given the table, then no number stands twice and Solana is in it', () => {
    expect(new Set(KNOWN_CHAINS.map((chain) => chain.id)).size).toBe(19)
    expect(knownChain(20011000000)?.nativeCurrency.symbol).toBe('SOL')
    expect(knownChain(31337)).toBeNull()
  })
})
