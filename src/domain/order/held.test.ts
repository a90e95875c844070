import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  confirmed,
  depositDraft,
  mined,
  orderAfter,
  otherHash,
  planned,
  secondAttempt,
  sent,
  target,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import type { StepDraft } from '../policy/policy-draft'
import type { OrderEvent } from './event'
import { afterKey, freeOf, heldOf, tookUp } from './held'
import type { Step, SwapOrder } from './order'
import { owedWork } from './owed'
import { reduce } from './reduce'

const { token } = approveDraft.facts
const dai = {
  ...token,
  address: `0x${'d'.repeat(40)}`,
  symbol: 'DAI',
  decimals: 18,
  amount: '24900',
}
const swap: StepDraft = {
  ...approveDraft,
  facts: { kind: 'swap', token, gets: dai, target, method: '0x38ed1739' },
}
const allowDai: StepDraft = {
  ...approveDraft,
  facts: { kind: 'approve', token: dai, spender: target, exact: true },
}
const running = orderAfter(planned([swap, allowDai, depositDraft]), confirmed)
const out = orderAfter(running, asked(running), sent, verified)
const swapped = orderAfter(out, mined)
const stopped: UntimedEvent = { type: 'stopped' }
const hash = { hash: 'hash' in sent ? sent.hash : '' }
const read = (got?: string): UntimedEvent => ({
  type: 'leftRead',
  attemptId: attempt,
  ...hash,
  left: '25',
  ...(got === undefined ? {} : { got }),
})

const refuse = (order: SwapOrder, code: 'policy/quote-expired' | 'policy/untried' | string) =>
  orderAfter(order, {
    type: 'unarmable',
    stepId: order.steps[order.current]?.id ?? '',
    code: code as 'policy/untried',
    reason: { kind: 'found', finding: 'why' },
  })

/** The order of a swap alone before the deposit, whose deposit was asked for. */
const direct = orderAfter(planned([swap, depositDraft]), confirmed)
const before = orderAfter(direct, asked(direct), sent, verified, mined)
const asking = orderAfter(before, asked(before, secondAttempt))

describe('what is held between a swap and the payment', () => {
  it('is nothing before the swap is mined, nor of another kind of order', () => {
    expect([running, out].map(heldOf)).toEqual([undefined, undefined])
    expect(heldOf({ ...running, kind: 'purchase' } as never)).toBeUndefined()
  })

  it('is what the trial showed until it was read, then what came', () => {
    expect(heldOf(swapped)).toEqual({ token: dai, isRead: false, attemptId: attempt })
    const known = orderAfter(swapped, read('24899'))
    expect(heldOf(known)).toMatchObject({ token: { amount: '24899' }, isRead: true })
  })

  it('is that of all swaps together, as the last of them says', () => {
    const two = orderAfter(planned([swap, swap, depositDraft]), confirmed)
    const one = orderAfter(two, asked(two), sent, verified, mined)
    const other = { attemptId: secondAttempt, hash: otherHash }
    const both = orderAfter(
      one,
      read('24899'),
      asked(one, secondAttempt),
      { ...sent, ...other } as UntimedEvent,
      { ...verified, ...other } as UntimedEvent,
      { ...mined, ...other } as UntimedEvent,
    )
    expect(heldOf(both)).toMatchObject({ token: { amount: '49799' }, isRead: false })
    const all = orderAfter(both, { ...read('49000'), ...other } as UntimedEvent)
    expect(heldOf(all)).toMatchObject({ token: { amount: '49000' }, isRead: true })
  })

  it('is nothing while the payment is out', () => {
    expect(heldOf(asking)).toBeUndefined()
  })

  it('is free once the order is over, and no payment of it may take it', () => {
    expect(freeOf(swapped)).toBeUndefined()
    const halted = orderAfter(swapped, stopped)
    expect(freeOf(halted)).toEqual(heldOf(halted))
    // Only a page says that the payment was refused.
    const refused = orderAfter(asking, { type: 'declined', attemptId: secondAttempt }, stopped)
    expect([refused.status, freeOf(refused)]).toEqual(['stopped', undefined])
    const proved = orderAfter(refused, {
      type: 'notSent',
      attemptId: secondAttempt,
      by: 'chain',
      code: 'order/not-sent',
      retryable: true,
    })
    expect(freeOf(proved)).toBeDefined()
    expect(freeOf({ ...halted, kind: 'transfer' } as never)).toBeUndefined()
  })
})

describe('an order whose swap is mined', () => {
  it.each([
    'policy/quote-expired',
    'policy/would-revert',
    'policy/takes-other',
    'policy/allowance-low',
  ] as const)('given the next step is refused with %s, stops, and says so once', (code) => {
    const after = refuse(swapped, code)
    const [at, why] = [expect.any(Number), 'refused']
    expect(after).toMatchObject({
      status: 'stopped',
      halted: { at, why, code, reason: { kind: 'found', finding: 'why' } },
    })
    expect(after.steps[1]?.state).toMatchObject({ status: 'failed', code, retryable: false })
    expect(after.notified).toEqual(['held'])
    expect(refuse(after, code)).toBe(after)
  })

  it.each([
    'policy/untried',
    'policy/nodes-differ',
    'policy/gas-grew',
    'wallet/insufficient-funds',
    'chain/unread',
  ])('given the next step is held up by %s, is asked for again on a click', (code) => {
    const after = refuse(swapped, code)
    expect([after.status, after.halted, after.notified]).toEqual(['running', undefined, []])
    expect(after.steps[1]?.state).toMatchObject({ status: 'failed', retryable: true })
  })

  it('given a payment that only a page calls refused may still take it, is not called stopped', () => {
    const refused = orderAfter(asking, { type: 'declined', attemptId: secondAttempt })
    const after = refuse(refused, 'policy/quote-expired')
    expect([after.status, after.halted, after.notified]).toEqual(['running', undefined, []])
    const proved = orderAfter(after, {
      type: 'notSent',
      attemptId: secondAttempt,
      by: 'chain',
      code: 'order/not-sent',
      retryable: true,
    })
    expect(refuse(proved, 'policy/quote-expired').status).toBe('stopped')
  })

  it('given it goes on no more, has what its swap gave read, as it may have begun in another version', () => {
    const works = (order: SwapOrder, event: OrderEvent) => reduce(order, event).effects
    const look = expect.objectContaining({ task: { kind: 'awaitReceipt', attemptId: attempt } })
    const at = 9
    const stepId = swapped.steps[swapped.current]?.id ?? ''
    const over = { type: 'unarmable', at, stepId, code: 'policy/would-revert' } as const
    expect(works(swapped, { type: 'stopped', at })).toContainEqual(look)
    expect(works(swapped, over)).toContainEqual(look)
    const known = orderAfter(swapped, read('1'))
    expect(works(known, { type: 'stopped', at })).not.toContainEqual(look)
    expect(works(running, { type: 'stopped', at })).toEqual([])
  })

  it('given the person stops it, says that it was the person, and tells nobody', () => {
    const after = orderAfter(swapped, stopped)
    expect(after).toMatchObject({ status: 'stopped', halted: { why: 'person' }, notified: [] })
    expect(orderAfter(running, stopped).halted).toBeUndefined()
  })

  it('given nothing was moved yet, goes on as before', () => {
    expect(refuse(running, 'policy/would-revert')).toMatchObject({ status: 'running' })
    expect(refuse(running, 'policy/would-revert').halted).toBeUndefined()
  })

  it('given a payment turns out to be moving, goes on with it', () => {
    const refused = orderAfter(asking, { type: 'declined', attemptId: secondAttempt }, stopped)
    expect(refused.halted).toBeDefined()
    const moving = orderAfter(refused, {
      type: 'sent',
      attemptId: secondAttempt,
      by: 'chain',
      hash: otherHash,
    })
    expect([moving.status, moving.halted]).toEqual(['running', undefined])
  })

  it('given an allowance is taken back after it, is not asked for anything else', () => {
    const ended = refuse(swapped, 'policy/would-revert')
    expect(refuse(ended, 'policy/takes-more')).toBe(ended)
  })
})

describe('an order that goes on from what another one left', () => {
  const follows = 'e'.repeat(32)
  const taken = (order: SwapOrder) => tookUp({ ...order, follows })

  it('took it up once it is confirmed, and gives it back where it moved nothing', () => {
    const waits = planned([depositDraft])
    expect(taken(waits)).toBeUndefined()
    expect(taken({ ...waits, status: 'running' })).toBe(follows)
    expect(taken({ ...waits, status: 'stopped' })).toBeUndefined()
    expect(taken({ ...swapped, status: 'failed' })).toBe(follows)
    expect(tookUp(swapped)).toBeUndefined()
  })

  it('is found by it', () => {
    expect(afterKey(follows)).toBe(`after:${follows}`)
  })
})

describe('what a swap gave', () => {
  const looks = (order: SwapOrder) => owedWork(order).filter(({ kind }) => kind === 'awaitReceipt')

  it('is looked for until it is known, also of an order that is over', () => {
    const work = [{ kind: 'awaitReceipt', attemptId: attempt }]
    expect(looks(swapped)).toEqual(work)
    const halted = orderAfter(swapped, stopped)
    expect(looks(halted)).toEqual(work)
    expect(looks(orderAfter(halted, read('1')))).toEqual([])
    expect(looks(orderAfter(swapped, read('1')))).toEqual([])
    // What a file holds may be anybody's.
    expect(looks({ ...halted, fromBackup: true })).toEqual([])
  })

  it('is kept with what left, and read once', () => {
    const known = orderAfter(swapped, read('7'))
    const state = (known.steps[0] as Step).state
    expect(state).toMatchObject({ left: '25', got: '7' })
    expect(orderAfter(known, read('7'))).toBe(known)
    expect(orderAfter(swapped, read())).not.toHaveProperty('steps.0.state.got')
    expect(orderAfter(known, read('8'))).toMatchObject({ revision: known.revision + 1 })
  })
})
