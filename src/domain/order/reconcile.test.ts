import { describe, expect, it } from 'vitest'
import type { Attempt, SwapOrder } from './order'
import { type Doubt, type Findings, judge, promptClosesAt, toChecks } from './reconcile'

const askedAt = 1_800_000_000_000
const minute = 60_000
const doubt: Doubt = {
  family: 'eip155',
  state: 'unsure',
  askedAt,
  since: askedAt + minute,
  quoteExpiresAt: askedAt / 1_000 + 60,
}
const quiet: Findings = {
  now: askedAt + 12 * minute,
  ledger: 'unreachable',
  ledgerAt: askedAt + 12 * minute,
  wasThere: true,
  evm: { nonceAtAsk: 4, latest: 4, pending: 4, accounted: true },
  service: { isNew: false },
  allowanceUntouched: true,
}
/** What was asked of the page, and of all others, at a time. */
const lookedAt = (now: number) => ({ now, ledgerAt: now })
const absent: Findings = { ...quiet, isAbsent: true }
const sentHash = '0xaa'

describe('what became of an ask', () => {
  it('given a transaction with its payload, was sent, whatever else is said', () => {
    const match = { hash: sentHash, by: 'chain' as const }
    const found = { ...quiet, ledger: 'never-seen' as const, match }
    expect(judge(doubt, found)).toEqual({ kind: 'sent', ...match })
  })

  it('given the very document has never seen it, was not sent', () => {
    const found = { ...quiet, ...lookedAt(askedAt + 20_000), ledger: 'never-seen' as const }
    const verdict = { kind: 'not-sent', by: 'ledger', code: 'order/not-sent' }
    expect(judge({ ...doubt, state: 'asking' }, found)).toEqual(verdict)
  })

  it('given a transaction was named for it, a page that forgot of it says nothing', () => {
    const found = { ...quiet, ledger: 'never-seen' as const }
    expect(judge({ ...doubt, isNamed: true }, found)).toEqual({ kind: 'unsure', needsPerson: true })
  })

  it('given it may still be on its way to the document, waits', () => {
    const found = { ...quiet, ...lookedAt(askedAt + 14_999), ledger: 'never-seen' as const }
    const asking = { ...doubt, state: 'asking' as const }
    expect(judge(asking, found)).toEqual({ kind: 'wait' })
    expect(judge(asking, { ...found, ...lookedAt(askedAt + 15_000) }).kind).toBe('not-sent')
    // By what it said in time, however long it then took to read the chain and the service.
    expect(judge(asking, { ...found, now: askedAt + minute })).toEqual({ kind: 'wait' })
  })

  it('given a clock that was moved back since, has the person asked, and believes nothing', () => {
    const ledger = 'never-seen' as const
    const back = { ...quiet, ledger, ...lookedAt(askedAt - 1) }
    const asked = { kind: 'unsure', needsPerson: true }
    expect(judge({ ...doubt, state: 'asking', since: askedAt }, back)).toEqual(asked)
    expect(judge(doubt, back)).toEqual(asked)
    expect(judge(doubt, { ...back, ...lookedAt(askedAt) })).toEqual({ kind: 'wait' })
  })

  it('given perhaps another document, does not believe that it was never seen', () => {
    const ledger = 'never-seen' as const
    const found = { ...quiet, now: askedAt + 2 * minute, ledger, wasThere: false }
    expect(judge(doubt, found)).toEqual({ kind: 'unsure', needsPerson: true })
  })

  it('given an open prompt, waits until ten minutes after the quote, then the person decides', () => {
    const open = { ...quiet, ledger: 'open' as const }
    const asking = { ...doubt, state: 'asking' as const }
    expect(judge(asking, { ...open, now: askedAt + 10 * minute })).toEqual({ kind: 'wait' })
    expect(judge(asking, { ...open, now: askedAt + 11 * minute })).toEqual({
      kind: 'unsure',
      needsPerson: true,
    })
  })

  it('given the person says that the prompt is gone, decides at once what is known', () => {
    const gone = { ...doubt, promptGone: true }
    const soon = { ...quiet, now: doubt.since + 1_000, ledger: 'open' as const }
    expect(judge(gone, soon)).toEqual({ kind: 'unsure', needsPerson: true })
    const verdict = { kind: 'not-sent', by: 'chain', code: 'order/not-sent' }
    const later = { ...soon, now: doubt.since + 2 * minute, isAbsent: true }
    expect(judge(gone, later)).toEqual(verdict)
    // Of native coins nothing but the person can say that it will not come back.
    const { allowanceUntouched: _, ...native } = later
    for (const found of [native, { ...later, allowanceUntouched: false }]) {
      expect(judge(gone, found)).toEqual({ kind: 'unsure', needsPerson: true })
    }
    const { evm: __, ...solana } = native
    expect(judge({ ...gone, family: 'solana' }, solana)).toEqual({
      ...verdict,
      code: 'chain/blockhash-expired',
    })
  })

  it('given an unsure step whose prompt is open again, or an ask without its page, is not known', () => {
    const soon = { ...quiet, now: askedAt + 2 * minute }
    expect(judge(doubt, { ...soon, ledger: 'open' }).kind).toBe('unsure')
    expect(judge({ ...doubt, state: 'asking' }, soon).kind).toBe('unsure')
  })

  it('given proof that nothing can come of it, and a closed prompt or an old quote, was not sent', () => {
    const verdict = { kind: 'not-sent', by: 'chain', code: 'order/not-sent' }
    expect(judge(doubt, absent)).toEqual(verdict)
    expect(judge(doubt, { ...absent, now: askedAt + 11 * minute })).toEqual(verdict)
    expect(judge(doubt, { ...absent, service: undefined } as unknown as Findings)).toEqual(verdict)
    const settled = { ...absent, now: askedAt + minute, ledger: 'settled' as const }
    expect(judge(doubt, settled)).toEqual(verdict)
  })

  it.each([
    ['the quote ended too recently', { now: askedAt + 11 * minute - 1 }],
    ['the prompt is open', { ledger: 'open' }],
    ['the service shows something new', { service: { isNew: true } }],
    ['nobody proves it', { isAbsent: undefined }],
    ['operators see nothing that proves it', { isAbsent: false }],
  ])('given %s, is not known', (_, change) => {
    const found = { ...absent, ...change } as Findings
    expect(judge(doubt, found)).toEqual({ kind: 'unsure', needsPerson: true })
  })

  it.each([
    ['an unused nonce', { evm: { nonceAtAsk: 4, latest: 4, pending: 4, accounted: true } }],
    ['an allowance that one node calls untouched', { allowanceUntouched: true }],
    ['nothing new at the service', { service: { isNew: false } }],
  ])('given %s for hours, silence is no answer', (_, change) => {
    const found = { ...quiet, ...change, now: askedAt + 600 * minute }
    expect(judge(doubt, found)).toEqual({ kind: 'unsure', needsPerson: true })
  })

  it.each(['declined', 'failed'] as const)('given the step is %s, waits for proof', (state) => {
    const refused = { ...doubt, state }
    const now = askedAt + 2 * minute
    expect(judge(refused, { ...quiet, now })).toEqual({ kind: 'wait' })
    expect(judge(refused, { ...absent, now }).kind).toBe('not-sent')
    const unseen = { ...quiet, now, ledger: 'never-seen' as const }
    expect(judge(refused, unseen)).toEqual({ kind: 'wait' })
  })

  it('given a hash nobody knows, is not known either', () => {
    const found = { ...quiet, now: askedAt + 2 * minute }
    expect(judge({ ...doubt, state: 'sent' }, found).kind).toBe('unsure')
  })

  it('asks the person only after a pause, or at once when the clock was moved back', () => {
    const at = (now: number) => judge(doubt, { ...quiet, now })
    expect(at(doubt.since + 9_999)).toEqual({ kind: 'unsure', needsPerson: false })
    expect(at(doubt.since + 10_000)).toEqual({ kind: 'unsure', needsPerson: true })
    expect(at(doubt.since)).toEqual({ kind: 'unsure', needsPerson: false })
    expect(at(doubt.since - 1)).toEqual({ kind: 'unsure', needsPerson: true })
  })
})

describe('on Solana', () => {
  const solana = { ...doubt, family: 'solana' as const }
  const { evm: _, ...found } = quiet

  it('given proof that its block hash is gone for good, was not sent, whatever prompt is open', () => {
    const verdict = { kind: 'not-sent', by: 'chain', code: 'chain/blockhash-expired' }
    const gone = { ...found, isAbsent: true, ledger: 'open' as const }
    expect(judge(solana, gone)).toEqual(verdict)
    expect(judge(solana, { ...gone, service: { isNew: true } }).kind).toBe('unsure')
  })

  it('given one node says that the block hash is gone, is not known, however long', () => {
    for (const blockhashValid of [true, false]) {
      const now = askedAt + 600 * minute
      expect(judge(solana, { ...found, now, solana: { blockhashValid } }).kind).toBe('unsure')
    }
    expect(judge(solana, found).kind).toBe('unsure')
  })
})

describe('what was looked at', () => {
  const at = askedAt
  const base = { ...lookedAt(at), ledger: 'open' as const, wasThere: true }

  it('is told in the order of the looks', () => {
    const match = { hash: sentHash, by: 'service' as const }
    expect(toChecks({ ...quiet, now: at, match })).toEqual([
      { at, what: 'ledger', state: 'unreachable' },
      { at, what: 'service', state: 'nothing' },
      { at, what: 'nonce', mined: 0, waiting: 0 },
      { at, what: 'allowance', state: 'untouched' },
      { at, what: 'match', hash: sentHash },
    ])
  })

  it('names what did not answer and what Solana says', () => {
    expect(toChecks(base)).toEqual([
      { at, what: 'ledger', state: 'open' },
      { at, what: 'service', state: 'unreachable' },
    ])
    const seen = { service: { isNew: true }, solana: { blockhashValid: true } }
    expect(toChecks({ ...base, ...seen }).slice(1)).toEqual([
      { at, what: 'service', state: 'new' },
      { at, what: 'signature', state: 'valid' },
    ])
    const gone = { solana: { blockhashValid: false }, allowanceUntouched: false }
    expect(toChecks({ ...base, ...gone }).slice(2)).toEqual([
      { at, what: 'signature', state: 'expired' },
      { at, what: 'allowance', state: 'used' },
    ])
  })

  it('says that the page never had it by the word of the script that was there alone', () => {
    const seen = { ...base, ledger: 'never-seen' as const }
    expect(toChecks(seen)[0]).toEqual({ at, what: 'ledger', state: 'never-seen' })
    const told = { at, what: 'ledger', state: 'says-never' }
    expect(toChecks({ ...seen, wasThere: false })[0]).toEqual(told)
    const open = { ...base, wasThere: false }
    expect(toChecks(open)[0]).toEqual({ at, what: 'ledger', state: 'open' })
  })

  it('counts what left the account since the ask', () => {
    const evm = { nonceAtAsk: 4, latest: 7, pending: 9, accounted: true }
    expect(toChecks({ ...base, evm })[2]).toEqual({ at, what: 'nonce', mined: 3, waiting: 2 })
  })
})

describe('what is the person’s to judge', () => {
  const checksOf = (more: Partial<Findings>) => toChecks({ ...quiet, ...more })

  it('is told as it was found', () => {
    const at = quiet.now
    expect(checksOf({ like: sentHash })).toContainEqual({
      at,
      what: 'hash',
      hash: sentHash,
      state: 'like',
    })
    expect(checksOf({ isMany: true })).toContainEqual({ at, what: 'many' })
    const service = { isNew: false, isOther: true } as const
    expect(checksOf({ service })).toContainEqual({ at, what: 'service', state: 'other' })
  })

  it('is looked for as long as a prompt may be answered: ten minutes after its price, or after the ask', () => {
    const closes = (quoteExpiresAt: number) =>
      promptClosesAt(
        { accepted: { quoteExpiresAt } } as SwapOrder,
        { evidence: { askedAt } } as Attempt,
      )
    expect(closes(askedAt / 1_000 + 60)).toBe(askedAt + 11 * minute)
    expect(closes(askedAt / 1_000 - 60)).toBe(askedAt + 10 * minute)
  })
})
