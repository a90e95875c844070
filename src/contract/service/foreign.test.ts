import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { familyAbroad, isPayableAbroad } from '@/src/domain/chain/foreign-chain'
import { allChains, foreignToken } from './foreign'

const chain = (type: string, id: number, symbol: string, decimals: number) => ({
  type,
  id,
  name: 'Some chain',
  nativeCurrency: { symbol, decimals },
})
const base = chain('eip155', 8453, 'ETH', 18)
const bitcoin = chain('bip122', 20_001, 'BTC', 8)
const tron = chain('tron', 20_002, 'TRX', 6)
const foreignOf = (list: unknown[]) => z.parse(allChains, list).foreign.map(({ id }) => id)

describe('the live list of chains', () => {
  it('holds those apart that are only paid from', () => {
    const read = z.parse(allChains, [base, bitcoin, tron, chain('ton', 3, 'TON', 9), 7, null])
    expect(read.chains.map(({ id }) => id)).toEqual([8453])
    expect(read.foreign.map(({ id }) => id)).toEqual([20_001, 20_002])
  })

  it.each([
    ['bip122', 'BTC', 8, 'bip122'],
    ['bip122', 'LTC', 8, 'litecoin'],
    ['tron', 'TRX', 6, 'tron'],
    ['ckb', 'CKB', 8, 'ckb'],
  ] as const)('%s with %s of %i decimals is known as %s', (type, symbol, places, family) => {
    const [read] = z.parse(allChains, [chain(type, 20_001, symbol, places)]).foreign
    expect(read && familyAbroad(read)).toBe(family)
  })

  it.each<[string, unknown]>([
    ['a coin whose addresses are written otherwise', chain('bip122', 20_001, 'DOGE', 8)],
    ['other decimals than its coin has', chain('bip122', 20_001, 'BTC', 18)],
    ['a test network', { ...bitcoin, testnet: true }],
    ['a family whose checksum is not known', chain('ton', 20_001, 'TON', 9)],
    ['a coin of another family', chain('tron', 20_001, 'LTC', 8)],
    ['a name of ours that is no type', chain('litecoin', 20_001, 'LTC', 8)],
    ['the number of a chain of ours', chain('bip122', 1, 'BTC', 8)],
    ['the number of another in the list', chain('tron', 7_777, 'TRX', 6)],
  ])('given %s, does not offer it', (_, wrong) => {
    expect(foreignOf([base, chain('eip155', 7_777, 'ETH', 18), wrong])).toEqual([])
  })
})

describe('chains of which no address can be checked', () => {
  const named = (type: string, name: string, more = {}) => ({
    ...{ ...chain(type, 5, 'X', 8), name },
    ...more,
  })
  it('are told by name, once each, and no other kind is', () => {
    const dogecoin = { ...chain('bip122', 20_001, 'DOGE', 8), name: 'Dogecoin' }
    const list = [base, { ...base, id: 'no number' }, bitcoin, dogecoin, dogecoin, 7, null]
    const more = [named('sui', 'Sui'), named('ton', 'A test', { testnet: true }), { type: 'ton' }]
    expect(z.parse(allChains, [...list, ...more]).unchecked).toEqual(['Dogecoin', 'Sui'])
  })
})

describe('a token of a chain that is only paid from', () => {
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  it.each([
    ['bip122', { address: 'native', symbol: 'BTC', decimals: 8 }, true],
    ['bip122', { address: 'native', symbol: 'BTC', decimals: 18 }, false],
    ['bip122', { address: 'x', symbol: 'ORDI', decimals: 18 }, false],
    ['litecoin', { address: 'native', symbol: 'LTC', decimals: 8 }, true],
    ['litecoin', { address: 'native', symbol: 'BTC', decimals: 8 }, false],
    ['ckb', { address: 'native', symbol: 'CKB', decimals: 8 }, true],
    ['ckb', { address: 'native', symbol: 'CKB', decimals: 6 }, false],
    ['tron', { address: 'native', symbol: 'TRX', decimals: 6 }, true],
    ['tron', { address: usdt, symbol: 'USDT', decimals: 6 }, true],
    ['tron', { address: usdt, symbol: 'TRX', decimals: 6 }, false],
    ['tron', { address: usdt, symbol: 'USDT', decimals: 8 }, false],
    ['tron', { address: `${usdt.slice(0, -1)}u`, symbol: 'USDT', decimals: 6 }, false],
    ['tron', { address: 'constructor', symbol: 'USDT', decimals: 6 }, false],
  ] as const)('on %s: %j, may be paid with: %s', (family, token, may) => {
    expect(isPayableAbroad(family, token)).toBe(may)
  })

  it.each(['a b', '', '<b>', 'x'.repeat(129)])('named "%s" is no more than a name', (address) => {
    const token = { chainId: 20_001, address, name: 'n', symbol: 's', decimals: 8 }
    expect(z.safeParse(foreignToken, token).success).toBe(false)
  })
})
