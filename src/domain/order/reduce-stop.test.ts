import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  confirmed,
  depositDraft,
  mined,
  orderAfter,
  planned,
  secondAttempt,
  sent,
  start,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import type { StepDraft } from '../policy/policy-draft'
import type { OrderEvent } from './event'
import { askInDoubt } from './guard'
import { freeOf, heldOf } from './held'
import type { SwapOrder } from './order'
import { reduce } from './reduce'
import { stopAtLast } from './reduce-stop'

const at = start + 60_000
const stopped: UntimedEvent = { type: 'stopped' }
const apply = (order: SwapOrder, event: UntimedEvent) =>
  reduce(order, { at, ...event } as OrderEvent)
const works = (order: SwapOrder, event: UntimedEvent) =>
  apply(order, event).effects.map(({ task, dueAt }) => [task.kind, dueAt])

const running = orderAfter(planned(), confirmed)
const asking = orderAfter(running, asked(running))
const gone = { at, what: 'prompt', state: 'gone' } as const
const unsure = orderAfter(asking, { type: 'doubted', attemptId: attempt, check: gone })
const notSent = (by: 'chain' | 'person' | 'ledger', more = {}): UntimedEvent => ({
  ...({
    type: 'notSent',
    attemptId: attempt,
    by,
    code: 'order/not-sent',
    retryable: true,
  } as const),
  ...more,
})
const declined: UntimedEvent = { type: 'declined', attemptId: attempt }

/** A swap on the way to the payment, which moves the money itself. */
const swapDraft: StepDraft = {
  ...approveDraft,
  facts: {
    ...({ kind: 'swap', method: '0x38ed1739' } as const),
    token: approveDraft.facts.token,
    gets: { ...approveDraft.facts.token, address: `0x${'d'.repeat(40)}`, symbol: 'DAI' },
    target: `0x${'2'.repeat(40)}`,
  },
}

describe('an order that is cancelled while its payment is asked for', () => {
  it.each([
    ['its request may be open', asking],
    ['nobody knows what became of it', unsure],
  ])(
    'given %s, goes on being watched, is looked for at once, and is asked for nothing',
    (_, order) => {
      const { order: next } = apply(order, stopped)
      expect(next).toMatchObject({ status: 'running', stopWanted: at })
      expect(next.steps).toEqual(order.steps)
      expect(works(order, stopped)).toEqual([['reconcile', at]])
      const step = order.steps[0]
      expect(apply(next, { type: 'retried', stepId: step?.id ?? '' }).order).toBe(next)
    },
  )

  it('is cancelled once, whoever presses again', () => {
    const wanted = orderAfter(asking, stopped)
    expect(apply(wanted, stopped).order).toBe(wanted)
  })

  it.each([
    ['the chain proves that nothing was sent', asking, notSent('chain')],
    ['it was never handed to the wallet', asking, notSent('ledger')],
    ['the chain proves it of what was in doubt', unsure, notSent('chain')],
    ['the person says that nothing was sent', unsure, notSent('person')],
    ['it is rejected in the wallet', asking, declined],
  ])('given %s, ends', (_, order, event) => {
    const wanted = orderAfter(order, stopped)
    const { order: ended } = apply(wanted, event)
    expect(ended).toMatchObject({ status: 'stopped' })
    expect(apply(ended, { type: 'retried', stepId: ended.steps[0]?.id ?? '' }).order).toBe(ended)
  })

  it('given only its page calls it rejected, gives the chain time to say otherwise, and follows it', () => {
    const wanted = orderAfter(asking, stopped)
    const { order } = apply(wanted, declined)
    expect(works(wanted, declined).at(-1)).toEqual(['reconcile', at + 5_000])
    expect(apply(order, { ...sent, by: 'chain' } as UntimedEvent).order.status).toBe('running')
  })

  it('given what disproved it may be undone, watches that', () => {
    const named = orderAfter(asking, stopped, sent, {
      type: 'doubted',
      attemptId: attempt,
      check: gone,
      hash: 'hash' in sent ? sent.hash : '',
    })
    expect(works(named, notSent('chain', { block: '7' }))).toContainEqual(['watchStray', at])
  })

  it('given no other work follows from what is known, ends all the same', () => {
    const change = stopAtLast({ order: { ...running, stopWanted: at } }, at)
    expect(change).toMatchObject({ order: { status: 'stopped' }, tasks: [] })
  })

  it('given it was sent after all, goes on as any other', () => {
    const paid = orderAfter(asking, stopped, sent, verified, mined)
    const without = orderAfter(asking, sent, verified, mined)
    expect(paid.status).toBe('running')
    expect(paid.steps.map(({ state }) => state.status)).toEqual(
      without.steps.map(({ state }) => state.status),
    )
  })

  it('given what was sent is cancelled in the wallet, ends', () => {
    const paying = orderAfter(asking, stopped, sent, verified)
    const undone: UntimedEvent = { type: 'cancelled', attemptId: attempt, code: 'chain/cancelled' }
    expect(apply(paying, undone).order.status).toBe('stopped')
  })

  it('given it was a swap before the payment and was sent, says what is held, and asks for no payment', () => {
    const two = orderAfter(planned([swapDraft, depositDraft]), confirmed)
    const swapped = orderAfter(two, asked(two), stopped, sent, verified)
    expect(swapped.status).toBe('running')
    const { order } = apply(swapped, mined)
    expect(order).toMatchObject({
      status: 'stopped',
      halted: { at, why: 'person' },
      notified: ['held'],
    })
    expect(works(swapped, mined)).toContainEqual(['awaitReceipt', at])
    expect(apply(order, asked(order)).order).toBe(order)
  })
})

describe('an order that moved its money before the payment, of which only a page says that it was rejected', () => {
  const two = orderAfter(planned([swapDraft, depositDraft]), confirmed)
  const moved = orderAfter(two, asked(two), sent, verified, mined)
  const denied = orderAfter(moved, asked(moved, secondAttempt), {
    type: 'declined',
    attemptId: secondAttempt,
  })
  const ended = orderAfter(denied, stopped)

  it('leaves what is held to the person once they say that they rejected it, or saw nothing', () => {
    expect([ended.status, freeOf(ended)]).toEqual(['stopped', undefined])
    for (const notSent of ['rejected', 'given-up'] as const) {
      const { order, effects } = apply(ended, { ...stopped, notSent })
      expect(order).toMatchObject({ status: 'stopped', halted: ended.halted })
      expect(freeOf(order)).toEqual(heldOf(ended))
      expect(freeOf(order)).toBeDefined()
      expect(order.attempts.at(-1)?.end).toMatchObject({ what: notSent, at })
      // It is looked for all the same.
      expect(effects.map(({ task }) => task)).toContainEqual({
        kind: 'reconcile',
        attemptId: secondAttempt,
      })
      expect(apply(order, { ...stopped, notSent }).order).toBe(order)
    }
  })

  it('may be cancelled with that word', () => {
    const { order } = apply(denied, { ...stopped, notSent: 'rejected' })
    expect(order.status).toBe('stopped')
    expect(freeOf(order)).toEqual(heldOf(ended))
  })
})

describe('an order of which no payment is in doubt', () => {
  const two = orderAfter(planned([approveDraft, depositDraft]), confirmed)
  it.each([
    ['it was not confirmed', planned()],
    ['nothing is asked for', running],
    ['an approval is asked for', orderAfter(two, asked(two))],
    ['it is paid', orderAfter(asking, sent)],
    ['it has no such step', { ...asking, current: 9 }],
  ])('given %s', (_, order) => {
    expect(askInDoubt(order)).toBeUndefined()
  })

  it('given its money is on its way, stays as it is', () => {
    const paid = orderAfter(asking, sent)
    expect(apply(paid, stopped).order).toBe(paid)
  })

  it('given it has ended, stays as it is', () => {
    const ended = orderAfter(running, stopped)
    expect(apply(ended, stopped).order).toBe(ended)
    expect(apply(ended, { ...stopped, notSent: 'rejected' }).order).toBe(ended)
  })
})
