import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  confirmed,
  depositDraft,
  mined,
  orderAfter,
  otherHash,
  page,
  planned,
  secondAttempt,
  sent,
  target,
  type UntimedEvent,
  usdc,
  verified,
} from '@/test/samples/order'
import { encodeApprove } from '../policy/policy-abi'
import type { OrderEvent } from './event'
import { openAllowances } from './open-allowances'
import type { SwapOrder } from './order'
import { isRevoking } from './order-parts'
import { owedWork } from './owed'
import { reduce } from './reduce'

const step = (order: SwapOrder, event: UntimedEvent) =>
  reduce(order, { at: order.updatedAt + 1_000, ...event } as OrderEvent)

describe('an allowance that is taken back', () => {
  const wish: UntimedEvent = { type: 'revokeWanted', token: usdc, spender: target, page }
  const approved = () => {
    const running = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    return orderAfter(running, asked(running), sent, verified, mined)
  }
  const left = () => orderAfter(approved(), { type: 'stopped' })
  const revoke = () => orderAfter(left(), wish)
  /** It was asked for, sent and mined. */
  const taken = () => {
    const second = { attemptId: secondAttempt, hash: otherHash }
    const order = revoke()
    const steps = [sent, verified, mined].map((each) => ({ ...each, ...second }) as UntimedEvent)
    return orderAfter(order, asked(order, secondAttempt), ...steps)
  }

  it('is a request of its own after the deposit, to the letter, and the order stays as it ended', () => {
    const elsewhere = { ...page, tabId: 9 }
    const { order, effects } = step(left(), {
      type: 'revokeWanted',
      token: usdc,
      spender: target,
      page: elsewhere,
    })
    expect(order).toMatchObject({ status: 'stopped', current: 2, page: elsewhere })
    const [, , last] = order.steps
    expect(last).toMatchObject({
      deposit: false,
      state: { status: 'ready' },
      facts: { kind: 'reset', token: { address: usdc, amount: '0' } },
      action: { tx: { to: usdc, value: '0x0', data: encodeApprove(target, 0n) } },
    })
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'armStep', stepId: last?.id }])
    expect(new Set(order.steps.map(({ id }) => id)).size).toBe(3)
    expect(isRevoking(order)).toBe(true)
  })

  it('is asked for, sent and mined like any other, and nothing is open then', () => {
    const done = taken()
    expect(done).toMatchObject({ status: 'stopped', current: 3 })
    expect(done.steps[2]?.state.status).toBe('confirmed')
    expect(openAllowances(done, done.updatedAt)).toEqual([])
    expect(isRevoking(done)).toBe(false)
    expect(reduce(done, { ...wish, at: done.updatedAt } as OrderEvent).order).toBe(done)
  })

  it.each<UntimedEvent>([
    { type: 'cancelled', attemptId: secondAttempt, code: 'chain/cancelled', block: '200' },
    { type: 'reverted', attemptId: secondAttempt, block: '200' },
  ])('given it was mined and a reorganisation undoes it ($type), is open again', (event) => {
    const done = taken()
    const { order: undone, effects } = step(done, event)
    expect(undone).toMatchObject({ status: 'stopped', current: 2 })
    expect(undone.failure).toBeUndefined()
    expect(openAllowances(undone, undone.updatedAt)).toHaveLength(1)
    expect(effects).toEqual([])
    expect(orderAfter(undone, wish).steps).toHaveLength(3)
  })

  it('given it is declined or fails, may be asked for again, in place or anew', () => {
    const order = revoke()
    const declined = orderAfter(order, asked(order, secondAttempt), {
      type: 'declined',
      attemptId: secondAttempt,
    })
    expect(declined.status).toBe('stopped')
    expect(isRevoking(declined)).toBe(false)
    const stepId = declined.steps[2]?.id ?? ''
    expect(step(declined, { type: 'retried', stepId }).effects).toMatchObject([
      { task: { kind: 'armStep', stepId } },
    ])
    const anew = orderAfter(declined, wish)
    expect(anew).toMatchObject({ current: 2, status: 'stopped' })
    expect(anew.steps).toHaveLength(3)
    expect(anew.attempts).toEqual(declined.attempts)
    const blocked = orderAfter(order, { type: 'blocked', blocker: { code: 'wallet/no-account' } })
    expect(blocked.blocker?.code).toBe('wallet/no-account')
  })

  it.each([
    ['of an order that goes on', approved],
    ['to another spender', () => ({ ...left(), steps: left().steps.slice(1), current: 0 })],
    ['while it is being taken back', revoke],
    [
      'while a payment may take it',
      () => {
        const order = approved()
        const out = orderAfter(order, asked(order, secondAttempt), {
          type: 'declined',
          attemptId: secondAttempt,
        })
        return orderAfter(out, { type: 'stopped' })
      },
    ],
  ])('is not asked for %s', (_, make) => {
    const order: SwapOrder = make()
    expect(reduce(order, { ...wish, at: order.updatedAt } as OrderEvent).order).toBe(order)
  })

  it('given the payment lands after all, gives way to it and is asked for by nobody', () => {
    const order = approved()
    const out = orderAfter(
      order,
      asked(order, secondAttempt),
      { type: 'declined', attemptId: secondAttempt },
      { type: 'stopped' },
      {
        type: 'notSent',
        attemptId: secondAttempt,
        by: 'chain',
        code: 'order/not-sent',
        retryable: true,
      },
      wish,
    )
    expect(out.current).toBe(2)
    const landed = { attemptId: secondAttempt, hash: otherHash }
    const back = orderAfter(out, { ...sent, ...landed, by: 'chain' } as UntimedEvent)
    expect(back).toMatchObject({ status: 'running', current: 1 })
    const paid = orderAfter(back, { ...verified, ...landed } as UntimedEvent)
    const { effects } = step(paid, { ...mined, ...landed } as UntimedEvent)
    expect(effects.map(({ task }) => task.kind)).not.toContain('armStep')
  })

  it('is taken back of an order that was paid, where more than that was approved', () => {
    const order = approved()
    const second = { attemptId: secondAttempt }
    const raised = order.attempts.map((each) => ({
      ...each,
      seen: each.seen.map((one) => ({ ...one, approved: '99000000' })),
    }))
    const paid = orderAfter(
      { ...order, attempts: raised },
      asked(order, secondAttempt),
      { ...sent, ...second, hash: otherHash } as UntimedEvent,
      { ...verified, ...second, hash: otherHash } as UntimedEvent,
      { ...mined, ...second, hash: otherHash } as UntimedEvent,
    )
    expect(orderAfter(paid, wish)).toBe(paid)
    const back = orderAfter({ ...paid, status: 'filled' }, wish)
    expect(back).toMatchObject({ status: 'filled', current: 2 })
    expect(back.steps[2]?.facts).toMatchObject({ kind: 'reset', token: { amount: '0' } })
    const third = { attemptId: 'd'.repeat(32), hash: `0x${'cc'.repeat(32)}` }
    const done = orderAfter(
      back,
      asked(back, third.attemptId),
      { ...sent, ...third } as UntimedEvent,
      { ...verified, ...third } as UntimedEvent,
      { ...mined, ...third } as UntimedEvent,
    )
    expect(done.status).toBe('filled')
    expect(openAllowances(done, done.updatedAt)).toEqual([])
  })

  describe('of an order that is kept as a file tells of it', () => {
    const kept = (): SwapOrder => {
      const order = approved()
      const asking = orderAfter(order, asked(order, secondAttempt))
      return { ...asking, status: 'attention', fromBackup: true }
    }
    const third = { attemptId: 'd'.repeat(32), hash: `0x${'cc'.repeat(32)}` }

    it('is asked for and followed, and the order stays as it is', () => {
      const order = orderAfter(kept(), wish)
      expect(order).toMatchObject({ status: 'attention', current: 2 })
      const blocked = orderAfter(order, { type: 'blocked', blocker: { code: 'page/gone' } })
      expect(blocked.blocker?.code).toBe('page/gone')
      const switching = { attemptId: 'e'.repeat(32), stage: 'switch', chainId: 8453 } as const
      const switched = orderAfter(
        blocked,
        { type: 'switchAsked', switching },
        { type: 'switchSettled', attemptId: switching.attemptId },
      )
      expect(switched.switching).toMatchObject({ settledAt: expect.any(Number) })
      const done = orderAfter(
        switched,
        asked(order, third.attemptId),
        { ...sent, ...third } as UntimedEvent,
        { ...verified, ...third } as UntimedEvent,
        { ...mined, ...third } as UntimedEvent,
      )
      expect(done).toMatchObject({ status: 'attention', current: 3 })
      expect(done.steps.map(({ state }) => state.status)).toEqual([
        'confirmed',
        'asking',
        'confirmed',
      ])
      expect(openAllowances(done, done.updatedAt)).toEqual([])
    })

    it('is all that happens to it: its payment is neither asked for nor followed', () => {
      const revoking = orderAfter(kept(), wish)
      const second = { attemptId: secondAttempt, hash: otherHash }
      const stepId = revoking.steps[1]?.id ?? ''
      const events: UntimedEvent[] = [
        { ...sent, ...second } as UntimedEvent,
        { type: 'declined', attemptId: secondAttempt },
        { type: 'retried', stepId },
        { ...(asked(kept(), 'f'.repeat(32)) as { type: 'asked' }), stepId } as UntimedEvent,
        { type: 'stopped' },
        { type: 'serviceRead', view: { status: 'filled' } },
        { type: 'submitted', hash: otherHash },
      ]
      for (const event of events) {
        for (const order of [kept(), revoking]) expect(orderAfter(order, event)).toBe(order)
      }
    })

    it('is not asked for where the order is damaged, or nothing is left of it', () => {
      const { fromBackup: _, ...own } = kept()
      for (const order of [own as SwapOrder, { ...kept(), steps: [] }]) {
        expect(orderAfter(order, wish)).toBe(order)
      }
    })
  })

  it('is owed no more than to be looked after once it was asked for', () => {
    const order = revoke()
    expect(owedWork(left())).toEqual([])
    expect(owedWork(order)).toEqual([])
    expect(owedWork(orderAfter(order, asked(order, secondAttempt)))).toEqual([
      { kind: 'reconcile', attemptId: secondAttempt },
    ])
  })
})
