import { describe, expect, it } from 'vitest'
import {
  asked,
  confirmed,
  hash,
  mined,
  orderAfter,
  otherHash,
  payoutFound,
  planned,
  sent,
  submitted,
  verified,
} from '@/test/samples/order'
import { readStoredOrder } from './stored'

const running = orderAfter(planned(), confirmed)
const tracked = orderAfter(running, asked(running), sent, verified, mined, submitted)

/** Every place of an order that holds one of a few words, and what a later version may say there. */
const unknowns: [string, (order: Record<string, unknown>) => unknown][] = [
  ['its status', (order) => ({ ...order, status: 'teleported' })],
  ['its kind', (order) => ({ ...order, kind: 'dream' })],
  ['how its amount was typed', (order) => set(order, 'accepted.tradeType', 'EITHER')],
  ['the family of its wallet', (order) => set(order, 'wallet.family', 'bip122')],
  ['what a step does', (order) => set(order, 'steps.0.facts.kind', 'stake')],
  ['what a step asks', (order) => set(order, 'steps.0.action.kind', 'message')],
  ['where a step stands', (order) => set(order, 'steps.0.state.status', 'pondered')],
  ['who saw a transaction', (order) => set(order, 'attempts.0.seen.0.by', 'oracle')],
  ['what became of an ask', (order) => set(order, 'attempts.0.end', { what: 'lent', at: 1 })],
  ['what code its account had', (order) => set(order, 'attempts.0.evidence.coded', 'half')],
  ['its end', (order) => ({ ...order, arrival: { kind: 'gift', since: 1 } })],
  ['its alarm', (order) => ({ ...order, alarm: { kind: 'loud', at: 1 } })],
  ['why it was halted', (order) => ({ ...order, halted: { why: 'moon', at: 1 } })],
  ['a change of the chain', (order) => ({ ...order, switching: { stage: 'third' } })],
  ['a trial', (order) => ({ ...order, advice: { at: 1, outcome: 'perhaps' } })],
]

function set(value: unknown, path: string, to: unknown): unknown {
  const [name = '', ...rest] = path.split('.')
  const copy = structuredClone(value) as Record<string, unknown>
  copy[name] = rest.length === 0 ? to : set(copy[name] ?? {}, rest.join('.'), to)
  return copy
}

describe('an order of which a part cannot be read', () => {
  it.each(unknowns)('given %s, keeps what can be, and the record as it is', (_, change) => {
    const stored = change(structuredClone(tracked))
    const before = structuredClone(stored)
    const order = readStoredOrder(tracked.id, stored)
    const { id, revision, createdAt, updatedAt, confirmedAt, service, accepted } = tracked
    const { from, to, author, recipient, refundTo } = accepted
    expect(order).toMatchObject({
      ...{ id, revision, createdAt, updatedAt, confirmedAt, service },
      accepted: { from, to, author, recipient, refundTo },
      status: 'attention',
      steps: [],
      attempts: [],
    })
    expect(order.unread?.hashes).toContain(hash)
    expect(order.unread?.stored).toBe(stored)
    expect(stored).toEqual(before)
  })

  it('names every transaction and claim of it once, and no hash of a block', () => {
    const paid = orderAfter(tracked, {
      type: 'serviceRead',
      view: { orderId: 'svc-1', status: 'filled', fill: { txHash: otherHash } },
    } as never)
    const stored = { ...orderAfter(paid, payoutFound), blockhash: 'no', status: 'teleported' }
    const { hashes = [] } = readStoredOrder(tracked.id, stored).unread ?? {}
    const { claims } = stored.arrival?.found ?? { claims: [] }
    expect(claims.length).toBeGreaterThan(0)
    expect(new Set(hashes)).toEqual(new Set([hash, otherHash, ...claims]))
    expect(hashes).toHaveLength(new Set(hashes).size)
  })

  it('tells what is its own from what its service says, an alarm does, or a look found to be another’s', () => {
    const [step] = tracked.steps
    const check = { at: 1, what: 'hash', hash: 'another', state: 'other' }
    const stored = {
      ...tracked,
      status: 'teleported',
      service: { ...tracked.service, depositTxHash: hash, fill: { txHash: otherHash } },
      steps: [step, { ...step, state: { status: 'unsure', checks: [check] } }],
      alarm: { kind: 'second', hash: 'second' },
      purchase: { leg: { fillTxHash: 'leg' } },
    }
    const { hashes = [], told } = readStoredOrder(tracked.id, stored).unread ?? {}
    expect(new Set(told)).toEqual(new Set([otherHash, 'another', 'second', 'leg']))
    expect(hashes).toEqual(expect.arrayContaining([hash, ...(told ?? [])]))
  })

  it('given it is made to be slow, is read all the same', () => {
    const leaves = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, '']))
    const order = readStoredOrder('x', { ['.a'.repeat(250_000)]: leaves, hash })
    expect(order.unread?.hashes).toEqual([hash])
  })

  it('given one amount is damaged, keeps the other, and the accounts', () => {
    const stored = set(tracked, 'accepted.to.amount', 'much')
    const order = readStoredOrder(tracked.id, stored)
    expect(order.accepted.from).toEqual(tracked.accepted.from)
    expect(order.accepted.to).toMatchObject({ symbol: '?', amount: '0' })
    expect(order.accepted.author).toBe(tracked.accepted.author)
  })

  it('given an alarm that can be read, still raises it', () => {
    const alarm = { kind: 'second', code: 'order/attention', at: 1, attemptId: 'a', hash }
    const order = readStoredOrder(tracked.id, { ...tracked, alarm, status: 'teleported' })
    expect(order.alarm).toEqual(alarm)
  })

  it.each([undefined, null, 7, 'torn', []])('given %o, is an order still, by its id', (stored) => {
    const order = readStoredOrder('x', stored)
    expect(order).toMatchObject({ id: 'x', status: 'attention', unread: { hashes: [] } })
  })

  it('given a whole one that says so of itself, does not believe it', () => {
    const stored = { ...tracked, unread: { hashes: [], stored: { status: 'filled' } } }
    expect(readStoredOrder(tracked.id, stored)).toEqual(tracked)
  })
})
