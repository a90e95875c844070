import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approveDraft as orderApprove } from '@/test/samples/order'
import {
  acceptedNative,
  acceptedOrder,
  amountIn,
  author,
  eventWord,
  hub,
  native,
  target,
  transferLog,
  usdc,
} from '@/test/samples/policy'
import type { StepFacts } from '../order/order'
import { isMove } from '../order/order-parts'
import { type EvmEffects, judgeEvmEffects, withMined } from './effects-evm'
import {
  judgeRoute,
  leastSettled,
  minedPart,
  type Part,
  partKindOf,
  routingTokenOf,
  settleRoute,
  takersOf,
} from './effects-route'
import { encodeApprove } from './policy-abi'
import type { StepDraft } from './policy-draft'

const dai = '0x50c5725949a6f0c72e6c4a641f24049a917db0cb'
const gets = 4_990_000n
const held = { chainId: 8453, address: dai, symbol: 'DAI', decimals: 18, amount: '0' }
const accepted = acceptedOrder()

const move = (changes: Part['changes'] = { [usdc]: -amountIn, [dai]: gets }): Part => ({
  kind: 'move',
  changes,
})
const paid = (amount: bigint, more: Part['changes'] = {}): Part => ({
  kind: 'deposit',
  changes: { [dai]: -amount, ...more },
})
const other: Part = { kind: 'other', changes: {} }
const judge = (...parts: Part[]) => judgeRoute(accepted, dai, parts)

describe('judgeRoute', () => {
  it.each([
    ['all of it', gets],
    ['all but what a percent may leave', (gets * 99n) / 100n],
  ])('given a swap and a deposit that takes %s, lets it through', (_, takes) => {
    expect(judge(other, move(), other, paid(takes))).toBeNull()
  })

  it.each<[string, Part[]]>([
    ['a deposit that takes less', [move(), paid((gets * 98n) / 100n)]],
    ['a deposit that takes nothing', [move(), paid(0n)]],
    ['no deposit', [move()]],
    ['no step that moves anything', [paid(0n)]],
    ['a step that takes nothing', [move({ [dai]: 5n }), paid(5n)]],
    ['a step that gives nothing', [move({ [usdc]: -5n }), paid(5n)]],
    ['a step that does nothing at all', [move({}), paid(5n)]],
    ['one idle step beside a good one', [move(), move({}), paid(gets)]],
  ])('given %s, refuses', (_, parts) => {
    const verdict = judge(...parts)
    expect(verdict).toMatchObject({ code: 'policy/pays-less' })
    expect(verdict?.detail).toMatch(/\w{3}/)
  })

  it('given the slippage that the person allows, that much more may stay with them', () => {
    const takes = (gets * 96n) / 100n
    const parts = [move(), paid(takes)]
    expect(judgeRoute({ ...accepted, slippageTolerance: 0.03 }, dai, parts)).toBeNull()
    expect(judgeRoute({ ...accepted, slippageTolerance: 0.02 }, dai, parts)).not.toBeNull()
    const half = [move(), paid((gets * 48n) / 100n)]
    expect(judgeRoute({ ...accepted, slippageTolerance: 1 }, dai, half)).not.toBeNull()
  })
})

const swapFacts: StepFacts = {
  kind: 'swap',
  token: accepted.from,
  gets: held,
  target: hub,
  method: '0x38ed1739',
}
const depositFacts: StepFacts = { kind: 'deposit', token: held, target, method: '0x12345678' }
const approveFacts = (amount: bigint, token = held): StepFacts => ({
  kind: 'approve',
  token: { ...token, amount: String(amount) },
  spender: target,
  exact: true,
})
const draft = (facts: StepFacts, data = '0x'): StepDraft => ({
  deposit: facts.kind === 'deposit',
  action: {
    kind: 'transaction',
    chainId: 8453,
    tx: { from: author, to: target, data, value: '0x0' },
    waitForReceipt: true,
  },
  facts,
})
const sequence = (approved: bigint) => [
  draft(approveFacts(amountIn, accepted.from)),
  draft(swapFacts),
  draft(approveFacts(approved), encodeApprove(target, approved)),
  draft(depositFacts),
]

describe('what a sequence is', () => {
  it('knows the steps that move money, and where they lead', () => {
    const kinds = sequence(1n).map(({ facts }) => partKindOf(facts))
    expect(kinds).toEqual(['other', 'move', 'other', 'deposit'])
    expect(sequence(1n).map(({ facts }) => isMove(facts))).toEqual([false, true, false, false])
    expect(routingTokenOf(sequence(1n))).toBe(dai)
    expect(routingTokenOf([{ facts: depositFacts }])).toBeUndefined()
  })
})

describe('settleRoute', () => {
  const parts = [other, move(), other, paid(4_900_000n)]

  it('given more is approved than the deposit takes, cuts it and tells what was asked', () => {
    const steps = settleRoute(sequence(9_000_000n), dai, parts)
    expect(steps[1]?.facts).toMatchObject({
      token: { amount: String(amountIn) },
      gets: { amount: String(gets) },
    })
    expect(steps[2]).toMatchObject({
      action: { tx: { data: encodeApprove(target, 4_900_000n) } },
      facts: { token: { amount: '4900000' }, requested: '9000000' },
    })
    expect(steps[3]?.facts.token.amount).toBe('4900000')
    // What is approved of what is paid is not the route's.
    expect(steps[0]).toEqual(sequence(1n)[0])
  })

  it('given an unlimited approval, calls it so', () => {
    const [, , approve] = settleRoute(sequence(2n ** 256n - 1n), dai, parts)
    expect(approve?.facts).toMatchObject({ requested: 'unlimited', token: { amount: '4900000' } })
  })

  it('given no more is approved than is taken, changes nothing that is asked', () => {
    const steps = sequence(4_900_000n)
    const settled = settleRoute(steps, dai, parts)
    expect(settled.map(({ action }) => action)).toEqual(steps.map(({ action }) => action))
    expect(settled[2]?.facts).not.toHaveProperty('requested')
  })

  it('given a trial that shows nothing of it, leaves all as it is', () => {
    const steps = sequence(9n)
    expect(settleRoute(steps, dai, [])).toEqual(steps)
    expect(settleRoute(steps, dai, [other, move({ [usdc]: -1n }), other, paid(0n)])).toEqual(steps)
  })

  it('given coins are what is passed on, tells the swap and leaves the rest', () => {
    const steps = settleRoute(sequence(9n), native, [
      other,
      move({ [usdc]: -amountIn, [native]: 7n }),
      other,
      { kind: 'deposit', changes: { [native]: -7n } },
    ])
    expect(steps[1]?.facts).toMatchObject({ gets: { amount: '7' } })
    expect(steps.slice(2)).toEqual(sequence(9n).slice(2))
  })

  it('given a signature of Solana in its place, leaves it', () => {
    const odd: StepDraft = {
      ...draft(approveFacts(9_000_000n)),
      action: { kind: 'solanaSign', chainId: 1, transaction: '' },
    }
    expect(settleRoute([odd, draft(depositFacts)], dai, [other, paid(5n)])[0]).toEqual(odd)
  })
})

describe('leastSettled', () => {
  const shown = (got: bigint, passed: bigint) =>
    settleRoute(sequence(9_000_000n), dai, [
      other,
      move({ [usdc]: -amountIn, [dai]: got }),
      other,
      paid(passed),
    ])
  const amounts = (steps: readonly StepDraft[]) =>
    steps.map(({ facts }) => (facts.kind === 'swap' ? facts.gets : facts.token).amount)

  it('asks by the least that any node shows, whichever was first', () => {
    const [more, less] = [shown(8_000_000n, 8_000_000n), shown(gets, 4_900_000n)]
    for (const all of [
      [more, less],
      [less, more],
    ]) {
      const steps = leastSettled(all)
      expect(amounts(steps)).toEqual(amounts(less))
      expect(steps[2]).toMatchObject({
        action: { tx: { data: encodeApprove(target, 4_900_000n) } },
      })
    }
  })

  it('takes each by itself: no node says more of one for less of another', () => {
    const steps = leastSettled([shown(9_000_000n, 4_000_000n), shown(gets, 4_900_000n)])
    expect(amounts(steps).slice(1)).toEqual([String(gets), '4000000', '4000000'])
  })

  it('leaves what one node shows, and what is nothing', () => {
    expect(leastSettled([shown(gets, 5n)])).toEqual(shown(gets, 5n))
    expect(leastSettled([])).toEqual([])
    expect(leastSettled([shown(gets, 5n), []])).toEqual(shown(gets, 5n))
  })
})

describe('minedPart', () => {
  it('reads what came and went by the events, and the coins that were carried', () => {
    const logs = [
      transferLog(usdc, author, hub, amountIn),
      transferLog(dai, hub, author, 8n),
      transferLog(dai, hub, author, 2n),
      transferLog(dai, author, hub, 1n),
      transferLog(dai, hub, target, 100n),
      // A collectible, another event, and one that cannot be read say nothing of amounts.
      {
        ...transferLog(dai, hub, author, 3n),
        topics: [...transferLog(dai, hub, author, 3n).topics, eventWord('1')],
      },
      {
        ...transferLog(dai, hub, author, 3n),
        topics: [eventWord('1'), eventWord(hub), eventWord(author)],
      },
      { ...transferLog(dai, hub, author, 3n), data: '0x' },
    ]
    expect(
      minedPart({ facts: swapFacts, value: 5n, logs }, author.toUpperCase().replace('0X', '0x')),
    ).toEqual({
      kind: 'move',
      changes: { [native]: -5n, [usdc]: -amountIn, [dai]: 9n },
    })
    expect(minedPart({ facts: depositFacts, value: 0n, logs: [] }, author)).toEqual({
      kind: 'deposit',
      changes: {},
    })
  })

  it.each(['wrap', 'unwrap'] as const)('takes a mined %s as one to one', (kind) => {
    const token = { ...held, address: native, amount: '7' }
    const facts: StepFacts = { kind, token, gets: { ...held, amount: '7' }, target: hub }
    expect(minedPart({ facts, value: 7n, logs: [] }, author)).toEqual({
      kind: 'move',
      changes: { [native]: -7n, [dai]: 7n },
    })
  })
})

const effects = (patch: Partial<EvmEffects> = {}): EvmEffects => ({
  native: { before: 100n, after: 100n },
  tokens: { [usdc]: { before: amountIn, after: 0n }, [dai]: { before: 50n, after: 50n } },
  allowances: [],
  powers: [],
  lost: [],
  positions: [],
  ...patch,
})

describe('withMined', () => {
  it('counts what mined steps did as if it had been tried', () => {
    const rest = effects({
      native: { before: 90n, after: 90n },
      tokens: { [usdc]: { before: 0n, after: 0n }, [dai]: { before: 60n, after: 50n } },
    })
    const done = [move({ [usdc]: -amountIn, [dai]: 10n, [native]: -10n, [hub]: 3n })]
    expect(withMined(rest, done)).toEqual(effects({ native: { before: 100n, after: 90n } }))
  })
})

describe('judgeEvmEffects, of a sequence', () => {
  const route = (...parts: Part[]) => ({ token: dai, parts })
  const good = route(move(), paid(gets))

  it('given nothing of the routing token is gone, lets it through', () => {
    const verdict = judgeEvmEffects(accepted, effects(), { value: 0n, route: good })
    expect(verdict).toEqual({ ok: true, paid: amountIn, fee: 0n })
  })

  it('given some of it that was there before is gone, refuses', () => {
    const tokens = { ...effects().tokens, [dai]: { before: 50n, after: 49n } }
    expect(
      judgeEvmEffects(accepted, effects({ tokens }), { value: 0n, route: good }),
    ).toMatchObject({ code: 'policy/takes-other' })
  })

  it('given it may still be taken afterwards, refuses', () => {
    const allowances = [{ token: dai, spender: target, before: 0n, after: 1n }]
    const verdict = judgeEvmEffects(accepted, effects({ allowances }), { value: 0n, route: good })
    expect(verdict).toMatchObject({ code: 'policy/gives-power' })
  })

  it('given a step that moves nothing, refuses', () => {
    const bad = { value: 0n, route: route(move({}), paid(gets)) }
    expect(judgeEvmEffects(accepted, effects(), bad)).toMatchObject({ code: 'policy/pays-less' })
  })

  it('given coins that are wrapped and paid with a fee, tells the fee', () => {
    const most = amountIn + 7n
    const wrapped = route(move({ [native]: -amountIn, [dai]: amountIn }), paid(amountIn))
    const found = effects({ native: { before: most, after: 0n }, tokens: {} })
    expect(judgeEvmEffects(acceptedNative(), found, { value: most, route: wrapped })).toEqual({
      ok: true,
      paid: amountIn,
      fee: 7n,
    })
  })

  it('given whatever parts and effects, never passes more than was accepted', () => {
    const amount = fc.bigInt({ min: 0n, max: 4n * amountIn })
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, amount, (s, g, p, r, c, v) => {
        const found = effects({
          native: { before: c, after: 0n },
          tokens: { [usdc]: { before: s, after: 0n }, [dai]: { before: r, after: g } },
        })
        const parts = [move({ [usdc]: -s, [dai]: g }), paid(p)]
        const verdict = judgeEvmEffects(accepted, found, { value: v, route: route(...parts) })
        if (!verdict.ok) return
        expect(s <= amountIn && r <= g && c <= v).toBe(true)
        expect(s * 100n >= amountIn * 99n && p * 100n >= g * 99n && p > 0n).toBe(true)
        expect([verdict.paid, verdict.fee]).toEqual([s, c])
      }),
    )
  })
})

describe('who may take something by a step', () => {
  it('is nobody by an approval where the step is of Solana: nothing is approved there', () => {
    const approve = orderApprove.facts as Extract<StepFacts, { kind: 'approve' }>
    const { token } = approve
    const facts = { kind: 'solanaDeposit' as const, token, feePayer: 'p', programs: ['q'] }
    expect(takersOf({ ...facts, unknown: ['q'] })).toEqual([])
    expect(takersOf(approve)).toEqual([approve.spender])
  })
})

describe('a route at its limits', () => {
  const least = (gets * 99n) / 100n
  const wrong = (passed: bigint, of = gets) => ({
    ...{ ok: false, code: 'policy/pays-less' },
    detail: `The deposit takes ${passed} of ${of} that steps before it gave`,
  })

  it('given a deposit takes 99 parts of 100, lets it through, and not one unit less', () => {
    expect(least * 100n).toBe(gets * 99n)
    expect(judge(move(), paid(least))).toBeNull()
    expect(judge(move(), paid(least - 1n))).toStrictEqual(wrong(least - 1n))
    expect(judge(move(), paid(0n))).toStrictEqual(wrong(0n))
    expect(judge(move())).toStrictEqual(wrong(0n))
  })

  it.each([
    [undefined, 9_900n],
    [0, 9_900n],
    [0.0001, 9_899n],
    [0.03, 9_600n],
    [0.5, 4_900n],
    [0.6, 4_900n],
    [1, 4_900n],
  ])(
    'given the person allows a slippage of %s, %s of 10000 must be passed on',
    (slippageTolerance, points) => {
      const order = { ...accepted, ...(slippageTolerance !== undefined && { slippageTolerance }) }
      const of = (passed: bigint) =>
        judgeRoute(order, dai, [move({ [usdc]: -1n, [dai]: 10_000n }), paid(passed)])
      expect(of(points)).toBeNull()
      expect(of(points - 1n)).toStrictEqual(wrong(points - 1n, 10_000n))
    },
  )

  it('given several steps, counts what all of them gave, and each must move one unit at least', () => {
    const one = move({ [usdc]: -1n, [dai]: 1n })
    expect(judge(one, move({ [usdc]: -1n, [dai]: 99n }), paid(99n))).toBeNull()
    expect(judge(one, move({ [usdc]: -1n, [dai]: 99n }), paid(98n))).toStrictEqual(wrong(98n, 100n))
    for (const idle of [
      { [dai]: 1n },
      { [usdc]: -1n },
      { [usdc]: 0n, [dai]: 1n },
      { [usdc]: -1n, [dai]: 0n },
    ]) {
      expect(judge(one, move(idle), paid(1n))).toStrictEqual({
        ...{ ok: false, code: 'policy/pays-less' },
        detail: 'A step before the deposit does not move what is paid',
      })
    }
  })

  it('given an approval of exactly what is taken or less, changes nothing of it; of one unit more, cuts it', () => {
    const cut = (approved: bigint) =>
      settleRoute(sequence(approved), dai, [other, move(), other, paid(4_900_000n)])[2]
    for (const approved of [4_899_999n, 4_900_000n]) {
      expect(cut(approved)).toStrictEqual(sequence(approved)[2])
    }
    expect(cut(4_900_001n)).toMatchObject({
      action: { tx: { data: encodeApprove(target, 4_900_000n) } },
      facts: { requested: '4900001', token: { amount: '4900000' } },
    })
  })

  it.each<[Part['changes'], boolean]>([
    [{ [usdc]: -1n, [dai]: 1n }, true],
    [{ [usdc]: 0n, [dai]: 1n }, false],
    [{ [usdc]: -1n, [dai]: 0n }, false],
    [{ [usdc]: 1n, [dai]: 1n }, false],
    [{ [usdc]: -1n, [dai]: -1n }, false],
  ])('given a swap that did %o, tells it (%s)', (changes, isTold) => {
    const parts = [other, move(changes), other, paid(1n)]
    const swap = settleRoute(sequence(1n), dai, parts)[1]
    const plain = sequence(1n)[1]
    if (!isTold) return expect(swap).toStrictEqual(plain)
    expect(swap?.facts).toMatchObject({ token: { amount: '1' }, gets: { amount: '1' } })
  })

  it('given a deposit of another token than the routing one, leaves what it is said to take', () => {
    const direct = draft({ ...depositFacts, token: accepted.from })
    const [settled] = settleRoute([direct], dai, [paid(5n)])
    expect(settled).toStrictEqual(direct)
    const one = settleRoute([draft(depositFacts)], dai, [paid(1n)])
    expect(one[0]?.facts.token.amount).toBe('1')
    const reset = draft({ kind: 'reset', token: held, spender: target })
    expect(settleRoute([reset], dai, [paid(1n)])[0]).toStrictEqual(reset)
  })

  it('given a transfer with a topic too few, or data too long, says nothing of amounts', () => {
    const log = transferLog(dai, hub, author, 3n)
    const odd = [
      { ...log, topics: log.topics.slice(0, 2) },
      { ...log, data: `${log.data}00` },
      { ...log, data: log.data.slice(0, -2) },
    ]
    expect(minedPart({ facts: depositFacts, value: 0n, logs: odd }, author)).toStrictEqual({
      kind: 'deposit',
      changes: {},
    })
    const self = transferLog(dai, author, author, 3n)
    expect(minedPart({ facts: depositFacts, value: 0n, logs: [self] }, author).changes).toEqual({
      [dai]: 0n,
    })
  })

  it('given balances were read, they count before events', () => {
    const logs = [transferLog(dai, hub, author, 3n), transferLog(usdc, hub, author, 4n)]
    const read = { changes: { [dai]: 5n }, allowances: [] }
    const part = minedPart({ facts: depositFacts, value: 1n, logs, read }, author)
    expect(part.changes).toStrictEqual({ [native]: -1n, [dai]: 5n, [usdc]: 4n })
  })
})
