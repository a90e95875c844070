import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toForeignAddress } from './foreign-address'

/** Of BIP-173 and BIP-350, and addresses that everybody knows. */
const bitcoin = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'bc1sw50qgdz25j',
]
const tron = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC']

describe('a Bitcoin address', () => {
  it.each(bitcoin)('%s is one', (address) => {
    expect(toForeignAddress('bip122', address)).toBe(address)
  })

  it('in capitals is given in lower case', () => {
    const [, , segwit = ''] = bitcoin
    expect(toForeignAddress('bip122', segwit.toUpperCase())).toBe(segwit)
  })

  it.each([
    ['of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['of a test network, base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['in both cases', 'bc1qw508D6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    // BIP-350: these are its examples of what must be refused.
    [
      'of version 1 with the checksum of version 0',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    ['of version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
    ['with a program that is too short', 'bc1pw5dgrnzv'],
    ['of version 0 with a program of 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['of nothing', 'bc1gmk9yu'],
    ['of Litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
    ['of Tron', tron[0] ?? ''],
    ['of EVM', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['with a blank', ` ${bitcoin[0]}`],
    ['that is empty', ''],
    ['that is long', 'bc1'.padEnd(5_000, 'q')],
  ])('%s is none', (_, address) => {
    expect(toForeignAddress('bip122', address)).toBeNull()
  })
})

describe('a Tron address', () => {
  it.each(tron)('%s is one', (address) => {
    expect(toForeignAddress('tron', address)).toBe(address)
  })

  it.each([bitcoin[0] ?? '', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'T', ''])(
    '%s is none',
    (address) => {
      expect(toForeignAddress('tron', address)).toBeNull()
    },
  )
})

describe('a single slip', () => {
  const letters = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0']
  it('in any address is found', () => {
    const some = fc.constantFrom(...bitcoin.slice(0, 5), ...tron)
    fc.assert(
      fc.property(some, fc.nat(), fc.constantFrom(...letters), (address, at, letter) => {
        const place = at % address.length
        const slip = address.slice(0, place) + letter + address.slice(place + 1)
        fc.pre(slip !== address)
        expect(toForeignAddress('bip122', slip)).toBeNull()
        expect(toForeignAddress('tron', slip)).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it('nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => toForeignAddress('bip122', text) === null),
      { numRuns: 500 },
    )
  })
})
