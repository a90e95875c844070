import { describe, expect, it } from 'vitest'
import { EVM_NATIVE } from '../address/address'
import { plainPayee } from './plain-payment'

const token = `0x${'a1'.repeat(20)}`
const payee = `0x${'b2'.repeat(20)}`
const word = (hex: string) => hex.padStart(64, '0')
const call = (more: object = {}) => ({
  to: token,
  value: 0n,
  data: `0xa9059cbb${word(payee.slice(2))}${word('5')}`,
  ...more,
})

describe('whom a plain payment goes to', () => {
  it('given a transfer of the token, then to its recipient', () => {
    expect(plainPayee(call(), token)).toBe(payee)
  })

  it('given coins without data, then to the account they go to', () => {
    expect(plainPayee({ to: payee, value: 5n, data: '0x' }, EVM_NATIVE)).toBe(payee)
  })

  it.each([
    ['a transfer of another token', call({ to: payee }), token],
    ['a transfer of a token where coins are due', call(), EVM_NATIVE],
    ['a call of another method', call({ data: `0x095ea7b3${word('1')}${word('5')}` }), token],
    ['an address word with more in it', call({ data: `0xa9059cbb${'1'.repeat(128)}` }), token],
    ['more than its two words', call({ data: `${call().data}00` }), token],
    ['coins with data', { to: payee, value: 5n, data: '0x01' }, EVM_NATIVE],
    ['no coins', { to: payee, value: 0n, data: '0x' }, EVM_NATIVE],
    ['a contract that is created', { to: null, value: 5n, data: '0x' }, EVM_NATIVE],
  ])('given %s, then nobody is named', (_, tx, asked) => {
    expect(plainPayee(tx, asked)).toBeUndefined()
  })
})
