import { describe, expect, it } from 'vitest'
import { createNodeBudget, mostFound } from './node-budget'

function setUp() {
  const clock = { now: 1_000_000 }
  return { clock, budget: createNodeBudget(() => clock.now) }
}

describe('what an order that waits may ask of nodes', () => {
  it('given two requests in a minute, then a third waits until the first is a minute old', () => {
    const { clock, budget } = setUp()
    expect(budget.take('a')).toBe(0)
    clock.now += 10_000
    expect(budget.take('a')).toBe(0)
    clock.now += 10_000
    expect(budget.take('a')).toBe(40_000)
    clock.now += 39_999
    expect(budget.take('a')).toBe(1)
    clock.now += 1
    expect(budget.take('a')).toBe(0)
    expect(budget.take('a')).toBe(10_000)
  })

  it('given two at once, then none for a minute, and a pair waits for the younger', () => {
    const { clock, budget } = setUp()
    expect(budget.take('a', 2)).toBe(0)
    expect(budget.take('a')).toBe(60_000)
    clock.now += 60_000
    expect(budget.take('a')).toBe(0)
    clock.now += 5_000
    expect(budget.take('a', 2)).toBe(55_000)
  })

  it('given a look that needs six at once, then none for three minutes', () => {
    const { clock, budget } = setUp()
    expect(budget.take('a', 6)).toBe(0)
    clock.now += 60_000
    expect(budget.take('a')).toBe(120_000)
    expect(budget.take('a', 6)).toBe(120_000)
    clock.now += 120_000
    expect(budget.take('a', 2)).toBe(0)
  })

  it('given what was made already, then it is counted after all that is, however much', () => {
    const { clock, budget } = setUp()
    expect(budget.spend('a', 6)).toBe(180_000)
    clock.now += 30_000
    expect(budget.spend('a', 1)).toBe(180_000)
    expect(budget.take('a')).toBe(180_000)
    clock.now += 180_000
    expect(budget.take('a')).toBe(0)
    clock.now -= 3_600_000
    expect(budget.spend('a', 2)).toBe(60_000)
  })

  it('given several orders, then each has its own', () => {
    const { budget } = setUp()
    expect(budget.take('a', 2)).toBe(0)
    expect(budget.take('b', 2)).toBe(0)
    budget.forget('a')
    expect(budget.take('a', 2)).toBe(0)
  })

  it('given the clock is set back, then nobody waits for ever', () => {
    const { clock, budget } = setUp()
    budget.take('a', 2)
    clock.now -= 3_600_000
    expect(budget.take('a', 2)).toBe(0)
  })

  it('given an hour of asking as often as it may, then two a minute were made', () => {
    const { clock, budget } = setUp()
    const end = clock.now + 3_600_000
    let made = 0
    while (clock.now < end) {
      const wait = budget.take('a')
      if (wait === 0) made += 1
      clock.now += Math.max(wait, 1)
    }
    expect(made).toBe(120)
  })

  it('given another measure, then so many in a minute', () => {
    const clock = { now: 1_000_000 }
    const budget = createNodeBudget(() => clock.now, mostFound)
    for (let count = 0; count < 60; count += 1) expect(budget.take('poll')).toBe(0)
    expect(budget.take('poll')).toBe(60_000)
    expect(budget.take('prove')).toBe(0)
    clock.now += 60_000
    expect(budget.take('poll')).toBe(0)
  })
})

describe('what was asked already', () => {
  it('is counted an hour ahead at most, whatever was caught up with', () => {
    const { clock, budget } = setUp()
    expect(budget.spend('a', 100)).toBe(3_000_000)
    expect(budget.spend('a', 100)).toBe(3_600_000)
    clock.now += 3_600_000
    expect(budget.take('a')).toBe(0)
  })
})

describe('what was counted when a worker dies', () => {
  it('counts in its next life, for as long as it would have', () => {
    const { clock, budget } = setUp()
    expect(budget.news()).toBeUndefined()
    budget.take('a', 2)
    budget.spend('b', 10)
    budget.take('c')
    clock.now += 45_000
    budget.take('c')
    clock.now += 20_000
    const kept = budget.news() ?? []
    expect(kept.map(([name]) => name)).toEqual(['b', 'c'])
    expect(budget.news()).toBeUndefined()

    const next = createNodeBudget(() => clock.now)
    next.take('c')
    next.add(kept)
    expect(next.take('a')).toBe(0)
    expect(next.take('b')).toBe(235_000)
    expect(next.take('c')).toBe(40_000)
  })

  it('is forgotten with an order that waits no more', () => {
    const { budget } = setUp()
    budget.take('a')
    budget.news()
    budget.forget('b')
    expect(budget.news()).toBeUndefined()
    budget.forget('a')
    expect(budget.news()).toEqual([])
  })
})
