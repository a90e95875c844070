import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  attempt,
  confirmed,
  evidence,
  hash,
  mined,
  orderAfter,
  otherHash,
  planned,
  secondAttempt,
  sent,
  start,
  stepOf,
  submitted,
  type UntimedEvent,
} from '@/test/samples/order'
import {
  apply,
  asking,
  at,
  check,
  ignores,
  isMined,
  isSent,
  isSubmitted,
  isVerified,
  kinds,
} from '@/test/samples/order-states'
import { soughtAfterEnd } from './guard'
import type { Attempt, AttemptEnd, Source, SwapOrder } from './order'

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
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'unlinked' }])
    ignores(order, unlinked)
    ignores(asking, unlinked)
    ignores(orderAfter(planned([approveDraft]), confirmed), unlinked)
    expect(orderAfter(order, submitted).blocker).toBeUndefined()
    const lost: UntimedEvent = {
      type: 'cancelled',
      attemptId: attempt,
      code: 'chain/blockhash-expired',
    }
    expect(orderAfter(order, lost)).not.toHaveProperty('blocker')
    expect(
      orderAfter(order, { type: 'doubted', attemptId: attempt, check, hash }),
    ).not.toHaveProperty('blocker')
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

  it.each([
    ['paid', 'filled', 'payout', ['pollOrder', 'proveArrival']],
    ['sent back', 'refunded', 'refund', ['pollOrder', 'proveArrival']],
    ['under way', 'deposited', undefined, ['pollOrder']],
    ['to be sent back', 'refund_pending', undefined, ['pollOrder']],
  ] as const)(
    'given it says later that it is %s, then it is followed again',
    (_, status, kind, work) => {
      const failed = orderAfter(isMined, { type: 'serviceRead', view: { status: 'failed' } })
      const { order, effects } = apply(failed, { type: 'serviceRead', view: { status } })
      expect(order).toMatchObject({ status: 'tracking', service: { status } })
      expect(order.failure).toBeUndefined()
      expect(order.arrival?.kind).toBe(kind)
      expect(effects.map(({ task }) => task.kind)).toEqual(expect.arrayContaining([...work]))
      expect(effects.map(({ task }) => task.kind)).not.toContain('notify')
    },
  )

  it('given it had spoken of that end before it called it failed, then that is proved anew', () => {
    const read = (status: string): UntimedEvent => ({ type: 'serviceRead', view: { status } })
    const failed = orderAfter(isMined, read('filled'), read('failed'))
    expect(failed).toMatchObject({ status: 'failed', arrival: { kind: 'payout' } })
    const later = { ...read('filled'), at: start + 86_400_000 } as UntimedEvent
    const { order, effects } = apply(failed, later)
    expect(order.arrival).toEqual({ kind: 'payout', since: start + 86_400_000, words: 1 })
    expect(effects.map(({ task }) => task.kind)).toContain('proveArrival')
  })

  it('given another word that says no more, then it stays failed', () => {
    const read = (status?: string): UntimedEvent => ({
      type: 'serviceRead',
      view: status === undefined ? {} : { status },
    })
    const failed = orderAfter(isMined, read('failed'))
    for (const status of [undefined, 'created', 'dancing']) ignores(failed, read(status))
    // An end is believed of no payment that is not mined.
    const open = { ...failed, steps: isSubmitted.steps }
    ignores(open, read('refunded'))
    // Another end than that word is not taken back by it.
    const over = orderAfter(isSubmitted, { type: 'reverted', attemptId: attempt })
    ignores(over, read('refunded'))
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

  it('given the service does not tell how it is, then it is late all the same, and told once', () => {
    const unread = { type: 'serviceUnread', code: 'service/unreachable', lasts: true } as const
    const late: UntimedEvent = { ...unread, at: start + 601_000 }
    for (const view of [undefined, { orderId: 'svc-1', status: 'published' }]) {
      const order = view ? orderAfter(isSubmitted, { type: 'serviceRead', view }) : isSubmitted
      ignores(order, { ...unread, at: start + 600_000 })
      // Who wakes hears nothing for a moment.
      ignores(order, { ...late, lasts: false } as UntimedEvent)
      const { order: told, effects } = apply(order, late)
      expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'late' }])
      expect(told).not.toHaveProperty('blocker')
      ignores(told, late)
    }
    ignores(isVerified, late)
    // What it says of the end is being looked for.
    ignores(orderAfter(isMined, { type: 'serviceRead', view: { status: 'filled' } }), late)
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
    // What the service has of it may be of another payment, where a backup was made.
    expect(order.service).toEqual(doubtful.service)
    const restored = { ...doubtful, fromBackup: true as const }
    expect(orderAfter(restored, notSent(by))).toMatchObject({ status: 'failed', service: {} })
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

  it('given another ask of it is absent by its exact allowance alone, the order ends, and it is sought on', () => {
    const other = withOther('absent', { evidence: { ...evidence, allowance: '25000000' } })
    const over = orderAfter(other, notSent('chain'))
    expect(over.status).toBe('failed')
    expect(soughtAfterEnd(over).map(({ attemptId }) => attemptId)).toEqual([secondAttempt])
    const found = { ...sent, by: 'chain', attemptId: secondAttempt } as UntimedEvent
    expect(orderAfter(over, found)).toMatchObject({ status: 'running' })
  })

  it('given only a page says that another ask was rejected, the order ends once that is proved', () => {
    const open = orderAfter(withOther('refused'), notSent('chain'))
    expect(open.status).toBe('submitted')
    const event = { ...notSent('chain'), attemptId: secondAttempt } as UntimedEvent
    const { order, effects } = apply(open, event)
    expect(order).toMatchObject({ status: 'failed', failure: { code: 'order/not-sent', at } })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'failed' }])
  })

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
