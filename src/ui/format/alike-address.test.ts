import { describe, expect, it } from 'vitest'
import { alikeAddress, uncheckedFamily } from './alike-address'

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const alike = `0x7099${'0'.repeat(32)}79c8`
const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const solanaAlike = `7EcD${'1'.repeat(35)}FLtV`

const compared = (...addresses: string[]) => ({ compared: addresses, seen: [] })
const seen = (...addresses: string[]) => ({ compared: [], seen: addresses })

describe('an address made to be mistaken', () => {
  it('is known by equal ends and another middle, in any case of letters', () => {
    expect(alikeAddress(alike, compared('0x1', own))).toBe(own)
    expect(alikeAddress(alike, seen('0x1', own))).toBe(own)
    expect(alikeAddress(solanaAlike, compared(solana))).toBe(solana)
  })

  it('is not one that was compared itself, in whatever case it is written', () => {
    expect(alikeAddress(own.toLowerCase(), compared(own))).toBeUndefined()
    expect(alikeAddress(alike, compared(own, alike))).toBeUndefined()
    expect(alikeAddress(alike, { compared: [alike], seen: [own] })).toBeUndefined()
  })

  it('is one also where it was seen itself, as any page can show any account', () => {
    expect(alikeAddress(alike, { compared: [own], seen: [alike] })).toBe(own)
    expect(alikeAddress(alike, seen(alike, own))).toBe(own)
    expect(alikeAddress(alike, seen(alike))).toBeUndefined()
  })

  it('is not one that differs at an end', () => {
    expect(alikeAddress(own.replace(/8$/, '9'), compared(own))).toBeUndefined()
    expect(alikeAddress(own.replace('0x7', '0x8'), compared(own))).toBeUndefined()
    expect(alikeAddress(own, compared())).toBeUndefined()
  })
})

describe('an address without check digits', () => {
  it.each([
    ['7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5', 'solana'],
    ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'eip155'],
    [`0x${'1'.repeat(40)}`, 'eip155'],
    ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', null],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', null],
    ['me', null],
  ])('given %s, it is of %s', (text, family) => {
    expect(uncheckedFamily(text)).toBe(family)
  })
})
