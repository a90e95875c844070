import { describe, expect, it } from 'vitest'
import {
  asked,
  attempt,
  author,
  evidence,
  hash,
  mined,
  orderAfter,
  otherHash,
  secondAttempt,
  sent,
  start,
  stepOf,
  submitted,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import {
  apply,
  asking,
  at,
  check,
  declined,
  ignores,
  isMined,
  isSent,
  isSubmitted,
  isVerified,
  kinds,
  running,
  twoSteps,
  unsure,
} from '@/test/samples/order-states'
import type { SwapOrder } from './order'
import { depositOf, hashesOf } from './order-parts'

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

  it('given mined, is an alarm, once it cannot be what is followed under another hash', () => {
    const unknown: UntimedEvent = { type: 'strayed', attemptId: attempt, hash: otherHash }
    ignores(isVerified, unknown)
    expect(apply(isMined, unknown).order.alarm).toMatchObject({ kind: 'second', hash: otherHash })
    const strayed: UntimedEvent = { ...unknown, apart: true }
    const { order, effects } = apply(isVerified, strayed)
    expect(order.alarm).toMatchObject({ kind: 'second', hash: otherHash, attemptId: attempt })
    expect(order.attempts[0]).toMatchObject({ seen: [{ hash }, { hash: otherHash, by: 'chain' }] })
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

  it('given it is only like an older ask, is an alarm that says so once what is followed was mined', () => {
    const like: UntimedEvent = { type: 'strayed', attemptId: attempt, hash: otherHash, like: true }
    const { order, effects } = apply(isMined, like)
    expect(order.alarm).toMatchObject({ kind: 'second', hash: otherHash, like: true })
    const [first] = order.attempts
    expect(first?.seen.at(-1)).toMatchObject({ hash: otherHash, by: 'chain', differs: true })
    expect(first?.end).toEqual(isMined.attempts[0]?.end)
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'alarm' }])
    ignores(order, like)
    // It may be the one that is followed, and another alarm says no less.
    ignores(isVerified, like)
    ignores(order, { ...like, hash: `0x${'cc'.repeat(32)}` })
  })

  it('given it is like an older ask while a newer one is open, is an alarm before that is answered', () => {
    const like: UntimedEvent = { type: 'strayed', attemptId: attempt, hash: otherHash, like: true }
    for (const open of [again, orderAfter(again, { ...doubt, attemptId: secondAttempt })]) {
      const { order, effects } = apply(open, like)
      expect(order.alarm).toMatchObject({ kind: 'second', hash: otherHash, like: true })
      expect(order.attempts[0]?.seen.at(-1)).toMatchObject({ hash: otherHash, differs: true })
      expect(stepOf(order).state).toEqual(stepOf(open).state)
      expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'alarm' }])
      ignores(order, like)
      // One that is mined for sure is followed, and what is like the open one is its own to say.
      ignores(open, { type: 'strayed', attemptId: attempt, hash: otherHash })
      ignores(open, { ...like, attemptId: secondAttempt })
    }
    ignores(declined, like)
    const found = { attemptId: secondAttempt, checks: [{ ...alike, at }], needsPerson: true }
    const told = { type: 'checked', ...found } as UntimedEvent
    ignores(orderAfter(again, { ...doubt, attemptId: secondAttempt }, told), like)
  })
  const alike = { what: 'hash', hash: otherHash, state: 'like' } as const
  const doubt: Extract<UntimedEvent, { type: 'doubted' }> = {
    type: 'doubted',
    attemptId: attempt,
    check: { what: 'prompt', state: 'gone', at },
  }
})

describe('what was named for an account with code, once another transaction is followed', () => {
  const replaced: UntimedEvent = { type: 'replaced', attemptId: attempt, hash: otherHash }
  const watch = { kind: 'watchStray', attemptId: attempt, hash }
  const tasksOf = (order: SwapOrder, event: UntimedEvent) =>
    apply(order, event).effects.map(({ task }) => task)
  const withCode = (order: SwapOrder): SwapOrder => ({ ...order, coded: 'contract' })

  it('is watched on, as it may be carried out still', () => {
    const bare = orderAfter(isSent, { type: 'verified', attemptId: attempt, hash })
    for (const order of [isSent, bare, orderAfter(bare, mined)]) {
      expect(tasksOf(withCode(order), replaced)).toContainEqual(watch)
      expect(tasksOf(order, replaced)).not.toContainEqual(watch)
    }
    const [first] = isSent.attempts
    if (!first) throw new Error('nothing was asked')
    const evidence = { ...first.evidence, coded: 'delegated' as const }
    expect(tasksOf({ ...isSent, attempts: [{ ...first, evidence }] }, replaced)).toContainEqual(
      watch,
    )
  })

  it('is watched on where that is found for another request, or the same, and not where it is void', () => {
    const lost = orderAfter(isSent, { type: 'doubted', attemptId: attempt, check, hash })
    const found: UntimedEvent = { type: 'sent', attemptId: attempt, by: 'chain', hash: otherHash }
    expect(tasksOf(withCode(lost), found)).toContainEqual(watch)
    expect(tasksOf(lost, found)).not.toContainEqual(watch)
    const [first] = lost.attempts
    if (!first) throw new Error('nothing was asked')
    const isVoid = { ...first, end: { what: 'replaced' as const, at } }
    expect(tasksOf(withCode({ ...lost, attempts: [isVoid] }), found)).not.toContainEqual(watch)
    const elsewhere = { attemptId: secondAttempt, stepId: 'of another step', deposit: false }
    const two = withCode({ ...lost, attempts: [...lost.attempts, { ...first, ...elsewhere }] })
    expect(tasksOf(two, found).filter(({ kind }) => kind === 'watchStray')).toEqual([watch])
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

  it('keeps with its ask what was approved, which may be more than was asked for', () => {
    const raised = { ...verified, approved: '99000000' } as UntimedEvent
    const [asked] = isSent.attempts
    const seen = asked?.seen.map((each) => ({ ...each, approved: '99000000' }))
    expect(apply(isSent, raised).order.attempts[0]).toEqual({ ...asked, seen })
  })

  it('keeps the nonce of what two nodes showed with its hash, and of one node’s word with the step alone', () => {
    const seenOf = (event: UntimedEvent) => apply(isSent, event).order.attempts[0]?.seen
    expect(seenOf(verified)).toEqual(isSent.attempts[0]?.seen)
    const witnessed = { ...verified, witnessed: true } as UntimedEvent
    const known = orderAfter(isSent, witnessed)
    expect(known.attempts[0]?.seen).toMatchObject([{ hash, nonce: 4 }])
    const strayed = { type: 'strayed', attemptId: attempt, hash: otherHash, apart: true } as const
    const beside = orderAfter(isSent, strayed)
    expect(apply(beside, witnessed).order.attempts[0]?.seen).toMatchObject([
      { hash, nonce: 4 },
      { hash: otherHash },
    ])
    expect(apply(beside, witnessed).order.attempts[0]?.seen[1]).not.toHaveProperty('nonce')
    const faster: UntimedEvent = { type: 'replaced', attemptId: attempt, hash: otherHash }
    expect(apply(known, faster).order.attempts[0]?.seen[1]).toMatchObject({ nonce: 4 })
    for (const order of [isSent, isVerified]) {
      expect(apply(order, faster).order.attempts[0]?.seen[1]).toEqual({
        at,
        by: 'chain',
        hash: otherHash,
      })
    }
    // What was doubted since may be under another nonce by now.
    const doubted: UntimedEvent = { type: 'doubted', attemptId: attempt, check, hash }
    const again = orderAfter(known, doubted, { ...sent, by: 'chain' } as UntimedEvent)
    expect(stepOf(again).state.status).toBe('sent')
    expect(apply(again, faster).order.attempts[0]?.seen[1]).not.toHaveProperty('nonce')
    // Of two that were seen, the one that is followed says which nonce it was.
    const second = orderAfter(known, faster, { ...faster, hash: '0xcc' } as UntimedEvent)
    expect(second.attempts[0]?.seen.map(({ nonce }) => nonce)).toEqual([4, 4, 4])
    const unknown = orderAfter(beside, witnessed, faster, {
      ...faster,
      hash: '0xcc',
    } as UntimedEvent)
    expect(unknown.attempts[0]?.seen.map(({ nonce }) => nonce)).toEqual([4, undefined, undefined])
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
      expect(order.attempts[0]?.seen).toEqual(isSent.attempts[0]?.seen)
      ignores(running, altered)
      const linked = orderAfter(order, { ...sent, by: 'chain' } as UntimedEvent, verified)
      expect(stepOf(linked).state).toMatchObject({ status: 'verified', hash })
      expect(linked.alarm).toEqual(order.alarm)
    })

    it('given another one is named where nothing is open, raises the alarm, looks for nothing', () => {
      const { order, effects } = apply(isVerified, altered)
      expect(order.alarm).toMatchObject({ kind: 'altered', attemptId: attempt, found: transaction })
      expect(order.steps).toEqual(isVerified.steps)
      expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'alarm' }])
      ignores(order, { ...altered, at } as UntimedEvent)
    })

    it.each([
      ['asking', asking, 'unsure'],
      ['unsure', unsure, 'unsure'],
      ['declined', declined, 'unsure'],
      ['verified', isVerified, 'verified'],
      ['asked again', orderAfter(declined, asked(declined, secondAttempt)), 'asking'],
    ])('keeps bytes that were signed while the step is %s', (_, before, status) => {
      const order = orderAfter(before, signed)
      const kept = { at: start, by: 'page', signedBytes: 'AQID', differs: true }
      expect(order.attempts[0]?.seen.at(-1)).toEqual(kept)
      if (before === asking) {
        const checks = [{ at: start, what: 'answer', code: 'policy/solana-changed' }]
        expect(stepOf(order).state).toMatchObject({ checks })
      }
      expect(order.alarm).toMatchObject({ kind: 'signed', found: 'AQID' })
      expect(stepOf({ ...order, current: 0 }).state.status).toBe(status)
      expect(order.attempts[0] && hashesOf(order.attempts[0])).not.toContain('AQID')
      ignores(order, { ...signed, at: at + 1 } as UntimedEvent)
    })
  })

  it('given what takes an allowance back is mined while the payment is in doubt again, that goes on', () => {
    const [step] = isVerified.steps
    if (!step) throw new Error('no step')
    const facts = { kind: 'reset', spender: author, token: step.facts.token } as never
    const left = unsure.steps.map((each) => ({
      ...{ ...each, id: 'deposit' },
      state: { ...each.state, attemptId: secondAttempt },
    }))
    const doubt = { ...isVerified, steps: [...left, { ...step, deposit: false, facts }] }
    const order = orderAfter(doubt as SwapOrder, mined)
    expect(order.current).toBe(isVerified.current)
    expect(order.steps.map(({ state }) => state.status)).toEqual(['unsure', 'confirmed'])
    expect(order.steps[1]?.state).toHaveProperty('mined')
  })

  it('given its block hash is over, the ask is absent; given another took its place, replaced', () => {
    const endOf = (code: 'chain/blockhash-expired' | 'chain/cancelled') =>
      apply(isVerified, { type: 'cancelled', attemptId: attempt, code }).order.attempts[0]?.end
    expect(endOf('chain/blockhash-expired')).toEqual({ what: 'absent', at })
    expect(endOf('chain/cancelled')).toEqual({ what: 'replaced', at })
  })

  it.each([
    { type: 'cancelled', attemptId: attempt, code: 'chain/blockhash-expired' },
    { type: 'cancelled', attemptId: attempt, code: 'chain/cancelled', block: '200' },
    { type: 'reverted', attemptId: attempt, block: '200' },
  ] as const)(
    'given nodes show what it came to, they are kept with it, and stay as it lies deep: %j',
    (event) => {
      const shownBy = { nodes: ['one', 'two'] }
      const order = orderAfter(isVerified, { ...event, shownBy })
      expect(order.attempts[0]?.end).toMatchObject({ at: start, shownBy })
      const deep = orderAfter(order, { type: 'buried', attemptId: attempt })
      expect(deep.attempts[0]?.end?.shownBy).toEqual(shownBy)
    },
  )

  it.each(['page', 'wallet'] as const)(
    'given a %s names one for an ask that a newer one replaced, the newer one is followed still',
    (by) => {
      const again = orderAfter(declined, asked(declined, secondAttempt))
      const { order } = apply(again, { type: 'sent', attemptId: attempt, by, hash: otherHash })
      expect(stepOf(order).state).toMatchObject({ status: 'asking', attemptId: secondAttempt })
      expect(order.attempts[0]?.seen).toEqual([{ at, by, hash: otherHash }])
    },
  )

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
      block: '200',
    }
    const { order, effects } = apply(isVerified, cancelled)
    expect(order.status).toBe('running')
    // A reorganisation may put it in the place of what replaced it; where none is, none is watched for.
    expect(effects.map(({ task }) => task)).toEqual([
      { kind: 'watchStray', attemptId: attempt, hash },
    ])
    const { block: _, ...deep } = cancelled
    expect(kinds(isVerified, deep)).toEqual([])
    expect(kinds(isVerified, { ...deep, code: 'chain/blockhash-expired' })).toEqual([])
    expect(stepOf(order).state).toStrictEqual({
      status: 'failed',
      code: 'chain/cancelled',
      at,
      attemptId: attempt,
      reason: { kind: 'transaction', hash: otherHash },
      retryable: true,
    })
    const end = { what: 'replaced', at, block: '200' }
    expect(order.attempts[0]).toMatchObject({ seen: [{ hash }], end })
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
      block: '200',
    })
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'chain/cancelled' } })
    expect(effects.map(({ task }) => task)).toEqual([
      { kind: 'watchStray', attemptId: attempt, hash },
      { kind: 'notify', topic: 'failed' },
    ])
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

  it('given it lies deep, what was undone is taken for over, once', () => {
    const undone = orderAfter(isVerified, {
      type: 'reverted',
      attemptId: attempt,
      block: '200',
    })
    expect(undone.attempts[0]?.end).toMatchObject({ what: 'reverted', block: '200' })
    const buried: UntimedEvent = { type: 'buried', attemptId: attempt }
    const order = orderAfter(undone, buried)
    expect(order.attempts[0]?.end).not.toHaveProperty('block')
    expect(order.status).toBe('failed')
    ignores(order, buried)
    ignores(undone, { ...buried, attemptId: secondAttempt })
  })

  it('given the service says it paid, a revert does not end it', () => {
    for (const status of ['filled', 'refunded']) {
      const view = { orderId: 'svc-1', status }
      const over = orderAfter(isMined, { type: 'serviceRead', view })
      const order = orderAfter(over, { type: 'reverted', attemptId: attempt })
      expect(order.status).toBe('tracking')
      expect(order.failure?.code).not.toBe('chain/reverted')
    }
  })

  it('given the service says it failed, a revert is what became of it, and is told of once', () => {
    const view = { orderId: 'svc-1', status: 'failed' }
    const over = orderAfter(isMined, { type: 'serviceRead', view })
    expect(over.failure?.code).toBe('order/failed-at-service')
    const order = orderAfter(over, { type: 'reverted', attemptId: attempt })
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'chain/reverted' } })
    expect(order.attempts[0]?.end?.what).toBe('reverted')
    expect(order.notified.filter((topic) => topic === 'failed')).toHaveLength(1)
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
  const strayed = { type: 'strayed', attemptId: attempt, hash: otherHash, apart: true } as const
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
      const left = { kind: 'watchStray', ...second, hash }
      expect(effects.map(({ task }) => task)).toEqual([
        { kind: 'verifyTransaction', attemptId: attempt },
      ])
      const shallow = apply(order, { ...event, block: '200' } as UntimedEvent)
      expect(shallow.effects.map(({ task }) => task)).toContainEqual(left)
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
    // That very payment was mined too, and undone: until that lies deep, it may be made good.
    expect(orderAfter(over, { ...same, hash } as UntimedEvent).status).toBe('failed')
    const undone = orderAfter(out, { ...lost[1], block: '200' } as UntimedEvent)
    expect(orderAfter(undone, { ...same, hash } as UntimedEvent).status).toBe('running')
    expect(orderAfter(undone, { ...same, hash, by: 'page' } as UntimedEvent).status).toBe('failed')
    expect(orderAfter(over, { ...same, by: 'page' } as UntimedEvent).status).toBe('failed')
    expect(orderAfter(over, { ...same, by: 'wallet' } as UntimedEvent).status).toBe('failed')
    const failure = { code: 'order/failed-at-service' as const, at }
    expect(orderAfter({ ...over, failure }, landed).status).toBe('failed')
    const { failure: _, ...unknown } = over
    expect(orderAfter(unknown, landed).status).toBe('failed')
  })
})
