import { describe, expect, it } from 'vitest'
import {
  acceptedOrder,
  approve,
  author,
  build,
  evmFacts,
  hub,
  native,
  now,
  send,
  stranger,
  usdc,
} from '@/test/samples/policy'
import type { Accepted } from '../order/order'
import { METHODS } from './deposit-contracts'
import { checkBuild, needsOfBuild } from './policy'
import { type DepositCall, judgeKnown, type Paid } from './policy-known'

const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
const weth = '0x4200000000000000000000000000000000000006'
const there = '0xaf88d065e77c8cc2239327c5edb3a432268e5831'
const known = { service: 'Across', contract: 'SpokePool' }
const order: Accepted = acceptedOrder({
  to: { chainId: 42_161, address: there, symbol: 'USDC', decimals: 6, amount: '4950000' },
  minAmountOut: '4900000',
})
const across: DepositCall = {
  network: 'across',
  numbers: 'across',
  takes: { token: usdc, amount: 5_000_000n },
  chain: 42_161n,
  token: there,
  least: 4_910_000n,
  recipient: author,
  refund: author,
  deadline: BigInt(now + 7_200),
}
const { refund: _refund, deadline: _deadline, ...rest } = across
const dln: DepositCall = { ...rest, network: 'dln', numbers: 'dln', authority: author }

function judge(call: DepositCall | undefined, patch: Partial<Accepted> = {}, paid?: Partial<Paid>) {
  const accepted = { ...order, ...patch }
  const own = { token: usdc, amount: 5_000_000n, value: 0n, ...paid }
  const result = judgeKnown({ known, call, accepted, paid: own, spender: undefined, now })
  return result.ok ? 'ok' : result.code
}

describe('a call of a known contract', () => {
  it('given what was accepted, then its contract is named with the least that it pays out', () => {
    const paid = { token: usdc, amount: 5_000_000n, value: 0n }
    expect(
      judgeKnown({ known, call: across, accepted: order, paid, spender: undefined, now }),
    ).toEqual({ ok: true, known: { ...known, least: '4910000' } })
  })

  it('given a call that cannot be read, then it is refused', () => {
    expect(judge(undefined)).toBe('policy/malformed')
  })

  it.each([-100_000, 0, 100_000])(
    'given a chain whose clock is %i seconds ahead of this computer’s, then its deadline is by the chain’s',
    (ahead) => {
      const at = (deadline: number) => {
        const call = { ...across, deadline: BigInt(deadline + ahead) }
        const paid = { token: usdc, amount: 5_000_000n, value: 0n }
        const told = { known, call, accepted: order, paid, spender: undefined, now, ahead }
        return judgeKnown(told).ok
      }
      expect(at(now + 86_400)).toBe(true)
      expect(at(now + 86_401)).toBe(false)
      expect(at(order.quoteExpiresAt + 1)).toBe(true)
      expect(at(order.quoteExpiresAt)).toBe(false)
    },
  )

  it.each<[string, DepositCall, Partial<Accepted>, string]>([
    [
      'refunds to another account of the person',
      { ...across, refund: hub },
      { refundTo: hub },
      'ok',
    ],
    ['refunds to the payer, who named another', across, { refundTo: hub }, 'policy/wrong-refund'],
    ['nobody for the refund', { ...rest, deadline: BigInt(now + 60) }, {}, 'policy/wrong-refund'],
    ['the last second of the day', { ...across, deadline: BigInt(now + 86_400) }, {}, 'ok'],
    [
      'neither a deadline nor who calls it back',
      { ...rest, refund: author },
      {},
      'policy/wrong-deadline',
    ],
    [
      'who is paid as who calls it back',
      { ...dln, authority: hub, recipient: hub },
      { recipient: hub },
      'ok',
    ],
    [
      'who is sent it back as who calls it back',
      { ...dln, authority: hub },
      { refundTo: hub },
      'ok',
    ],
    ['a stranger for both', { ...dln, authority: stranger }, {}, 'policy/wrong-refund'],
    ['a named refund beside it', { ...dln, refund: author }, {}, 'ok'],
    [
      'a refund to the caller, where another was named',
      { ...dln, refund: author },
      { refundTo: hub },
      'policy/wrong-refund',
    ],
    ['what a swap leaves over to the payer', { ...across, rest: author }, {}, 'ok'],
    [
      'a chain that the network is not said to reach',
      { ...dln, chain: 130n },
      { to: { ...order.to, chainId: 130 } },
      'policy/wrong-payout',
    ],
    [
      'a token of Solana for one that cannot be read',
      { ...dln, chain: 7_565_164n, token: '0x' },
      { to: { ...order.to, chainId: 20_011_000_000, address: '0OIl' } },
      'policy/wrong-payout',
    ],
    [
      'a coin on a chain without a wrapped one',
      { ...across, chain: 747_474n },
      { to: { ...order.to, chainId: 747_474, address: native } },
      'policy/wrong-payout',
    ],
  ])('given %s, then %4$s', (_, call, patch, code) => {
    expect(judge(call, patch)).toBe(code)
  })

  it('given a routing token whose sum only a trial tells, then any sum of that token passes', () => {
    const routed = (amount: bigint) => ({ ...across, takes: { token: weth, amount } })
    const paid = { token: weth, amount: undefined }
    expect(judge(routed(1n), {}, paid)).toBe('ok')
    expect(judge(routed(0n), {}, paid)).toBe('policy/wrong-value')
    expect(judge(across, {}, paid)).toBe('policy/foreign-token')
    expect(judge(routed(7n), {}, { token: weth, amount: 7n })).toBe('ok')
    expect(judge(routed(8n), {}, { token: weth, amount: 7n })).toBe('policy/wrong-value')
  })

  it('given a fee that is said to be part of tokens, then it is not', () => {
    const call = { ...dln, takes: { token: usdc, amount: 5_000_001n, withFee: true as const } }
    expect(judge(call, {}, { value: 9_000_000n })).toBe('policy/wrong-value')
  })
})

describe('a build that pays a known contract', () => {
  const data = `0x${METHODS.deposit}${'00'.repeat(32)}`
  const deposit = (value = '0x0') => send({ to: pool, data, value }, { deposit: true })
  const facts = (call?: DepositCall, tokens: string[] = []) =>
    evmFacts({
      allowances: Object.fromEntries([pool, ...tokens].map((key) => [key, '0'])),
      hasCode: { [pool]: true, [hub]: true, [weth]: true },
      ...(call === undefined ? {} : { call }),
    })
  const plain = build(approve(5_000_000n, { spender: pool }), deposit())

  it('given its needs, then its calldata is to be read; of another contract it is not', () => {
    const needs = needsOfBuild({ build: plain, accepted: order, now })
    expect(needs.ok && needs.needs.call).toBe(data)
    const other = build(
      approve(5_000_000n, { spender: hub }),
      send({ to: hub, data }, { deposit: true }),
    )
    const none = needsOfBuild({ build: other, accepted: order, now })
    expect(none.ok && none.needs.call).toBe(undefined)
  })

  it('given nobody read its call, then it is refused', () => {
    const result = checkBuild({ build: plain, accepted: order, facts: facts(), now })
    expect(result.ok || result.code).toBe('policy/malformed')
  })

  it.each([
    ['the deposit', 1],
    ['a swap before it', 0],
  ] as const)(
    'given another method of it at %s, then it is named and said to be unread',
    (_, at) => {
      const call = { to: pool, data: '0x12345678' }
      const steps =
        at === 1
          ? [approve(5_000_000n, { spender: pool }), send(call, { deposit: true })]
          : [
              approve(5_000_000n, { spender: pool }),
              send(call),
              approve(7n, { token: weth, spender: hub }),
              send({ to: hub, data }, { deposit: true }),
            ]
      const all = facts(undefined, [hub, `${weth}:${pool}`, `${weth}:${hub}`])
      const routing = { symbol: 'WETH', decimals: 18 }
      const input = { build: build(...steps), accepted: order, facts: { ...all, routing }, now }
      const result = checkBuild(input)
      const said = result.ok ? result.steps.map((step) => step.facts) : []
      expect(said[1]).toMatchObject({ unread: known, method: '0x12345678' })
      expect(said[1]).not.toHaveProperty('known')
      expect(said[3] ?? {}).not.toHaveProperty('unread')
    },
  )

  it('given coins are wrapped first, then it takes what was wrapped', () => {
    const accepted = { ...order, from: { ...order.from, address: native, decimals: 18 } }
    const steps = build(
      send({ to: weth, data: '0xd0e30db0', value: '0x4c4b40' }),
      approve(5_000_000n, { token: weth, spender: pool }),
      deposit(),
    )
    const check = (amount: bigint) => {
      const call = { ...across, takes: { token: weth, amount } }
      const all = facts(call, [`${weth}:${pool}`])
      const routing = { symbol: 'WETH', decimals: 18 }
      const result = checkBuild({ build: steps, accepted, facts: { ...all, routing }, now })
      return result.ok ? 'ok' : result.code
    }
    expect(check(5_000_000n)).toBe('ok')
    expect(check(5_000_001n)).toBe('policy/wrong-value')
  })

  it('given a swap first, then it takes what the swap gives, which the trial tells', () => {
    const steps = build(
      approve(5_000_000n, { spender: hub }),
      send({ to: hub, data: '0x12345678' }),
      approve(7n, { token: weth, spender: pool }),
      deposit(),
    )
    const call = { ...across, takes: { token: weth, amount: 7n } }
    const all = facts(call, [hub, `${weth}:${pool}`, `${weth}:${hub}`])
    const routing = { symbol: 'WETH', decimals: 18 }
    const result = checkBuild({ build: steps, accepted: order, facts: { ...all, routing }, now })
    const last = result.ok ? result.steps.at(-1)?.facts : undefined
    expect(last).toMatchObject({ kind: 'deposit', known: { contract: 'SpokePool' } })
  })
})
