import { getBase58Decoder } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58'

describe('base58', () => {
  it('given any bytes, then writing and reading gives them back, as the Solana codec writes them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const text = encodeBase58(bytes)
        expect(text).toBe(getBase58Decoder().decode(bytes))
        expect(decodeBase58(text)).toEqual(bytes)
      }),
    )
  })

  it('given any text, then reading gives bytes that write the same text, or null', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const bytes = decodeBase58(text)
        if (bytes !== null) expect(encodeBase58(bytes)).toBe(text)
      }),
    )
  })

  it.each(['0', 'O', 'I', 'l', 'a b', 'é'])('given %j, then it is not base58', (text) => {
    expect(decodeBase58(text)).toBeNull()
  })
})
