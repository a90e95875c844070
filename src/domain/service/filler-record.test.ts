import { describe, expect, it } from 'vitest'
import {
  asked,
  confirmed,
  mined,
  orderAfter,
  planned,
  sent,
  start,
  submitted,
  verified,
} from '@/test/samples/order'
import type { Order, SwapOrder } from '../order/order'
import { deedOf, type FillerDeed, fillerOf, reliabilities, sumUp } from './filler-record'

const accepted = { ...planned().accepted, minAmountOut: '24000000', filler: '/icons/filler/a.svg' }
const made = orderAfter(planned(undefined, { accepted }), confirmed)
const paid = orderAfter(made, asked(made), sent, verified, mined, submitted)
const found = {
  what: 'paid' as const,
  token: accepted.to.address,
  amount: '24240000',
  claims: ['42161:0x1:0'],
  at: start + 45_000,
  time: start / 1_000 + 15,
  nodes: ['a', 'b'],
}
const filled = (patch: Partial<SwapOrder> = {}): SwapOrder => ({
  ...paid,
  status: 'filled',
  arrival: { kind: 'payout', since: start, found },
  ...patch,
})
const deed = (patch: Partial<FillerDeed> = {}): FillerDeed => ({
  fromChainId: 8453,
  toChainId: 42161,
  came: true,
  took: 20,
  promised: 20,
  ...patch,
})
const many = (count: number, patch: Partial<FillerDeed> = {}) =>
  Array.from({ length: count }, () => deed(patch))
const pair = { fromChainId: 8453, toChainId: 42161 }

describe('what an order says of its filler', () => {
  it("given its money was seen, is the time from the wallet's answer and what came above the minimum", () => {
    const at = paid.attempts[0]?.seen[0]?.at ?? 0
    expect(at).toBeGreaterThan(0)
    expect(deedOf(filled())).toEqual({
      ...pair,
      came: true,
      promised: 20,
      took: found.time - at / 1_000,
      above: 10_000,
    })
  })

  it('given no node told when it was paid, says nothing of its time', () => {
    const { time: _, ...untimed } = found
    const arrival = { kind: 'payout' as const, since: start, found: untimed }
    expect(deedOf(filled({ arrival }))).not.toHaveProperty('took')
  })

  it('given no minimum was promised, says nothing of one', () => {
    const { minAmountOut: _, ...open } = accepted
    expect(deedOf(filled({ accepted: open }))).not.toHaveProperty('above')
  })

  it.each<[string, Partial<Order>]>([
    ['was sent back', { status: 'refunded' }],
    ['failed after it was paid', { status: 'failed' }],
    ["ended by the service's word alone", { status: 'unproved' }],
    ['is late', { status: 'tracking', notified: ['late'] }],
  ])('counts as not come where it %s', (_, patch) => {
    expect(deedOf({ ...paid, ...patch } as Order)).toMatchObject({ came: false })
  })

  it.each<[string, Order]>([
    ['is under way in time', paid],
    ['was never paid', { ...made, status: 'failed' }],
    ['was stopped', { ...made, status: 'stopped' }],
    [
      'raised an alarm',
      filled({
        alarm: {
          kind: 'took',
          at: 0,
          code: 'order/took-more',
          attemptId: '',
          hash: '',
          detail: '',
        } as never,
      }),
    ],
    ['was only found at the service', filled({ steps: [] })],
    ['came from a backup file, which may be anybody`s', filled({ fromBackup: true })],
    [
      'ended unproved on a chain that nobody reads here',
      {
        ...paid,
        status: 'unproved',
        accepted: { ...accepted, to: { ...accepted.to, family: 'bip122' } },
      } as Order,
    ],
  ])('says nothing where it %s', (_, order) => {
    expect(deedOf(order)).toBeUndefined()
  })

  it('given it was paid by address, counts from when the payment was seen there', () => {
    const { steps: _, attempts: __, current: ___, ...rest } = filled()
    const transfer = { depositAddress: '0x1', amount: '1', expiresAt: 0, seen: [] }
    const byAddress = { ...rest, kind: 'transfer', transfer } as unknown as Order
    expect(deedOf({ ...byAddress, confirmedAt: start })).toMatchObject({ came: true, took: 15 })
    expect(deedOf({ ...byAddress, status: 'failed', confirmedAt: start })?.came).toBe(false)
    const { confirmedAt: ____, ...unpaid } = byAddress
    expect(deedOf({ ...unpaid, status: 'failed' } as Order)).toBeUndefined()
  })

  it('counts from the payment alone: no approval, and nothing that was not asked for', () => {
    const [attempt] = paid.attempts
    if (!attempt) throw new Error('an ask')
    const seen = { at: start, by: 'page' as const, hash: '0x2' }
    const approval = { ...attempt, deposit: false, seen: [seen] }
    const other = { ...attempt, seen: [{ ...seen, differs: true as const }] }
    expect(deedOf(filled({ attempts: [approval, other] }))).not.toHaveProperty('took')
    const late = { ...attempt, seen: [{ ...seen, at: start + 5_000 }] }
    expect(deedOf(filled({ attempts: [approval, other, late] }))?.took).toBe(10)
  })

  it('is nothing where another token came, or where a provider sold it', () => {
    const other = {
      kind: 'payout' as const,
      since: start,
      found: { ...found, what: 'short' as const },
    }
    expect(deedOf(filled({ arrival: other }))).toBeUndefined()
    const bought = { ...filled(), kind: 'purchase', purchase: {} } as unknown as Order
    expect([fillerOf(bought), deedOf(bought)]).toEqual([undefined, undefined])
  })

  it('given late that was said of one the service has just taken, counts it as not come', () => {
    expect(deedOf({ ...paid, status: 'submitted', notified: ['late'] })?.came).toBe(false)
  })

  it('has a name where neither service nor picture is known', () => {
    const { serviceUrl: _, ...unnamed } = filled()
    const { filler: __, ...plain } = accepted
    expect(fillerOf({ ...unnamed, accepted: plain } as Order)).toBe('["","native-filler",""]')
  })

  it('names its filler by service, kind and picture', () => {
    const other = { ...accepted, filler: '/icons/filler/b.svg' }
    const names = [
      filled(),
      filled({ accepted: other }),
      filled({ serviceUrl: 'https://b.test' }),
    ].map(fillerOf)
    expect(new Set(names).size).toBe(3)
  })
})

describe('the record of a filler', () => {
  it('is the median of times and amounts, which one slow night does not move', () => {
    const all = [...many(4, { took: 15, above: 200 }), deed({ took: 40_000, above: -5 })]
    expect(sumUp(all, { fromChainId: 1, toChainId: 2 })).toEqual({
      orders: 5,
      came: 5,
      beside: -5,
      pace: 0.75,
      above: 200,
      isPair: false,
    })
  })

  it('is of the pair alone once there are five of it', () => {
    const elsewhere = many(3, { toChainId: 10, came: false })
    expect(sumUp([...many(4), ...elsewhere], pair)).toMatchObject({ orders: 7, isPair: false })
    expect(sumUp([...many(5), ...elsewhere], pair)).toMatchObject({
      orders: 5,
      came: 5,
      isPair: true,
    })
  })

  it('is the mean of the middle two where they are even, and no pace where nothing was promised', () => {
    const two = [deed({ took: 10, promised: 0 }), deed({ took: 20, promised: 0 })]
    expect(sumUp(two, pair)).toEqual({ orders: 2, came: 2, beside: 15, isPair: false })
    expect(sumUp(many(1, { came: false }), pair)?.came).toBe(0)
    const { took: _, ...untimed } = deed()
    expect(sumUp([untimed], pair)).toEqual({ orders: 1, came: 1, isPair: false })
    expect(sumUp(many(6), { fromChainId: 8453, toChainId: 10 })?.isPair).toBe(false)
  })

  it('is none where there is no order', () => {
    expect(sumUp([], pair)).toBeUndefined()
  })
})

describe('how reliable fillers are', () => {
  const scoresOf = (...all: FillerDeed[][]) => reliabilities(all.map((deeds) => sumUp(deeds, pair)))

  it('grows with orders that came: one lucky order does not outrank twelve', () => {
    const [twelve = 0, one = 0, none = 0] = scoresOf(many(12), many(1), [])
    expect(twelve).toBeGreaterThan(one)
    expect(one).toBeGreaterThan(none)
  })

  it('puts a filler that failed below one that is not known, and one failure of many above it', () => {
    const lost = many(1, { came: false })
    const [unknown = 0, failed = 0, mostly = 0] = scoresOf([], lost, [...many(30), ...lost])
    expect(failed).toBeLessThan(unknown)
    expect(mostly).toBeGreaterThan(failed)
  })

  it('takes off for taking longer than promised, and gives nothing for less', () => {
    const [late = 0, usual = 0, soon = 0] = scoresOf(
      many(8, { took: 80 }),
      many(8),
      many(8, { took: 5 }),
    )
    expect(late).toBeLessThan(usual)
    expect(soon).toBe(usual)
  })

  it('is the same for all where nothing is known', () => {
    expect(reliabilities([undefined, undefined])).toEqual([0.9, 0.9])
  })
})
