import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  author,
  confirmed,
  depositDraft,
  evidence,
  hash,
  mined,
  orderAfter,
  otherHash,
  page,
  payoutFound,
  planned,
  refundFound,
  secondAttempt,
  sent,
  solanaDraft,
  start,
  stepOf,
  submitted,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import type { OrderEvent } from './event'
import type { Attempt, AttemptEnd, Check, Source, SwapOrder } from './order'
import { depositOf, hashesOf } from './order-parts'
import { reduce } from './reduce'

const at = start + 60_000
const check: Check = { at, what: 'nonce', mined: 1, waiting: 0 }

function apply(order: SwapOrder, event: UntimedEvent) {
  return reduce(order, { at, ...event } as OrderEvent)
}
function kinds(order: SwapOrder, event: UntimedEvent): string[] {
  return apply(order, event).effects.map((effect) => effect.task.kind)
}
function ignores(order: SwapOrder, event: UntimedEvent): void {
  const result = apply(order, event)
  expect(result.order).toBe(order)
  expect(result.effects).toEqual([])
}

const running = orderAfter(planned(), confirmed)
const asking = orderAfter(running, asked(running))
const isSent = orderAfter(asking, sent)
const isVerified = orderAfter(isSent, verified)
const isSubmitted = orderAfter(isVerified, submitted)
const isMined = orderAfter(isSubmitted, mined)
const declined = orderAfter(asking, { type: 'declined', attemptId: attempt })
const unsure = orderAfter(asking, { type: 'doubted', attemptId: attempt, check })
const twoSteps = orderAfter(planned([approveDraft, depositDraft]), confirmed)

const failedHere = orderAfter(asking, {
  type: 'notSent',
  attemptId: attempt,
  by: 'ledger',
  code: 'page/gone',
  retryable: true,
})

describe('confirming', () => {
  it('given a planned order and its digest, runs and arms the first step', () => {
    const { order, effects } = apply(planned(), confirmed)
    expect(order).toMatchObject({ status: 'running', confirmedAt: at, revision: 1, updatedAt: at })
    expect(effects).toEqual([
      {
        key: `arm:${order.id}:${stepOf(order).id}`,
        orderId: order.id,
        repeat: 'safe',
        dueAt: at,
        tries: 0,
        task: { kind: 'armStep', stepId: stepOf(order).id },
      },
    ])
  })

  it('keeps which orders that pay the same it was wanted beside, also as it is tried again', () => {
    const beside = orderAfter(planned(), { ...confirmed, known: ['a'] } as UntimedEvent)
    expect(beside.known).toEqual(['a'])
    expect(running).not.toHaveProperty('known')
    const refused = orderAfter(beside, asked(beside), { type: 'declined', attemptId: attempt })
    const again = { type: 'retried', stepId: stepOf(refused).id } as const
    expect(orderAfter(refused, again).known).toEqual(['a'])
    const more = { ...again, known: ['a', 'b'] } as UntimedEvent
    expect(orderAfter(refused, more).known).toEqual(['a', 'b'])
  })

  it('ignores another digest, a second yes, and an order without steps', () => {
    ignores(planned(), { type: 'confirmed', digest: 'other' })
    const refused = planned(undefined, { refused: 'policy/takes-more' })
    ignores(refused, { type: 'confirmed', digest: refused.digest })
    ignores(running, confirmed)
    ignores(planned([]), confirmed)
  })

  it('never makes an order older, whatever the clock says', () => {
    const { order } = apply(running, { ...asked(running), at: start - 5_000 })
    expect(order.updatedAt).toBe(running.updatedAt)
  })
})

describe('asking', () => {
  it('given an armed step, asks the wallet once and looks after it', () => {
    const { order, effects } = apply(running, asked(running))
    expect(stepOf(order).state).toEqual({ status: 'asking', attemptId: attempt })
    const { id: stepId, deposit, action } = stepOf(running)
    const asks = { attemptId: attempt, stepId, deposit, action, evidence, seen: [] }
    expect(order.attempts).toEqual([asks])
    expect(effects.map(({ task, repeat, dueAt }) => [task.kind, repeat, dueAt])).toEqual([
      ['askWallet', 'once', at],
      ['reconcile', 'safe', at + 20_000],
    ])
    expect(effects[0]?.task).toEqual({ kind: 'askWallet', attemptId: attempt, ask: 'step' })
  })

  it('ignores an ask that is repeated, of another step, or out of turn', () => {
    ignores(asking, asked(asking))
    ignores(running, { type: 'asked', stepId: 'other', attemptId: attempt, evidence })
    ignores(planned(), asked(planned()))
    const again = orderAfter(declined, asked(declined, secondAttempt))
    const back = orderAfter(again, { type: 'declined', attemptId: secondAttempt })
    ignores(back, asked(back, attempt))
    ignores(back, asked(back, secondAttempt))
  })

  it('ignores an ask that was decided on before another one came and went', () => {
    const late: UntimedEvent = { ...asked(running, secondAttempt) }
    ignores(declined, late)
    ignores(declined, { ...late, after: 'f'.repeat(32) } as UntimedEvent)
    expect(apply(declined, asked(declined, secondAttempt)).effects).toHaveLength(2)
  })

  it('given an earlier ask in vain, remembers it with its evidence and what became of it', () => {
    const again = orderAfter(declined, asked(declined, secondAttempt))
    const refused = { what: 'refused', at: declined.updatedAt }
    expect(again.attempts).toMatchObject([
      { attemptId: attempt, evidence, end: refused },
      { attemptId: secondAttempt, evidence },
    ])
    expect(again.attempts[1]).not.toHaveProperty('end')
    const third = orderAfter(again, { type: 'declined', attemptId: secondAttempt })
    const order = orderAfter(third, asked(third, 'd'.repeat(32)))
    expect(order.attempts.map((each) => each.attemptId)).toEqual([
      attempt,
      secondAttempt,
      'd'.repeat(32),
    ])
    const back = orderAfter(order, { type: 'declined', attemptId: 'd'.repeat(32) })
    for (const old of [attempt, secondAttempt]) ignores(back, asked(back, old))
  })

  it('given two steps, changes only the one that is asked', () => {
    const order = orderAfter(twoSteps, asked(twoSteps))
    expect(order.steps.map((step) => step.state.status)).toEqual(['asking', 'ready'])
    const back = orderAfter(order, { type: 'declined', attemptId: attempt })
    const again = orderAfter(back, asked(back, secondAttempt))
    expect(again.attempts.map((each) => each.stepId)).toEqual([
      twoSteps.steps[0]?.id,
      twoSteps.steps[0]?.id,
    ])
  })
})

describe('changing the chain', () => {
  const switching = { attemptId: secondAttempt, stage: 'switch' as const, chainId: 8453 }
  const asks: UntimedEvent = { type: 'switchAsked', switching }
  const switched = orderAfter(running, asks)

  it('asks the wallet and looks again should no answer come', () => {
    const { effects } = apply(running, asks)
    expect(effects.map(({ task, dueAt }) => [task, dueAt])).toEqual([
      [{ kind: 'askWallet', attemptId: secondAttempt, ask: 'switchChain' }, at],
      [{ kind: 'armStep', stepId: stepOf(running).id, switching: secondAttempt }, at + 15_000],
    ])
    const add: UntimedEvent = { type: 'switchAsked', switching: { ...switching, stage: 'add' } }
    expect(apply(running, add).effects[0]?.task).toMatchObject({ ask: 'addChain' })
  })

  it('takes an obstacle away that stood before', () => {
    const blocked = orderAfter(running, { type: 'blocked', blocker: { code: 'page/gone' } })
    expect(orderAfter(blocked, asks).blocker).toBeUndefined()
  })

  it('given the answer, arms the step; the same answer twice changes nothing', () => {
    const done: UntimedEvent = { type: 'switchSettled', attemptId: secondAttempt }
    expect(kinds(switched, done)).toEqual(['armStep'])
    ignores(orderAfter(switched, done), done)
  })

  it('given an unknown chain, notes that it must be added, once', () => {
    const missing: UntimedEvent = {
      type: 'switchSettled',
      attemptId: secondAttempt,
      code: 'wallet/chain-not-added',
    }
    expect(orderAfter(switched, missing).switching).toMatchObject({ missing: true })
    const added = orderAfter(running, {
      type: 'switchAsked',
      switching: { ...switching, added: true },
    })
    expect(stepOf(orderAfter(added, missing)).state).toMatchObject({ status: 'failed' })
    const adding = orderAfter(running, {
      type: 'switchAsked',
      switching: { ...switching, stage: 'add' },
    })
    expect(stepOf(orderAfter(adding, missing)).state).toMatchObject({ status: 'failed' })
  })

  const refusal: UntimedEvent = {
    type: 'switchSettled',
    attemptId: secondAttempt,
    code: 'wallet/not-switched',
    reason: { kind: 'said', by: 'wallet', words: 'no' },
  }
  const refused = orderAfter(switched, refusal)

  it('given it failed, the step waits for the person, who may switch or add by hand', () => {
    const failed = {
      status: 'failed',
      code: 'wallet/not-switched',
      retryable: true,
      reason: { kind: 'said', by: 'wallet', words: 'no' },
    }
    expect(stepOf(refused).state).toMatchObject(failed)
    expect(kinds(switched, refusal)).toEqual([])
    expect(refused.switching).toMatchObject({ settledAt: start, chainId: 8453 })
  })

  it('given the person tries again, the wallet is asked from the start', () => {
    const again = apply(refused, { type: 'retried', stepId: stepOf(refused).id })
    expect(again.order.switching).toBeUndefined()
    expect(again.effects.map(({ task }) => task.kind)).toEqual(['armStep'])
  })

  it('given the person adds the chain, that is asked for next', () => {
    const order = orderAfter(refused, { type: 'retried', stepId: stepOf(refused).id, chain: 'add' })
    expect(order.switching).toMatchObject({ missing: true, settledAt: start })
  })

  it('given the person switched by hand, the chain is only waited for', () => {
    const byHand = { type: 'retried', stepId: stepOf(refused).id, chain: 'by-hand' } as const
    const adding: UntimedEvent = { type: 'switchAsked', switching: { ...switching, stage: 'add' } }
    for (const order of [refused, orderAfter(running, adding, refusal)]) {
      const { stage, missing } = orderAfter(order, byHand).switching ?? {}
      expect([stage, missing]).toEqual(['switch', undefined])
    }
  })

  it('given nothing was switched, there is nothing to add', () => {
    const add = { type: 'retried', stepId: stepOf(declined).id, chain: 'add' } as const
    expect(orderAfter(declined, add).switching).toBeUndefined()
  })

  it('given it failed after an ask in vain, keeps speaking of that ask', () => {
    const order = orderAfter(declined, asks, refusal)
    expect(stepOf(order).state).toMatchObject({ attemptId: attempt })
  })

  it('given another error, the step failed with the wallet’s words', () => {
    const order = orderAfter(switched, {
      type: 'switchSettled',
      attemptId: secondAttempt,
      code: 'wallet/pending-request',
      reason: { kind: 'said', by: 'wallet', words: 'busy' },
    })
    expect(stepOf(order).state).toEqual({
      status: 'failed',
      code: 'wallet/pending-request',
      retryable: true,
      at: start,
      reason: { kind: 'said', by: 'wallet', words: 'busy' },
    })
    const plain = orderAfter(switched, {
      type: 'switchSettled',
      attemptId: secondAttempt,
      code: 'wallet/pending-request',
    })
    expect(stepOf(plain).state).not.toHaveProperty('reason')
  })

  it('ignores what does not belong', () => {
    ignores(switched, asks)
    ignores(asking, asks)
    ignores(switched, { type: 'switchSettled', attemptId: 'other' })
    ignores(running, { type: 'switchSettled', attemptId: secondAttempt })
    ignores(asking, { type: 'switchSettled', attemptId: secondAttempt })
  })
})

describe('what stands in the way', () => {
  const blocks = {
    type: 'blocked',
    blocker: { code: 'wallet/account-changed', expected: 'a', actual: 'b' },
  } satisfies UntimedEvent

  it('is kept with its beginning, and said once', () => {
    const blocked = orderAfter(running, blocks)
    expect(blocked.blocker).toEqual({
      code: 'wallet/account-changed',
      expected: 'a',
      actual: 'b',
      since: start,
    })
    ignores(blocked, blocks)
  })

  it('is replaced when it changes, and goes when the wallet is asked', () => {
    const blocked = orderAfter(running, blocks)
    const next: UntimedEvent = { type: 'blocked', blocker: { code: 'page/gone' } }
    const later = orderAfter(blocked, { ...next, at: start + 9_000 } as UntimedEvent)
    expect(later.blocker).toEqual({ code: 'page/gone', since: start })
    for (const change of [{ expected: 'c' }, { actual: 'c' }, { orderId: 'c' }]) {
      const moved: UntimedEvent = { ...blocks, blocker: { ...blocks.blocker, ...change } }
      expect(orderAfter(blocked, moved).blocker).toMatchObject(change)
    }
    expect(orderAfter(blocked, asked(blocked)).blocker).toBeUndefined()
  })

  it('is ignored while nothing waits to be asked', () => {
    ignores(asking, blocks)
    ignores(planned(), blocks)
    ignores({ ...running, current: 9 }, blocks)
  })

  it('given a step that cannot be asked any more, it failed and may be tried again', () => {
    const code = 'policy/quote-expired' as const
    const event: UntimedEvent = { type: 'unarmable', stepId: stepOf(running).id, code }
    const failed = { status: 'failed', code, retryable: true, at: start }
    expect(stepOf(orderAfter(running, event)).state).toStrictEqual(failed)
    const worded = orderAfter(running, { ...event, reason: { kind: 'found', finding: 'late' } })
    expect(stepOf(worded).state).toMatchObject({ reason: { kind: 'found', finding: 'late' } })
    ignores(running, { ...event, stepId: 'other' })
    ignores(asking, event)
  })

  it('given a limit of gas for a step, it has it from then on, and no other step has', () => {
    const gasOf = (order: SwapOrder) =>
      order.steps.map(({ action }) => 'tx' in action && action.tx.gas)
    const one = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    const event = { type: 'unarmable', stepId: stepOf(one).id, code: 'policy/gas-grew' } as const
    const more = orderAfter(one, { ...event, gas: '0x7' })
    expect(gasOf(more)).toEqual(['0x7', undefined])
    const out = orderAfter(one, { ...asked(one), gas: '0x8' } as UntimedEvent)
    expect(gasOf(out)).toEqual(['0x8', undefined])
    expect(out.attempts[0]?.action).toEqual(out.steps[0]?.action)
    const solana = orderAfter(planned([solanaDraft]), confirmed)
    const same = orderAfter(solana, { ...asked(solana), gas: '0x8' } as UntimedEvent)
    expect(same.attempts[0]?.action).toEqual(solanaDraft.action)
  })
})

describe('answers of the wallet', () => {
  it('given a hash, the step is sent and compared', () => {
    const { order, effects } = apply(asking, sent)
    expect(stepOf(order).state).toStrictEqual({
      status: 'sent',
      attemptId: attempt,
      hash,
      sentAt: at,
    })
    expect(order.attempts[0]?.seen).toEqual([{ at, by: 'page', hash }])
    expect(effects.map(({ task }) => task.kind)).toEqual(['verifyTransaction'])
  })

  it('given signed bytes, they are submitted and the signature is awaited', () => {
    const solana = orderAfter(planned([solanaDraft]), confirmed)
    const open = orderAfter(solana, asked(solana))
    const signed: UntimedEvent = { ...sent, signedBytes: 'AQID' } as UntimedEvent
    expect(apply(open, signed).effects.map(({ task, dueAt }) => [task.kind, dueAt])).toEqual([
      ['awaitReceipt', at + 1_000],
      ['submitDeposit', at],
    ])
    const done = orderAfter(open, signed, mined)
    expect(stepOf(done).state).toMatchObject({ status: 'confirmed' })
    expect(done.attempts[0]).toMatchObject({
      seen: [{ hash, signedBytes: 'AQID' }],
      end: { what: 'mined' },
    })
  })

  it('given signed bytes of a step that moves no money, only the signature is awaited', () => {
    const solana = orderAfter(planned([{ ...solanaDraft, deposit: false }]), confirmed)
    const open = orderAfter(solana, asked(solana))
    expect(kinds(open, { ...sent, signedBytes: 'AQID' } as UntimedEvent)).toEqual(['awaitReceipt'])
  })

  it('given a refusal of a deposit, it is declined and held against the chain', () => {
    const { order, effects } = apply(asking, { type: 'declined', attemptId: attempt })
    expect(stepOf(order).state).toEqual({ status: 'declined', attemptId: attempt, at })
    expect(order.attempts[0]?.end).toEqual({ what: 'refused', at })
    expect(effects.map(({ task, dueAt }) => [task.kind, dueAt])).toEqual([
      ['reconcile', at + 5_000],
    ])
  })

  it('given a refusal of an approval, nothing is looked into', () => {
    const open = orderAfter(twoSteps, asked(twoSteps))
    expect(kinds(open, { type: 'declined', attemptId: attempt })).toEqual([])
  })

  it('ignores a refusal that comes late or for nobody', () => {
    const refusal: UntimedEvent = { type: 'declined', attemptId: attempt }
    ignores(isSent, refusal)
    ignores(running, refusal)
    expect(stepOf(orderAfter(unsure, refusal)).state.status).toBe('declined')
  })

  it('given word that nothing was sent, the step failed and the ask keeps who said so', () => {
    const failed: UntimedEvent = {
      type: 'notSent',
      attemptId: attempt,
      by: 'wallet',
      code: 'wallet/insufficient-funds',
      retryable: true,
      reason: { kind: 'said', by: 'wallet', words: 'no gas' },
    }
    const { order, effects } = apply(asking, failed)
    expect(stepOf(order).state).toStrictEqual({
      status: 'failed',
      code: 'wallet/insufficient-funds',
      retryable: true,
      at,
      attemptId: attempt,
      reason: { kind: 'said', by: 'wallet', words: 'no gas' },
    })
    expect(order.attempts[0]).toMatchObject({ evidence, end: { what: 'refused', at } })
    const { reason: _, ...wordless } = failed
    expect(stepOf(orderAfter(asking, wordless)).state).not.toHaveProperty('reason')
    expect(effects.map(({ task }) => task.kind)).toEqual(['reconcile'])
    expect(stepOf(orderAfter(unsure, failed)).state.status).toBe('failed')
    ignores(isSent, failed)
    ignores(isVerified, failed)
    ignores(running, failed)
  })

  it('given the person’s word, the step may be asked again though doubts remain', () => {
    const order = orderAfter(unsure, {
      type: 'notSent',
      attemptId: attempt,
      by: 'person',
      code: 'order/not-sent',
      retryable: true,
    })
    expect(order.attempts[0]?.end?.what).toBe('given-up')
    expect(kinds(order, { type: 'retried', stepId: stepOf(order).id })).toEqual(['armStep'])
  })

  it.each([
    ['page', 'refused'],
    ['ledger', 'not-asked'],
    ['chain', 'absent'],
    ['service', 'absent'],
  ] as const)('given the word of the %s, the ask was %s', (by, what) => {
    const said: UntimedEvent = {
      type: 'notSent',
      attemptId: attempt,
      by,
      code: 'order/not-sent',
      retryable: true,
    }
    const order = orderAfter(asking, said)
    expect(order.attempts[0]?.end?.what).toBe(what)
    const open = orderAfter(order, { type: 'doubted', attemptId: attempt, check })
    expect(open.attempts[0]).not.toHaveProperty('end')
    expect(
      orderAfter(order, { ...sent, by: 'chain' } as UntimedEvent).attempts[0],
    ).not.toHaveProperty('end')
  })
})

describe('a refusal that only a page reports', () => {
  const proved: UntimedEvent = {
    type: 'notSent',
    attemptId: attempt,
    by: 'chain',
    code: 'order/not-sent',
    retryable: true,
  }
  const endOf = (order: SwapOrder) => order.attempts[0]?.end?.what

  it('given proof, is true from then on, whatever was asked since', () => {
    const again = orderAfter(declined, asked(declined, secondAttempt))
    for (const order of [declined, again]) {
      const next = orderAfter(order, proved)
      expect(endOf(next)).toBe('absent')
      expect(next.steps).toEqual(order.steps)
      ignores(next, proved)
    }
    ignores(isSent, proved)
    ignores(running, proved)
  })

  it('given the person’s word with the next try, counts as rejected', () => {
    const stepId = stepOf(declined).id
    const word: UntimedEvent = { type: 'retried', stepId, notSent: true }
    expect(endOf(orderAfter(declined, word))).toBe('rejected')
    expect(endOf(orderAfter(declined, { type: 'retried', stepId }))).toBe('refused')
    expect(endOf(orderAfter(orderAfter(declined, proved), word))).toBe('absent')
  })
})

describe('not knowing', () => {
  it('given a doubt, the step is unsure and looked into at once', () => {
    const { order, effects } = apply(asking, { type: 'doubted', attemptId: attempt, check })
    expect(stepOf(order).state).toMatchObject({ status: 'unsure', checks: [check] })
    expect(effects.map(({ task, dueAt }) => [task.kind, dueAt])).toEqual([['reconcile', at]])
  })

  it('given a hash that is not believed, takes it for a doubt of that very hash', () => {
    const doubted: UntimedEvent = { type: 'doubted', attemptId: attempt, check }
    expect(stepOf(orderAfter(isSent, { ...doubted, hash })).state.status).toBe('unsure')
    const verified = orderAfter(isSent, { type: 'verified', attemptId: attempt, hash })
    expect(stepOf(orderAfter(verified, { ...doubted, hash })).state.status).toBe('unsure')
    ignores(verified, { ...doubted, hash: otherHash } as UntimedEvent)
    ignores(isSent, { ...doubted, hash: otherHash } as UntimedEvent)
    for (const order of [asking, declined]) ignores(order, { ...doubted, hash } as UntimedEvent)
  })

  it('given a mined deposit that turns out not to have happened, is unsure while the service waits', () => {
    const doubted = { type: 'doubted', attemptId: attempt, check, hash } as const
    const order = orderAfter(isMined, doubted)
    expect(stepOf(order).state.status).toBe('unsure')
    expect([order.current, order.attempts[0]?.end]).toEqual([0, undefined])
    ignores(isMined, { ...doubted, hash: otherHash })
    ignores(isMined, { type: 'doubted', attemptId: attempt, check })
    ignores({ ...isMined, status: 'filled' }, doubted)
    ignores({ ...isMined, service: { ...isMined.service, status: 'executing' } }, doubted)
    const approved = orderAfter(twoSteps, asked(twoSteps))
    const approval = orderAfter(approved, sent, verified, mined)
    ignores(approval, doubted)
  })

  it('given an answer that came while a doubt arose, keeps what was sent', () => {
    ignores(isSent, { type: 'doubted', attemptId: attempt, check })
  })

  it.each([
    ['asking', asking],
    ['declined', declined],
    ['failed', failedHere],
  ])('may come after %s', (_, order) => {
    const next = orderAfter(order, { type: 'doubted', attemptId: attempt, check })
    expect(stepOf(next).state.status).toBe('unsure')
  })

  it('given a doubt about an open prompt, takes the answer that came meanwhile for the truth', () => {
    const doubted: UntimedEvent = { type: 'doubted', attemptId: attempt, check, from: 'asking' }
    expect(stepOf(orderAfter(asking, doubted)).state.status).toBe('unsure')
    for (const order of [declined, failedHere]) ignores(order, doubted)
  })

  it('ignores a doubt about what is known, or about nothing', () => {
    ignores(isVerified, { type: 'doubted', attemptId: attempt, check })
    ignores(running, { type: 'doubted', attemptId: attempt, check })
    ignores(unsure, { type: 'doubted', attemptId: attempt, check })
    const other: UntimedEvent = { type: 'doubted', attemptId: secondAttempt, check }
    ignores(declined, other)
    const strange = { ...declined, attempts: [] }
    ignores(strange, { type: 'doubted', attemptId: attempt, check })
  })

  it('keeps what was looked at, without repetition, and tells the person once', () => {
    const looked: UntimedEvent = {
      type: 'checked',
      attemptId: attempt,
      checks: [check, { ...check, mined: 0 }],
      needsPerson: true,
    }
    const { order, effects } = apply(unsure, looked)
    const { state } = stepOf(order)
    expect(state).toMatchObject({ needsPerson: true })
    expect(state).toMatchObject({ checks: [check, { ...check, mined: 0 }] })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'needs-you' }])
    ignores(order, { ...looked, checks: [{ ...check, mined: 0, at: at + 1 }] })
    expect(apply(order, { ...looked, checks: [check] }).effects).toEqual([])
    const alone = { ...looked, checks: [] }
    expect(stepOf(orderAfter(unsure, alone)).state).toMatchObject({ needsPerson: true })
    const elsewhere: Check = { at, what: 'service', state: 'new' }
    const both = orderAfter(unsure, { ...looked, checks: [elsewhere] })
    ignores(both, { ...looked, checks: [check, elsewhere] })
    const other = orderAfter(unsure, { ...looked, checks: [{ ...elsewhere, state: 'nothing' }] })
    ignores(other, { ...looked, checks: [check] })
    ignores(asking, looked)
  })

  it('drops the oldest of too many checks', () => {
    let order = unsure
    for (let i = 0; i < 30; i += 1) {
      const checks = [{ ...check, mined: i } as Check]
      order = orderAfter(order, { type: 'checked', attemptId: attempt, checks, needsPerson: false })
    }
    const { state } = stepOf(order)
    expect(state.status === 'unsure' && state.checks.length).toBe(20)
    expect(state.status === 'unsure' && state.checks.at(-1)).toMatchObject({ mined: 29 })
    expect(state.status === 'unsure' && state.needsPerson).toBe(false)
  })

  it.each([
    ['unsure', unsure],
    ['declined', declined],
  ])('ends when the transaction of an ask that is %s is found', (_, order) => {
    const found: UntimedEvent = { ...sent, by: 'chain' } as UntimedEvent
    expect(stepOf(orderAfter(order, found)).state).toMatchObject({ status: 'sent' })
  })

  it('takes a stopped order up again when its deposit turns out to be on its way', () => {
    const stopped = orderAfter(declined, { type: 'stopped' })
    expect(stopped.status).toBe('stopped')
    expect(orderAfter(stopped, sent).status).toBe('running')
    const approval = orderAfter(twoSteps, asked(twoSteps), { type: 'declined', attemptId: attempt })
    expect(orderAfter(approval, { type: 'stopped' }, sent).status).toBe('stopped')
  })

  it('leaves an order as it is that was not stopped', () => {
    const over = { ...declined, status: 'failed' as const }
    expect(orderAfter(over, sent).status).toBe('failed')
  })
})

describe('a second hash', () => {
  const other: UntimedEvent = { type: 'sent', attemptId: attempt, by: 'page', hash: otherHash }
  const again = orderAfter(declined, asked(declined, secondAttempt))

  it('given beside the one that is followed, is kept and watched', () => {
    const { order, effects } = apply(isSent, other)
    expect(effects.map(({ task }) => task)).toEqual([
      { kind: 'watchStray', attemptId: attempt, hash: otherHash },
    ])
    expect(order.attempts[0] && hashesOf(order.attempts[0])).toEqual([hash, otherHash])
    expect(stepOf(order).state).toMatchObject({ hash })
    ignores(order, other)
    ignores(isSent, sent)
    ignores(running, other)
  })

  it('given bytes for the one that is followed, they are kept', () => {
    const signed: UntimedEvent = { ...sent, signedBytes: 'AQID' } as UntimedEvent
    const { order, effects } = apply(isSent, signed)
    expect(effects).toEqual([])
    expect(order.attempts[0]?.seen).toMatchObject([{ hash }, { hash, signedBytes: 'AQID' }])
    ignores(order, signed)
  })

  it('given a page names it for an ask that a newer one replaced, is kept and watched', () => {
    expect(kinds(again, other)).toEqual(['watchStray'])
    expect(stepOf(orderAfter(again, other)).state.status).toBe('asking')
    const second = orderAfter(again, { type: 'declined', attemptId: secondAttempt })
    expect(kinds(second, other)).toEqual(['watchStray'])
    const third = orderAfter(second, asked(second, 'd'.repeat(32)))
    expect(kinds(third, other)).toEqual(['watchStray'])
    expect(orderAfter(third, other).attempts[0]?.seen).toMatchObject([{ hash: otherHash }])
    ignores(third, { ...other, attemptId: 'e'.repeat(32) } as UntimedEvent)
  })

  it.each(['chain', 'service', 'person'] as const)(
    'given the %s shows it for an older ask and nothing is followed, is followed',
    (by) => {
      const found: UntimedEvent = { ...other, by } as UntimedEvent
      for (const order of [
        again,
        orderAfter(again, { type: 'declined', attemptId: secondAttempt }),
      ]) {
        const next = orderAfter(order, found)
        expect(stepOf(next).state).toMatchObject({
          status: 'sent',
          attemptId: attempt,
          hash: otherHash,
        })
        expect(next.attempts[0]).not.toHaveProperty('end')
      }
      const followed = orderAfter(again, { ...sent, attemptId: secondAttempt } as UntimedEvent)
      expect(stepOf(orderAfter(followed, found)).state).toMatchObject({ hash })
      expect(kinds(followed, found)).toEqual(['watchStray'])
    },
  )

  it('given for a deposit that was built anew since, is followed all the same', () => {
    const steps = [{ ...stepOf(declined), id: 'fresh' }]
    const rebuilt = orderAfter(declined, { type: 'rebuilt', steps, digest: 'new' })
    const next = orderAfter(rebuilt, asked(rebuilt, secondAttempt), {
      ...other,
      by: 'chain',
    } as UntimedEvent)
    expect(stepOf(next).state).toMatchObject({ status: 'sent', attemptId: attempt })
  })

  it('given for a step that is there no more, is kept', () => {
    const steps = [{ ...stepOf(twoSteps), id: 'fresh' }]
    const first = orderAfter(twoSteps, asked(twoSteps), { type: 'declined', attemptId: attempt })
    const rebuilt = orderAfter(first, { type: 'rebuilt', steps, digest: 'new' })
    const gone = { ...rebuilt, steps: rebuilt.steps.map((step) => ({ ...step, state: ready })) }
    const next = orderAfter(gone, { ...other, by: 'chain' } as UntimedEvent)
    expect(stepOf(next).state).toEqual(ready)
    expect(next.attempts[0]?.seen).toMatchObject([{ hash: otherHash }])
    ignores(gone, { type: 'strayed', attemptId: attempt, hash: otherHash })
  })
  const ready = { status: 'ready' as const }

  it('given mined, is an alarm, once', () => {
    const strayed: UntimedEvent = { type: 'strayed', attemptId: attempt, hash: otherHash }
    const { order, effects } = apply(isVerified, strayed)
    expect(order.alarm).toMatchObject({ kind: 'second', hash: otherHash, attemptId: attempt })
    expect(order.attempts[0]).toMatchObject({ seen: [{ hash }, { hash: otherHash }] })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'alarm' }])
    ignores(order, strayed)
    ignores(isVerified, { ...strayed, hash })
    ignores(declined, strayed)
    ignores(isVerified, { ...strayed, attemptId: secondAttempt })
    const two = orderAfter(twoSteps, asked(twoSteps), sent, verified)
    ignores(two, { ...strayed, hash })
    const third = apply(order, { ...strayed, hash: `0x${'cc'.repeat(32)}` }).order
    expect(third.alarm).toMatchObject({ hash: `0x${'cc'.repeat(32)}` })
  })
})

describe('what a mined payment took', () => {
  it('given it was read, stands with the step, and is read again only where it differs', () => {
    const read: UntimedEvent = { type: 'leftRead', attemptId: attempt, hash, left: '5' }
    const paid = orderAfter(isVerified, mined)
    const { order, effects } = apply(paid, read)
    expect(depositOf(order)?.state).toMatchObject({ status: 'confirmed', hash, left: '5' })
    expect(effects).toEqual([])
    ignores(order, read)
    expect(depositOf(apply(order, { ...read, left: '6' }).order)?.state).toMatchObject({
      left: '6',
    })
    const gas = [{ ...paid.accepted.from, amount: '2' }]
    expect(depositOf(apply(paid, { ...read, gas }).order)?.state).toMatchObject({ left: '5', gas })
    const other = [{ ...gas[0], amount: '3' }] as typeof gas
    const readWith = apply(paid, { ...read, gas }).order
    ignores(readWith, { ...read, gas: [...gas] })
    expect(depositOf(apply(readWith, { ...read, gas: other }).order)?.state).toMatchObject({
      gas: other,
    })
    expect(depositOf(apply(readWith, read).order)?.state).not.toHaveProperty('gas')
    const byEvents = apply(paid, { ...read, byEvents: true }).order
    expect(depositOf(byEvents)?.state).toMatchObject({ left: '5', byEvents: true })
    expect(depositOf(apply(byEvents, read).order)?.state).not.toHaveProperty('byEvents')
    ignores(isVerified, read)
    ignores(paid, { ...read, hash: otherHash })
    ignores(paid, { ...read, attemptId: secondAttempt })
  })

  const overtaken: UntimedEvent = {
    type: 'overtaken',
    attemptId: attempt,
    hash,
    fact: { kind: 'left', values: ['7', '5'] },
  }

  it('given it is more than was accepted, is an alarm, once', () => {
    const paid = orderAfter(isVerified, mined)
    const { order, effects } = apply(paid, overtaken)
    expect(order.alarm).toMatchObject({
      kind: 'took',
      code: 'chain/took-more',
      hash,
      fact: { kind: 'left', values: ['7', '5'] },
    })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'alarm' }])
    expect(order.alarm).not.toHaveProperty('power')
    const { order: given } = apply(paid, { ...overtaken, power: 'delegate' })
    expect(given.alarm).toMatchObject({ kind: 'took', power: 'delegate' })
    ignores(order, overtaken)
    ignores(isVerified, overtaken)
    ignores(paid, { ...overtaken, hash: otherHash })
    ignores(paid, { ...overtaken, attemptId: secondAttempt })
  })
})

describe('on the chain', () => {
  it('given the deposit is what was asked, it is submitted and its receipt awaited', () => {
    const { order, effects } = apply(isSent, verified)
    expect(stepOf(order).state).toMatchObject({ status: 'verified', nonce: 4 })
    expect(effects.map(({ task }) => task.kind)).toEqual(['awaitReceipt', 'submitDeposit'])
    ignores(order, verified)
    ignores(isSent, { type: 'verified', attemptId: attempt, hash: otherHash })
    const plain = orderAfter(isSent, { type: 'verified', attemptId: attempt, hash })
    expect(stepOf(plain).state).not.toHaveProperty('nonce')
  })

  it('given an approval is what was asked, only its receipt is awaited', () => {
    const order = orderAfter(twoSteps, asked(twoSteps), sent)
    expect(kinds(order, verified)).toEqual(['awaitReceipt'])
  })

  it('given it is mined, the next step is armed', () => {
    const order = orderAfter(twoSteps, asked(twoSteps), sent, verified)
    const { order: next, effects } = apply(order, mined)
    expect(next.current).toBe(1)
    expect(effects.map(({ task }) => task)).toEqual([
      { kind: 'armStep', stepId: twoSteps.steps[1]?.id },
    ])
    ignores(next, mined)
    ignores(order, { ...mined, hash: otherHash } as UntimedEvent)
  })

  it('given it is mined after the order was stopped, nothing more is asked', () => {
    const order = orderAfter(twoSteps, asked(twoSteps), sent, verified, { type: 'stopped' })
    expect(kinds(order, mined)).toEqual([])
  })

  it('given the last one is mined, no step is left', () => {
    expect(orderAfter(isVerified, mined).current).toBe(1)
    expect(stepOf({ ...orderAfter(isVerified, mined), current: 0 }).state).toStrictEqual({
      status: 'confirmed',
      attemptId: attempt,
      hash,
      at: start,
      mined: { nonce: 4, blockNumber: '100' },
    })
  })

  it('given what is not known of its place, remembers no more than is known', () => {
    const confirmedAfter = (order: SwapOrder) =>
      stepOf({ ...orderAfter(order, mined), current: 0 }).state
    const { nonce: _, ...unnumbered } = verified as Extract<UntimedEvent, { type: 'verified' }>
    expect(confirmedAfter(orderAfter(isSent, unnumbered))).toMatchObject({
      mined: { blockNumber: '100' },
    })
    const { blockNumber: __, ...undated } = evidence
    const asking = orderAfter(running, { ...asked(running), evidence: undated } as UntimedEvent)
    const state = confirmedAfter(orderAfter(asking, sent, verified))
    expect(state).toHaveProperty('mined', { nonce: 4 })
    expect(state).not.toHaveProperty('mined.blockNumber')
  })

  describe('given something else was sent or signed', () => {
    const transaction = {
      hash: otherHash,
      from: author,
      to: null,
      value: '1',
      data: '0x',
      nonce: 4,
      chainId: 8453,
    }
    const altered: UntimedEvent = {
      type: 'mismatched',
      attemptId: attempt,
      code: 'chain/mismatch',
      found: { kind: 'altered', transaction },
    }
    const signed: UntimedEvent = {
      type: 'mismatched',
      attemptId: attempt,
      code: 'policy/solana-changed',
      found: { kind: 'signed', fact: { kind: 'unread', values: [] }, bytes: 'AQID' },
    }

    it('raises the alarm and looks for what was asked: the order does not end', () => {
      const { order, effects } = apply(isSent, altered)
      expect(order).toMatchObject({
        status: 'running',
        alarm: { kind: 'altered', attemptId: attempt, code: 'chain/mismatch', found: transaction },
      })
      expect(stepOf(order).state).toMatchObject({
        status: 'unsure',
        checks: [{ what: 'hash', hash: otherHash, state: 'other' }],
        needsPerson: false,
      })
      expect(effects.map(({ task }) => task)).toEqual([
        { kind: 'reconcile', attemptId: attempt },
        { kind: 'notify', topic: 'alarm' },
      ])
      ignores(running, altered)
      const linked = orderAfter(order, { ...sent, by: 'chain' } as UntimedEvent, verified)
      expect(stepOf(linked).state).toMatchObject({ status: 'verified', hash })
      expect(linked.alarm).toEqual(order.alarm)
    })

    it.each([
      ['asking', asking, 'unsure'],
      ['unsure', unsure, 'unsure'],
      ['declined', declined, 'declined'],
      ['verified', isVerified, 'verified'],
      ['asked again', orderAfter(declined, asked(declined, secondAttempt)), 'asking'],
    ])('keeps bytes that were signed while the step is %s', (_, before, status) => {
      const order = orderAfter(before, signed)
      expect(order.attempts[0]?.seen.at(-1)).toMatchObject({ signedBytes: 'AQID', differs: true })
      expect(order.alarm).toMatchObject({ kind: 'signed', found: 'AQID' })
      expect(stepOf({ ...order, current: 0 }).state.status).toBe(status)
      expect(order.attempts[0] && hashesOf(order.attempts[0])).not.toContain('AQID')
      ignores(order, { ...signed, at: at + 1 } as UntimedEvent)
    })
  })

  it('given a faster one with the same payload, it is followed instead', () => {
    const faster: UntimedEvent = { type: 'replaced', attemptId: attempt, hash: otherHash }
    expect(kinds(isSent, faster)).toEqual(['verifyTransaction'])
    expect(kinds(isVerified, faster)).toEqual(['submitDeposit'])
    expect(stepOf(orderAfter(isVerified, faster)).state).toMatchObject({
      status: 'verified',
      hash: otherHash,
    })
    const approval = orderAfter(twoSteps, asked(twoSteps), sent, verified)
    expect(kinds(approval, faster)).toEqual([])
    ignores(isSent, { ...faster, hash } as UntimedEvent)
    ignores(asking, faster)
    ignores(running, faster)
  })

  it('given a message that was signed once more, its service is told of that signature at once', () => {
    const faster: UntimedEvent = { type: 'replaced', attemptId: attempt, hash: otherHash }
    const signs = { kind: 'solanaSign', transaction: 'AQID' } as const
    const steps = isSent.steps.map((step) => ({ ...step, action: { ...step.action, ...signs } }))
    expect(kinds({ ...isSent, steps }, faster)).toEqual(['submitDeposit'])
  })

  describe('given the deposit was mined and a reorganisation takes it back', () => {
    const isMined = orderAfter(isSubmitted, mined)
    const view = { orderId: 'svc-1', status: 'published' }
    const isTaken = orderAfter(isMined, { type: 'serviceRead', view })
    const isFilled = orderAfter(isMined, {
      type: 'serviceRead',
      view: { ...view, status: 'filled' },
    })
    const faster: UntimedEvent = { type: 'replaced', attemptId: attempt, hash: otherHash }
    const lost: UntimedEvent[] = [
      { type: 'cancelled', attemptId: attempt, code: 'chain/replaced' },
      { type: 'reverted', attemptId: attempt },
    ]
    it('remembers where it is looked for', () => {
      expect(isMined.steps[0]?.state).toMatchObject({ mined: { nonce: 4, blockNumber: '100' } })
      const { blockNumber: _, ...known } = evidence
      const ask = { ...asked(running), evidence: known } as UntimedEvent
      const state = orderAfter(running, ask, sent, verified, mined).steps[0]?.state
      expect(state).toMatchObject({ mined: { nonce: 4 } })
      expect(JSON.stringify(state)).not.toContain('blockNumber')
    })

    it('follows the same payload under another hash, however far the order is', () => {
      for (const order of [isMined, isTaken, isFilled]) {
        expect(kinds(order, faster)).toEqual(['submitDeposit'])
        const next = orderAfter(order, faster)
        expect(next.status).toBe(order.status)
        expect(next.steps[0]?.state).toMatchObject({ status: 'confirmed', hash: otherHash })
        ignores(next, faster)
      }
      const approval = orderAfter(twoSteps, asked(twoSteps), sent, verified, mined)
      ignores(approval, faster)
    })

    it('ends the order while the service waits for it, and never asks for it again', () => {
      for (const event of lost) {
        const { order } = apply(isMined, event)
        expect(order.status).toBe('failed')
        expect(order.steps[0]?.state).toMatchObject({ status: 'failed', retryable: false })
        expect(orderAfter(orderAfter(isVerified, mined), event).status).toBe('failed')
        ignores(isTaken, event)
        ignores(isFilled, event)
      }
    })
  })

  it('given it was cancelled before the service took it, it may be asked again', () => {
    const cancelled: UntimedEvent = {
      type: 'cancelled',
      attemptId: attempt,
      code: 'chain/cancelled',
      reason: { kind: 'transaction', hash: otherHash },
    }
    const order = apply(isVerified, cancelled).order
    expect(order.status).toBe('running')
    expect(stepOf(order).state).toStrictEqual({
      status: 'failed',
      code: 'chain/cancelled',
      at,
      attemptId: attempt,
      reason: { kind: 'transaction', hash: otherHash },
      retryable: true,
    })
    expect(order.attempts[0]).toMatchObject({ seen: [{ hash }], end: { what: 'replaced', at } })
    const plain = orderAfter(isVerified, {
      type: 'cancelled',
      attemptId: attempt,
      code: 'chain/cancelled',
    })
    expect(stepOf(plain).state).not.toHaveProperty('reason')
    ignores(asking, cancelled)
    ignores(running, cancelled)
  })

  it('given it was cancelled after the service took it, the order fails', () => {
    const { order, effects } = apply(isSubmitted, {
      type: 'cancelled',
      attemptId: attempt,
      code: 'chain/cancelled',
    })
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'chain/cancelled' } })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'failed' }])
  })

  it('given a deposit reverts, the order fails; an approval may be tried again', () => {
    const reverted: UntimedEvent = { type: 'reverted', attemptId: attempt }
    expect(orderAfter(isVerified, reverted)).toMatchObject({
      status: 'failed',
      failure: { code: 'chain/reverted' },
    })
    const approval = orderAfter(twoSteps, asked(twoSteps), sent, verified)
    expect(orderAfter(approval, reverted).status).toBe('running')
    expect(orderAfter(approval, { type: 'stopped' }, reverted).status).toBe('stopped')
    ignores(asking, reverted)
    ignores(running, reverted)
  })

  it('given the service ended it already, a revert does not end it again', () => {
    for (const status of ['filled', 'refunded', 'failed']) {
      const view = { orderId: 'svc-1', status }
      const over = orderAfter(isMined, { type: 'serviceRead', view })
      const order = orderAfter(over, { type: 'reverted', attemptId: attempt })
      expect(order.status).toBe(status === 'failed' ? 'failed' : 'tracking')
      expect(order.failure?.code).not.toBe('chain/reverted')
    }
  })
})

describe('at the service', () => {
  it('given it took the deposit, the order is followed', () => {
    const { order, effects } = apply(isVerified, submitted)
    expect(order).toMatchObject({ status: 'submitted', service: { orderId: 'svc-1' } })
    expect(effects.map(({ task, dueAt }) => [task.kind, dueAt])).toEqual([
      ['pollOrder', at + 1_000],
    ])
    ignores(order, submitted)
    const moved: UntimedEvent = { type: 'submitted', hash, serviceOrderId: 'svc-2' }
    expect(orderAfter(order, moved)).toMatchObject({
      status: 'submitted',
      service: { orderId: 'svc-2' },
    })
    expect(kinds(order, moved)).toEqual([])
    ignores({ ...order, status: 'filled' }, moved)
    ignores({ ...isVerified, status: 'stopped' }, { type: 'unlinked' })
    ignores(asking, submitted)
    ignores(orderAfter(planned([approveDraft]), confirmed), submitted)
    const unnamed = orderAfter(isVerified, { type: 'submitted', hash })
    expect(unnamed.service).toEqual({})
  })

  it.each([
    ['cancelled', { type: 'cancelled', attemptId: attempt, code: 'chain/blockhash-expired' }],
    ['doubted', { type: 'doubted', attemptId: attempt, check, hash }],
  ] as const)('given it took one that was %s meanwhile, that one is followed again', (_, event) => {
    const lost = orderAfter(isSent, event)
    expect(['failed', 'unsure']).toContain(stepOf(lost).state.status)
    const { order, effects } = apply(lost, submitted)
    expect(order.status).toBe('submitted')
    expect(stepOf(order).state).toMatchObject({ status: 'sent', attemptId: attempt, hash })
    expect(order.attempts[0]).not.toHaveProperty('end')
    expect(effects.map(({ task }) => task.kind)).toEqual(['pollOrder', 'verifyTransaction'])
    ignores(lost, { ...submitted, hash: otherHash } as UntimedEvent)
    ignores({ ...lost, status: 'stopped' }, submitted)
  })

  it('given it does not take it, that is said once and put right when it does', () => {
    const unlinked: UntimedEvent = { type: 'unlinked', detail: 'no quote' }
    const { order, effects } = apply(isVerified, unlinked)
    expect(order.blocker).toMatchObject({ code: 'order/unlinked', actual: 'no quote' })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'needs-you' }])
    ignores(order, unlinked)
    ignores(asking, unlinked)
    ignores(orderAfter(planned([approveDraft]), confirmed), unlinked)
    expect(orderAfter(order, submitted).blocker).toBeUndefined()
    expect(orderAfter(isVerified, { type: 'unlinked' }).blocker).not.toHaveProperty('actual')
  })

  it('given it failed, it ends and says so once', () => {
    const event: UntimedEvent = { type: 'serviceRead', view: { status: 'failed' } }
    const { order, effects } = apply(isMined, event)
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'order/failed-at-service' } })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'failed' }])
    ignores(order, event)
    const on = orderAfter(isMined, { type: 'serviceRead', view: { status: 'published' } })
    expect(on.notified).toStrictEqual([])
    expect(orderAfter(on, event).status).toBe('failed')
    const told = apply({ ...isMined, notified: ['failed'] }, event)
    expect(told.order.notified).toStrictEqual(['failed'])
    expect(told.effects).toEqual([])
  })

  it('given why it failed, keeps the words; of a deposit that no chain shows it keeps none', () => {
    const event: UntimedEvent = {
      type: 'serviceRead',
      view: { status: 'failed', told: 'no liquidity' },
    }
    expect(orderAfter(isMined, event).service.told).toBe('no liquidity')
    expect(orderAfter(isSubmitted, event).service).not.toHaveProperty('told')
  })

  it('given what is known in another order of its fields, writes nothing', () => {
    const service = { status: 'published', depositTxHash: hash, orderId: 'svc-1' }
    const order: SwapOrder = { ...isSubmitted, status: 'tracking', service }
    ignores(order, { type: 'serviceRead', view: service })
  })

  it('given a status nobody knows, it is under way', () => {
    const read = (status: string): UntimedEvent => ({ type: 'serviceRead', view: { status } })
    const order = orderAfter(isSubmitted, read('dancing'))
    expect(order).toMatchObject({ status: 'tracking', service: { status: 'dancing' } })
    expect(orderAfter(order, read('published')).service.status).toBe('published')
    ignores(orderAfter(order, read('published')), read('dancing'))
    expect(orderAfter(order, read('singing')).service.status).toBe('singing')
  })

  it('given each status of the service in turn, takes it, and never one before it', () => {
    const read = (status: string): UntimedEvent => ({ type: 'serviceRead', view: { status } })
    const inTurn = ['created', 'deposited', 'published', 'refund_pending']
    let order = isSubmitted
    for (const [index, status] of inTurn.entries()) {
      order = orderAfter(order, read(status))
      expect(order.service.status).toBe(status)
      for (const earlier of inTurn.slice(0, index)) ignores(order, read(earlier))
      ignores(order, read('a status of tomorrow'))
    }
    expect(orderAfter(order, read('refunded')).service.status).toBe('refund_pending')
    expect(orderAfter(order, mined, read('refunded')).service.status).toBe('refunded')
  })

  it('given a status that goes back, keeps the further one', () => {
    const read = (status: string): UntimedEvent => ({ type: 'serviceRead', view: { status } })
    ignores(orderAfter(isSubmitted, read('published')), read('created'))
  })

  it('given nothing new, writes nothing; given a new fact, takes it in', () => {
    const view = { orderId: 'svc-1', status: 'published', depositTxHash: hash }
    const order = orderAfter(isSubmitted, { type: 'serviceRead', view })
    ignores(order, { type: 'serviceRead', view })
    const filledView = {
      ...view,
      fill: { txHash: otherHash, amount: '1' },
      refund: { amount: '2' },
    }
    const next = orderAfter(order, { type: 'serviceRead', view: filledView })
    expect(next.service).toMatchObject(filledView)
    ignores(next, { type: 'serviceRead', view: filledView })
    const shuffled = {
      refund: { amount: '2' },
      fill: { amount: '1', txHash: otherHash },
      depositTxHash: hash,
      status: 'published',
      orderId: 'svc-1',
    }
    ignores(next, { type: 'serviceRead', view: shuffled })
    expect(orderAfter(isSubmitted, { type: 'serviceRead', view: {} }).service).not.toHaveProperty(
      'status',
    )
    expect(orderAfter(isSubmitted, { type: 'serviceRead', view: {} }).status).toBe('tracking')
  })

  it('given more time than three times the promise, and at least ten minutes, says that it is late', () => {
    const view = { orderId: 'svc-1', status: 'published' }
    const order = orderAfter(isSubmitted, { type: 'serviceRead', view })
    const late: UntimedEvent = { type: 'serviceRead', view, at: start + 601_000 }
    const { order: told, effects } = apply(order, late)
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'late' }])
    ignores(told, late)
    ignores(order, { ...late, at: start + 600_000 })
    const slow = { ...order, accepted: { ...order.accepted, expectedDurationSeconds: 300 } }
    ignores(slow, { ...late, at: start + 900_000 })
    expect(kinds(slow, { ...late, at: start + 900_001 })).toEqual(['notify'])
    const { confirmedAt: _, ...unconfirmed } = order
    expect(kinds(unconfirmed, { ...late, at: start + 601_000 })).toEqual(['notify'])
  })

  it('ignores the service while nothing was submitted', () => {
    ignores(isVerified, { type: 'serviceRead', view: { status: 'filled' } })
  })
})

describe('a deposit at the service that turns out not to be sent', () => {
  const late = orderAfter(
    isVerified,
    { type: 'cancelled', attemptId: attempt, code: 'chain/cancelled' },
    submitted,
  )
  const doubted: UntimedEvent = { type: 'doubted', attemptId: attempt, check, hash }
  const doubtful = orderAfter(late, doubted)
  const notSent = (by: Source): UntimedEvent => ({
    type: 'notSent',
    attemptId: attempt,
    by,
    code: 'order/not-sent',
    retryable: true,
  })
  const withOther = (end?: AttemptEnd, more: Partial<Attempt> = {}): SwapOrder => {
    const [first] = doubtful.attempts
    if (!first) throw new Error('no attempt')
    const other: Attempt = { ...first, attemptId: secondAttempt, seen: [], ...more }
    const ended = end === undefined ? {} : { end: { what: end, at } }
    const { end: _, ...open } = other
    return { ...doubtful, attempts: [{ ...open, ...ended }, ...doubtful.attempts] }
  }

  it.each([
    ['the chain', 'chain', 'order/not-sent'],
    ['the person', 'person', 'order/given-up'],
  ] as const)('given the word of %s, the order fails and says so once', (_, by, code) => {
    expect(doubtful.status).toBe('submitted')
    const { order, effects } = apply(doubtful, notSent(by))
    expect(order).toMatchObject({ status: 'failed', failure: { code, at } })
    expect(stepOf(order).state).toMatchObject({ status: 'failed', code: 'order/not-sent' })
    expect(effects.map(({ task }) => task)).toEqual([
      { kind: 'reconcile', attemptId: attempt },
      { kind: 'notify', topic: 'failed' },
    ])
    ignores(order, notSent(by))
    ignores(order, { type: 'retried', stepId: stepOf(order).id })
  })

  it.each(['page', 'wallet', 'ledger'] as const)(
    'given the word of the %s alone, it is as unsure as before',
    (by) => ignores(doubtful, notSent(by)),
  )

  it('given a refusal of a page, it is as unsure as before', () => {
    ignores(doubtful, { type: 'declined', attemptId: attempt })
  })

  it.each([
    ['open', withOther()],
    ['refused by a page alone', withOther('refused')],
    ['mined', withOther('mined')],
    [
      'not seen yet, with its exact allowance as it was',
      withOther('absent', { evidence: { ...evidence, allowance: '25000000' } }),
    ],
  ] as const)('given another ask of it is %s, the order does not end', (_, order) => {
    for (const by of ['chain', 'person'] as const) {
      const next = orderAfter(order, notSent(by))
      expect(next.status).toBe('submitted')
      expect(next.failure).toBeUndefined()
      expect(stepOf(next).state.status).toBe('failed')
      expect(next.notified).toEqual([])
    }
    const out = { ...isSubmitted, attempts: order.attempts }
    const lost: UntimedEvent[] = [
      { type: 'cancelled', attemptId: attempt, code: 'chain/cancelled' },
      { type: 'reverted', attemptId: attempt },
    ]
    for (const event of lost) expect(orderAfter(out, event).status).toBe('submitted')
  })

  it.each(['not-asked', 'absent', 'rejected', 'given-up', 'reverted', 'replaced'] as const)(
    'given another ask of it was %s, the order ends',
    (end) => {
      expect(orderAfter(withOther(end), notSent('chain')).status).toBe('failed')
    },
  )

  it('given another ask was for an approval, the order ends', () => {
    expect(orderAfter(withOther(undefined, { deposit: false }), notSent('chain')).status).toBe(
      'failed',
    )
  })

  it.each(['chain', 'person'] as const)(
    'given the word of the %s was wrong, what was sent takes the order up again',
    (by) => {
      const over = orderAfter(doubtful, notSent(by))
      const { order, effects } = apply(over, { ...sent, by: 'chain' } as UntimedEvent)
      expect(order.status).toBe('running')
      expect(order.failure).toBeUndefined()
      expect(stepOf(order).state).toMatchObject({ status: 'sent', hash })
      expect(effects.map(({ task }) => task.kind)).toEqual(['verifyTransaction'])
    },
  )

  it('given proof, is not taken up by a record of the service of that very hash', () => {
    const over = orderAfter(doubtful, notSent('chain'))
    ignores(over, { ...sent, by: 'service' } as UntimedEvent)
    const other: UntimedEvent = { ...sent, by: 'service', hash: otherHash } as UntimedEvent
    expect(stepOf(orderAfter(over, other)).state).toMatchObject({ hash: otherHash })
    const word = orderAfter(doubtful, notSent('person'))
    expect(orderAfter(word, { ...sent, by: 'service' } as UntimedEvent).status).toBe('running')
  })

  it('given an end for another reason, what is sent does not take it up again', () => {
    const over = orderAfter(isSubmitted, { type: 'reverted', attemptId: attempt })
    expect(orderAfter(over, { ...sent, by: 'chain' } as UntimedEvent).status).toBe('failed')
  })
})

describe('a payment beside the one that is followed', () => {
  const second = { attemptId: secondAttempt }
  const again = orderAfter(declined, asked(declined, secondAttempt))
  const out = orderAfter(
    again,
    { ...sent, ...second } as UntimedEvent,
    { ...verified, ...second } as UntimedEvent,
  )
  const strayed: UntimedEvent = { type: 'strayed', attemptId: attempt, hash: otherHash }
  const both = orderAfter(out, strayed)
  const lost: UntimedEvent[] = [
    { type: 'cancelled', ...second, code: 'chain/cancelled' },
    { type: 'reverted', ...second },
  ]
  const followed = { status: 'sent', attemptId: attempt, hash: otherHash, sentAt: at }

  it.each(lost)('given it was mined and the other was $type, is followed', (event) => {
    for (const order of [both, orderAfter(both, submitted)]) {
      const { order: next, effects } = apply(order, event)
      expect(stepOf(next).state).toEqual(followed)
      expect(next.status).toBe(order.status)
      expect(next.attempts[1]?.end?.what).toMatch(/replaced|reverted/)
      expect(effects.map(({ task }) => task)).toEqual([
        { kind: 'verifyTransaction', attemptId: attempt },
      ])
    }
  })

  it('given the other had ended the order before, takes it up again', () => {
    const failure = { code: 'chain/reverted' as const, at }
    const over: SwapOrder = { ...both, status: 'failed', failure }
    const next = orderAfter(over, lost[1] as UntimedEvent)
    expect(next.status).toBe('running')
    expect(next.failure).toBeUndefined()
    expect(stepOf(next).state).toMatchObject({ attemptId: attempt, hash: otherHash })
  })

  it('given it was mined and the other was not sent, is followed', () => {
    const unheard = orderAfter(again, { ...sent, ...second } as UntimedEvent, strayed)
    const unsureOfIt = orderAfter(unheard, { type: 'doubted', ...second, check, hash })
    const proved: UntimedEvent = {
      type: 'notSent',
      ...second,
      by: 'chain',
      code: 'order/not-sent',
      retryable: true,
    }
    expect(stepOf(orderAfter(unsureOfIt, proved)).state).toMatchObject({ hash: otherHash })
  })

  it('given no alarm names it, is the last that was seen', () => {
    const { alarm: _, ...quiet } = both
    expect(stepOf(orderAfter(quiet, lost[1] as UntimedEvent)).state).toMatchObject({
      attemptId: attempt,
      hash: otherHash,
    })
    const of = (attemptId: string): SwapOrder => ({
      ...both,
      alarm: { kind: 'second', code: 'order/attention', at, attemptId, hash },
    })
    expect(stepOf(orderAfter(of(attempt), lost[1] as UntimedEvent)).state).toMatchObject({ hash })
    expect(stepOf(orderAfter(of(secondAttempt), lost[1] as UntimedEvent)).state).toMatchObject({
      hash: otherHash,
    })
  })

  it('given it is not mined, or is an approval, is not followed', () => {
    for (const event of lost) expect(stepOf(orderAfter(out, event)).state.status).toBe('failed')
    const approvals = both.attempts.map((each) => ({ ...each, deposit: false }))
    const none = orderAfter({ ...both, attempts: approvals }, lost[1] as UntimedEvent)
    expect(stepOf(none).state.status).toBe('failed')
    const approving = orderAfter(twoSteps, asked(twoSteps), sent, verified)
    const mixed = { ...approving, attempts: [...approving.attempts, ...both.attempts.slice(0, 1)] }
    const reverted = orderAfter(mixed, { type: 'reverted', attemptId: attempt })
    expect(stepOf(reverted).state.status).toBe('failed')
  })

  it('given it lands once the other has ended the order, takes it up again', () => {
    const over = orderAfter(out, lost[1] as UntimedEvent)
    expect(over).toMatchObject({ status: 'failed', failure: { code: 'chain/reverted' } })
    const landed: UntimedEvent = { ...sent, by: 'chain', hash: otherHash } as UntimedEvent
    const next = orderAfter(over, landed)
    expect(next.status).toBe('running')
    expect(next.failure).toBeUndefined()
    expect(stepOf(next).state).toMatchObject({ attemptId: attempt, hash: otherHash })
    const same: UntimedEvent = { ...landed, ...second } as UntimedEvent
    expect(orderAfter(over, same).status).toBe('running')
    // That very payment was mined too, and undone.
    expect(orderAfter(over, { ...same, hash } as UntimedEvent).status).toBe('failed')
    expect(orderAfter(over, { ...same, by: 'page' } as UntimedEvent).status).toBe('failed')
    expect(orderAfter(over, { ...same, by: 'wallet' } as UntimedEvent).status).toBe('failed')
    const failure = { code: 'order/failed-at-service' as const, at }
    expect(orderAfter({ ...over, failure }, landed).status).toBe('failed')
    const { failure: _, ...unknown } = over
    expect(orderAfter(unknown, landed).status).toBe('failed')
  })
})

describe('trying again, building anew and stopping', () => {
  it('given a declined step, arms it again without obstacles, on another page if need be', () => {
    const stepId = stepOf(declined).id
    const other = { ...page, tabId: 9 }
    const blocked = orderAfter(declined, { type: 'blocked', blocker: { code: 'page/gone' } })
    const { order, effects } = apply(blocked, { type: 'retried', stepId, page: other })
    expect(order).toMatchObject({ page: other })
    expect(order.blocker).toBeUndefined()
    expect(effects.map(({ task }) => task.kind)).toEqual(['armStep'])
    expect(orderAfter(declined, { type: 'retried', stepId }).page).toEqual(page)
    ignores(asking, { type: 'retried', stepId })
    ignores(declined, { type: 'retried', stepId: 'other' })
    ignores(planned(), { type: 'retried', stepId })
    ignores({ ...declined, current: 5 }, { type: 'retried', stepId })
  })

  it('given a build anew, takes its steps from the present one on', () => {
    const order = orderAfter(twoSteps, asked(twoSteps), sent, verified, mined)
    const fresh = [{ ...stepOf(order), id: 'fresh' }]
    const rebuilt: UntimedEvent = { type: 'rebuilt', steps: fresh, digest: 'new' }
    const next = orderAfter(order, rebuilt)
    expect(next.steps.map((step) => step.id)).toEqual([twoSteps.steps[0]?.id, 'fresh'])
    expect(next.digest).toBe('new')
    expect(orderAfter(planned(), rebuilt).steps).toEqual(fresh)
    ignores(asking, rebuilt)
    ignores(isSubmitted, rebuilt)
    ignores({ ...running, current: 5 }, rebuilt)
    ignores(orderAfter(declined, { type: 'stopped' }), rebuilt)
    ignores(running, { ...rebuilt, steps: [] } as UntimedEvent)
    ignores(running, { ...rebuilt, steps: [stepOf(running)] } as UntimedEvent)
  })

  it('stops an order of which nothing may be on its way', () => {
    expect(orderAfter(planned(), { type: 'stopped' }).status).toBe('stopped')
    expect(orderAfter(running, { type: 'stopped' }).status).toBe('stopped')
    expect(orderAfter(declined, { type: 'stopped' }).status).toBe('stopped')
    for (const order of [asking, isSent, isVerified, unsure, isSubmitted]) {
      ignores(order, { type: 'stopped' })
    }
  })
})

describe('any order and any events', () => {
  const events: UntimedEvent[] = [
    confirmed,
    asked(running),
    asked(running, secondAttempt),
    sent,
    { ...sent, hash: otherHash } as UntimedEvent,
    verified,
    mined,
    submitted,
    { type: 'unlinked' },
    { type: 'declined', attemptId: attempt },
    { type: 'doubted', attemptId: attempt, check },
    { type: 'checked', attemptId: attempt, checks: [check], needsPerson: true },
    { type: 'notSent', attemptId: attempt, by: 'chain', code: 'order/not-sent', retryable: true },
    { type: 'replaced', attemptId: attempt, hash: otherHash },
    { type: 'cancelled', attemptId: attempt, code: 'chain/cancelled' },
    { type: 'reverted', attemptId: attempt },
    { type: 'strayed', attemptId: attempt, hash: otherHash },
    { type: 'retried', stepId: stepOf(running).id },
    { type: 'stopped' },
    { type: 'serviceRead', view: { status: 'published' } },
    { type: 'serviceRead', view: { status: 'filled' } },
    { type: 'blocked', blocker: { code: 'page/gone' } },
  ]

  it('given the same event twice, the second changes nothing but what may be repeated', () => {
    const repeatable = ['retried', 'sent']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (sequence) => {
        let order = planned()
        for (const event of sequence) {
          order = apply(order, event).order
          if (!repeatable.includes(event.type)) ignores(order, event)
        }
      }),
    )
  })

  it('given an order that needs attention, nothing is done with it', () => {
    const order = { ...running, status: 'attention' as const }
    for (const event of events) ignores(order, event)
  })

  it('given a filled order, its state never changes', () => {
    const said = orderAfter(isMined, { type: 'serviceRead', view: { status: 'filled' } })
    const filled = orderAfter(said, payoutFound)
    for (const event of events) expect(apply(filled, event).order.status).toBe('filled')
  })
})

describe('the site that asked for an order', () => {
  const askedBy = { origin: 'https://site.test', requestId: attempt, page }
  const forSite = planned([depositDraft], { askedBy })
  const begun = orderAfter(forSite, confirmed)
  const onWay = orderAfter(begun, asked(begun), sent, verified, mined, submitted)
  const read = (status: string): UntimedEvent => ({ type: 'serviceRead', view: { status } })
  const newsOf = (order: SwapOrder, event: UntimedEvent) =>
    reduce(order, { at, ...event } as OrderEvent).effects.flatMap(({ key, task }) =>
      task.kind === 'tellSite' ? [{ key, news: task.news }] : [],
    )

  it.each([
    ['is confirmed', forSite, confirmed, 'started'],
    [
      'is submitted',
      orderAfter(begun, asked(begun), sent, verified, mined),
      submitted,
      'submitted',
    ],
    ['is filled', orderAfter(onWay, read('filled')), payoutFound, 'filled'],
    ['is refunded', orderAfter(onWay, read('refunded')), refundFound, 'refunded'],
    ['fails', onWay, read('failed'), 'failed'],
    ['is stopped', begun, { type: 'stopped' } as const, 'dismissed'],
  ])('given it %s, is told once', (_, order, event, news) => {
    expect(newsOf(order, event)).toEqual([{ key: `tellSite:${order.id}:${news}`, news }])
    expect(newsOf(orderAfter(order, event), event)).toEqual([])
  })

  it.each([
    ['a step is asked for', begun, asked(begun)],
    ['the filler is at work', onWay, read('published')],
    ['the service says that it paid', onWay, read('filled')],
    ['it could not be checked', orderAfter(onWay, read('filled')), { type: 'paymentUnproved' }],
  ] as const)('given %s, is told nothing', (_, order, event) => {
    expect(newsOf(order, event)).toEqual([])
  })

  it('given no site asked, nobody is told', () => {
    expect(newsOf(planned(), confirmed)).toEqual([])
  })
})
