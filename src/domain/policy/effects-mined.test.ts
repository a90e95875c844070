import { describe, expect, it } from 'vitest'
import {
  acceptedNative,
  acceptedOrder,
  amountIn,
  author,
  eventWord,
  hub,
  native,
  stranger,
  target,
  transferLog,
  usdc,
} from '@/test/samples/policy'
import type { StepFacts } from '../order/order'
import { gotWith, judgeMined, leftWith } from './effects-mined'
import type { MinedStep } from './effects-route'

const dai = '0x50c5725949a6f0c72e6c4a641f24049a917db0cb'
const accepted = acceptedOrder()
const held = { ...accepted.from, address: dai, symbol: 'DAI' }
const deposit: StepFacts = { kind: 'deposit', token: accepted.from, target, method: '0x12345678' }
const swap: StepFacts = {
  kind: 'swap',
  token: accepted.from,
  gets: held,
  target: hub,
  method: '0x38ed1739',
}

const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const log = (address: string, topics: string[], value = 0n) => ({
  address,
  topics,
  data: eventWord(value.toString(16)),
})
const pays = (token: string, amount: bigint) => transferLog(token, author, target, amount)
const gives = (token: string, amount: bigint) => transferLog(token, hub, author, amount)
const allows = (spender: string, amount: bigint) =>
  log(usdc, [approval, eventWord(author), eventWord(spender)], amount)

const step = (facts: StepFacts, ...logs: MinedStep['logs']): MinedStep => ({
  facts,
  value: 0n,
  logs,
})
const told = (kind: string, ...values: unknown[]) => ({
  kind,
  values: values.map((each) => String(each).toLowerCase()),
})
const judge = (...logs: MinedStep['logs']) => judgeMined(accepted, [step(deposit, ...logs)])

describe('what was mined, held against what was accepted', () => {
  it.each<[string, MinedStep['logs']]>([
    ['the accepted amount', [pays(usdc, amountIn)]],
    ['more that came back in part', [pays(usdc, amountIn + 5n), gives(usdc, 5n)]],
    ['less', [pays(usdc, amountIn - 1n)]],
    ['nothing', []],
    ['coins told as a token (ZK Stack)', [pays('0x000000000000000000000000000000000000800a', 9n)]],
    ['coins told as a token (Polygon)', [pays('0x0000000000000000000000000000000000001010', 9n)]],
    ['coins told as a token (Celo)', [pays('0x471ece3750da237f93b8e339c536989b8978a438', 9n)]],
    ['what the taker may still take, written anew', [allows(target, 7n)]],
    ['an approval that is taken back', [allows(stranger, 0n)]],
    [
      'an approval of somebody else',
      [log(usdc, [approval, eventWord(hub), eventWord(stranger)], 5n)],
    ],
    ['an approval of nobody', [log(usdc, [approval, eventWord(author)], 5n)]],
    ['another event', [log(usdc, [eventWord('1'), eventWord(author), eventWord(stranger)], 5n)]],
  ])('given %s, is as accepted', (_, logs) => {
    expect(judge(...logs)).toBeNull()
  })

  it.each<[string, MinedStep['logs'], object]>([
    [
      'more of it',
      [pays(usdc, amountIn + 1n)],
      { code: 'policy/takes-more', fact: told('left', amountIn + 1n, amountIn) },
    ],
    [
      'it twice',
      [pays(usdc, amountIn), pays(usdc, amountIn)],
      { code: 'policy/takes-more', fact: told('left', 2n * amountIn, amountIn) },
    ],
    [
      'another token',
      [pays(usdc, amountIn), pays(dai, 1n)],
      { code: 'policy/takes-other', fact: told('otherToken', 1n, dai) },
    ],
    [
      'a collectible',
      [log(hub, [...transferLog(hub, author, target, 0n).topics, eventWord('1')])],
      { code: 'policy/takes-other', fact: told('collectible', hub) },
    ],
    [
      'an approval of a stranger',
      [allows(stranger, 1n)],
      { code: 'policy/gives-power', power: 'event', fact: told('mayTake', stranger, usdc) },
    ],
    [
      'power over all collectibles',
      [
        log(
          hub,
          [
            '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
            eventWord(author),
            eventWord(stranger),
          ],
          1n,
        ),
      ],
      {
        code: 'policy/gives-power',
        power: 'event',
        fact: { kind: 'event', values: [expect.stringMatching(/^\w+ 0x/)] },
      },
    ],
  ])('given %s, says so', (_, logs, verdict) => {
    expect(judge(...logs)).toMatchObject(verdict)
  })

  it('given a swap before it, counts both, and lets the token pass through', () => {
    const swapped = step(swap, pays(usdc, amountIn), gives(dai, 10n))
    const paid = (amount: bigint) => step({ ...deposit, token: held }, pays(dai, amount))
    expect(judgeMined(accepted, [swapped, paid(10n)])).toBeNull()
    expect(judgeMined(accepted, [swapped, paid(11n)])).toMatchObject({ code: 'policy/takes-other' })
    expect(
      judgeMined(accepted, [swapped, step(deposit, pays(usdc, 1n), pays(dai, 10n))]),
    ).toMatchObject({ code: 'policy/takes-more' })
    // The market is part of the order, as is a proxy that was approved or that takes.
    expect(judgeMined(accepted, [step(swap, allows(hub, 3n))])).toBeNull()
    const approve: StepFacts = {
      kind: 'approve',
      token: held,
      spender: stranger,
      exact: true,
    }
    expect(judgeMined(accepted, [step(approve), step(deposit, allows(stranger, 3n))])).toBeNull()
    const proxied = step({ ...deposit, takenBy: stranger }, allows(stranger, 3n))
    expect(judgeMined(accepted, [proxied])).toBeNull()
  })

  it('tells how much of the source token left, net, coins by what was carried', () => {
    const paid = step(deposit, pays(usdc, amountIn), gives(usdc, 5n), pays(dai, 9n))
    expect(leftWith(accepted, [step(swap, pays(usdc, 3n)), paid])).toBe(amountIn - 2n)
    expect(leftWith(accepted, [step(deposit, pays(dai, 9n))])).toBe(0n)
    const coins = { ...step(deposit, pays(dai, 9n)), value: amountIn + 7n }
    expect(leftWith(acceptedNative(), [coins])).toBe(amountIn + 7n)
  })

  it('given coins, leaves them to the transaction that carried what was shown', () => {
    const paid = { ...step(deposit), value: amountIn + 7n }
    expect(judgeMined(acceptedNative(), [paid])).toBeNull()
    const wrap: StepFacts = {
      kind: 'wrap',
      token: { ...held, address: native, amount: String(amountIn) },
      gets: { ...held, amount: String(amountIn) },
      target: dai,
    }
    const wrapped = [step(wrap), step(deposit, pays(dai, amountIn))]
    expect(judgeMined(acceptedNative(), wrapped)).toBeNull()
  })
})

describe('what came with a swap before the deposit', () => {
  it('is what its events show, net, whatever was held before', () => {
    const other = [pays(dai, 3n), gives(usdc, 4n), transferLog(dai, hub, stranger, 9n)]
    expect(gotWith(accepted, [step(swap, gives(dai, 50n), ...other)])).toBe(47n)
  })

  it('is that of all swaps, and of approvals beside them nothing', () => {
    const first = step(swap, gives(dai, 50n))
    expect(gotWith(accepted, [first, step(swap, gives(dai, 5n))])).toBe(55n)
    expect(gotWith(accepted, [step(swap)])).toBe(0n)
  })

  it('is not told once the deposit is mined, nor of nothing', () => {
    expect(gotWith(accepted, [step(swap, gives(dai, 50n)), step(deposit)])).toBeUndefined()
    expect(gotWith(accepted, [])).toBeUndefined()
  })
})

describe('what was mined, by balances that were read', () => {
  const read = (changes: Record<string, bigint>, allowances: object[] = []) =>
    ({ changes, allowances }) as NonNullable<MinedStep['read']>
  const seen = (
    facts: StepFacts,
    given: NonNullable<MinedStep['read']>,
    ...logs: MinedStep['logs']
  ) => ({
    ...step(facts, ...logs),
    read: given,
  })

  it('counts what left without an event, and not what only an event tells', () => {
    const [more, rounded] = [2n, 1n].map((extra) => read({ [usdc]: -amountIn - extra }))
    if (!more || !rounded) throw new Error('nothing read')
    const told2 = told('left', amountIn + 2n, amountIn)
    expect(judgeMined(accepted, [seen(deposit, more)])).toMatchObject({ fact: told2 })
    expect(judgeMined(accepted, [seen(deposit, rounded)])).toBeNull()
    expect(leftWith(accepted, [seen(deposit, more, pays(usdc, amountIn))])).toBe(amountIn + 2n)
    const less = read({ [usdc]: -amountIn })
    expect(judgeMined(accepted, [seen(deposit, less, pays(usdc, 9n * amountIn))])).toBeNull()
  })

  it('takes no token for as accepted that it does not read', () => {
    const own = read({ [usdc]: -amountIn })
    expect(judgeMined(accepted, [seen(deposit, own, pays(dai, 1n))])).toMatchObject({
      code: 'policy/takes-other',
    })
  })

  it('lets what passes through round, and no more', () => {
    const swapped = seen(swap, read({ [usdc]: -amountIn, [dai]: 2_000_000n }))
    const paid = (amount: bigint) => seen({ ...deposit, token: held }, read({ [dai]: -amount }))
    expect(judgeMined(accepted, [swapped, paid(2_000_001n)])).toBeNull()
    expect(judgeMined(accepted, [swapped, paid(2_000_002n)])).toMatchObject({
      code: 'policy/takes-other',
      fact: told('otherToken', 2n, dai),
    })
    expect(gotWith(accepted, [swapped])).toBe(2_000_000n)
  })

  it('tells of an allowance that grew without an event', () => {
    const own = { [usdc]: -amountIn }
    const allowance = { token: usdc, spender: target, before: amountIn, after: 0n }
    expect(judgeMined(accepted, [seen(deposit, read(own, [allowance]))])).toBeNull()
    const grown = { ...allowance, before: 0n, after: 9n }
    expect(judgeMined(accepted, [seen(deposit, read(own, [grown]))])).toMatchObject({
      code: 'policy/gives-power',
      power: 'event',
      fact: told('mayTake', target, usdc),
    })
  })

  it.each([
    ['is written down anew as it is used', 9n, 7n, null],
    ['grew', 0n, 7n, told('mayTake', stranger, usdc)],
  ])(
    'knows what a stranger may take by what it was before: an allowance that %s',
    (_, before, after, fact) => {
      const allowances = [{ token: usdc, spender: stranger, before, after }]
      const given = { changes: { [usdc]: -amountIn }, allowances }
      const judged = judgeMined(accepted, [seen(deposit, given, allows(stranger, 7n))])
      expect(judged?.fact ?? null).toEqual(fact)
      // Of another one that is not read, the event speaks.
      const more = seen(deposit, given, allows(stranger, 7n), allows(hub, 1n))
      expect(judgeMined(accepted, [more])?.fact).toEqual(told('mayTake', hub, usdc))
    },
  )

  it('counts coins that came back as not gone', () => {
    const coins = { ...step(deposit), value: amountIn, read: read({ [native]: 3n - amountIn }) }
    expect(leftWith(acceptedNative(), [coins])).toBe(amountIn - 3n)
    expect(judgeMined(acceptedNative(), [coins])).toBeNull()
  })
})
