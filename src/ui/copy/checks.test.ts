import { describe, expect, it } from 'vitest'
import type { Finding } from '@/src/domain/order/order'
import { checkSentence } from './checks'

const say = (finding: Finding) => checkSentence({ at: 1, ...finding })
const counts = [
  [0, 0],
  [1, 0],
  [0, 1],
  [3, 2],
]
const findings: Finding[] = [
  ...(['open', 'settled', 'never-seen', 'says-never', 'unreachable'] as const).map((state) => ({
    what: 'ledger' as const,
    state,
  })),
  ...(['new', 'nothing', 'unreachable'] as const).map((state) => ({
    what: 'service' as const,
    state,
  })),
  { what: 'signature', state: 'valid' },
  { what: 'signature', state: 'expired' },
  { what: 'allowance', state: 'untouched' },
  { what: 'allowance', state: 'used' },
  { what: 'match', hash: '0xabc' },
  { what: 'prompt', state: 'gone' },
  { what: 'answer', code: 'wallet/bad-answer' },
  ...counts.map(([mined = 0, waiting = 0]) => ({ what: 'nonce' as const, mined, waiting })),
]

describe('what was checked', () => {
  it('is a sentence of its own for everything that a look can find', () => {
    for (const finding of findings) expect(say(finding)).toMatch(/^[A-Z\d].{15,}/)
    expect(new Set(findings.map(say)).size).toBe(findings.length)
  })

  it('counts what left the account', () => {
    expect(say({ what: 'nonce', mined: 0, waiting: 0 })).toBe(
      'No transaction has left your account since the request.',
    )
    expect(say({ what: 'nonce', mined: 2, waiting: 1 })).toBe(
      '2 transactions were mined since the request. One transaction is waiting to be mined.',
    )
  })

  it('never says that an approval which stands proves that nothing was paid', () => {
    expect(say({ what: 'allowance', state: 'untouched' })).not.toContain('not taken')
  })

  it('names a hash that led nowhere, and one that is something else', () => {
    const hash = '0xab\u202Ec'
    expect(say({ what: 'hash', hash, state: 'nowhere' })).toContain('No node knows')
    expect(say({ what: 'hash', hash, state: 'failed' })).toMatch(/and failed: 0x/)
    expect(say({ what: 'hash', hash, state: 'other' })).toContain('0xabc')
  })

  it('gives the meaning of a code and the words of the wallet, as plain text', () => {
    const said = 'it went\nwro\u202Eng'
    expect(say({ what: 'answer', code: 'wallet/bad-answer', said })).toContain(
      'The wallet said: it went wrong',
    )
  })
})
