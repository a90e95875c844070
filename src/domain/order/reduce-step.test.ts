import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  confirmed,
  depositDraft,
  evidence,
  hash,
  mined,
  orderAfter,
  otherHash,
  planned,
  secondAttempt,
  sent,
  solanaDraft,
  start,
  stepOf,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import {
  apply,
  asking,
  at,
  check,
  declined,
  failedHere,
  ignores,
  isMined,
  isSent,
  isVerified,
  kinds,
  running,
  twoSteps,
  unsure,
} from '@/test/samples/order-states'
import type { Attempt, Check, SwapOrder } from './order'

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
    expect(order.attempts[0]?.end).toEqual({ what: 'given-up', at: start })
    expect(kinds(order, { type: 'retried', stepId: stepOf(order).id })).toEqual(['armStep'])
  })

  it('given the person typed it, that is kept', () => {
    const none = {
      type: 'notSent',
      attemptId: attempt,
      by: 'person',
      code: 'order/not-sent',
    } as const
    const order = orderAfter(unsure, { ...none, retryable: true, typed: true })
    expect(order.attempts[0]?.end).toEqual({ what: 'given-up', at: start, typed: true })
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
      expect(next.attempts[0]?.end).not.toHaveProperty('shownBy')
      expect(next.steps).toEqual(order.steps)
      ignores(next, proved)
    }
    ignores(isSent, proved)
    ignores(running, proved)
  })

  it.each([{ nodes: ['one', 'two'] }, { nodes: ['mine'], ownNode: true as const }])(
    'given proof, is kept with those who show it, until it is open again: %j',
    (shownBy) => {
      const shown: UntimedEvent = { ...proved, shownBy } as UntimedEvent
      const next = orderAfter(declined, shown)
      expect(next.attempts[0]?.end).toEqual({ what: 'absent', at: start, shownBy })
      expect(orderAfter(unsure, shown).attempts[0]?.end).toEqual({
        what: 'absent',
        at: start,
        shownBy,
      })
      const open = orderAfter(next, { type: 'doubted', attemptId: attempt, check })
      expect(open.attempts[0]).not.toHaveProperty('end')
    },
  )

  it('given the person’s word with the next try, counts as rejected', () => {
    const stepId = stepOf(declined).id
    const word: UntimedEvent = { type: 'retried', stepId, notSent: 'rejected' }
    expect(endOf(orderAfter(declined, word))).toBe('rejected')
    expect(endOf(orderAfter(declined, { type: 'retried', stepId }))).toBe('refused')
    expect(endOf(orderAfter(orderAfter(declined, proved), word))).toBe('absent')
  })

  it('given the word that is typed where no prompt was seen, counts as given up', () => {
    const stepId = stepOf(declined).id
    const { order, effects } = apply(declined, { type: 'retried', stepId, notSent: 'given-up' })
    expect(order.attempts[0]?.end).toEqual({ what: 'given-up', at, denied: true })
    expect(stepOf(order).state).toEqual(stepOf(declined).state)
    expect(effects.map(({ task }) => task.kind)).toEqual(['armStep'])
    // What lands of it all the same is followed.
    expect(stepOf(orderAfter(order, { ...sent, by: 'chain' } as UntimedEvent)).state).toMatchObject(
      {
        status: 'sent',
        attemptId: attempt,
      },
    )
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

  it('given a deposit on Solana that one node invented, is unsure; one that is on its way, by its hash', () => {
    const solana = orderAfter(planned([solanaDraft]), confirmed)
    const signed: UntimedEvent = { ...sent, signedBytes: 'AQID' } as UntimedEvent
    const open = orderAfter(solana, asked(solana), signed)
    const doubted = { type: 'doubted', attemptId: attempt, check } as const
    expect(stepOf(orderAfter(open, mined, { ...doubted, hash })).state.status).toBe('unsure')
    expect(stepOf(orderAfter(open, { ...doubted, hash })).state.status).toBe('unsure')
    ignores(orderAfter(open, mined), { ...doubted, hash: otherHash })
    const before = orderAfter(planned([{ ...solanaDraft, deposit: false }]), confirmed)
    ignores(orderAfter(before, asked(before), signed, mined), { ...doubted, hash })
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

  it('calls nobody back for an approval of an order that is over', () => {
    const two = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    const lost: UntimedEvent = { type: 'doubted', attemptId: attempt, check }
    const open = orderAfter(two, asked(two), lost)
    const looked: UntimedEvent = {
      type: 'checked',
      attemptId: attempt,
      checks: [],
      needsPerson: true,
    }
    expect(orderAfter(open, looked).notified).toEqual(['needs-you'])
    const stopped = orderAfter(open, { type: 'stopped' })
    expect(stopped.status).toBe('stopped')
    const { order, effects } = apply(stopped, looked)
    expect(order.steps[0]?.state).toMatchObject({ needsPerson: true })
    expect([order.notified, effects]).toEqual([[], []])
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

  it('keeps a finding that is as an earlier one where another came between', () => {
    const found = (place: number): UntimedEvent => {
      const checks = [{ ...check, mined: place } as Check]
      return { type: 'checked', attemptId: attempt, checks, needsPerson: false }
    }
    const order = orderAfter(unsure, found(1), found(2), found(1))
    const { state } = stepOf(order)
    const mined = state.status === 'unsure' ? state.checks.slice(-3) : []
    expect(mined.map((each) => each.what === 'nonce' && each.mined)).toEqual([1, 2, 1])
  })

  it('keeps what is like the ask, and that too much came since, once each, whatever is looked at after that', () => {
    const like = (place: number): Check => {
      const hash = `0x${'1'.repeat(63)}${place}`
      return { at, what: 'hash', hash, state: 'like' }
    }
    let order = unsure
    for (let i = 0; i < 30; i += 1) {
      const checks: Check[] = [like(i % 2), { at, what: 'many' }, { ...check, mined: i } as Check]
      order = orderAfter(order, { type: 'checked', attemptId: attempt, checks, needsPerson: true })
    }
    const { state } = stepOf(order)
    const kept = state.status === 'unsure' ? state.checks : []
    expect(kept.filter((each) => each.what === 'many')).toHaveLength(1)
    expect(kept.filter((each) => each.what === 'hash')).toEqual([like(0), like(1)])
    expect(kept.length).toBeLessThanOrEqual(23)
    const named = order.attempts[0]?.seen.filter(({ differs }) => differs)
    expect(named?.map(({ hash }) => hash)).toEqual([0, 1].map((place) => Object(like(place)).hash))
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

describe('an ask for a signature of which nothing came, as far as it is known', () => {
  const action = { kind: 'solanaSign' as const, chainId: 20_011_000_000, transaction: 'AQID' }
  const like: Check = { at, what: 'hash', hash: otherHash, state: 'like' }
  const gone: Check = { at, what: 'prompt', state: 'gone' }
  const withAll = (order: SwapOrder, change: Partial<Attempt>): SwapOrder => ({
    ...order,
    attempts: order.attempts.map((each) => ({ ...each, ...change })),
  })
  const signing = (order: SwapOrder) => withAll(order, { action })
  const none: UntimedEvent = {
    ...{ type: 'notSent', attemptId: attempt, by: 'chain' },
    ...{ code: 'chain/blockhash-expired', retryable: true },
  } as UntimedEvent
  const doubted = (check: Check): UntimedEvent => ({ type: 'doubted', attemptId: attempt, check })
  const absent = orderAfter(signing(asking), none)
  const blocked = (order: SwapOrder, code: 'wallet/pending-request' | 'order/unproved') =>
    orderAfter(order, { type: 'blocked', blocker: { code } } as UntimedEvent)

  it.each([
    ['absent', absent],
    ['refused', signing(declined)],
    ['given up', orderAfter(signing(unsure), { ...none, by: 'person' } as UntimedEvent)],
    ['absent, and stopped', orderAfter(absent, { type: 'stopped' })],
    ['absent, and in the way', blocked(absent, 'wallet/pending-request')],
  ])('that is %s comes back with what is like it, under its hash', (_, order) => {
    const { order: back, effects } = apply(order, doubted(like))
    expect(stepOf(back).state).toMatchObject({
      status: 'unsure',
      attemptId: attempt,
      checks: [like],
    })
    expect([back.attempts[0]?.end, back.blocker]).toEqual([undefined, undefined])
    const named = { hash: otherHash, by: 'chain', differs: true }
    expect(back.attempts[0]?.seen.at(-1)).toMatchObject(named)
    expect(effects.map(({ task }) => task.kind)).toEqual(['reconcile'])
    expect(stepOf(orderAfter(order, doubted({ at, what: 'many' }))).state.status).toBe('unsure')
  })

  it('does not come back while it is asked for, once it was rejected, or once its order is over', () => {
    ignores(signing(asking), doubted(like))
    ignores(withAll(absent, { end: { what: 'rejected', at } }), doubted(like))
    ignores({ ...absent, status: 'failed' }, doubted(like))
  })

  it('given its page cannot be reached, is doubted, and its prompt may be open still', () => {
    const ledger: Check = { at, what: 'ledger', state: 'unreachable' }
    for (const order of [absent, signing(asking)]) {
      const after = orderAfter(order, doubted(ledger))
      expect([stepOf(after).state.status, after.attempts[0]?.gone]).toEqual(['unsure', undefined])
    }
  })

  it('given a page says once more that nothing was sent, stays as it was refused', () => {
    ignores(signing(declined), { ...none, by: 'page' } as UntimedEvent)
    const proved = orderAfter(signing(declined), none)
    expect(proved.attempts[0]?.end?.what).toBe('absent')
  })

  it('does not come back while another one is asked for, once it was mined, or where it is unknown', () => {
    ignores(orderAfter(absent, asked(absent, secondAttempt)), doubted(like))
    ignores(isMined, doubted(like))
    ignores(absent, { ...doubted(like), attemptId: secondAttempt } as UntimedEvent)
  })

  it('is over, with all that were called absent, by a word on what is like it', () => {
    const again = signing(orderAfter(absent, asked(absent, secondAttempt)))
    const both = orderAfter(again, { ...none, attemptId: secondAttempt } as UntimedEvent)
    const back = orderAfter(both, { ...doubted(like), attemptId: secondAttempt } as UntimedEvent)
    const word = { ...none, attemptId: secondAttempt, by: 'person', code: 'order/not-sent' }
    const ends = ({ attempts }: SwapOrder) => attempts.map(({ end }) => end?.what)
    expect(ends(orderAfter(back, word as UntimedEvent))).toEqual(['given-up', 'given-up'])
    const looked = orderAfter(back, {
      ...{ type: 'checked', attemptId: secondAttempt, needsPerson: true },
      checks: [check],
    } as UntimedEvent)
    expect(ends(orderAfter(looked, word as UntimedEvent))).toEqual(['given-up', 'given-up'])
    // What a page called refused is no less for it, and no page's or chain's word is one on other asks.
    const refused: SwapOrder = {
      ...back,
      attempts: back.attempts.map((each, place) =>
        place === 0 ? { ...each, end: { what: 'refused', at } } : each,
      ),
    }
    expect(ends(orderAfter(refused, word as UntimedEvent))).toEqual(['refused', 'given-up'])
    const shown = orderAfter(back, { ...none, attemptId: secondAttempt } as UntimedEvent)
    expect(ends(shown)).toEqual(['absent', 'absent'])
    // A word on nothing of the kind is on its own ask alone.
    const lost = orderAfter(again, { ...doubted(gone), attemptId: secondAttempt } as UntimedEvent)
    expect(ends(orderAfter(lost, word as UntimedEvent))).toEqual(['absent', 'given-up'])
    const plain = withAll(back, { action: stepOf(back).action })
    expect(ends(orderAfter(plain, word as UntimedEvent))).toEqual(['absent', 'given-up'])
  })

  it('given its prompt is said to be gone, keeps since when, and what waited for it goes on', () => {
    const waiting = blocked(absent, 'wallet/pending-request')
    const { order, effects } = apply(waiting, doubted(gone))
    expect(order.attempts[0]?.gone).toBe(at)
    expect(effects.map(({ task }) => task.kind)).toEqual(['armStep'])
    ignores(order, { ...doubted(gone), at: at + 1 } as UntimedEvent)
    expect(apply(absent, doubted(gone)).effects).toEqual([])
    expect(orderAfter(absent, doubted(gone)).attempts[0]?.gone).toBe(start)
    ignores(orderAfter(absent, { type: 'stopped' }), doubted(gone))
    const again = signing(orderAfter(order, asked(order, secondAttempt)))
    const both = orderAfter(again, { ...none, attemptId: secondAttempt } as UntimedEvent)
    const all = orderAfter(both, { ...doubted(gone), attemptId: secondAttempt } as UntimedEvent)
    expect(all.attempts.map((each) => each.gone)).toEqual([at, start])
    const early = orderAfter(signing(asking), doubted(gone))
    expect([early.attempts[0]?.gone, stepOf(early).state.status]).toEqual([start, 'unsure'])
  })

  it('given its order was cancelled, and it may have been sent after all, is cancelled once that is known', () => {
    const left = orderAfter(absent, { type: 'stopped' })
    expect(left.status).toBe('stopped')
    const halted: SwapOrder = {
      ...left,
      halted: { at: start, why: 'person' },
      current: 9,
      notified: ['needs-you'],
    }
    const { order, effects } = apply(halted, doubted(like))
    expect(order).toMatchObject({ status: 'running', stopWanted: at })
    expect([order.halted, stepOf(order).state.status]).toEqual([undefined, 'unsure'])
    // Who was told before is told of that, too.
    expect(order.notified).toEqual([])
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'reconcile', attemptId: attempt }])
    // It was wished before.
    expect(orderAfter({ ...left, stopWanted: 7 }, doubted(like)).stopWanted).toBe(7)
    const word = { ...none, by: 'person', code: 'order/not-sent' } as UntimedEvent
    expect(orderAfter(order, word).status).toBe('stopped')
  })

  it('given it was an approval, no more is in doubt than that', () => {
    const approving = orderAfter(twoSteps, asked(twoSteps))
    const { order } = apply(approving, doubted(gone))
    expect([order.status, stepOf(order).state.status]).toEqual(['running', 'unsure'])
  })

  it('given its prompt is closed, keeps once until when what was signed of it may land', () => {
    const closed: UntimedEvent = { type: 'promptClosed', attemptId: attempt, landsUntil: '261' }
    const after = orderAfter(absent, closed)
    expect(after.attempts[0]?.landsUntil).toBe('261')
    ignores(after, { ...closed, landsUntil: '400' })
    const over = orderAfter(after, { ...closed, over: true })
    expect(over.attempts[0]).toMatchObject({ landsUntil: '261', over: true })
    ignores(over, { ...closed, over: true })
    ignores(signing(asking), closed)
    ignores(orderAfter(asking, none), closed)
    ignores(absent, { ...closed, attemptId: secondAttempt })
  })

  it('given its page answers after all, may land for as long again, whoever called it gone', () => {
    const closed: UntimedEvent = { type: 'promptClosed', attemptId: attempt, landsUntil: '261' }
    const over: UntimedEvent = {
      type: 'promptClosed',
      attemptId: attempt,
      landsUntil: '261',
      over: true,
    }
    const isClosed = orderAfter(absent, doubted(gone), closed, over)
    const refused = (by: 'wallet' | 'ledger') => ({ ...none, by }) as UntimedEvent
    const answer = { what: 'answer', code: 'wallet/bad-answer', at } as const
    for (const late of [
      { type: 'declined', attemptId: attempt } as const,
      refused('wallet'),
      doubted(answer),
    ]) {
      const [first] = orderAfter(isClosed, late).attempts
      expect([first?.landsUntil, first?.over, first?.gone]).toEqual([undefined, undefined, start])
    }
    // Once a newer one is asked for, too, of which nothing changes.
    const newer = orderAfter(isClosed, asked(isClosed, secondAttempt))
    const { order: after, effects } = apply(newer, doubted(answer))
    expect([after.attempts[0]?.landsUntil, after.steps]).toEqual([undefined, newer.steps])
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'reconcile', attemptId: attempt }])
    // Other bytes of it are an answer too, each time its page gives them.
    const other: UntimedEvent = {
      type: 'mismatched',
      attemptId: attempt,
      code: 'policy/solana-changed',
      found: { kind: 'signed', fact: { kind: 'unread', values: [] }, bytes: 'AQID' },
    }
    const { order: altered, effects: sought } = apply(newer, other)
    expect([altered.attempts[0]?.landsUntil, altered.steps]).toEqual([undefined, newer.steps])
    expect(altered.alarm).toMatchObject({ kind: 'signed', attemptId: attempt, found: 'AQID' })
    expect(sought.map(({ task }) => task)).toContainEqual({ kind: 'reconcile', attemptId: attempt })
    ignores(altered, { ...other, at } as UntimedEvent)
    // What is found out later is no answer of its page, nor is the answer to what stands in no doubt.
    expect(orderAfter(isClosed, doubted(like)).attempts[0]?.landsUntil).toBe('261')
    ignores(isClosed, refused('ledger'))
    ignores(absent, { type: 'declined', attemptId: attempt })
    ignores(isClosed, { type: 'declined', attemptId: secondAttempt })
  })

  it('is rejected by a click where that is what is waited for, and else stays as it is', () => {
    const word = { type: 'retried', stepId: stepOf(absent).id, notSent: 'rejected' } as const
    const endOf = (order: SwapOrder, answered?: string[]) => {
      const told = answered && { answered }
      return orderAfter(order, { ...word, ...told }).attempts[0]?.end?.what
    }
    expect(endOf(blocked(absent, 'order/unproved'), [attempt])).toBe('rejected')
    // It may be of another one, whose page told of it.
    expect(endOf(blocked(absent, 'order/unproved'), [secondAttempt])).toBe('absent')
    expect(endOf(blocked(absent, 'order/unproved'))).toBe('absent')
    expect(endOf(absent, [attempt])).toBe('absent')
    const typed = { ...word, notSent: 'given-up' as const, answered: [attempt] }
    const said = orderAfter(blocked(absent, 'order/unproved'), typed)
    expect(said.attempts[0]?.end).toMatchObject({ what: 'given-up', denied: true })
    const given = withAll(absent, { end: { what: 'given-up', at } })
    expect(endOf(blocked(given, 'order/unproved'), [attempt])).toBe('given-up')
    const plain = orderAfter(asking, none)
    expect(endOf(blocked(plain, 'order/unproved'), [attempt])).toBe('absent')
  })
})

describe('a payment whose nonce was used', () => {
  const doubted: UntimedEvent = { type: 'doubted', attemptId: attempt, check, hash }
  const used: UntimedEvent = {
    ...{ type: 'notSent', attemptId: attempt, by: 'chain', code: 'order/not-sent' },
    ...{ retryable: true, block: '200' },
  } as const

  it('is watched under its hash until that lies deep', () => {
    const { order, effects } = apply(orderAfter(isSent, doubted), used)
    expect(order.attempts[0]?.end).toMatchObject({ what: 'absent', block: '200' })
    expect(effects.map(({ task }) => task)).toContainEqual({
      ...{ kind: 'watchStray', attemptId: attempt, hash },
    })
    const { order: known } = apply(declined, used)
    expect(known.attempts[0]?.end).toMatchObject({ what: 'absent', block: '200' })
  })
})
