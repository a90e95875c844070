import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asked,
  attempt,
  confirmed,
  depositDraft,
  mined,
  orderAfter,
  otherHash,
  page,
  payoutFound,
  planned,
  refundFound,
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
import type { OrderEvent } from './event'
import type { SwapOrder } from './order'
import { reduce } from './reduce'

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

  it('given what was built waits, the build anew waits in its place', () => {
    const fresh = [{ ...stepOf(declined), id: 'fresh' }]
    const rebuilt: UntimedEvent = { type: 'rebuilt', steps: fresh, digest: 'new' }
    const blocked = orderAfter(declined, { type: 'blocked', blocker: { code: 'page/gone' } })
    const { order, effects } = apply(blocked, rebuilt)
    expect([order.steps, order.blocker?.code]).toEqual([fresh, 'page/gone'])
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'armStep', stepId: 'fresh' }])
    expect(kinds(declined, rebuilt)).toEqual([])
    const isPlanned = { ...planned(), blocker: { code: 'page/gone' as const, since: at } }
    expect(kinds(isPlanned, rebuilt)).toEqual([])
  })

  it('given it resumes, goes on with what was built as long as the step is what it was', () => {
    const fresh = [{ ...stepOf(declined), id: 'fresh' }]
    const rebuilt = { type: 'rebuilt', steps: fresh, digest: 'new' } as const
    const { id: stepId } = stepOf(declined)
    const blocked = orderAfter(declined, { type: 'blocked', blocker: { code: 'order/may-land' } })
    const resumed: UntimedEvent = { ...rebuilt, resumes: { stepId, after: attempt } }
    const { order, effects } = apply(blocked, resumed)
    expect([order.steps, order.blocker]).toEqual([fresh, undefined])
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'armStep', stepId: 'fresh' }])
    ignores(blocked, { ...rebuilt, resumes: { stepId: 'other', after: attempt } })
    ignores(blocked, { ...rebuilt, resumes: { stepId, after: secondAttempt } })
    ignores(blocked, { ...rebuilt, resumes: { stepId } })
    ignores(planned(), { ...rebuilt, resumes: { stepId: stepOf(planned()).id } })
    expect(apply(running, { ...rebuilt, resumes: { stepId } }).effects).toHaveLength(1)
  })

  it('stops an order of which nothing may be on its way', () => {
    expect(orderAfter(planned(), { type: 'stopped' }).status).toBe('stopped')
    expect(orderAfter(running, { type: 'stopped' }).status).toBe('stopped')
    expect(orderAfter(declined, { type: 'stopped' }).status).toBe('stopped')
    for (const order of [isSent, isVerified, isSubmitted]) ignores(order, { type: 'stopped' })
    for (const { steps, ...order } of [asking, unsure]) {
      const wanted = orderAfter({ ...order, steps }, { type: 'stopped' })
      expect([wanted.status, wanted.steps]).toEqual(['running', steps])
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
    { type: 'strayed', attemptId: attempt, hash: otherHash, apart: true },
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
