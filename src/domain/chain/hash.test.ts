import { describe, expect, it } from 'vitest'
import { encodeBase58 } from '@/src/lib/base58'
import { familyOfHash, sameHash } from './hash'

const evm = `0x${'aB'.repeat(32)}`
const solana = encodeBase58(new Uint8Array(64).fill(7))

describe('the hash of a transaction', () => {
  it.each([
    [evm, 'eip155'],
    [solana, 'solana'],
    [encodeBase58(new Uint8Array(64)), 'solana'],
    [evm.slice(0, -1), null],
    [`0x${'ab'.repeat(20)}`, null],
    [encodeBase58(new Uint8Array(32).fill(7)), null],
    [`${solana.slice(0, -1)}0`, null],
    ['order-1', null],
    ['', null],
  ])('%s belongs to %s', (text, family) => {
    expect(familyOfHash(text)).toBe(family)
  })

  it('in hex is the same in any case, in base58 only to the letter', () => {
    expect(sameHash(evm, evm.toLowerCase())).toBe(true)
    expect(sameHash(solana, solana.toLowerCase())).toBe(false)
  })
})
