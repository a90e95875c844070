import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTrifle, trifleOf } from './deposit-sum'

describe('the least that is no trifle', () => {
  it('is just what is not called one, of any amount that is asked for', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (units) => {
        const asked = { amount: String(units), seen: [] }
        expect(isTrifle(asked, trifleOf(asked))).toBe(false)
        expect(isTrifle(asked, trifleOf(asked) - 1n)).toBe(true)
      }),
    )
  })
})
