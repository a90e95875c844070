import { describe, expect, it } from 'vitest'
import { type Findings, toChecks } from '@/src/domain/reconcile'
import { checkSentence } from './checks'

const findings: Findings[] = [
  { now: 1, ledger: 'open', sameDocument: true },
  { now: 1, ledger: 'settled', sameDocument: true, service: { isNew: true } },
  { now: 1, ledger: 'never-seen', sameDocument: true, service: { isNew: false } },
  { now: 1, ledger: 'unreachable', sameDocument: true, solana: { blockhashValid: true } },
  { now: 1, ledger: 'unreachable', sameDocument: true, solana: { blockhashValid: false } },
  { now: 1, ledger: 'unreachable', sameDocument: true, allowanceUntouched: true },
  { now: 1, ledger: 'unreachable', sameDocument: true, allowanceUntouched: false },
  { now: 1, ledger: 'open', sameDocument: true, match: { hash: '0xabc', by: 'chain' } },
  ...[
    [0, 0],
    [1, 0],
    [0, 1],
    [3, 2],
  ].map(([mined = 0, waiting = 0]) => ({
    now: 1,
    ledger: 'open' as const,
    sameDocument: true,
    evm: { nonceAtAsk: 5, latest: 5 + mined, pending: 5 + mined + waiting, accounted: true },
  })),
]

describe('what was checked', () => {
  it('is a sentence for everything that a look can find', () => {
    for (const check of findings.flatMap(toChecks)) {
      expect(checkSentence(check)).toMatch(/^[A-Z\d].{15,}/)
      expect(checkSentence(check)).not.toBe(check.found)
    }
  })

  it('counts what left the account', () => {
    const say = (found: string) => checkSentence({ what: 'nonce', found })
    expect(say('0 mined, 0 waiting')).toBe(
      'No transaction has left your account since the request.',
    )
    expect(say('2 mined, 1 waiting')).toBe(
      '2 transactions were mined since the request. One transaction is waiting.',
    )
  })

  it('names a hash that led nowhere', () => {
    expect(checkSentence({ what: 'ledger', found: 'no node knows 0xabc' })).toContain('0xabc')
  })

  it('gives the meaning of a code and the words of the wallet', () => {
    const found = 'wallet/bad-answer: it went\nwrong'
    expect(checkSentence({ what: 'ledger', found })).toContain('The wallet said: it went wrong')
  })

  it('shows what it does not know as plain text', () => {
    expect(checkSentence({ what: 'expiry', found: 'some\u202Ething' })).toBe('something')
    expect(checkSentence({ what: 'service', found: 'constructor' })).toBe('constructor')
  })
})
