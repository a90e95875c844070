import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeBase58 } from '@/src/lib/base58'
import { EVM_NATIVE, EVM_NATIVE_ALIAS, SOLANA_NATIVE } from '../address/address'
import { SOLANA_CHAIN_ID, SOLANA_REFERENCE } from '../chain/known-chains'
import { parseTokenId, toTokenId } from './read-token-id'
import { isNativeToken, sameToken, type TokenId, tokenKey } from './token-id'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const evmToken = fc
  .record({
    chainId: fc.integer({ min: 1 }),
    bytes: fc.uint8Array({ minLength: 20, maxLength: 20 }),
  })
  .filter(({ chainId }) => chainId !== SOLANA_CHAIN_ID)
  .map(({ chainId, bytes }): TokenId => {
    return { chainId, address: getAddress(`0x${Buffer.from(bytes).toString('hex')}`) }
  })
const solanaToken = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): TokenId => ({ chainId: SOLANA_CHAIN_ID, address: encodeBase58(bytes) }))
const anyToken = fc.oneof(evmToken, solanaToken)

describe('the three forms of a token', () => {
  it('given any token in any form, then reading gives the token back', () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        for (const form of [toTokenId(token), JSON.stringify(token), token]) {
          const read = parseTokenId(form)
          expect(read.ok && sameToken(read.token, token)).toBe(true)
        }
      }),
    )
  })

  it('given an EVM token in lower case, then its identifier carries the checksum', () => {
    const token = { chainId: 8453, address: USDC.toLowerCase() }
    expect(toTokenId(token)).toBe(`eip155:8453:${USDC}`)
    expect(parseTokenId(`eip155:8453:${USDC.toLowerCase()}`)).toEqual({ ok: true, token })
  })

  it('given a Solana token, then its identifier carries the chain reference', () => {
    const token = { chainId: SOLANA_CHAIN_ID, address: SOLANA_NATIVE }
    expect(toTokenId(token)).toBe(`solana:${SOLANA_REFERENCE}:${SOLANA_NATIVE}`)
    expect(parseTokenId(toTokenId(token))).toEqual({ ok: true, token })
  })

  it.each([EVM_NATIVE_ALIAS, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', `0x${'E'.repeat(40)}`])(
    'given the native form %s, then the zero address is used',
    (address) => {
      const native = { ok: true, token: { chainId: 1, address: EVM_NATIVE } }
      expect(parseTokenId({ chainId: 1, address })).toEqual(native)
      expect(parseTokenId(`eip155:1:${address}`)).toEqual(native)
    },
  )

  it('given anything at all, then reading never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => typeof parseTokenId(value).ok === 'boolean'))
    fc.assert(fc.property(fc.string(), (text) => typeof parseTokenId(text).ok === 'boolean'))
    fc.assert(fc.property(fc.json(), (text) => typeof parseTokenId(text).ok === 'boolean'))
  })

  it.each([
    ['', 'shape'],
    ['USDC', 'shape'],
    ['{', 'shape'],
    ['{"chainId":1}', 'shape'],
    ['x'.repeat(10_000), 'shape'],
    [null, 'shape'],
    [{ address: USDC, chainId: '1' }, 'chain'],
    [{ address: USDC, chainId: 1.5 }, 'chain'],
    [Object.create({ chainId: 1, address: USDC }), 'shape'],
    [`eip155:0:${USDC}`, 'chain'],
    [`eip155:01:${USDC}`, 'chain'],
    [`eip155:${SOLANA_CHAIN_ID}:${USDC}`, 'chain'],
    [`eip155:99999999999999999999:${USDC}`, 'chain'],
    [`solana:devnet:${SOLANA_NATIVE}`, 'chain'],
    [`bip122:000000000019d6689c085ae165831e93:x`, 'chain'],
    ['eip155:1:0x12', 'address'],
    [`eip155:1:${SOLANA_NATIVE}`, 'address'],
    [`solana:${SOLANA_REFERENCE}:${USDC}`, 'address'],
    [`solana:${SOLANA_REFERENCE}:${'z'.repeat(44)}`, 'address'],
    [`eip155:8453:${USDC.replace('fCD6', 'Fcd6')}`, 'checksum'],
    [`eip155:8453:0x${USDC.slice(2).toUpperCase()}`, 'checksum'],
  ])('given %j, then the problem is %s', (input, problem) => {
    expect(parseTokenId(input)).toEqual({ ok: false, problem })
  })
})

describe('sameToken and tokenKey', () => {
  it('given two tokens, then their keys are equal exactly when they are the same token', () => {
    fc.assert(
      fc.property(anyToken, anyToken, (a, b) => {
        expect(tokenKey(a) === tokenKey(b)).toBe(sameToken(a, b))
        expect(tokenKey(a)).toBe(tokenKey({ ...a }))
      }),
    )
  })

  it('given both native forms, then they are one token', () => {
    const zero = { chainId: 1, address: EVM_NATIVE }
    const alias = { chainId: 1, address: EVM_NATIVE_ALIAS }
    expect(sameToken(zero, alias)).toBe(true)
    expect(tokenKey(zero)).toBe(tokenKey(alias))
    expect(toTokenId(alias)).toBe(`eip155:1:${EVM_NATIVE}`)
  })

  it('given another case, then it is one token; another chain, then it is not', () => {
    const token = { chainId: 1, address: USDC }
    expect(sameToken(token, { chainId: 1, address: USDC.toLowerCase() })).toBe(true)
    expect(sameToken(token, { chainId: 10, address: USDC })).toBe(false)
  })

  it('given the native address of the other family, then it is not native', () => {
    expect(isNativeToken({ chainId: 1, address: SOLANA_NATIVE })).toBe(false)
    expect(isNativeToken({ chainId: SOLANA_CHAIN_ID, address: EVM_NATIVE })).toBe(false)
  })
})
