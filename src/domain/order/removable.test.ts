import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  asked,
  attempt,
  confirmed,
  declined,
  mined,
  orderAfter,
  payment,
  planned,
  sent,
  submitted,
  verified,
} from '@/test/samples/order'
import { made, opened, plannedPurchase, purchaseAfter, read } from '@/test/samples/purchase'
import type { Step, SwapOrder } from './order'
import { revokeOf } from './order-parts'
import { isRemovable, isWitness } from './removable'

const running = orderAfter(planned(), confirmed)
const paid = orderAfter(running, asked(running), sent, verified, mined, submitted)
const arrival = { kind: 'payout' as const, since: paid.updatedAt, found: payment }
const filled: SwapOrder = { ...paid, status: 'filled', arrival }
const late = filled.accepted.validBefore * 1_000 + 2 * 86_400_000
const alarm = {
  kind: 'second',
  at: 0,
  code: 'order/attention',
  attemptId: attempt,
  hash: '0x1',
} as const

describe('an order that a person removes', () => {
  it('is one whose money is known to have arrived or come back', () => {
    expect(isRemovable(filled, 0)).toBe(true)
    expect(isRemovable({ ...filled, status: 'refunded' }, 0)).toBe(true)
  })

  it('is one that a backup tells of, which nothing here would ever end, but while it takes back', () => {
    const kept: SwapOrder = {
      ...orderAfter(running, asked(running)),
      status: 'attention',
      fromBackup: true,
    }
    expect(isRemovable(kept, 0)).toBe(true)
    expect(isRemovable({ ...kept, alarm }, late)).toBe(false)
    const unread = { stored: {}, hashes: [], told: [], lacks: [] } as unknown as NonNullable<
      SwapOrder['unread']
    >
    expect(isRemovable({ ...kept, unread }, late)).toBe(false)
    const [step] = kept.steps
    const facts = { ...approveDraft.facts, kind: 'reset' } as Step['facts']
    const revoke: Step = {
      ...(step as Step),
      id: 'r',
      deposit: false,
      facts,
      state: { status: 'ready' },
    }
    const steps = [...kept.steps, revoke]
    const revoking = { ...kept, steps, current: steps.length - 1 }
    expect(revokeOf(revoking)).toBe(revoke)
    expect(isRemovable(revoking, late)).toBe(false)
  })

  it.each<[string, SwapOrder]>([
    ['under way', running],
    ['asked', orderAfter(running, asked(running))],
    ['on its way', { ...paid, status: 'tracking' }],
    ['with an alarm', { ...filled, alarm }],
    [
      'with a record that is not its own',
      { ...filled, contradiction: { at: 0, field: 'author', accepted: 'a', told: 'b' } },
    ],
    [
      'with an ask whose end is not known',
      { ...filled, attempts: filled.attempts.map(({ end: _, ...each }) => each) },
    ],
    ['paid, and called failed', { ...paid, status: 'failed' }],
    ['paid, and never checked', { ...paid, status: 'unproved' }],
    ['damaged', { ...filled, status: 'attention' }],
    [
      'cancelled while its wallet is asked',
      { ...orderAfter(running, asked(running)), status: 'stopped' },
    ],
  ])('is never one that is %s', (_, order) => {
    expect(isRemovable(order, late)).toBe(false)
  })

  it('given it was refused and cancelled, is one only after its own deadline', () => {
    const stopped: SwapOrder = { ...declined, status: 'stopped' }
    expect(isRemovable(stopped, declined.createdAt)).toBe(false)
    expect(isRemovable(stopped, late)).toBe(true)
    expect(isRemovable({ ...running, status: 'stopped' }, 0)).toBe(true)
  })

  it('given a purchase that failed at a time that is not known, is none: it may come late', () => {
    const order = purchaseAfter(plannedPurchase(), made, opened, read('failed'))
    const { failure: _, ...untimed } = order
    expect(isRemovable({ ...untimed, status: 'failed' }, Number.MAX_SAFE_INTEGER)).toBe(false)
  })

  it('given a copy of what the service tells, is one', () => {
    expect(isRemovable({ ...filled, steps: [], attempts: [], status: 'unproved' }, 0)).toBe(true)
  })
})

describe('an order that ended while another was under way', () => {
  it('is kept until that one is over, where they share an account', () => {
    const other: SwapOrder = { ...running, id: 'd'.repeat(32), createdAt: filled.updatedAt }
    expect(isWitness(filled, other)).toBe(true)
    expect(isWitness(filled, { ...other, createdAt: filled.updatedAt + 1 })).toBe(false)
    const elsewhere = `0x${'9'.repeat(40)}`
    const accepted = {
      ...other.accepted,
      author: elsewhere,
      recipient: elsewhere,
      refundTo: elsewhere,
    }
    expect(isWitness(filled, { ...other, accepted })).toBe(false)
    expect(isWitness(filled, filled)).toBe(true)
  })
})
