import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLocalTime, toLocalTimes } from './quote-time'

const now = 1_800_000_000
const hour = 3_600
/** The true time where this computer's clock is an hour ahead. */
const truth = now - hour

describe('a single time of the service', () => {
  it('is told by this computer’s clock, and as it is where the service names none', () => {
    expect(toLocalTime(truth + 600, { now, service: truth })).toBe(now + 600)
    expect(toLocalTime(now + 600, { now, service: now - 1 })).toBe(now + 600)
    expect(toLocalTime(truth + 600, { now })).toBe(truth + 600)
  })
})

describe('the times of an offer by this computer’s clock', () => {
  it('given clocks that agree, are as offered', () => {
    const offered = { quoteExpiresAt: now + 45, validBefore: now + 500 }
    expect(toLocalTimes(offered, { now, service: now - 1, chain: now - 2 })).toEqual(offered)
  })

  it.each([truth, now + hour])(
    'given a service whose clock says %i, the price lives as long as it said',
    (service) => {
      const offered = { quoteExpiresAt: service + 45, validBefore: service + 500 }
      const local = toLocalTimes(offered, { now, service })
      expect(local).toEqual({ quoteExpiresAt: now + 45, validBefore: now + 500 })
    },
  )

  it('given the chain’s own clock, the deadline is judged by it', () => {
    const offered = { quoteExpiresAt: truth + 45, validBefore: truth + 500 }
    const local = toLocalTimes(offered, { now, service: truth, chain: truth + 100 })
    expect(local.validBefore).toBe(now + 400)
  })

  it('given a chain that has been idle, the deadline is judged by the service’s clock', () => {
    const offered = { quoteExpiresAt: now + 45, validBefore: now + 500 }
    expect(toLocalTimes(offered, { now, service: now, chain: now - hour })).toEqual(offered)
  })

  it('given a chain that tells of another day, the deadline is as the service’s clock has it', () => {
    const offered = { quoteExpiresAt: now + 45, validBefore: now + 500 }
    expect(toLocalTimes(offered, { now, chain: 1 })).toEqual(offered)
  })

  it('given a price that is over by the service’s clock, it is over', () => {
    const offered = { quoteExpiresAt: truth - 1, validBefore: truth + 500 }
    expect(toLocalTimes(offered, { now, service: truth }).quoteExpiresAt).toBe(now)
  })

  it.each([
    ['seems over', truth + 45, truth + 500],
    ['seems endless', now + hour, now + 2 * hour],
  ])('given no clock to judge by, a price that %s lives for a minute', (_, end, validBefore) => {
    const local = toLocalTimes({ quoteExpiresAt: end, validBefore }, { now })
    expect(local.quoteExpiresAt).toBe(now + 60)
    expect(local.validBefore).toBeGreaterThanOrEqual(now + 60)
  })

  it('given no clock to judge by, a price that seems to end sooner does', () => {
    const offered = { quoteExpiresAt: now + 20, validBefore: now + 500 }
    expect(toLocalTimes(offered, { now })).toEqual(offered)
  })

  it('given no times at all, the price lives for a minute and so does the deposit', () => {
    const local = { quoteExpiresAt: now + 60, validBefore: now + 60 }
    expect(toLocalTimes({}, { now, service: now })).toEqual(local)
  })

  it('given any times and clocks, the price is capped and never outlives the deadline', () => {
    const time = fc.option(fc.integer({ min: 0, max: 4_000_000_000 }), { nil: undefined })
    fc.assert(
      fc.property(time, time, time, time, (quoteExpiresAt, validBefore, service, chain) => {
        const local = toLocalTimes({ quoteExpiresAt, validBefore }, { now, service, chain })
        expect(local.quoteExpiresAt).toBeLessThanOrEqual(local.validBefore)
        expect(local.quoteExpiresAt).toBeLessThanOrEqual(now + 600)
        expect(local.validBefore).toBeLessThanOrEqual(now + 86_400)
      }),
    )
  })
})
