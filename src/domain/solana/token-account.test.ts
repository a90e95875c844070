import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { encodeBase58 } from '@/src/lib/base58'
import { programs } from './solana-program'
import { METAPLEX, toMetadataAccount, toTokenAccount } from './token-account'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const bytesOf = (text: string) => getAddressEncoder().encode(text as Address)

describe('the token account of an owner', () => {
  it.each([programs.token, programs.token2022])('is what the library derives (%s)', async (own) => {
    for (let seed = 0; seed < 12; seed += 1) {
      const owner = encodeBase58(new Uint8Array(32).map((_, at) => (at * 31 + seed * 17 + 7) % 256))
      const [derived] = await getProgramDerivedAddress({
        programAddress: programs.associatedToken as Address,
        seeds: [owner, own, mint].map(bytesOf),
      })
      expect(await toTokenAccount(owner, mint, own)).toBe(derived)
    }
  })
})

describe('the account in which Metaplex keeps what a token is called', () => {
  it('is what the library derives', async () => {
    const [derived] = await getProgramDerivedAddress({
      programAddress: METAPLEX as Address,
      seeds: ['metadata', bytesOf(METAPLEX), bytesOf(mint)],
    })
    expect(await toMetadataAccount(mint)).toBe(derived)
  })
})
