import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../error'
import { type Reason, saidIn, toReason } from './reason'

const hash = `0x${'ab'.repeat(32)}`
const signature = '5'.repeat(88)

describe('the one text that orders had once', () => {
  it.each<[ErrorCode, string, Reason]>([
    ['chain/reverted', hash, { kind: 'transaction', hash }],
    ['chain/cancelled', hash.toUpperCase(), { kind: 'transaction', hash: hash.toUpperCase() }],
    ['chain/reverted', signature, { kind: 'transaction', hash: signature }],
    ['chain/reverted', `${hash} and more`, { kind: 'found', finding: `${hash} and more` }],
    ['chain/reverted', `not ${hash}`, { kind: 'found', finding: `not ${hash}` }],
    ['policy/would-revert', hash, { kind: 'found', finding: hash }],
    ['policy/takes-more', '26 left', { kind: 'found', finding: '26 left' }],
    ['wallet/unknown', 'Busy', { kind: 'said', by: 'wallet', words: 'Busy' }],
    ['order/failed-at-service', 'No', { kind: 'said', by: 'service', words: 'No' }],
    ['order/not-made', 'Late', { kind: 'said', by: 'service', words: 'Late' }],
    ['order/not-sent', 'Late', { kind: 'found', finding: 'Late' }],
  ])('of %s, %s, is read as a reason', (code, detail, reason) => {
    expect(toReason(code, detail)).toEqual(reason)
  })
})

it('only what somebody said is somebody’s words', () => {
  expect(saidIn({ kind: 'said', by: 'service', words: 'No' })).toBe('No')
  expect(saidIn({ kind: 'found', finding: 'No' })).toBeUndefined()
  expect(saidIn({ kind: 'transaction', hash })).toBeUndefined()
  expect(saidIn(undefined)).toBeUndefined()
})
