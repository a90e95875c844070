import { describe, expect, it } from 'vitest'
import { accountKey, toAccount } from './account-book'

const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('an account of the book', () => {
  it.each([
    ['eip155', evm],
    ['solana', 'So11111111111111111111111111111111111111112'],
    ['bip122', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('of %s is known by its address alone', (family, address) => {
    expect(toAccount(address)).toEqual({ family, address })
  })

  it('is written as it is in general', () => {
    expect(toAccount(evm.toLowerCase())?.address).toBe(evm)
    const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    expect(toAccount(bech32.toUpperCase())?.address).toBe(bech32)
  })

  it.each([
    ['nothing', ''],
    ['a wrong checksum', evm.replace('f39F', 'F39f')],
    ['a wrong checksum of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a wrong checksum of Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['a name', 'vitalik.eth'],
    ['endless text', 'a'.repeat(10_000)],
  ])('is not made of %s', (_, text) => {
    expect(toAccount(text)).toBeNull()
  })

  it('is the same in every way to write it, and another in another family', () => {
    expect(accountKey({ family: 'eip155', address: evm })).toBe(
      accountKey({ family: 'eip155', address: evm.toLowerCase() }),
    )
    expect(accountKey({ family: 'bip122', address: 'x' })).not.toBe(
      accountKey({ family: 'tron', address: 'x' }),
    )
    const solana = 'So11111111111111111111111111111111111111112'
    expect(accountKey({ family: 'solana', address: solana })).not.toBe(
      accountKey({ family: 'solana', address: solana.toLowerCase() }),
    )
  })
})
