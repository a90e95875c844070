import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { author, stranger, target } from '@/test/samples/policy'
import type { EvmTransaction } from '../order/order'
import { encodeApprove } from './policy-abi'
import {
  approvedOf,
  classifyReplacement,
  type FoundTransaction,
  verifyEvmTransaction,
} from './verify-evm'

const tx: EvmTransaction = { from: author, to: target, data: '0xabcd', value: '0x10' }
const asked = { chainId: 8453, tx }

function found(patch: Partial<FoundTransaction> = {}): FoundTransaction {
  const hash = `0x${'1'.repeat(64)}`
  return {
    hash,
    from: author,
    to: target,
    value: 16n,
    data: '0xabcd',
    nonce: 3,
    chainId: 8453,
    ...patch,
  }
}

describe('verifyEvmTransaction', () => {
  it('given what was asked, then it is equal, whatever the case of its hex', () => {
    expect(verifyEvmTransaction(asked, found())).toEqual({ verdict: 'equal' })
    const upper = { ...tx, from: tx.from.toUpperCase().replace('X', 'x'), data: '0xABCD' }
    expect(verifyEvmTransaction({ chainId: 8453, tx: upper }, found())).toEqual({
      verdict: 'equal',
    })
    expect(verifyEvmTransaction(asked, found({ data: '0xABCD' }))).toEqual({ verdict: 'equal' })
  })

  it.each([
    ['the cap that was asked', 100n, 100n, target, 'equal'],
    ['a cap that the person raised', 100n, 2n ** 256n - 1n, target, 'equal'],
    ['a cap that the person lowered', 100n, 99n, target, 'equal'],
    ['no cap at all', 100n, 0n, target, 'mismatch'],
    ['another spender', 100n, 100n, stranger, 'mismatch'],
    ['a cap in place of none', 0n, 1n, target, 'mismatch'],
    ['none, as asked', 0n, 0n, target, 'equal'],
  ] as const)('given an approval of %s, then by its meaning', (_, want, is, spender, verdict) => {
    const approve = { ...tx, value: '0x0', data: encodeApprove(target, want) }
    const mined = found({ value: 0n, data: encodeApprove(spender, is) })
    expect(verifyEvmTransaction({ chainId: 8453, tx: approve }, mined).verdict).toBe(verdict)
  })

  it('given an approval where another call was asked, or the other way, then a mismatch', () => {
    const data = encodeApprove(target, 1n)
    expect(verifyEvmTransaction(asked, found({ data })).verdict).toBe('mismatch')
    const approve = { chainId: 8453, tx: { ...tx, data } }
    expect(verifyEvmTransaction(approve, found()).verdict).toBe('mismatch')
  })

  it('given a transfer where another one was asked, then a mismatch', () => {
    const transfer = (to: string, amount: bigint) =>
      `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
    const ask = { chainId: 8453, tx: { ...tx, data: transfer(target, 1n) } }
    const verdict = verifyEvmTransaction(ask, found({ data: transfer(stranger, 2n) }))
    expect(verdict).toMatchObject({ verdict: 'mismatch', field: 'data' })
  })

  it.each([
    ['chain', { chainId: 1 }, '8453', '1'],
    ['from', { from: stranger }, author, stranger],
    ['to', { to: stranger }, target, stranger],
    ['to', { to: null }, target, 'a new contract'],
    ['value', { value: 17n }, '16', '17'],
    ['data', { data: '0xabce' }, '0xabcd', '0xabce'],
    ['data', { data: '0x' }, '0xabcd', '0x'],
  ] as const)('given another %s, then that is the mismatch', (field, patch, was, is) => {
    expect(verifyEvmTransaction(asked, found(patch))).toEqual({
      verdict: 'mismatch',
      field,
      asked: was,
      found: is,
    })
  })

  it('given any transaction, then it is equal only if nothing at all differs', () => {
    const other = fc.record({
      chainId: fc.constantFrom(8453, 1),
      from: fc.constantFrom(author, stranger),
      to: fc.constantFrom(target, stranger, null),
      value: fc.constantFrom(16n, 0n),
      data: fc.constantFrom('0xabcd', '0x'),
    })
    fc.assert(
      fc.property(other, (patch) => {
        const same = Object.entries(patch).every(
          ([key, value]) => found()[key as keyof FoundTransaction] === value,
        )
        expect(verifyEvmTransaction(asked, found(patch)).verdict).toBe(same ? 'equal' : 'mismatch')
      }),
    )
  })
})

describe('approvedOf', () => {
  it('is the amount that an approval allows, and none of anything else', () => {
    const all = 2n ** 256n - 1n
    for (const amount of [0n, 10n, all]) {
      const data = encodeApprove(target, amount)
      expect(approvedOf(found({ data }))).toBe(String(amount))
      expect(approvedOf(found({ data: `0x${data.slice(2).toUpperCase()}` }))).toBe(String(amount))
    }
    for (const data of ['0x', '0xabcd', '0xd0e30db0']) {
      expect(approvedOf(found({ data }))).toBeUndefined()
    }
  })
})

describe('classifyReplacement', () => {
  const word = (hex: string) => hex.slice(2).padStart(64, '0')
  const batch = `0x${[tx.to, tx.value, tx.data].map(word).join('')}`

  it.each([
    ['the same payload under another hash', {}, 'same'],
    ['nothing sent to oneself', { to: author, value: 0n, data: '0x' }, 'cancelled'],
    ['something sent to oneself', { to: author, value: 1n, data: '0x' }, 'replaced'],
    ['a call of oneself', { to: author, value: 0n, data: '0xab' }, 'replaced'],
    ['nothing sent to somebody', { to: stranger, value: 0n, data: '0x' }, 'replaced'],
    ['another payload', { data: '0xff' }, 'altered'],
    ['another payload that was added to', { data: `${tx.data}00` }, 'altered'],
    ['another amount', { value: 1n }, 'altered'],
    ['another payload for somebody else', { to: stranger, data: '0xff' }, 'replaced'],
    ['a new contract', { to: null, value: 0n, data: '0x' }, 'replaced'],
    ['what was asked, handed to its own code', { to: author, value: 0n, data: batch }, 'altered'],
    ['the same, handed to another', { to: stranger, value: 0n, data: batch }, 'replaced'],
  ] as const)('given %s, then it is %s', (_, patch, verdict) => {
    expect(classifyReplacement(asked, found(patch))).toBe(verdict)
  })

  it('given an approval, another call of its token pays nothing', () => {
    const approval = { ...asked, tx: { ...tx, data: encodeApprove(target, 1n) } }
    expect(classifyReplacement(approval, found({ data: '0xff' }))).toBe('replaced')
  })
})
