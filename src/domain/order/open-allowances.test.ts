import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  confirmed,
  depositDraft,
  evidence,
  mined,
  orderAfter,
  otherHash,
  planned,
  secondAttempt,
  sent,
  solanaDraft,
  start,
  target,
  type UntimedEvent,
  usdc,
  verified,
} from '@/test/samples/order'
import type { StepDraft } from '../policy/policy-draft'
import { openAllowances } from './open-allowances'
import type { Attempt, StepState, SwapOrder } from './order'

const resetDraft: StepDraft = {
  ...approveDraft,
  facts: { kind: 'reset', token: approveDraft.facts.token, spender: target },
}
/** While the price holds, unless said otherwise. */
const leftBy = (order: SwapOrder, now = start) => openAllowances(order, now)
const stopped: UntimedEvent = { type: 'stopped' }

function approved(drafts = [approveDraft, depositDraft]): SwapOrder {
  const running = orderAfter(planned(drafts), confirmed)
  return orderAfter(running, asked(running), sent, verified, mined)
}
/** The deposit, asked for with this allowance read before it. */
function askedToPay(order: SwapOrder, allowance?: string): SwapOrder {
  const ask = { ...asked(order, secondAttempt) } as UntimedEvent & { type: 'asked' }
  const read = allowance === undefined ? {} : { allowance }
  return orderAfter(order, { ...ask, evidence: { ...evidence, ...read } })
}
const second = { attemptId: secondAttempt }
const refused: UntimedEvent = { type: 'declined', ...second }
const stepOf = (order: SwapOrder, place: number, state: StepState): SwapOrder => ({
  ...order,
  steps: order.steps.map((step, index) => (index === place ? { ...step, state } : step)),
})

const open = {
  token: { ...approveDraft.facts.token, amount: '25000000' },
  spender: target,
  isRead: false,
}

const { token } = approveDraft.facts
const dai = { ...token, address: `0x${'d'.repeat(40)}`, symbol: 'DAI' }
const swapDraft: StepDraft = {
  ...approveDraft,
  facts: { kind: 'swap', token, gets: dai, target, method: '0x38ed1739' },
}
const allowDai: StepDraft = {
  ...approveDraft,
  facts: { kind: 'approve', token: dai, spender: target, exact: true },
}

describe('the allowances that an order leaves open', () => {
  it('given a swap before the payment used its approval, is that of the next one alone', () => {
    const drafts = [approveDraft, swapDraft, allowDai, depositDraft]
    const done: StepState = { status: 'confirmed', attemptId: attempt, hash: otherHash, at: 1 }
    const swapped = stepOf(approved(drafts), 1, done)
    expect(leftBy(orderAfter(swapped, stopped))).toEqual([])
    const other = stepOf(stepOf(approved([allowDai, approveDraft, swapDraft]), 1, done), 2, done)
    expect(leftBy({ ...other, status: 'stopped' })).toEqual([{ ...open, token: dai }])
    const allowed = stepOf(swapped, 2, done)
    expect(leftBy(orderAfter(allowed, stopped))).toEqual([{ ...open, token: dai }])
  })

  it('given it was stopped after its approval was mined, is that of the approval', () => {
    expect(leftBy(orderAfter(approved(), stopped))).toEqual([open])
    expect(open.token).toMatchObject({ address: usdc, chainId: 8453 })
  })

  it('given it goes on, are none', () => {
    expect(leftBy(approved())).toEqual([])
    expect(leftBy(askedToPay(approved()))).toEqual([])
    expect(leftBy(planned([approveDraft, depositDraft]))).toEqual([])
  })

  it.each(['policy/quote-expired', 'service/quote-expired', 'service/quote-not-found'] as const)(
    'given its price ended (%s), is that of the approval',
    (code) => {
      const order = approved()
      const stepId = order.steps[1]?.id ?? ''
      expect(leftBy(orderAfter(order, { type: 'unarmable', stepId, code }))).toEqual([open])
    },
  )

  it('given its payment was declined, is that of the approval once it can be asked for no more', () => {
    const order = orderAfter(askedToPay(approved()), refused)
    const end = order.accepted.validBefore * 1_000
    expect(leftBy(order, end - 6_000)).toEqual([])
    expect(leftBy(order, end - 5_000)).toEqual([open])
    // Nobody waits for an answer of one that is out.
    expect(leftBy(askedToPay(approved()), end)).toEqual([])
    expect(leftBy({ ...order, current: 5 }, end)).toEqual([])
  })

  it('given a file alone tells of it, and nobody knows how it went on, is that of the approval', () => {
    for (const order of [askedToPay(approved()), orderAfter(askedToPay(approved()), refused)]) {
      expect(leftBy({ ...order, status: 'attention', fromBackup: true })).toEqual([open])
    }
    // It may have been mined since.
    const running = orderAfter(planned([resetDraft, approveDraft, depositDraft]), confirmed)
    const at: StepState = { status: 'sent', attemptId: attempt, hash: otherHash, sentAt: 1 }
    const sentBy = (place: number): SwapOrder => ({
      ...stepOf(running, place, at),
      status: 'attention',
      fromBackup: true,
    })
    expect([0, 1].map((place) => leftBy(sentBy(place)))).toEqual([[], [open]])
    expect(leftBy({ ...sentBy(1), status: 'stopped' })).toEqual([])
  })

  it('given it waits for something else, are none', () => {
    const order = approved()
    const stepId = order.steps[1]?.id ?? ''
    const event: UntimedEvent = { type: 'unarmable', stepId, code: 'chain/unreachable' }
    expect(leftBy(orderAfter(order, event))).toEqual([])
  })

  it.each(['cancelled', 'reverted'] as const)(
    'given its deposit was %s at the service, is that of the approval',
    (type) => {
      const out = orderAfter(
        askedToPay(approved()),
        { type: 'sent', ...second, by: 'page', hash: otherHash },
        { type: 'verified', ...second, hash: otherHash, nonce: 5 },
        { type: 'submitted', hash: otherHash },
      )
      const event: UntimedEvent =
        type === 'reverted' ? { type, ...second } : { type, ...second, code: 'chain/cancelled' }
      expect(leftBy(orderAfter(out, event))).toEqual([open])
    },
  )

  it('given its approval was not mined, are none', () => {
    const running = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    const out = orderAfter(running, asked(running), sent, verified)
    for (const order of [running, out]) {
      expect(leftBy(orderAfter(order, stopped))).toEqual([])
    }
    // Mined after the stop, it is open all the same.
    expect(leftBy(orderAfter(out, stopped, mined))).toEqual([open])
  })

  it('given a deposit of it was mined, whichever, are none', () => {
    const out = orderAfter(
      askedToPay(approved()),
      { type: 'sent', ...second, by: 'page', hash: otherHash },
      { type: 'verified', ...second, hash: otherHash, nonce: 5 },
      { type: 'mined', ...second, hash: otherHash },
    )
    for (const status of ['filled', 'refunded', 'failed', 'unproved'] as const) {
      expect(leftBy({ ...out, status })).toEqual([])
    }
    const asking = askedToPay(approved())
    const strayed: SwapOrder = {
      ...asking,
      status: 'failed',
      attempts: asking.attempts.map((each) => ({ ...each, end: { what: 'mined', at: 1 } })),
    }
    expect(leftBy(strayed)).toEqual([])
    // Of an order that was found, the asks are not known.
    expect(leftBy({ ...out, status: 'filled', attempts: [] })).toEqual([])
    const asked = { ...asking, status: 'stopped' as const }
    expect(leftBy(asked)).toEqual([open])
    expect(leftBy({ ...approved(), current: 5 })).toEqual([])
  })

  /** An approval whose amount was changed in the wallet. */
  const raised = (ask: Attempt, units: string): Attempt => ({
    ...ask,
    seen: ask.seen.map((each) => ({ ...each, approved: units })),
  })

  /** Paid, with so much approved in the wallet, or read before the payment. */
  function paid(more: { approved?: string; read?: string }, order = approved()): SwapOrder {
    const [approval] = order.attempts
    if (!approval) throw new Error('nothing was asked for')
    const { approved: units } = more
    const attempts = [units === undefined ? approval : raised(approval, units)]
    const out = orderAfter(
      askedToPay({ ...order, attempts }, more.read),
      { type: 'sent', ...second, by: 'page', hash: otherHash },
      { type: 'verified', ...second, hash: otherHash, nonce: 5 },
      { type: 'mined', ...second, hash: otherHash },
    )
    return { ...out, status: 'filled' }
  }
  const beyond = { ...open, token: { ...open.token, amount: '75000000' } }
  const ends = ['filled', 'refunded', 'failed', 'unproved', 'stopped'] as const

  it.each(ends)('given more than it paid was approved, and it is %s, is what is left', (status) => {
    expect(leftBy({ ...paid({ approved: '100000000' }), status })).toEqual([beyond])
    const read = paid({ approved: '90000000', read: '100000000' })
    expect(leftBy({ ...read, status })).toEqual([{ ...beyond, isRead: true }])
    expect(leftBy({ ...paid({ read: '25000000' }), status })).toEqual([])
    expect(leftBy({ ...paid({ approved: '24000000' }), status })).toEqual([])
  })

  it('given more than it paid was approved, is none while it goes on', () => {
    for (const status of ['running', 'submitted', 'tracking'] as const) {
      const order = { ...paid({ approved: '100000000' }), status }
      expect(leftBy(order, order.accepted.validBefore * 1_000)).toEqual([])
    }
  })

  it('given more was approved, and nothing was paid, is what was approved', () => {
    const [approval] = approved().attempts
    if (!approval) throw new Error('nothing was asked for')
    const more = { ...approved(), attempts: [raised(approval, '100000000')] }
    const token = { ...open.token, amount: '100000000' }
    expect(leftBy(orderAfter(more, stopped))).toEqual([{ ...open, token }])
  })

  it('given more was approved to a swap before the payment, is what is left of that, once', () => {
    const order = approved([approveDraft, swapDraft, allowDai, depositDraft])
    const [approval] = order.attempts
    if (!approval) throw new Error('nothing was asked for')
    const more = { ...order, attempts: [raised(approval, '100000000')] }
    const done: StepState = { status: 'confirmed', attemptId: 'f', hash: otherHash, at: 1 }
    const all = stepOf(stepOf(stepOf(more, 1, done), 2, done), 3, done)
    expect(leftBy({ ...all, status: 'filled' })).toEqual([beyond])
    // A payment out of the same token takes nothing twice.
    const same = approved([approveDraft, swapDraft, depositDraft])
    const twice = stepOf(stepOf({ ...same, attempts: more.attempts }, 1, done), 2, done)
    expect(leftBy({ ...twice, status: 'filled' })).toEqual([beyond])
  })

  it('given what is left beyond the payment was taken back, are none', () => {
    const order = paid({ approved: '100000000' })
    const [approve] = order.steps
    if (!approve) throw new Error('no step')
    const facts = { kind: 'reset', token, spender: target } as const
    const reset = { ...approve, id: 'revoke', facts }
    expect(leftBy({ ...order, steps: [...order.steps, reset] })).toEqual([])
  })

  it('given the allowance was read before the payment was asked for, is as it was read', () => {
    const raised = orderAfter(askedToPay(approved(), '99000000'), refused, stopped)
    const token = { ...open.token, amount: '99000000' }
    expect(leftBy(raised)).toEqual([{ ...open, token, isRead: true }])
    const gone = orderAfter(askedToPay(approved(), '0'), refused, stopped)
    expect(leftBy(gone)).toEqual([])
    const elsewhere: SwapOrder = {
      ...raised,
      steps: raised.steps.map((step) =>
        step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, takenBy: usdc } } : step,
      ),
    }
    expect(leftBy(elsewhere)).toEqual([open])
    expect(leftBy({ ...raised, steps: raised.steps.slice(0, 1) })).toEqual([open])
  })

  it('given it was read once of two asks, is as it was read', () => {
    const order = orderAfter(askedToPay(approved(), '99000000'), refused)
    const again = orderAfter(order, asked(order, 'd'.repeat(32)))
    const ended = orderAfter(again, { type: 'declined', attemptId: 'd'.repeat(32) }, stopped)
    expect(leftBy(ended)[0]).toMatchObject({ token: { amount: '99000000' }, isRead: true })
  })

  it('given it was read before a later approval, is that of the approval', () => {
    const order = orderAfter(askedToPay(approved(), '99000000'), refused, stopped)
    const [first, other] = order.attempts
    if (!first || !other) throw new Error('two asks')
    const earlier = { ...first, attemptId: 'e'.repeat(32) }
    expect(leftBy({ ...order, attempts: [other, first] })).toEqual([open])
    expect(leftBy({ ...order, attempts: [earlier, other, first] })).toEqual([open])
  })

  it('given the old approval was cleared and none followed, are none', () => {
    const cleared = approved([resetDraft, approveDraft, depositDraft])
    expect(leftBy(orderAfter(cleared, stopped))).toEqual([])
    const both = stepOf(cleared, 1, { status: 'confirmed', attemptId: attempt, hash: '0x', at: 1 })
    expect(leftBy(orderAfter(both, stopped))).toEqual([open])
  })

  it('given it was cleared again for a new price that was not taken, are none', () => {
    const order = approved([approveDraft, resetDraft, approveDraft, depositDraft])
    const cleared = stepOf(order, 1, { status: 'confirmed', attemptId: attempt, hash: '0x', at: 1 })
    expect(leftBy(orderAfter(order, stopped))).toEqual([open])
    expect(leftBy(orderAfter(cleared, stopped))).toEqual([])
  })

  it('given spenders changed with a new price, are those of each', () => {
    const spender = usdc
    const facts = { ...approveDraft.facts, spender } as StepDraft['facts']
    const order = approved([approveDraft, { ...approveDraft, facts }, depositDraft])
    const both = stepOf(order, 1, { status: 'confirmed', attemptId: attempt, hash: '0x', at: 1 })
    expect(leftBy(orderAfter(both, stopped))).toEqual([open, { ...open, spender }])
  })

  it('given an order without approvals, or one that cannot be read, are none', () => {
    const solana = orderAfter(planned([solanaDraft]), confirmed, stopped)
    expect(leftBy(solana)).toEqual([])
    expect(leftBy({ ...approved(), status: 'attention' })).toEqual([])
  })
})
