import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAnyForeignAddress, toForeignAddress } from './foreign-address'

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

const litecoin = [
  // https://github.com/litecoin-project/litecoin: one of each version, and BIP-173's program with its prefix.
  'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
  'MGxNPPB7eBoWPUaprtX9v9CXJZoD2465zN',
  'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  'ltc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpj6zg2',
]
/** The example of RFC 21, and the same lock with eight bytes more of arguments. */
const fullCkb =
  'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqxwquc4'
const ckb = [
  fullCkb,
  'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqqqqqqqqqqqqqq60ngmn',
  'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsp9nnw7qkdnnclfkg59uzn8umtfd2kwxceqzcxpsa',
]

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

describe('a Litecoin address', () => {
  it.each(litecoin)('%s is one, and of no other chain', (address) => {
    expect(toForeignAddress('litecoin', address)).toBe(address)
    expect(toAnyForeignAddress(address)).toEqual({ family: 'litecoin', address })
    expect(toForeignAddress('bip122', address)).toBeNull()
  })

  it.each([
    ["of Bitcoin's, which old scripts of Litecoin's are written as", bitcoin[1] ?? ''],
    ['of Bitcoin, segregated', bitcoin[2] ?? ''],
    ['of a test network', 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0'],
    ['of Tron', tron[0] ?? ''],
    ['of CKB', fullCkb],
    ['that is empty', ''],
  ])('%s is none', (_, address) => {
    expect(toForeignAddress('litecoin', address)).toBeNull()
  })
})

describe('a CKB address', () => {
  it.each(ckb)('%s is one, and of no other chain', (address) => {
    expect(toForeignAddress('ckb', address)).toBe(address)
    expect(toForeignAddress('ckb', address.toUpperCase())).toBe(address)
    expect(toAnyForeignAddress(address)).toEqual({ family: 'ckb', address })
  })

  it.each([
    [
      'of the test network',
      'ckt1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqgutnjd',
    ],
    ['in the short format', 'ckb1qyqt8xaupvm8837nv3gtc9x0ekkj64vud3jqfwyw5v'],
    [
      "with bech32's checksum",
      'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqnjssah',
    ],
    [
      'of a hash type that nobody knows',
      'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqannw7qkdnnclfkg59uzn8umtfd2kwxceqjz3ghp',
    ],
    ['without a hash type', 'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xws92jqvc'],
    ['in both cases', fullCkb.replace('dnnw', 'dNnw')],
    ['of Bitcoin', bitcoin[3] ?? ''],
    ['of EVM', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['that is long', 'ckb1'.padEnd(5_000, 'q')],
    ['that is empty', ''],
  ])('%s is none', (_, address) => {
    expect(toForeignAddress('ckb', address)).toBeNull()
  })
})

describe('a single slip', () => {
  const letters = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0']
  it('in any address is found', () => {
    const some = fc.constantFrom(...bitcoin.slice(0, 5), ...tron, ...litecoin, ...ckb)
    fc.assert(
      fc.property(some, fc.nat(), fc.constantFrom(...letters), (address, at, letter) => {
        const place = at % address.length
        const slip = address.slice(0, place) + letter + address.slice(place + 1)
        fc.pre(slip !== address)
        expect(toAnyForeignAddress(slip)).toBeNull()
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
