import { describe, expect, it } from 'vitest'
import { priceEndOf } from './price-end'

describe('the end of a price', () => {
  it.each([
    [{ quoteExpiresAt: 60, validBefore: 600 }, 60],
    [{ quoteExpiresAt: 900, validBefore: 600 }, 600],
    [{ validBefore: 600 }, 600],
    [{ quoteExpiresAt: 60 }, 60],
    [{}, 0],
  ])('of %j is %i', (quote, end) => {
    expect(priceEndOf(quote)).toBe(end)
  })
})
