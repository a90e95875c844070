import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherHash, payment } from '@/test/samples/order'
import { shownAddress } from '@/test/samples/transfer'
import {
  isByHolding,
  isDust,
  isOdd,
  isTrifle,
  missingOf,
  paidOf,
  sumOf,
  timeOfPayment,
  trifleOf,
} from './deposit-sum'
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

describe('what was paid to an address', () => {
  const pays = (...seen: Partial<FoundPayment>[]) =>
    isOdd({
      ...shownAddress.transfer,
      amount: '1000',
      closed: { at: 1_000_000, why: 'expired' },
      seen: seen.map((each) => ({ ...payment, amount: '1000', at: 1, ...each })),
    })

  it.each<[string, Partial<FoundPayment>[], boolean]>([
    ['nothing came', [], false],
    ['dust came', [{ amount: '9' }], false],
    ['all of it came', [{}], false],
    ['all of it came, and dust', [{}, { hash: otherHash, amount: '9' }], false],
    ['less came', [{ what: 'short', amount: '999' }], true],
    ['more came', [{}, { hash: otherHash }], true],
    ['another token came', [{ what: 'other-token' }], true],
    ['it came late', [{ at: 2_000_000, time: 1_001 }], true],
  ])('given %s, is what was asked for or not', (_, seen, odd) => {
    expect(pays(...seen)).toBe(odd)
  })

  it('is not what was asked for where nobody knows that it came in time', () => {
    const { time: _, ...untimed } = { ...payment, time: 1 }
    const seen = [{ ...untimed, amount: '1000', at: 2_000_000 }]
    const closed = { at: 1_000_000, why: 'expired' as const }
    expect(isOdd({ ...shownAddress.transfer, amount: '1000', closed, seen })).toBe(true)
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
    // Up to which block that was held nobody knows.
    [
      'the second past a look of an older version',
      [held('10', { block: '100' }), named('15', '103')],
      15n,
      0n,
    ],
    ['the second past a look without a block', [held('10'), named('15', '103')], 15n, 0n],
    ['another token', [{ ...named('25', '103'), what: 'other-token' }], 0n, 25n],
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

describe('a trifle', () => {
  it('is less than a hundredth of what is asked for', () => {
    expect([24n, 25n].map((units) => isTrifle({ amount: '2500' }, units))).toEqual([true, false])
  })

  const transfer = {
    ...shownAddress.transfer,
    amount: '2500',
    seen: [{ ...payment, amount: '24' }],
  }

  it('is no payment, and counts in no sum', () => {
    expect(sumOf(transfer)).toBe('dust')
    expect(paidOf(transfer)).toBe(0n)
  })

  it('is none in another token, whose units say nothing', () => {
    const of = (what: FoundPayment['what']) => isDust(transfer, { what, amount: '24' })
    expect([of('paid'), of('other-token')]).toEqual([true, false])
  })
})

describe('when an address was paid that is closed', () => {
  const at = 1_000_000
  const seen = (more: Partial<FoundPayment>): FoundPayment => ({
    ...payment,
    amount: shownAddress.transfer.amount,
    at: at + 1,
    ...more,
  })
  const timeOf = (...seen: FoundPayment[]) =>
    timeOfPayment({ ...shownAddress.transfer, closed: { at, why: 'expired' }, seen })

  it('is in time where it was seen by then, whatever its block says', () => {
    expect(timeOf(seen({ at, time: 1_001 }))).toBe('in-time')
    expect(timeOf(seen({ time: 1_001 }))).toBe('late')
  })

  it('is in time where its block is of the very second, and late in the next', () => {
    expect(timeOf(seen({ time: 1_000 }))).toBe('in-time')
    expect(timeOf(seen({ time: 1_001 }))).toBe('late')
  })

  it('is in time where all of it came by then, whatever came late', () => {
    const late = seen({ hash: otherHash, time: 1_001 })
    expect(timeOf(seen({ at, time: 999 }), late)).toBe('in-time')
    expect(timeOf(seen({ time: 999 }), late)).toBe('in-time')
    expect(timeOf(seen({ what: 'short', amount: '1000000', time: 999 }), late)).toBe('late')
  })
})
