import { address as solanaAddress } from '@solana/web3.js'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeBase58 } from '@/src/lib/base58'
import { EVM_NATIVE, SOLANA_NATIVE, sameAddress } from './address'
import {
  familyOfAddress,
  isEvmAddress,
  isNobodysAccount,
  isSolanaAddress,
  toChecksumAddress,
} from './check-address'

const evm = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const solana = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)

describe('EVM addresses', () => {
  it('given any address, then the checksum is the one wallets write', () => {
    fc.assert(
      fc.property(evm, (address) => {
        expect(toChecksumAddress(address)).toBe(getAddress(address))
        expect(isEvmAddress(address)).toBe(true)
        expect(isEvmAddress(getAddress(address))).toBe(true)
        expect(sameAddress(address, getAddress(address))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    '0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913',
    '0X833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    '833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291g',
    '',
  ])('given %j, then it is none', (text) => {
    expect(isEvmAddress(text)).toBe(false)
  })

  it('given other text, then writing the checksum leaves it as it is', () => {
    expect(toChecksumAddress(SOLANA_NATIVE)).toBe(SOLANA_NATIVE)
  })
})

describe('Solana addresses', () => {
  it('given any 32 bytes, then it is one, as the Solana library judges', () => {
    fc.assert(
      fc.property(solana, (text) => {
        expect(isSolanaAddress(text)).toBe(true)
        expect(solanaAddress(text)).toBe(text)
        expect(familyOfAddress(text)).toBe('solana')
      }),
    )
  })

  it.each(['', '1'.repeat(31), '1'.repeat(33), 'z'.repeat(44), `${'1'.repeat(31)}0`, EVM_NATIVE])(
    'given %j, then it is none',
    (text) => {
      expect(isSolanaAddress(text)).toBe(false)
    },
  )

  it('given two Solana addresses that differ in case, then they differ', () => {
    expect(sameAddress('a'.repeat(40), 'A'.repeat(40))).toBe(false)
  })
})

describe('familyOfAddress', () => {
  it('given any text, then it gives a family or null', () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        [null, 'solana', 'eip155'].includes(familyOfAddress(text)),
      ),
    )
    expect(familyOfAddress(EVM_NATIVE)).toBe('eip155')
    expect(familyOfAddress('nobody.eth')).toBeNull()
  })
})

describe('isNobodysAccount', () => {
  it.each([
    EVM_NATIVE,
    `0x${'E'.repeat(40)}`,
    '1'.repeat(32),
    `0x${'0'.repeat(37)}100`,
    '0x000000000000000000000000000000000000dEaD',
    '1nc1nerator11111111111111111111111111111111',
  ])('given %s, says so', (address) => {
    expect(isNobodysAccount(address)).toBe(true)
  })

  it('given an account of either family, does not', () => {
    for (const address of [
      `0x${'0'.repeat(35)}10000`,
      'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ',
    ]) {
      expect(isNobodysAccount(address)).toBe(false)
    }
  })
})
