import { describe, expect, it } from 'vitest'
import type { SwapOrder } from '@/src/domain/order/order'
import { planned } from '@/test/samples/order'
import { createPatience, standingOf } from './progress'

const running = (status: 'asking' | 'declined', id = 'a'): SwapOrder => {
  const order = { ...planned(), id, status: 'running' as const }
  const steps = order.steps.map((step) => ({ ...step, state: { status } as never }))
  return { ...order, steps }
}
const tracking = (id: string): SwapOrder => ({ ...planned(), id, status: 'tracking' })

describe('the patience with orders that do not end', () => {
  it('given one comes further each time, waits however long it takes', () => {
    let now = 0
    const patience = createPatience(1_000, () => now)
    const open = ['a', 'b', 'c', 'd', 'e'].map((id) => running('asking', id))
    for (let moved = 0; moved < open.length; moved += 1) {
      const orders = open.map((order, index) => (index < moved ? tracking(order.id) : order))
      expect(patience.look(orders)).toBe(true)
      now += 999
    }
    expect(now).toBeGreaterThan(4_000)
  })

  it('given none comes further, gives up, though the same state is read again and again', () => {
    let now = 0
    const patience = createPatience(1_000, () => now)
    expect(patience.look([tracking('a')])).toBe(true)
    now = 999
    expect(patience.look([{ ...tracking('a'), revision: 40 }])).toBe(true)
    now = 1_000
    expect(patience.look([tracking('a')])).toBe(false)
    expect(patience.since()).toBe(1_000)
  })

  it('given one goes round between two states, gives up', () => {
    let now = 0
    const patience = createPatience(1_000, () => now)
    const looks = Array.from({ length: 6 }, (_, index) => {
      const going = patience.look([running(index % 2 === 0 ? 'asking' : 'declined')])
      now += 400
      return going
    })
    expect(looks).toEqual([true, true, true, true, false, false])
  })
})

describe('where an order stands', () => {
  it.each([
    [tracking('a'), 'tracking'],
    [running('asking'), 'running, the deposit is asking'],
    [
      {
        ...tracking('a'),
        service: { status: 'fill_pending' },
        blocker: { code: 'wallet/no-page', since: 0 },
      },
      'tracking, blocked by wallet/no-page, the service says fill_pending',
    ],
  ])('is said in words', (order, words) => {
    expect(standingOf(order as SwapOrder)).toBe(words)
  })

  it('given the machine does not know, says whether the person is asked', () => {
    const order = running('asking')
    const unsure = (needsPerson: boolean): SwapOrder => ({
      ...order,
      steps: order.steps.map((step) => ({
        ...step,
        state: { status: 'unsure', needsPerson } as never,
      })),
    })
    expect(standingOf(unsure(true))).toContain('is unsure, the person is asked')
    expect(standingOf(unsure(false))).not.toContain('the person')
  })
})
