import { describe, expect, it } from 'vitest'
import * as sample from '@/test/samples/policy'
import type { Accepted } from '../order/order'
import { wrappedCoinOf } from '../token/wrapped-coins'
import { checkBuild, needsOfBuild } from './policy'
import { encodeApprove } from './policy-abi'
import { type EvmFacts, routingKey } from './policy-draft'

const { acceptedNative, acceptedOrder, amountIn, approve, author, build, deposit } = sample
const { evmFacts, hub, native, now, send, stranger, switchChain, target, usdc } = sample

/** The market that is swapped in, and the token that the deposit then takes. */
const market = hub
const dai = '0x50c5725949a6f0c72e6c4a641f24049a917db0cb'
const weth = wrappedCoinOf(8453) ?? ''
const proxy = '0x4444444444444444444444444444444444444444'
const UNLIMITED = 2n ** 256n - 1n
const much = 4_900_000n

const swapData = `0x38ed1739${'00'.repeat(160)}`
const swap = (patch: object = {}) => send({ to: market, data: swapData, ...patch })
const allow = (amount = much, spender = target, token = dai) => approve(amount, { spender, token })
const hex = (value: bigint) => `0x${value.toString(16)}`
const wrap = (value = amountIn, data = '0xd0e30db0') => send({ to: weth, data, value: hex(value) })
const unwrap = (amount = amountIn, patch: object = {}) =>
  send({ to: weth, data: `0x2e1a7d4d${amount.toString(16).padStart(64, '0')}`, ...patch })

const routing = { symbol: 'DAI', decimals: 18 }
const key = (spender: string, token = dai) => routingKey(token, spender)

function facts(patch: Partial<EvmFacts> = {}, routed: Record<string, string> = {}) {
  const standing = Object.fromEntries(
    [market, target, proxy].flatMap((each) => [
      [each, '0'],
      [key(each), '0'],
      [key(each, weth), '0'],
    ]),
  )
  return evmFacts({
    hasCode: { [target]: true, [market]: true, [proxy]: true },
    routing,
    ...patch,
    allowances: { ...standing, ...patch.allowances, ...routed },
  })
}

const swapping = [approve(amountIn, { spender: market }), swap(), allow(), deposit()]
const wrapping = [wrap(), allow(amountIn, target, weth), deposit()]
const paidWrapped = (): Accepted => {
  const order = acceptedOrder()
  return { ...order, from: { ...order.from, address: weth, symbol: 'WETH', decimals: 18 } }
}

function check(approvals: unknown[], accepted = acceptedOrder(), known = facts()) {
  return checkBuild({ build: build(...approvals), accepted, facts: known, now })
}
/** The kinds of the steps, or the code of the refusal. */
function outcome(...args: Parameters<typeof check>): string {
  const result = check(...args)
  if (result.ok) return result.steps.map(({ facts: each }) => each.kind).join(',')
  expect(result.detail).toMatch(/^[A-Z0-9].{5,}/)
  return result.code
}
function steps(...args: Parameters<typeof check>) {
  const result = check(...args)
  if (!result.ok) throw new Error(`${result.code} ${result.detail}`)
  return result.steps
}

describe('a build whose steps come before the deposit', () => {
  it('given that the service’s own node alone tells what may be taken, is refused', () => {
    const known = facts({ byService: true })
    expect(outcome(swapping, acceptedOrder(), known)).toBe('policy/untried')
    expect(outcome(wrapping, acceptedNative(), known)).toBe('policy/untried')
  })

  it('given a swap, then all of it is asked in order, and only after a trial', () => {
    const result = check([switchChain('0x2105'), ...swapping])
    expect(result).toMatchObject({
      ok: true,
      unless: { code: 'policy/foreign-call' },
      steps: [
        { facts: { kind: 'approve', spender: market, token: { amount: String(amountIn) } } },
        {
          deposit: false,
          action: {
            chainId: 8453,
            waitForReceipt: true,
            tx: { from: author, to: market, data: swapData, value: '0x0' },
          },
          facts: {
            kind: 'swap',
            target: market,
            method: '0x38ed1739',
            token: { address: usdc, amount: String(amountIn) },
            gets: { ...routing, chainId: 8453, amount: '0' },
          },
        },
        {
          action: { tx: { to: dai, data: encodeApprove(target, much) } },
          facts: { kind: 'approve', token: { ...routing, amount: String(much) } },
        },
        { deposit: true, facts: { kind: 'deposit', target, token: routing } },
      ],
    })
  })

  it('given coins that are wrapped, then what is wrapped is what is approved and paid', () => {
    const asked = steps(wrapping, acceptedNative())
    expect(asked.map(({ facts: each }) => each.kind)).toEqual(['wrap', 'approve', 'deposit'])
    expect(asked[0]).toMatchObject({
      action: { tx: { to: weth, data: '0xd0e30db0', value: hex(amountIn) } },
      facts: { token: { address: native }, gets: { amount: String(amountIn) }, target: weth },
    })
  })

  it('given a wrapped coin that is unwrapped, then the deposit carries the coins, and no fee', () => {
    const asked = steps([unwrap(), deposit({ value: hex(amountIn) })], paidWrapped())
    expect(asked.map(({ facts: each }) => each.kind)).toEqual(['unwrap', 'deposit'])
    expect(asked[1]?.facts).toMatchObject({ token: { address: native, amount: String(amountIn) } })
    expect(asked[1]?.facts).not.toHaveProperty('fee')
  })

  it('given coins on top of what was unwrapped, then they are a fee', () => {
    const asked = steps([unwrap(), deposit({ value: hex(amountIn + 7n) })], paidWrapped())
    expect(asked[1]?.facts).toMatchObject({ fee: '7' })
  })

  it('given a fee of the deposit beside a wrap, then it is told', () => {
    const asked = steps(
      [wrap(), allow(amountIn, target, weth), deposit({ value: '0x7' })],
      acceptedNative(),
    )
    expect(asked.at(-1)?.facts).toMatchObject({ fee: '7' })
  })

  it('given coins that are swapped, then they are carried by the swap', () => {
    const asked = [swap({ value: hex(amountIn) }), allow(), deposit()]
    expect(outcome(asked, acceptedNative())).toBe('swap,approve,deposit')
  })

  it('given a proxy takes the routing token, then it is who is approved', () => {
    const asked = steps([swapping[0], swap(), allow(much, proxy), deposit()])
    expect(asked.at(-1)?.facts).toMatchObject({ takenBy: proxy })
  })

  it('given an unlimited approval of the routing token, then it is kept for the trial to cut', () => {
    const asked = steps([swapping[0], swap(), allow(UNLIMITED), deposit()])
    expect(asked[2]?.facts.token.amount).toBe(String(UNLIMITED))
  })

  it.each<[string, unknown[], Record<string, string>, string]>([
    [
      'that the market may still take of the routing token',
      swapping,
      { [key(market)]: '1' },
      'approve,reset,swap,approve,deposit',
    ],
    [
      'that the target may still take of what is paid',
      swapping,
      { [target]: '1' },
      'reset,approve,swap,approve,deposit',
    ],
    [
      'that the target may still take of the routing token, by a token that wants it cleared first',
      swapping,
      { [key(target)]: '1' },
      'approve,swap,reset,approve,deposit',
    ],
    [
      'that the market may take of what is paid, as the build relies on it',
      swapping.slice(1),
      { [market]: String(amountIn) },
      'swap,approve,deposit',
    ],
    [
      'that it may take too much, as the build relies on it',
      swapping.slice(1),
      { [market]: String(amountIn + 1n) },
      'reset,approve,swap,approve,deposit',
    ],
  ])('given an older approval %s, then %#', (_, asked, standing, kinds) => {
    expect(outcome(asked, acceptedOrder(), facts({}, standing))).toBe(kinds)
  })

  it('given a wrap whose target may take the wrapped coin already, then that is asked for anew', () => {
    const asked = [wrap(), deposit()]
    const standing = { [key(target, weth)]: '9999999999' }
    const canApprove = { [key(target, weth)]: true }
    const known = facts({ canApprove }, standing)
    expect(outcome(asked, acceptedNative(), known)).toBe('wrap,approve,deposit')
    // With none there is nothing to ask: its trial says whether it goes through.
    expect(outcome(asked, acceptedNative())).toBe('wrap,deposit')
    const { [key(target, weth)]: __, ...rest } = facts().allowances
    expect(outcome(asked, acceptedNative(), { ...facts(), allowances: rest })).toBe('wrap,deposit')
  })

  it('names everything that must be looked up', () => {
    const first = needsOfBuild({ build: build(...swapping), accepted: acceptedOrder(), now })
    expect(first).toMatchObject({
      ok: true,
      needs: {
        routing: dai,
        codeOf: [target, market],
        allowanceOf: [
          { spender: market, amount: String(amountIn) },
          { spender: target, amount: '0' },
          { spender: market, amount: '1', token: dai },
          { spender: target, amount: String(much), token: dai },
        ],
      },
    })
    const wrapped = build(wrap(), deposit())
    expect(needsOfBuild({ build: wrapped, accepted: acceptedNative(), now })).toMatchObject({
      needs: { routing: weth, allowanceOf: [{ spender: target, amount: '1', token: weth }] },
    })
    const coins = build(unwrap(), deposit({ value: hex(amountIn) }))
    expect(needsOfBuild({ build: coins, accepted: paidWrapped(), now })).toMatchObject({
      needs: { routing: native, allowanceOf: [{ spender: target, amount: '0' }] },
    })
  })
})

describe('what is moved before the deposit, at its limits', () => {
  const least = (amountIn * 99n) / 100n

  it('given coins in another form, then 99 parts of 100 to all of them, in one step or in several', () => {
    const wraps = (...amounts: bigint[]) =>
      check([...amounts.map((each) => wrap(each)), deposit()], acceptedNative())
    const refused = (moved: bigint) => ({
      ok: false,
      code: 'policy/wrong-value',
      detail: `Steps before the deposit move ${moved} of ${amountIn}`,
    })
    expect(least * 100n).toBe(amountIn * 99n)
    expect(wraps(least)).toMatchObject({ ok: true })
    expect(wraps(least - 1n)).toEqual(refused(least - 1n))
    expect(wraps(amountIn)).toMatchObject({ ok: true })
    expect(wraps(amountIn + 1n)).toEqual(refused(amountIn + 1n))
    expect(wraps(1n, least - 1n)).toMatchObject({ ok: true })
    expect(wraps(1n, amountIn)).toEqual(refused(amountIn + 1n))
  })

  it('given swaps of a token into another, then each may take of it: the trial tells how much', () => {
    const twice = [approve(amountIn, { spender: market }), swap(), swap(), allow(), deposit()]
    expect(outcome(twice)).toBe('approve,swap,swap,approve,deposit')
  })

  it('given coins are what is passed on, then nobody is approved of them, whatever is said of it', () => {
    const known = facts({}, { [key(target, native)]: '5' })
    const asked = [unwrap(), deposit({ value: hex(amountIn) })]
    expect(outcome(asked, paidWrapped(), known)).toBe('unwrap,deposit')
  })

  it('given a wrap and a swap without an approval, then the market may take none of what is wrapped', () => {
    const half = amountIn / 2n
    const asked = [wrap(half), swap({ value: hex(half) }), deposit()]
    expect(outcome(asked, acceptedNative())).toBe('wrap,swap,deposit')
    const known = facts({}, { [key(market, weth)]: '1' })
    const all = steps(asked, acceptedNative(), known)
    expect(all.map(({ facts: each }) => each.kind)).toEqual(['reset', 'wrap', 'swap', 'deposit'])
    expect(all[0]?.facts).toMatchObject({ spender: market })
  })

  it('given a proxy takes the routing token, then the target may take none of it', () => {
    const asked = [swapping[0], swap(), allow(much, proxy), deposit()]
    const all = steps(asked, acceptedOrder(), facts({}, { [key(target)]: '1' }))
    expect(all.map(({ facts: each }) => each.kind)).toEqual([
      ...['approve', 'reset', 'swap', 'approve', 'deposit'],
    ])
    expect(all[1]?.facts).toMatchObject({
      spender: target,
      token: { address: all[3]?.facts.token.address },
    })
  })

  it('given a market or a target of a known contract that is called otherwise, then it is named', () => {
    const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
    const known = facts(
      { hasCode: { [target]: true, [pool]: true } },
      { [pool]: '0', [key(pool)]: '0' },
    )
    const asked = [approve(amountIn, { spender: pool }), swap({ to: pool }), allow(), deposit()]
    const all = steps(asked, acceptedOrder(), known)
    expect(all[1]?.facts).toMatchObject({ unread: { service: 'Across', contract: 'SpokePool' } })
    expect(steps(swapping)[1]?.facts).not.toHaveProperty('unread')
  })

  it('given a step is of the coin, then what it gives is told as it is, and no method', () => {
    const [first] = steps(wrapping, acceptedNative())
    expect(first?.facts).not.toHaveProperty('method')
    expect(first).toMatchObject({ deposit: false, action: { waitForReceipt: true } })
  })
})

describe('steps before the deposit that are refused', () => {
  it.each<[string, unknown[], string]>([
    ['a swap that leads to no token', [swapping[0], swap(), deposit()], 'policy/foreign-call'],
    [
      'a swap that carries coins',
      [swap({ value: '0x1' }), allow(), deposit()],
      'policy/wrong-value',
    ],
    [
      'a step that calls nothing',
      [swap({ data: '0x' }), allow(), deposit()],
      'policy/foreign-call',
    ],
    ['a step at the payer', [swap({ to: author }), allow(), deposit()], 'policy/foreign-call'],
    ['a step at the paid token', [swap({ to: usdc }), allow(), deposit()], 'policy/foreign-call'],
    ['a step at the routing token', [swap({ to: dai }), allow(), deposit()], 'policy/foreign-call'],
    [
      'a transfer',
      [swap({ data: `0xa9059cbb${'00'.repeat(64)}` }), allow(), deposit()],
      'policy/foreign-call',
    ],
    [
      'a deposit at the routing token',
      [swap(), allow(), deposit({ to: dai })],
      'policy/foreign-call',
    ],
    [
      'two routing tokens',
      [swap(), allow(), allow(much, target, stranger), deposit()],
      'policy/foreign-token',
    ],
    [
      'two takers of the routing token',
      [swap(), allow(), allow(much, proxy), deposit()],
      'policy/excessive-allowance',
    ],
    [
      'an approval of the routing token for the token itself',
      [swap(), allow(much, dai), deposit()],
      'policy/foreign-spender',
    ],
    [
      'an approval of the routing token that only clears',
      [swap(), allow(0n), deposit()],
      'policy/needless-reset',
    ],
    ['a wrap where a token is paid', [wrap(), allow(), deposit()], 'policy/foreign-call'],
    ['an unwrap where a token is paid', [unwrap(), deposit()], 'policy/foreign-call'],
    [
      'a market without code',
      [swap({ to: stranger }), allow(), deposit()],
      'policy/target-has-no-code',
    ],
    [
      'a taker of the routing token without code',
      [swap(), allow(much, stranger), deposit()],
      'policy/foreign-spender',
    ],
    [
      'a message to sign',
      [sample.request('personal_sign', ['0x']), swap(), allow(), deposit()],
      'policy/method-forbidden',
    ],
    [
      'a switch to another chain',
      [switchChain('0x1'), swap(), allow(), deposit()],
      'policy/wrong-chain',
    ],
    [
      'an approval that carries coins',
      [swap(), send({ to: dai, data: encodeApprove(target, much), value: '0x1' }), deposit()],
      'policy/wrong-value',
    ],
  ])('given %s', (_, asked, code) => {
    expect(outcome(asked)).toBe(code)
  })

  it.each<[string, unknown[], Accepted, string]>([
    ['a wrap of nothing', [wrap(0n), deposit()], acceptedNative(), 'policy/foreign-call'],
    [
      'a wrap with a word more',
      [wrap(1n, '0xd0e30db000'), deposit()],
      acceptedNative(),
      'policy/foreign-call',
    ],
    ['a wrap of more', [wrap(amountIn + 1n), deposit()], acceptedNative(), 'policy/wrong-value'],
    [
      'a wrap of less',
      [wrap((amountIn * 98n) / 100n), deposit()],
      acceptedNative(),
      'policy/wrong-value',
    ],
    [
      'an unwrap of more',
      [unwrap(amountIn + 1n), deposit({ value: hex(amountIn + 1n) })],
      paidWrapped(),
      'policy/wrong-value',
    ],
    [
      'an unwrap that carries coins',
      [unwrap(amountIn, { value: '0x1' }), deposit({ value: hex(amountIn) })],
      paidWrapped(),
      'policy/foreign-call',
    ],
    [
      'a deposit of less coins than were unwrapped',
      [unwrap(), deposit({ value: hex(amountIn - 1n) })],
      paidWrapped(),
      'policy/wrong-value',
    ],
    [
      'a transfer of the wrapped coin',
      [unwrap(amountIn, { data: `0xa9059cbb${'00'.repeat(64)}` }), deposit()],
      paidWrapped(),
      'policy/foreign-call',
    ],
    [
      // What the deposit then carries would be told as passed on, unit for unit, and not as a fee.
      'an approval of the coin itself after a swap, so that the deposit passes on coins',
      [swap(), allow(1n, target, native), deposit({ value: hex(amountIn) })],
      acceptedOrder(),
      'policy/foreign-token',
    ],
    [
      'the same by the name that aggregators have for the coin',
      [swap(), allow(1n, target, `0x${'e'.repeat(40)}`), deposit({ value: hex(amountIn) })],
      paidWrapped(),
      'policy/foreign-token',
    ],
    [
      'an approval of another token after an unwrap',
      [unwrap(), allow(), deposit({ value: hex(amountIn) })],
      paidWrapped(),
      'policy/foreign-token',
    ],
  ])('given %s', (_, asked, accepted, code) => {
    expect(outcome(asked, accepted)).toBe(code)
  })

  it.each<[string, EvmFacts, string, string]>([
    [
      'what the token is',
      { ...facts(), routing: undefined as never },
      'policy/malformed',
      'Nothing is known of a token',
    ],
    [
      'what the market may take of the routing token',
      { ...facts(), allowances: { [market]: '0', [target]: '0', [key(target)]: '0' } },
      'policy/excessive-allowance',
      `The allowance of ${market} is not known`,
    ],
    [
      'what the target may take of the routing token',
      { ...facts(), allowances: { [market]: '0', [target]: '0', [key(market)]: '0' } },
      'policy/excessive-allowance',
      `The allowance of ${target} is not known`,
    ],
  ])('given it is not known %s', (_, known, code, detail) => {
    const told = check(swapping, acceptedOrder(), { family: 'eip155', ...known })
    expect(told).toEqual({ ok: false, code, detail })
  })

  it('given a chain whose wrapped coin nobody pinned, then it is a contract like any other', () => {
    const order = acceptedNative()
    const elsewhere = { ...order, from: { ...order.from, chainId: 16_661 } }
    expect(wrappedCoinOf(16_661)).toBeUndefined()
    expect(outcome([wrap(), deposit()], elsewhere)).toBe('policy/foreign-call')
  })
})
