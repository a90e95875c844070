import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  author,
  confirmed,
  declined,
  depositDraft,
  evidence,
  hash,
  mined,
  orderAfter,
  otherHash,
  page,
  planned,
  secondAttempt,
  sent,
  solanaDraft,
  stepOf,
  target,
  type UntimedEvent,
  usdc,
  verified,
} from '@/test/samples/order'
import type { StepDraft } from '../policy/policy-draft'
import {
  isBeingRevoked,
  isClaim,
  isDenied,
  isGuarded,
  isInTheWay,
  isLeaving,
  isLeftToPay,
  isLeftToTake,
  isTooLow,
  isUnsettled,
  mayAllowTwice,
  mayBeAllowedTwice,
  mayComeYet,
  mayShowOlder,
  mayTake,
  needsAllowance,
  needsTypedDenial,
  needsTypedWord,
  paysByAllowanceOf,
  takenOf,
  takerOf,
} from './guard'
import type { Attempt, AttemptEnd, Check, Order, SwapOrder } from './order'
import { reduce } from './reduce'

const native = { ...planned().accepted.from, address: `0x${'0'.repeat(40)}` }

function askedWith(allowance: string | undefined, order: SwapOrder = planned()): SwapOrder {
  const running = orderAfter(order, confirmed)
  const known = allowance === undefined ? evidence : { ...evidence, allowance }
  return orderAfter(running, { ...asked(running), evidence: known } as UntimedEvent)
}

describe('an allowance that lets one payment through and no second', () => {
  it.each([
    ['24999999', false],
    ['25000000', true],
    // A payment may take 99 % of it: two of them take this much.
    ['49499999', true],
    ['49500000', false],
    [undefined, false],
  ])('given %s of 25000000: %s', (allowance, guards) => {
    const order = askedWith(allowance)
    expect(isGuarded(order, order.attempts[0]?.evidence)).toBe(guards)
    expect(needsTypedWord(order, stepOf(order))).toBe(!guards)
  })

  it('is held against what the deposit takes, where steps before it lead to another token', () => {
    const other = { ...depositDraft.facts.token, address: `0x${'d'.repeat(40)}`, amount: '7' }
    const draft = { ...depositDraft, facts: { ...depositDraft.facts, token: other } } as const
    const order = askedWith('13', planned([draft as typeof depositDraft]))
    expect(takenOf(order)).toEqual(other)
    expect(takenOf({ accepted: order.accepted, steps: [] })).toEqual(order.accepted.from)
    expect(isGuarded(order, order.attempts[0]?.evidence)).toBe(true)
    expect(isGuarded(order, { allowance: '14' })).toBe(false)
  })

  it('is never said of native coins, or of an ask that is not known', () => {
    const order = askedWith('25000000')
    const accepted = { ...order.accepted, from: native }
    expect(isGuarded({ accepted, steps: [] }, { allowance: '25000000' })).toBe(false)
    expect(isGuarded(order, undefined)).toBe(false)
  })

  it('is never said of an account with code: others may carry out later what it was asked for', () => {
    const order = { ...askedWith('25000000'), coded: 'delegated' as const }
    expect(isGuarded(order, order.attempts[0]?.evidence)).toBe(false)
    expect(needsTypedWord(order, stepOf(order))).toBe(true)
  })

  it('is never said of tokens of Solana: nothing there stops a second payment', () => {
    const order = askedWith(undefined, planned([solanaDraft]))
    expect(needsTypedWord(order, stepOf(order))).toBe(true)
  })

  it('is known of no step that was not asked for yet', () => {
    expect(needsTypedWord(planned(), stepOf(planned()))).toBe(true)
  })

  it('is not asked about for an approval', () => {
    const order = askedWith(undefined, planned([approveDraft]))
    expect(needsTypedWord(order, stepOf(order))).toBe(false)
  })
})

describe('who takes the tokens of a deposit', () => {
  it('is its target, or the contract that was approved in its place', () => {
    expect(takerOf(planned())).toBe(target)
    const facts = { ...depositDraft.facts, takenBy: usdc } as typeof depositDraft.facts
    expect(takerOf(planned([{ ...depositDraft, facts }]))).toBe(usdc)
  })

  it('is nobody for native coins, on Solana, or where no deposit is known', () => {
    const facts = { ...depositDraft.facts, token: native }
    expect(takerOf(planned([{ ...depositDraft, facts }]))).toBeUndefined()
    expect(takerOf(planned([solanaDraft]))).toBeUndefined()
    expect(takerOf(planned([approveDraft]))).toBeUndefined()
  })
})

describe('an allowance that does not let the deposit through', () => {
  it.each([
    ['24999999', [approveDraft, depositDraft], true],
    ['25000000', [approveDraft, depositDraft], false],
    ['0', [depositDraft], false],
    ['24750000', [depositDraft], false],
  ])('given %s is left: %#', (allowance, drafts, low) => {
    expect(isTooLow(planned(drafts), BigInt(allowance))).toBe(low)
  })
})

describe('a deposit that only a page says was refused', () => {
  it('is one whose refusal nobody proved and the person did not confirm', () => {
    expect(isDenied(declined)).toBe(true)
    const word = { type: 'retried', stepId: stepOf(declined).id, notSent: 'rejected' } as const
    expect(isDenied(orderAfter(declined, word))).toBe(false)
    expect(isDenied(planned())).toBe(false)
    const fresh = planned().steps.map((step) => ({ ...step, id: 'built-anew' }))
    const anew = orderAfter(declined, { type: 'rebuilt', steps: fresh, digest: 'anew' })
    expect(stepOf(anew).state.status).toBe('ready')
    expect(isDenied(anew)).toBe(true)
    expect(isDenied(planned([approveDraft]))).toBe(false)
  })
})

describe('the word of who saw no prompt of what its page calls rejected', () => {
  const refused = (allowance: string | undefined) =>
    orderAfter(askedWith(allowance), { type: 'declined', attemptId: attempt })

  it.each([
    ['25000000', false],
    ['50000000', true],
    [undefined, true],
  ])('given its allowance was %s, is typed: %s', (allowance, isTyped) => {
    expect(needsTypedDenial(refused(allowance))).toBe(isTyped)
  })

  it('is typed of an account with code, and where one of two requests is not guarded', () => {
    const guarded = refused('25000000')
    expect(needsTypedDenial({ ...guarded, coded: 'contract' } as SwapOrder)).toBe(true)
    const both = [...guarded.attempts, ...refused(undefined).attempts]
    expect(needsTypedDenial({ ...guarded, attempts: both })).toBe(true)
  })

  it('is typed of a signature that its page calls rejected once it was called absent', () => {
    const [each] = refused(undefined).attempts
    const absent = {
      ...each,
      action: solanaDraft.action,
      end: { what: 'absent', at: 1 },
    } as Attempt
    expect(needsTypedDenial({ ...declined, attempts: [absent] })).toBe(true)
  })

  it('is none of what is open, proved, or moves no money', () => {
    expect(needsTypedDenial(askedWith(undefined))).toBe(false)
    const proved = declined.attempts.map((each) => ({ ...each, end: { what: 'absent', at: 1 } }))
    expect(needsTypedDenial({ ...declined, attempts: proved as Attempt[] })).toBe(false)
    const approving = orderAfter(planned([approveDraft]), confirmed)
    const asks = orderAfter(approving, asked(approving), { type: 'declined', attemptId: attempt })
    expect(needsTypedDenial(asks)).toBe(false)
  })
})

describe('what stands in a step', () => {
  const at = (status: string, more: object = {}): SwapOrder['steps'][number] => {
    const step = stepOf(declined)
    return { ...step, state: { ...step.state, status, ...more } as never }
  }

  it('is a page’s word alone where it says that a payment was refused, and failed', () => {
    expect(isClaim(declined, stepOf(declined))).toBe(true)
    expect(isClaim(declined, at('failed'))).toBe(true)
    expect(isClaim(declined, at('asking'))).toBe(false)
  })

  it('is known where it came later, of another request, or is proved', () => {
    const { state } = stepOf(declined) as { state: { at: number } }
    expect(isClaim(declined, at('failed', { at: state.at + 1 }))).toBe(false)
    expect(isClaim(declined, at('failed', { attemptId: secondAttempt }))).toBe(false)
    const attempts = declined.attempts.map((each) => ({
      ...each,
      end: { what: 'absent' as const, at: state.at },
    }))
    expect(isClaim({ ...declined, attempts }, stepOf(declined))).toBe(false)
    const open = declined.attempts.map(({ end: _, ...each }) => each)
    expect(isClaim({ ...declined, attempts: open }, stepOf(declined))).toBe(false)
    // Of several requests it is one of them.
    const [first] = declined.attempts
    const later = { ...first, attemptId: secondAttempt } as SwapOrder['attempts'][number]
    const both = { ...declined, attempts: [...declined.attempts, later] }
    expect(isClaim(both, stepOf(declined))).toBe(true)
  })

  it('is settled once a request is neither out, in doubt, nor refused by a page’s word alone', () => {
    expect(isUnsettled(declined)).toBe(true)
    expect(isUnsettled(askedWith(undefined))).toBe(true)
    expect(isUnsettled(planned())).toBe(false)
    const word = { type: 'retried', stepId: stepOf(declined).id, notSent: 'rejected' } as const
    expect(isUnsettled(orderAfter(declined, word))).toBe(false)
    // One of its steps is enough.
    expect(isUnsettled(askedWith(undefined, planned([approveDraft, depositDraft])))).toBe(true)
  })
})

describe('a payment that may still be mined', () => {
  function ended(what: AttemptEnd | undefined, allowance: string | undefined, seen: boolean) {
    const order = askedWith(allowance)
    const named = seen ? [{ at: 1, by: 'page' as const, hash }] : []
    const end = what === undefined ? {} : { end: { what, at: 1 } }
    return { ...order, attempts: order.attempts.map((each) => ({ ...each, seen: named, ...end })) }
  }

  it.each([
    ['is open', undefined, undefined, true, true],
    ['is refused by a page alone', 'refused', undefined, true, true],
    ['was mined', 'mined', undefined, true, true],
    ['is absent by its nonce', 'absent', '25000000', true, false],
    ['is absent by its allowance', 'absent', '25000000', false, false],
    ['is absent, and no allowance guards it', 'absent', '50000000', false, false],
    ['was never asked for', 'not-asked', '25000000', false, false],
    ['was rejected', 'rejected', '25000000', false, false],
    ['was given up', 'given-up', '25000000', false, false],
    ['was reverted', 'reverted', '25000000', true, false],
    ['was replaced', 'replaced', '25000000', true, false],
  ] as const)('given its ask %s', (_, what, allowance, isNamed, may) => {
    // What was proved once needs its allowance no more, though it may land should that be left.
    expect(mayTake(ended(what, allowance, isNamed))).toBe(may)
    // What was made needs it no more, and of what a file tells of nothing is ever proved.
    const isOpen = may && what !== 'mined'
    expect(isLeftToPay(ended(what, allowance, isNamed))).toBe(isOpen)
    const kept = { ...ended(what, allowance, isNamed), status: 'attention' as const }
    expect(isLeftToPay(kept)).toBe(false)
    // Of all others it is either known that they may, or that they cannot.
    const byAllowance = what === 'absent' && allowance === '25000000' && !isNamed
    expect(mayComeYet(ended(what, allowance, isNamed))).toBe(byAllowance)
  })

  it('is none once another one of the order took its allowance', () => {
    const absent = ended('absent', '25000000', false)
    const again = ended('mined', '25000000', true)
    expect(mayComeYet({ ...absent, attempts: [...absent.attempts, ...again.attempts] })).toBe(false)
  })

  describe('and another order’s approval', () => {
    const absent = ended('absent', '25000000', false)
    const begun = orderAfter(planned([approveDraft]), confirmed)
    const out = orderAfter(begun, asked(begun))
    const other = (end?: Attempt['end'], patch: Partial<SwapOrder> = {}): SwapOrder => ({
      ...out,
      id: 'other',
      attempts: out.attempts.map((each) => ({ ...each, ...(end && { end }) })),
      ...patch,
    })
    const { accepted } = absent
    const elsewhere = { ...accepted, from: { ...accepted.from, chainId: 1 } }
    const facts = (patch: object) => ({
      steps: out.steps.map((each) => ({ ...each, facts: { ...each.facts, ...patch } as never })),
    })

    it.each<[string, SwapOrder, SwapOrder, boolean]>([
      ['asked for', absent, other(), true],
      ['refused by a page alone', absent, other({ what: 'refused', at: 1 }), true],
      ['not asked for', absent, other(undefined, { attempts: [] }), false],
      ['mined', absent, other({ what: 'mined', at: 1 }), false],
      ['rejected', absent, other({ what: 'rejected', at: 1 }), false],
      ['absent by a nonce', absent, other({ what: 'absent', at: 1 }), true],
      ['clicked away', absent, other({ what: 'given-up', at: 1 }), true],
      ['its own', absent, other(undefined, { id: absent.id }), false],
      [
        'another account’s',
        absent,
        other(undefined, { accepted: { ...accepted, author: usdc } }),
        false,
      ],
      ['on another chain', absent, other(undefined, { accepted: elsewhere }), false],
      ['of another token', absent, other(undefined, facts({ token: native })), false],
      ['for another spender', absent, other(undefined, facts({ spender: usdc })), false],
      ['beside what is absent by its nonce', ended('absent', '25000000', true), other(), false],
      ['beside what was clicked away', ended('given-up', '25000000', true), other(), true],
      ['beside what was typed away', ended('given-up', '50000000', false), other(), false],
    ])('given it is %s, may let two pay or not', (_, order, each, may) => {
      expect(mayAllowTwice(order, each)).toBe(may)
    })

    const [approval] = out.steps
    const twice = (...others: SwapOrder[]): SwapOrder => ({
      ...absent,
      attempts: [absent, ...others].flatMap(({ attempts }) => attempts),
    })
    const open = ended(undefined, '25000000', false)

    it.each<[string, SwapOrder, boolean]>([
      ['one request is absent by its allowance', absent, false],
      ['...and the next one is out', twice(open), true],
      ['...and the next one was mined', twice(ended('mined', '25000000', true)), true],
      ['...and the next one was clicked away', twice(ended('given-up', '25000000', true)), true],
      ['...and the next one reverted', twice(ended('reverted', '25000000', true)), false],
      ['one request is out', open, false],
      ['it is its own', { ...twice(open), id: 'asker' }, false],
      ['it is on another chain', { ...twice(open), accepted: elsewhere }, false],
    ])(
      'given %s, an approval that is about to be asked for may let two pay or not',
      (_, order, may) => {
        if (!approval) throw new Error('no approval')
        expect(mayBeAllowedTwice({ ...out, id: 'asker' }, approval, order)).toBe(may)
      },
    )
  })

  it('is left to take its allowance where that, or a click beside it, alone calls it unsent', () => {
    const absent = ended('absent', '25000000', false)
    const clicked = ended('given-up', '25000000', true)
    const made = ended('mined', '25000000', true)
    expect(isLeftToTake(absent)).toBe(true)
    expect(isLeftToTake(clicked)).toBe(true)
    expect(isLeftToTake(ended('given-up', '50000000', false))).toBe(false)
    expect(isLeftToTake(ended('absent', '25000000', true))).toBe(false)
    expect(isLeftToTake({ ...absent, attempts: [...absent.attempts, ...made.attempts] })).toBe(
      false,
    )
  })

  it('shares its allowance with what pays by that alone', () => {
    const absent = ended('absent', '25000000', false)
    const steps = (...drafts: Parameters<typeof planned>[0] & object) => planned(drafts).steps
    const pays = (patch: object) =>
      steps({ ...depositDraft, facts: { ...depositDraft.facts, ...patch } } as typeof depositDraft)
    expect(paysByAllowanceOf(absent, steps(depositDraft))).toBe(true)
    expect(paysByAllowanceOf(absent, pays({ target: usdc }))).toBe(false)
    expect(paysByAllowanceOf(absent, pays({ takenBy: usdc }))).toBe(false)
    expect(paysByAllowanceOf(absent, pays({ token: native }))).toBe(false)
    expect(paysByAllowanceOf(absent, steps(approveDraft, depositDraft))).toBe(false)
    expect(paysByAllowanceOf(absent, steps(solanaDraft))).toBe(false)
    expect(paysByAllowanceOf(absent, [])).toBe(false)
  })

  it('is one of several', () => {
    const absent = ended('absent', '25000000', false)
    const given = ended('given-up', undefined, false)
    expect(mayComeYet({ ...absent, attempts: [...absent.attempts, ...given.attempts] })).toBe(true)
  })

  it('is none once the allowance was taken back', () => {
    const absent = { ...ended('absent', '25000000', false), status: 'stopped' as const }
    const [step] = absent.steps
    const facts = { kind: 'reset', token: native, spender: target } as const
    const revoked = (state: SwapOrder['steps'][number]['state']) =>
      mayComeYet({
        ...absent,
        steps: [...absent.steps, { ...step, id: 'revoke', deposit: false, facts, state } as never],
      })
    expect(revoked({ status: 'ready' })).toBe(true)
    expect(revoked({ status: 'confirmed', attemptId: attempt, hash, at: 1 })).toBe(false)
  })

  it('is none of an order that was never asked for, or only for its approval', () => {
    expect(mayTake(planned())).toBe(false)
    expect(mayTake(askedWith(undefined, planned([approveDraft])))).toBe(false)
  })
})

describe('an allowance that one order left, and another one pays by', () => {
  /** Stopped after its approval. */
  const left = (() => {
    const running = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    return orderAfter(running, asked(running), sent, verified, mined, { type: 'stopped' })
  })()
  const id = 'd'.repeat(32)
  const running = (drafts = [approveDraft, depositDraft]) =>
    orderAfter(planned(drafts, { id }), confirmed)
  const change = (order: SwapOrder, patch: object): SwapOrder => ({
    ...order,
    accepted: { ...order.accepted, ...patch },
  })
  const paid = (() => {
    const order = running([depositDraft])
    return orderAfter(order, asked(order), sent, verified, mined)
  })()
  const denied = (() => {
    const order = running([depositDraft])
    const declined: UntimedEvent = { type: 'declined', attemptId: attempt }
    return orderAfter(order, asked(order), declined, { type: 'stopped' })
  })()
  const elsewhere = {
    ...approveDraft,
    facts: { ...approveDraft.facts, spender: usdc } as typeof approveDraft.facts,
  }
  const takenElsewhere = {
    ...depositDraft,
    facts: { ...depositDraft.facts, takenBy: usdc } as typeof depositDraft.facts,
  }
  const { from } = left.accepted
  const inTarget = <T extends object>(token: T) => ({ ...token, address: target })
  const other = [approveDraft, depositDraft].map(
    (draft) => ({ ...draft, facts: { ...draft.facts, token: inTarget(from) } }) as StepDraft,
  )

  it.each<[string, SwapOrder, boolean]>([
    ['is about to approve it anew', running(), true],
    ['approves nothing, so that nobody knows who takes its tokens', running([depositDraft]), true],
    ['ended on a page’s word alone', denied, true],
    ['is only planned', planned([depositDraft], { id }), false],
    ['is the one that left it', left, false],
    ['was paid', paid, false],
    ['ended before it was asked for', orderAfter(running(), { type: 'stopped' }), false],
    ['pays by another spender', running([elsewhere, takenElsewhere]), false],
    ['pays on another chain', change(running(), { from: { ...from, chainId: 1 } }), false],
    ['pays with another token', change(running(other), { from: inTarget(from) }), false],
    ['is of another account', change(running(), { author: usdc }), false],
    ['pays on Solana', change(running([solanaDraft]), { from: { ...from, chainId: 7 } }), false],
  ])('given the other %s: %#', (_, order, needs) => {
    expect(needsAllowance(order, left, { token: from, spender: target })).toBe(needs)
  })

  it('counts what the deposit takes where steps before it lead to another token', () => {
    const routing = { ...from, address: `0x${'7'.repeat(40)}`, symbol: 'DAI' }
    const swap: StepDraft = {
      ...approveDraft,
      facts: { kind: 'swap', token: from, gets: routing, target: usdc, method: '0x38ed1739' },
    }
    const deposit = { ...depositDraft, facts: { ...depositDraft.facts, token: routing } }
    const passOn = { ...approveDraft, facts: { ...approveDraft.facts, token: routing } }
    const routed = running([swap, passOn as StepDraft, deposit as StepDraft])
    const allowed = (token: { address: string }, spender: string) =>
      needsAllowance(routed, left, { token, spender })
    expect([allowed(routing, target), allowed(routing, usdc)]).toEqual([true, false])
    const both = { ...approveDraft, facts: { ...approveDraft.facts, spender: usdc } } as StepDraft
    const two = running([approveDraft, both, depositDraft])
    expect(
      [target, usdc].map((spender) => needsAllowance(two, left, { token: from, spender })),
    ).toEqual([true, true])
    const itself = { ...running(), id: left.id }
    expect(needsAllowance(itself, left, { token: from, spender: target })).toBe(false)
    // Who takes what is paid is not known where nothing of it is approved.
    expect([allowed(from, target), allowed(from, usdc)]).toEqual([true, true])
    expect(allowed({ address: author }, target)).toBe(false)
  })

  it('is being revoked from the ask until it is known what came of it', () => {
    const order = running()
    const wanted = orderAfter(left, { type: 'revokeWanted', token: usdc, spender: target, page })
    const out = orderAfter(wanted, asked(wanted, secondAttempt))
    const named = { attemptId: secondAttempt, hash: otherHash }
    const gone = orderAfter(out, { ...sent, ...named } as UntimedEvent)
    const over = orderAfter(
      gone,
      { ...verified, ...named } as UntimedEvent,
      {
        ...mined,
        ...named,
      } as UntimedEvent,
    )
    const declined = orderAfter(out, { type: 'declined', attemptId: secondAttempt })
    expect([left, wanted, out, gone, over, declined].map((o) => isBeingRevoked(order, o))).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ])
    expect(isBeingRevoked(running([elsewhere, takenElsewhere]), out)).toBe(false)
    expect(isBeingRevoked({ ...order, id: out.id }, out)).toBe(false)
  })
})

describe('a step before the deposit that moves money', () => {
  const swapFacts = { kind: 'swap', gets: planned().accepted.from, target, method: '0x38ed1739' }
  const swap = { ...approveDraft, facts: { ...approveDraft.facts, ...swapFacts } } as StepDraft
  const running = orderAfter(planned([swap, depositDraft]), confirmed)
  const out = orderAfter(running, asked(running))
  const refused = orderAfter(out, { type: 'declined', attemptId: attempt })
  const done = orderAfter(out, sent, verified, mined)

  it('is asked for again on proof or its owner’s word alone, which is typed', () => {
    expect([running, out, refused, done].map(isDenied)).toEqual([false, false, true, false])
    const first = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    expect(
      isDenied(orderAfter(first, asked(first), { type: 'declined', attemptId: attempt })),
    ).toBe(false)
    expect(needsTypedWord(out, stepOf(out))).toBe(true)
    const { order } = reduce(out, { type: 'declined', at: 1, attemptId: attempt })
    expect(isDenied(order)).toBe(true)
    const { effects } = reduce(out, { type: 'declined', at: 1, attemptId: attempt })
    expect(effects.map(({ task }) => task.kind)).toContain('reconcile')
  })

  it('may take what it was allowed until it was mined or disproved', () => {
    expect([running, out, refused, done].map(mayTake)).toEqual([false, true, true, false])
    const proof: UntimedEvent = {
      type: 'notSent',
      attemptId: attempt,
      by: 'chain',
      code: 'order/not-sent',
      retryable: true,
    }
    // Under way it cannot be stopped, and so not be run again, as little as the deposit.
    const stop: UntimedEvent = { type: 'stopped' }
    expect(orderAfter(out, stop).status).toBe('running')
    expect([running, done].map((order) => orderAfter(order, stop).status)).toEqual([
      'stopped',
      'stopped',
    ])
    const disproved = orderAfter(refused, proof)
    expect([mayTake(disproved), isDenied(disproved)]).toEqual([false, false])
  })
})

describe('an order in the way of another one', () => {
  const running = orderAfter(planned(), confirmed)
  const asking = orderAfter(running, asked(running))
  const check: Check = { at: 1, what: 'prompt', state: 'gone' }
  const unsure = orderAfter(asking, { type: 'doubted', attemptId: attempt, check })
  const next = { ...planned(), id: 'next' }
  const of = (more: Partial<SwapOrder['accepted']>): SwapOrder => ({
    ...next,
    accepted: { ...next.accepted, ...more },
  })
  const begun = orderAfter(planned([approveDraft, depositDraft]), confirmed)
  const approving = orderAfter(begun, asked(begun))
  const allowed = orderAfter(approving, sent, verified, mined)
  const paying = orderAfter(allowed, asked(allowed, secondAttempt))

  it.each<[string, Order, boolean]>([
    ['is asked for', asking, true],
    ['is not known to be sent or not', unsure, true],
    ['was never asked for', running, false],
    ['is sent', orderAfter(asking, sent), false],
    ['was refused', declined, false],
    ['is over', { ...asking, status: 'failed' }, false],
    ['is an approval', approving, false],
    ['is asked for after its approval', paying, true],
    ['is its own', { ...asking, id: 'next' }, false],
  ])('given what %s (%#)', (_, other, stands) => {
    expect(isInTheWay(next, other)).toBe(stands)
  })

  it('stands in nobody`s way on another account or another chain', () => {
    expect(isInTheWay(of({ author: author.toUpperCase().replace('0X', '0x') }), asking)).toBe(true)
    expect(isInTheWay(of({ author: usdc }), asking)).toBe(false)
    const from = { ...next.accepted.from, chainId: 10 }
    expect(isInTheWay(of({ from }), asking)).toBe(false)
  })

  it('is judged by the account that pays to an address, not by that of the price', () => {
    const { steps, attempts, wallet } = asking
    const pay = { account: usdc, wallet, page, steps, attempts }
    const transfer = { ...asking, kind: 'transfer', pay } as unknown as Order
    expect(isInTheWay(next, transfer)).toBe(false)
    expect(isInTheWay(of({ author: usdc }), transfer)).toBe(true)
    expect(isInTheWay(transfer, { ...asking, id: 'third' })).toBe(false)
  })

  describe('at the wallet', () => {
    const doubted = (each: Check) =>
      orderAfter(asking, { type: 'doubted', attemptId: attempt, check: each })

    it.each<[string, Order, boolean]>([
      ['is open', asking, true],
      ['is an approval that is open', approving, true],
      ['was lost with its page', doubted({ at: 1, what: 'ledger', state: 'unreachable' }), true],
      ['was settled in its page', doubted({ at: 1, what: 'ledger', state: 'settled' }), false],
      ['was answered oddly', doubted({ at: 1, what: 'answer', code: 'wallet/unknown' }), false],
      ['is gone by the person`s word', unsure, false],
      ['was never asked for', running, false],
      ['is over', { ...asking, status: 'failed' }, false],
      ['is its own', { ...asking, id: 'next' }, false],
    ])('given what %s, it may come up first or not (%#)', (_, other, shows) => {
      expect(mayShowOlder(next, other)).toBe(shows)
    })

    it('comes up whatever the account and the chain, in the same wallet alone', () => {
      const from = { ...next.accepted.from, chainId: 10 }
      expect(mayShowOlder(of({ from, author: usdc }), asking)).toBe(true)
      const wallet = { ...next.wallet, id: 'other.wallet' }
      expect(mayShowOlder({ ...next, wallet }, asking)).toBe(false)
      expect(mayShowOlder({ ...next, wallet: { ...next.wallet, family: 'solana' } }, asking)).toBe(
        false,
      )
    })

    it('asks nothing where an order has no wallet', () => {
      expect(mayShowOlder({ ...next, kind: 'purchase' } as unknown as Order, asking)).toBe(false)
      expect(mayShowOlder(next, { ...asking, kind: 'purchase' } as unknown as Order)).toBe(false)
    })

    it('is answered once a transaction of it is named', () => {
      const named = orderAfter(asking, sent)
      const lost = orderAfter(named, {
        type: 'doubted',
        attemptId: attempt,
        check: { at: 1, what: 'hash', hash, state: 'nowhere' },
        hash,
      })
      expect(stepOf(lost).state.status).toBe('unsure')
      // The hash of an earlier ask answers no later one, and neither does an ask that is not known.
      const earlier = {
        ...named.attempts[0],
        attemptId: secondAttempt,
      } as SwapOrder['attempts'][number]
      const again = { ...asking, attempts: [earlier, ...asking.attempts] }
      expect(mayShowOlder(next, again)).toBe(true)
      expect(mayShowOlder(next, { ...asking, attempts: [] })).toBe(true)
      expect(mayShowOlder(next, lost)).toBe(false)
      expect(isInTheWay(next, lost)).toBe(true)
    })
  })
})

describe('an order that its owner wished to cancel', () => {
  it('is left once it is known what became of its payment', () => {
    const running = orderAfter(planned(), confirmed)
    const asking = orderAfter(running, asked(running))
    expect(
      [asking, { ...asking, stopWanted: 1 }, { ...running, stopWanted: 1 }].map(isLeaving),
    ).toEqual([false, true, false])
  })
})
