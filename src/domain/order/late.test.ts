import { describe, expect, it } from 'vitest'
import { readStoredOrder } from '@/src/contract/stored'
import {
  asked,
  confirmed,
  mined,
  orderAfter,
  planned,
  sent,
  submitted,
  verified,
} from '@/test/samples/order'
import { expectedOf, isLate, isOverdue, usualOf } from './late'
import type { SwapOrder } from './order'
import { reduce } from './reduce'

const view = { orderId: 'svc-1', status: 'published' }
const running = orderAfter(planned(), confirmed)
const paid = orderAfter(running, asked(running), sent, verified, mined, submitted, {
  type: 'serviceRead',
  view,
})
/** The wallet answered then; the person had confirmed before it. */
const since = paid.attempts[0]?.seen[0]?.at ?? 0

function order(promised: number, usual?: SwapOrder['usual']): SwapOrder {
  const accepted = { ...paid.accepted, expectedDurationSeconds: promised }
  return { ...paid, accepted, ...(usual ? { usual } : {}) }
}
const later = (seconds: number) => since + seconds * 1_000
/** The first second at which the person is told. */
const toldAt = (each: SwapOrder) => {
  let seconds = 0
  while (!isLate(each, later(seconds) + 1)) seconds += 1
  return seconds
}
/** The first second at which the screen says it. */
const saidAt = (each: SwapOrder) => {
  let seconds = 0
  while (!isOverdue(each, since, later(seconds) + 1)) seconds += 1
  return seconds
}

describe('when an order is late', () => {
  it('given no record, is what was promised three times over, and not before ten minutes', () => {
    const ahead = (since - (paid.confirmedAt ?? 0)) / 1_000
    expect(ahead).toBeGreaterThan(0)
    expect(toldAt(order(20))).toBe(600 - ahead)
    expect(toldAt(order(300))).toBe(900 - ahead)
    expect(saidAt(order(20))).toBe(80)
  })

  it.each([
    ['slower than the promise, waits for what is usual', 20, { typical: 900, most: 1_800 }, 1_800],
    ['faster than the promise, waits for the promise', 1_200, { typical: 40, most: 90 }, 1_200],
    ['as quick as the promise, is not said at once', 20, { typical: 20, most: 45 }, 180],
  ])('given a record that is %s', (_, promised, usual, told) => {
    expect(toldAt(order(promised, usual))).toBe(told)
    expect(saidAt(order(promised, usual))).toBe(Math.max(promised, usual.most) + 60)
  })

  it('expects what is usual where that is longer than the promise, never less than the promise', () => {
    expect(expectedOf(order(20))).toBe(20)
    expect(expectedOf(order(20, { typical: 90, most: 180 }))).toBe(90)
    expect(expectedOf(order(20, { typical: 5, most: 9 }))).toBe(20)
  })

  it('given a clock that was turned back to before the payment, is not late by it, and stays told', () => {
    const slow = order(20, { typical: 900, most: 1_800 })
    expect([isLate(slow, later(-9_000)), isOverdue(slow, since, later(-9_000))]).toEqual([
      false,
      false,
    ])
    const told = { ...slow, notified: ['late' as const] }
    expect(isOverdue(told, since, later(-9_000))).toBe(true)
  })

  it('given a backup brought it, is not held against what was usual elsewhere', () => {
    const brought = { ...order(20, { typical: 900, most: 1_800 }), fromBackup: true as const }
    expect(usualOf(brought)).toBeUndefined()
    expect(toldAt(brought)).toBe(toldAt(order(20)))
  })
})

describe('the record that an order is held against', () => {
  const usual = { typical: 900, most: 1_800 }
  const event = (seconds: number) => ({ type: 'serviceRead' as const, view, at: later(seconds) })

  it('is kept as the person confirms, and read again after the worker was stopped', () => {
    const kept = orderAfter(planned(), { ...confirmed, usual } as typeof confirmed)
    expect(kept.usual).toEqual(usual)
    expect(readStoredOrder(kept.id, JSON.parse(JSON.stringify(kept))).usual).toEqual(usual)
    expect(orderAfter(planned(), confirmed)).not.toHaveProperty('usual')
  })

  it('is told once, also where the worker was stopped or the clock turned back in between', () => {
    const waiting = order(20, usual)
    expect(reduce(waiting, event(1_700)).order).toBe(waiting)
    const { order: told, effects } = reduce(waiting, event(1_801))
    expect(effects.map(({ task }) => task)).toEqual([{ kind: 'notify', topic: 'late' }])
    const again = readStoredOrder(told.id, JSON.parse(JSON.stringify(told)))
    for (const seconds of [1_802, -9_000, 1_803, 99_999]) {
      expect(reduce(again, event(seconds)).order).toBe(again)
    }
  })
})
