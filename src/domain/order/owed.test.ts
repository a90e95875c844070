import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  confirmed,
  declined,
  depositDraft,
  mined,
  orderAfter,
  otherHash,
  payment,
  planned,
  secondAttempt,
  sent,
  solanaDraft,
  submitted,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import { shownAddress } from '@/test/samples/transfer'
import type { Order, SwapOrder } from './order'
import { owedWork, standingNotices } from './owed'

const running = orderAfter(planned(), confirmed)
const asking = orderAfter(running, asked(running))
const isSent = orderAfter(asking, sent)
const isVerified = orderAfter(isSent, verified)
const failed: UntimedEvent = { type: 'serviceRead', view: { status: 'failed' } }
const check = { at: 1, what: 'nonce' as const, mined: 1, waiting: 0 }
const unsure = orderAfter(asking, { type: 'doubted', attemptId: attempt, check })
const solana = orderAfter(planned([solanaDraft]), confirmed)

const kinds = (order: Order) => owedWork(order).map(({ kind }) => kind)

describe('the work that an order must have', () => {
  it.each([
    ['planned', planned(), []],
    ['running', running, ['submitDeposit']],
    ['asking', asking, ['reconcile', 'submitDeposit']],
    ['unsure', unsure, ['reconcile', 'submitDeposit']],
    ['declined', declined, ['reconcile', 'submitDeposit']],
    ['sent', isSent, ['verifyTransaction', 'submitDeposit']],
    ['sent on Solana', orderAfter(solana, asked(solana), sent), ['awaitReceipt', 'submitDeposit']],
    ['mined on Solana', orderAfter(solana, asked(solana), sent, mined), ['submitDeposit']],
    ['verified', isVerified, ['awaitReceipt', 'submitDeposit']],
    ['mined', orderAfter(isVerified, mined), ['awaitReceipt', 'submitDeposit']],
    ['submitted', orderAfter(isVerified, mined, submitted), ['awaitReceipt', 'pollOrder']],
    ['failed by word', orderAfter(isVerified, mined, submitted, failed), ['pollOrder']],
    ['stopped', orderAfter(running, { type: 'stopped' }), []],
    ['stopped and its refusal doubted', orderAfter(declined, { type: 'stopped' }), ['reconcile']],
  ] as const)('given it is %s, is what its state says', (_, order, work) => {
    expect(kinds(order)).toEqual(work)
  })

  it('given an approval is out as its order is stopped, follows it to its end', () => {
    const started = orderAfter(planned([approveDraft, depositDraft]), confirmed)
    const out = orderAfter(started, asked(started))
    const stopped = orderAfter(out, { type: 'stopped' })
    expect(kinds(stopped)).toEqual(['reconcile'])
    expect(kinds(orderAfter(stopped, sent))).toEqual(['verifyTransaction'])
    expect(kinds(orderAfter(stopped, sent, verified))).toEqual(['awaitReceipt'])
    expect(kinds(orderAfter(stopped, sent, verified, mined))).toEqual([])
  })

  it.each(['chain', 'wallet'] as const)(
    'given nothing was sent by the word of the %s, looks for it on: that may come yet',
    (by) => {
      const code = 'order/not-sent' as const
      const none = { type: 'notSent', attemptId: attempt, by, code, retryable: true } as const
      expect(kinds(orderAfter(asking, none))).toEqual(['reconcile', 'submitDeposit'])
    },
  )

  it('given a payment was replaced, as operators show, looks for it no more', () => {
    const other = { type: 'cancelled', attemptId: attempt, code: 'chain/cancelled' } as const
    const cancelled = orderAfter(isVerified, other)
    expect(kinds(cancelled)).toEqual(['watchStray', 'submitDeposit'])
    const again = orderAfter(cancelled, asked(cancelled, secondAttempt))
    expect(kinds(again)).toEqual(['reconcile', 'watchStray', 'submitDeposit'])
  })

  it('given a mined step that others carried out, looks for it again', () => {
    const { nonce: _, ...unnumbered } = verified as Extract<UntimedEvent, { type: 'verified' }>
    expect(kinds(orderAfter(isSent, unnumbered, mined))).toEqual(['awaitReceipt', 'submitDeposit'])
  })

  it('given an ask that a newer one replaced and a hash beside, looks after both', () => {
    const again = orderAfter(declined, asked(declined, secondAttempt), {
      ...sent,
      hash: otherHash,
    } as UntimedEvent)
    expect(owedWork(again)).toEqual([
      { kind: 'reconcile', attemptId: secondAttempt },
      { kind: 'reconcile', attemptId: attempt },
      { kind: 'watchStray', attemptId: attempt, hash: otherHash },
      { kind: 'submitDeposit' },
    ])
  })
})

describe('what a person was told of', () => {
  const told = (notified: Order['notified'], more: object = {}): Order =>
    ({ ...running, notified, ...more }) as Order
  const needs = (needsPerson: boolean, more: object = {}) => {
    const [step] = unsure.steps
    const steps = [{ ...step, state: { ...step?.state, needsPerson } }]
    return told(['needs-you'], { steps, ...more })
  }
  const blocked = (code: string) => told(['needs-you'], { blocker: { code, since: 1 } })
  const alarm = { kind: 'second' }
  const less = { ...payment, what: 'short' as const, amount: '1000000' }
  const short: Order = {
    ...shownAddress,
    notified: ['needs-you'],
    transfer: { ...shownAddress.transfer, seen: [less] },
  }
  const closed: Order = {
    ...shownAddress,
    notified: ['closed'],
    transfer: { ...shownAddress.transfer, closed: { at: 1, why: 'ended' } },
  }
  const unanswered = told(['unanswered'], { failure: { code: 'order/not-made', at: 1 } })
  const byAddress = { ...shownAddress, pay: { steps: (needs(true) as SwapOrder).steps } }

  it.each<[string, Order, Order['notified']]>([
    ['a request is the person’s to judge', needs(true), ['needs-you']],
    ['a request is, and nobody was told', needs(true, { notified: [] }), []],
    ['it is judged', needs(false), []],
    ['it goes on', told(['needs-you']), []],
    [
      'the service does not take what was paid',
      { ...blocked('order/unlinked'), notified: ['needs-you', 'unlinked'] },
      ['unlinked'],
    ],
    ['the service takes it after all', told(['unlinked']), []],
    ['the service closed its address', closed, ['closed']],
    ['...and its order has ended', { ...closed, status: 'failed' }, []],
    ['the fiat API did not answer', unanswered, ['unanswered']],
    ['...and did after all', told(['unanswered']), []],
    ['it counts that for another order', blocked('order/hash-taken'), ['needs-you']],
    ['it waits for another one', blocked('order/may-land'), []],
    ['something came beside it, and it is late', told(['alarm', 'late'], { alarm }), ['alarm']],
    ['what came beside it is on no record', told(['alarm']), []],
    // What came to the address may be all that was asked for by now.
    ['a request to pay to an address is the person’s', told(['needs-you'], byAddress), []],
    ['less than asked for came to its address', short, ['needs-you']],
    ['...and its order has ended', { ...short, status: 'refunded' }, []],
    ['an end was told of that a later word took back', told(['failed', 'filled', 'held']), []],
  ])('given %s, stands or not', (_, order, standing) => {
    expect(standingNotices(order)).toEqual(standing)
  })
})
