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
  refundFound,
  sent,
  start,
  submitted,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'
import { made, plannedPurchase, purchaseAfter } from '@/test/samples/purchase'
import { shownAddress } from '@/test/samples/transfer'
import type { OrderEvent } from './event'
import type { Beginning, SwapOrder } from './order'
import { reduce } from './reduce'

const at = start + 60_000
const running = orderAfter(planned(), confirmed)
const isSubmitted = orderAfter(running, asked(running), sent, verified, submitted)
const isMined = orderAfter(isSubmitted, mined)
const read = (status: string, more: object = {}): UntimedEvent => ({
  type: 'serviceRead',
  view: { status, ...more },
})
const submittedPurchase = purchaseAfter(plannedPurchase(), made)
const saysPaid = orderAfter(isMined, read('filled'))

const apply = (order: SwapOrder, event: UntimedEvent) =>
  reduce(order, { at, ...event } as OrderEvent)
const tasks = (order: SwapOrder, event: UntimedEvent) =>
  apply(order, event).effects.map(({ task }) => task)
function ignores(order: SwapOrder, event: UntimedEvent): void {
  expect(apply(order, event).order).toBe(order)
}

describe('what the service says of its end', () => {
  it.each([
    ['filled', 'payout'],
    ['refunded', 'refund'],
  ] as const)(
    'given %s, then it is under way still, and looked for on the chain',
    (status, kind) => {
      const { order, effects } = apply(isMined, read(status))
      expect(order).toMatchObject({ status: 'tracking', arrival: { kind, since: at } })
      expect(order.notified).toEqual([])
      expect(effects.map(({ task, dueAt }) => [task.kind, dueAt])).toEqual([['proveArrival', at]])
      ignores(order, read(status))
    },
  )

  it.each(['filled', 'refunded', 'failed'])(
    'given %s before the deposit is mined, then nothing of it is believed',
    (status) => {
      const lie = read(status, { orderId: 'svc-1', fill: { txHash: otherHash }, refund: {} })
      const order = orderAfter(isSubmitted, lie)
      expect(order.status).toBe('tracking')
      expect(order.service).toStrictEqual({ orderId: 'svc-1', lastReadAt: expect.any(Number) })
      expect(order).not.toHaveProperty('arrival')
      expect(tasks(isSubmitted, lie)).toEqual([])
      expect(orderAfter(order, mined, lie).service.status).toBe(status)
    },
  )

  it('given it names the payout later, then it is looked for at once, once', () => {
    const named = read('filled', { fill: { txHash: otherHash } })
    expect(tasks(saysPaid, named)).toEqual([{ kind: 'proveArrival' }])
    expect(tasks(orderAfter(saysPaid, named), named)).toEqual([])
    const other = read('filled', { refund: { txHash: otherHash } })
    expect(tasks(saysPaid, other)).toEqual([])
    const back = orderAfter(saysPaid, read('refunded'))
    expect(back.arrival?.kind).toBe('refund')
    expect(tasks(back, read('refunded', { refund: { txHash: hash } }))).toHaveLength(1)
  })

  it('given it takes a refund back, then the payout is looked for at once', () => {
    const saysRefunded = orderAfter(isMined, read('refunded', { refund: { txHash: hash } }))
    const named = read('filled', { fill: { txHash: otherHash } })
    const { order, effects } = apply(saysRefunded, named)
    const since = saysRefunded.arrival?.since
    expect(order).toMatchObject({ status: 'tracking', arrival: { kind: 'payout', since } })
    expect(effects.map(({ task, dueAt }) => [task.kind, dueAt])).toEqual([['proveArrival', at]])
  })

  it('given it takes turns, then its day goes on from its first word', () => {
    const [paid, back] = [read('filled'), read('refunded')]
    const { order } = apply(orderAfter(saysPaid, back, paid), back)
    expect(order.arrival).toMatchObject({ kind: 'refund', since: saysPaid.arrival?.since })
  })

  it('given it names another one each time, then no more than eight words are looked for at once', () => {
    let order = saysPaid
    let looks = 0
    for (let count = 0; count < 50; count += 1) {
      const said = read('filled', { fill: { txHash: `0x${count}` } })
      looks += tasks(order, said).length
      order = orderAfter(order, said)
    }
    expect(looks).toBe(7)
    expect(order.service.fill?.txHash).toBe('0x49')
  })

  it('given it says so in time, then nobody is told that it is late', () => {
    const late = { ...read('filled'), at: start + 9_000_000 }
    expect(tasks(isMined, late)).toEqual([{ kind: 'proveArrival' }])
    expect(tasks(saysPaid, { ...late, at: start + 10_000_000 })).toEqual([])
  })
})

describe('what nodes of the chain show', () => {
  it.each([
    ['payout', 'filled', payoutFound],
    ['refund', 'refunded', refundFound],
  ] as const)('given the %s, then the order is %s and says so once', (_, status, found) => {
    const order = orderAfter(isMined, read(status))
    const end = orderAfter(order, found)
    expect(end.status).toBe(status)
    expect(tasks(order, found)).toEqual([{ kind: 'notify', topic: status }])
    ignores(end, found)
  })

  it('given a payout where a refund is looked for, or none, then it proves nothing', () => {
    ignores(saysPaid, refundFound)
    ignores(isMined, payoutFound)
    ignores(running, payoutFound)
  })

  it.each(['short', 'other-token'] as const)(
    'given what is %s, then it is kept, and no end',
    (what) => {
      if (payoutFound.type !== 'paymentFound') throw new Error('a payment')
      const less: UntimedEvent = { ...payoutFound, found: { ...payoutFound.found, what } }
      const order = orderAfter(saysPaid, less)
      expect(order).toMatchObject({ status: 'tracking', arrival: { found: { what } } })
      expect(tasks(saysPaid, less)).toEqual([])
      ignores(order, less)
      ignores(order, { ...less, found: { ...less.found, at: at + 1 } })
      for (const change of [{ amount: '1' }, { token: 'x' }, { hash }, { what: 'paid' as const }]) {
        const other: UntimedEvent = { ...less, found: { ...less.found, ...change } }
        expect(apply(order, other).order).not.toBe(order)
      }
      expect(orderAfter(order, payoutFound).status).toBe('filled')
    },
  )

  it('given blocks that hold nothing, then the search goes on after them', () => {
    const sought = (scanned: string, kind: 'payout' | 'refund' = 'payout'): UntimedEvent => ({
      type: 'paymentSought',
      kind,
      scanned,
    })
    const order = orderAfter(saysPaid, sought('100'))
    expect(order.arrival?.scanned).toBe('100')
    ignores(order, sought('99'))
    ignores(order, sought('100'))
    expect(orderAfter(order, sought('101')).arrival?.scanned).toBe('101')
    ignores(order, sought('200', 'refund'))
    ignores(isMined, sought('100'))
    ignores(running, sought('100'))
  })

  it('given no proof in its time, then the order ends as what the service says', () => {
    const over: UntimedEvent = { type: 'paymentUnproved' }
    expect(tasks(saysPaid, over)).toEqual([{ kind: 'notify', topic: 'unproved' }])
    const end = orderAfter(saysPaid, over)
    expect(end.status).toBe('unproved')
    ignores(end, over)
    ignores(end, payoutFound)
    ignores(isMined, over)
    ignores(running, over)
  })
})

describe('the chain that is paid on, before the ask', () => {
  const began: Beginning = { block: '100', holding: { balance: '5', nonce: 1 } }
  const event: UntimedEvent = { type: 'beginningRead', began }

  it('given it was read before any ask, then it is kept, and never replaced', () => {
    const order = orderAfter(running, event)
    expect(order.began).toEqual(began)
    ignores(order, { ...event, began: { block: '200' } })
  })

  it('given the deposit is out, or the order is not under way, then it is too late', () => {
    ignores(orderAfter(running, asked(running)), event)
    ignores(planned(), event)
  })

  it('given it was looked up later, then it is kept while the service has the order, and never replaced', () => {
    const late: UntimedEvent = { ...event, began: { ...began, since: 7 } }
    expect(orderAfter(saysPaid, late).began).toEqual({ ...began, since: 7 })
    ignores(orderAfter(saysPaid, late), { ...event, began: { block: '1', since: 1 } })
    ignores(saysPaid, event)
    ignores(running, late)
  })
})

describe('a record of something else', () => {
  const told: UntimedEvent = {
    type: 'contradicted',
    field: 'recipient',
    accepted: 'mine',
    told: 'theirs',
  }

  it('given one, then an alarm and nothing else', () => {
    const { order, effects } = apply(isMined, told)
    const { contradiction, notified, revision, updatedAt, ...rest } = order
    expect(contradiction).toEqual({ at, field: 'recipient', accepted: 'mine', told: 'theirs' })
    expect(isMined).toMatchObject(rest)
    expect(notified).toEqual(['alarm'])
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'alarm' }])
    expect(revision).toBe(isMined.revision + 1)
    expect(updatedAt).toBe(at)
    ignores(order, told)
    expect(orderAfter(order, { ...told, told: 'others' }).contradiction?.told).toBe('others')
    expect(orderAfter(order, { ...told, field: 'author' }).contradiction?.field).toBe('author')
  })

  it('given an order that is not at the service, then nothing', () => ignores(running, told))

  it('given a purchase, then its provider answered: what could not be read is so no more', () => {
    const blocker = { code: 'service/unreachable' as const, since: at }
    const order = reduce({ ...submittedPurchase, blocker }, { at, ...told } as OrderEvent).order
    expect(order.contradiction).toBeDefined()
    expect(order).not.toHaveProperty('blocker')
    // Of a payment to an address it says something else.
    const unlinked = { code: 'order/unlinked' as const, since: at }
    const address = reduce({ ...shownAddress, blocker: unlinked }, { at, ...told } as OrderEvent)
    expect(address.order.blocker).toEqual(unlinked)
  })
})
