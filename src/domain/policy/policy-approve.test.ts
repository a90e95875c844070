import { describe, expect, it } from 'vitest'
import { acceptedOrder, amountIn, author, evmFacts, hub, target, usdc } from '@/test/samples/policy'
import type { TokenAmount } from '../order/order'
import { encodeApprove } from './policy-abi'
import {
  cutStanding,
  exactAmount,
  keyOf,
  planApproves,
  revokeDraft,
  type Spent,
  spentOf,
  UNLIMITED,
  wishOf,
} from './policy-approve'
import type { EvmFacts } from './policy-draft'

const accepted = acceptedOrder()
const source = spentOf(accepted)
const dai = '0x50c5725949a6f0c72e6c4a641f24049a917db0cb'
const held: TokenAmount = {
  ...accepted.from,
  address: dai,
  symbol: 'DAI',
  decimals: 18,
  amount: '0',
}
const routed: Spent = { token: held, most: undefined, isRouting: true }
const refused = (code: string, detail: string) => ({ ok: false, code: `policy/${code}`, detail })

/** The chain says that `target` may take this much, and whether a change of it goes through. */
const standing = (amount: bigint, can?: boolean, more: Partial<EvmFacts> = {}, key = target) =>
  evmFacts({
    allowances: { [key]: String(amount) },
    canApprove: can === undefined ? {} : { [key]: can },
    ...more,
  })

const sent = (spender: string, amount: bigint, { token }: Spent) => ({
  deposit: false,
  action: {
    kind: 'transaction',
    chainId: 8453,
    tx: { from: author, to: token.address, data: encodeApprove(spender, amount), value: '0x0' },
    waitForReceipt: true,
  },
})
const clear = (of = source) => ({
  ...sent(target, 0n, of),
  facts: { kind: 'reset', token: { ...of.token, amount: '0' }, spender: target },
})
const allow = (amount: bigint, of = source, more: object = {}) => ({
  ...sent(target, amount, of),
  facts: {
    kind: 'approve',
    token: { ...of.token, amount: String(amount) },
    spender: target,
    exact: true,
    ...more,
  },
})
const asks = (...steps: object[]) => ({ ok: true, steps })

describe('what an approval is cut to', () => {
  it('is the amount of the order at most, and of a routing token what is asked', () => {
    expect(source).toEqual({ token: accepted.from, most: amountIn, isRouting: false })
    expect(exactAmount(amountIn - 1n, source)).toBe(amountIn - 1n)
    expect(exactAmount(amountIn, source)).toBe(amountIn)
    expect(exactAmount(amountIn + 1n, source)).toBe(amountIn)
    expect(exactAmount(UNLIMITED, routed)).toBe(UNLIMITED)
  })

  it('is said to be unlimited from half of all numbers on', () => {
    expect(UNLIMITED).toBe(2n ** 255n)
    expect(wishOf(UNLIMITED - 1n)).toBe(String(UNLIMITED - 1n))
    expect(wishOf(UNLIMITED)).toBe('unlimited')
    expect(wishOf(UNLIMITED + 1n)).toBe('unlimited')
  })

  it('is kept by the spender, of a routing token by both', () => {
    expect(keyOf(source, target)).toBe(target)
    expect(keyOf({ ...routed, token: { ...held, address: dai.toUpperCase() } }, target)).toBe(
      `${dai}:${target}`,
    )
  })
})

describe('the approvals of a build', () => {
  const plan = (amounts: bigint[], facts = standing(0n), of = source) =>
    planApproves({ spender: target, amounts }, accepted, facts, of)

  it.each<[bigint, object]>([
    [1n, allow(1n)],
    [amountIn - 1n, allow(amountIn - 1n)],
    [amountIn, allow(amountIn)],
    [amountIn + 1n, allow(amountIn, source, { requested: String(amountIn + 1n) })],
    [UNLIMITED - 1n, allow(amountIn, source, { requested: String(UNLIMITED - 1n) })],
    [UNLIMITED, allow(amountIn, source, { requested: 'unlimited' })],
  ])(
    'given %s is asked for, then no more than what is paid, and what was asked is told',
    (asked, step) => {
      expect(plan([asked])).toStrictEqual(asks(step))
      expect(plan([0n, asked])).toStrictEqual(asks(step))
    },
  )

  it.each<[string, bigint[]]>([
    ['nothing', []],
    ['0', [0n]],
    ['0, 0', [0n, 0n]],
    ['1, 0', [1n, 0n]],
    ['1, 2', [1n, 2n]],
    ['0, 1, 2', [0n, 1n, 2n]],
    ['0, 0, 0', [0n, 0n, 0n]],
  ])('given approvals of %s, refuses them with their amounts', (_, amounts) => {
    expect(plan(amounts)).toEqual(
      refused('needless-reset', `Approvals of ${amounts.join(', ')} for ${target}`),
    )
  })

  it('given nobody knows what may be taken, refuses it with who', () => {
    expect(plan([1n], evmFacts({ allowances: {} }))).toEqual(
      refused('excessive-allowance', `The allowance of ${target} is not known`),
    )
  })

  it.each<[bigint, boolean | undefined, object[]]>([
    [0n, undefined, [allow(amountIn)]],
    [0n, false, [allow(amountIn)]],
    [1n, true, [allow(amountIn)]],
    [1n, false, [clear(), allow(amountIn)]],
    [1n, undefined, [clear(), allow(amountIn)]],
    [amountIn - 1n, undefined, [clear(), allow(amountIn)]],
    [amountIn, undefined, []],
    [amountIn + 1n, undefined, [clear(), allow(amountIn)]],
  ])(
    'given %s may be taken and a change that goes through (%s), then only what is needed',
    (old, can, steps) => {
      expect(plan([amountIn], standing(old, can))).toStrictEqual(asks(...steps))
      // More is asked for: what is needed is the same.
      const many = plan([UNLIMITED], standing(old, can))
      expect(many.ok && many.steps.length).toBe(steps.length)
    },
  )

  it('given only the service says what may be taken, then it is cleared and asked for all the same', () => {
    for (const old of [0n, amountIn]) {
      const told = standing(old, undefined, { byService: true })
      expect(plan([amountIn], told)).toStrictEqual(asks(clear(), allow(amountIn)))
    }
    const can = standing(amountIn, true, { byService: true })
    expect(plan([amountIn], can)).toStrictEqual(asks(allow(amountIn)))
  })

  it('given the routing token, then it is asked for whatever may be taken: its trial cuts it', () => {
    const key = keyOf(routed, target)
    for (const [old, can, steps] of [
      [0n, false, [allow(7n, routed)]],
      [7n, true, [allow(7n, routed)]],
      [7n, false, [clear(routed), allow(7n, routed)]],
    ] as const) {
      expect(plan([7n], standing(old, can, {}, key), routed)).toStrictEqual(asks(...steps))
    }
    // What may be taken of the source token says nothing of it.
    expect(plan([7n], standing(0n), routed)).toMatchObject({ code: 'policy/excessive-allowance' })
  })
})

describe('an older approval of a called contract', () => {
  const cut = (due: bigint, facts: EvmFacts, of = source) =>
    cutStanding(target, due, accepted, facts, of)

  it.each<[bigint, bigint, boolean | undefined, object[]]>([
    [0n, 0n, undefined, []],
    [1n, 0n, true, [clear()]],
    [1n, 0n, undefined, [clear()]],
    [amountIn - 1n, amountIn, false, []],
    [amountIn, amountIn, false, []],
    [amountIn + 1n, amountIn, true, [allow(amountIn)]],
    [amountIn + 1n, amountIn, false, [clear(), allow(amountIn)]],
    [amountIn + 1n, amountIn, undefined, [clear(), allow(amountIn)]],
  ])(
    'given %s may be taken and %s is due, with a change that goes through (%s)',
    (old, due, can, steps) => {
      expect(cut(due, standing(old, can))).toStrictEqual(asks(...steps))
    },
  )

  it('given only the service says so, then it is cut whatever it says', () => {
    const told = standing(0n, undefined, { byService: true })
    expect(cut(0n, told)).toStrictEqual(asks(clear()))
    expect(cut(amountIn, told)).toStrictEqual(asks(clear(), allow(amountIn)))
  })

  it('given nobody knows, refuses it with who', () => {
    for (const allowances of [{}, { [target]: 'lots' }, { [hub]: '0' }]) {
      expect(cut(0n, evmFacts({ allowances }))).toEqual(
        refused('excessive-allowance', `The allowance of ${target} is not known`),
      )
    }
  })

  it('given the routing token, then what may be taken of it counts', () => {
    const facts = standing(1n, true, {}, keyOf(routed, target))
    expect(cut(0n, facts, routed)).toStrictEqual(asks(clear(routed)))
  })
})

describe('what an order allowed', () => {
  it('is taken back by an approval of nothing, in lower case on the wire', () => {
    const token = { ...accepted.from, address: usdc.toUpperCase().replace('0X', '0x') }
    const draft = revokeDraft(accepted, { token, spender: target })
    expect(draft).toStrictEqual({
      ...sent(target, 0n, source),
      facts: { kind: 'reset', token: { ...token, amount: '0' }, spender: target },
    })
    const shouted = '0xABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD'
    const { action, facts } = revokeDraft(accepted, { token: held, spender: shouted })
    expect(action).toMatchObject({
      tx: { to: dai, data: encodeApprove(shouted.toLowerCase(), 0n) },
    })
    expect(facts).toMatchObject({
      kind: 'reset',
      spender: '0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD',
    })
  })
})
