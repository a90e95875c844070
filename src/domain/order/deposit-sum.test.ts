import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payment } from '@/test/samples/order'
import { shownAddress } from '@/test/samples/transfer'
import { isByHolding, isTrifle, missingOf, paidOf, sumOf, trifleOf } from './deposit-sum'
import type { FoundPayment } from './order'

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

describe('coins that came in parts', () => {
  const { hash: _, time: __, ...coins } = { ...payment, time: 1, claims: [] }
  const held = (amount: string, blocks: Partial<FoundPayment> = {}): FoundPayment => ({
    ...coins,
    amount,
    ...blocks,
  })
  const named = (amount: string, block?: string): FoundPayment => ({
    ...payment,
    what: 'short',
    amount,
    ...(block !== undefined && { block }),
  })
  const at = { block: '100', upTo: '102' }

  it.each<[string, FoundPayment[], bigint, bigint]>([
    ['the second in a later block', [held('10', at), named('15', '103')], 25n, 0n],
    ['both in what is held', [held('10', at), named('10', '100')], 10n, 15n],
    // One of the two nodes that showed what is held may not have seen it.
    ['the second in between', [held('10', at), named('15', '101')], 15n, 0n],
    ['in blocks that nobody knows', [held('10'), named('15')], 15n, 0n],
    ['in a block that nobody knows', [held('10', at), named('12')], 12n, 3n],
    ['each by its hash', [named('10', '100'), named('10', '99')], 20n, 5n],
    ['more than what is asked for', [held('10', at), named('20', '103')], 30n, 0n],
    ['no part', [], 0n, 25n],
  ])(
    'given %s, are told of by what came for sure, and due by what is missing for sure',
    (_, seen, came, due) => {
      const transfer = { ...shownAddress.transfer, amount: '25', seen }
      expect(paidOf(transfer)).toBe(came)
      expect(missingOf(transfer)).toBe(due)
      expect(sumOf(transfer)).toBe(
        came === 0n ? 'none' : came < 25n ? 'short' : came > 25n ? 'excess' : 'exact',
      )
    },
  )

  it('are told by what was held alone, until a hash tells as much', () => {
    const all = (seen: FoundPayment[]) =>
      isByHolding({ ...shownAddress.transfer, amount: '25', seen })
    expect(all([held('25', at)])).toBe(true)
    expect(all([held('25', at), named('25', '99')])).toBe(false)
    expect(all([])).toBe(false)
  })
})
