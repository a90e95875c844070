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
  passesOn: usdc,
  chain: 42_161n,
  token: there,
  least: 4_910_000n,
  recipient: author,
  refund: author,
  deadline: BigInt(now + 7_200),
}
const { refund: _refund, deadline: _deadline, passesOn: _passesOn, ...rest } = across
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
    ).toStrictEqual({ ok: true, known: { ...known, least: '4910000' } })
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

describe('what a refused call of a known contract is told with', () => {
  const coin = { ...order.from, address: native, decimals: 18 }
  const coinOut = { ...order.to, address: native, decimals: 18 }
  const wethThere = '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'
  /** The mint of USDC on Solana, and its 32 bytes. */
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const mintBytes = '0xc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61'
  const solana = { ...order.to, chainId: 20_011_000_000, address: mint }
  const lifi = { service: 'LI.FI', contract: 'LiFiDiamond' }
  const proxy = '0x74a55cadb12501a3707e9f3c5dfd8b563c6a5940'
  const refused = (code: string, detail: string) => ({ ok: false, code: `policy/${code}`, detail })
  const told = (
    call: DepositCall | undefined,
    patch: Partial<Accepted> = {},
    own: { known?: typeof known; spender?: string; paid?: Partial<Paid> } = {},
  ) =>
    judgeKnown({
      known: own.known ?? known,
      call,
      accepted: { ...order, ...patch },
      paid: { token: usdc, amount: 5_000_000n, value: 0n, ...own.paid },
      spender: own.spender,
      now,
    })
  const passes = (least = '4910000') => ({ ok: true, known: { ...known, least } })

  it('given it cannot be read, with the name of the contract', () => {
    expect(told(undefined)).toEqual(
      refused('malformed', 'The call of SpokePool of Across cannot be read'),
    )
  })

  it('given somebody else takes the tokens, with who; a proxy of its own on that chain is named', () => {
    const call: DepositCall = { ...across, numbers: 'lifi' }
    expect(told(call, {}, { known: lifi, spender: proxy })).toEqual({
      ok: true,
      known: { ...lifi, least: '4910000', proxy: 'ERC20Proxy' },
    })
    expect(told(call, {}, { spender: proxy })).toEqual(
      refused('foreign-spender', `Spender ${proxy} is none of SpokePool of Across`),
    )
    expect(told(call, {}, { known: lifi, spender: stranger })).toEqual(
      refused('foreign-spender', `Spender ${stranger} is none of LiFiDiamond of LI.FI`),
    )
  })

  it('given what nobody here can read goes along, with what it is', () => {
    expect(told({ ...across, unread: 'a message' })).toEqual(
      refused('unread-call', 'SpokePool of Across: a message'),
    )
  })

  it('given it is passed on, with where to, unless that is the own contract of the network', () => {
    expect(told({ ...across, via: pool })).toEqual(passes())
    const dlnSource = '0xef4fb24ad0916217251f553c0596f8edc630eb66'
    expect(told({ ...dln, via: dlnSource })).toEqual(passes())
    for (const [call, via] of [
      [across, dlnSource],
      [dln, pool],
      [across, stranger],
    ] as const) {
      const detail = `SpokePool of Across passes it on to ${via}`
      expect(told({ ...call, via })).toEqual(refused('foreign-call', detail))
    }
  })

  it('given another token is taken, with which', () => {
    const call = { ...across, takes: { token: weth, amount: 5_000_000n } }
    expect(told(call)).toEqual(refused('foreign-token', `The deposit takes ${weth}`))
  })

  it('given coins are paid, then spoke pools take them as the wrapped coin, and nobody else', () => {
    const paid = { token: native, value: 5_000_000n }
    const takes = (call: DepositCall, token: string) =>
      told(
        { ...call, passesOn: token, takes: { token, amount: 5_000_000n } },
        { from: coin },
        { paid },
      )
    const other = (token: string) => refused('foreign-token', `The deposit takes ${token}`)
    const viaLifi: DepositCall = { ...across, numbers: 'lifi' }
    const back = { address: weth, symbol: 'WETH' }
    const comesBack = { ok: true, known: { ...passes().known, back } }
    expect(takes(across, weth)).toEqual(comesBack)
    // What is swapped on the way, before the call or in it, comes back as what it was swapped to.
    const swapped = { paid: { token: usdc, value: 0n } }
    expect(told(across, { from: coin }, swapped)).toEqual(passes())
    const within = { ...viaLifi, takes: { token: native, amount: 5_000_000n } }
    expect(told(within, { from: coin }, { paid })).toEqual(passes())
    expect(takes(across, native)).toEqual(other(native))
    expect(takes(viaLifi, native)).toEqual(comesBack)
    expect(takes(dln, native)).toEqual(passes())
    for (const call of [dln, viaLifi]) expect(takes(call, weth)).toEqual(other(weth))
  })

  it.each([4_999_999n, 5_000_001n])('given %s are taken of 5000000, with both', (amount) => {
    const call = { ...across, takes: { token: usdc, amount } }
    expect(told(call)).toEqual(refused('wrong-value', `The deposit takes ${amount} of 5000000`))
  })

  it('given nothing of a swap is taken, with that it is a swap', () => {
    const call = { ...across, takes: { token: weth, amount: 0n } }
    const paid = { token: weth, amount: undefined }
    expect(told(call, {}, { paid })).toEqual(
      refused('wrong-value', 'The deposit takes 0 of a swap'),
    )
  })

  it('given a fee is part of the coins, then it takes up to what the call carries', () => {
    const paid = { token: native, value: 5_000_700n }
    const takes = (amount: bigint, withFee?: true) =>
      told(
        { ...dln, takes: { token: native, amount, ...(withFee && { withFee }) } },
        { from: coin },
        { paid },
      )
    const wrong = (amount: bigint) =>
      refused('wrong-value', `The deposit takes ${amount} of 5000000`)
    expect(takes(5_000_000n, true)).toEqual(passes())
    expect(takes(5_000_700n, true)).toEqual(passes())
    expect(takes(5_000_701n, true)).toEqual(wrong(5_000_701n))
    expect(takes(4_999_999n, true)).toEqual(wrong(4_999_999n))
    expect(takes(5_000_001n)).toEqual(wrong(5_000_001n))
  })

  it('given another chain is paid on, with its number and the accepted one', () => {
    expect(told({ ...across, chain: 10n })).toEqual(
      refused('wrong-payout', 'Paid out on chain 10, 42161 was accepted'),
    )
  })

  it('given another token is paid out, with which', () => {
    expect(told({ ...across, token: usdc })).toEqual(refused('wrong-payout', `Paid out in ${usdc}`))
  })

  it('given coins were accepted, then the wrapped coin is them where spoke pools pay, and nowhere else', () => {
    const pays = (call: DepositCall, token: string) => told({ ...call, token }, { to: coinOut })
    const other = (token: string) => refused('wrong-payout', `Paid out in ${token}`)
    const asOr = (address: string, symbol: string) => ({
      ok: true,
      known: { ...passes().known, or: { address, symbol } },
    })
    const viaLifi: DepositCall = { ...across, numbers: 'lifi' }
    for (const call of [across, viaLifi]) {
      expect(pays(call, wethThere)).toEqual(asOr(wethThere, 'WETH'))
      expect(pays(call, native)).toEqual(other(native))
    }
    expect(pays(dln, native)).toEqual(passes())
    expect(pays(dln, wethThere)).toEqual(other(wethThere))
    // The wrapped coin itself, by its own name, is that token; an account without code is paid coins.
    expect(
      told({ ...across, token: wethThere }, { to: { ...order.to, address: wethThere } }),
    ).toEqual(asOr(native, 'ETH'))
    expect(told({ ...dln, token: wethThere }, { to: { ...order.to, address: wethThere } })).toEqual(
      passes(),
    )
  })

  it('given less is paid out than was accepted, with both; the accepted minimum itself passes', () => {
    expect(told({ ...across, least: 4_899_999n })).toEqual(
      refused('wrong-payout', 'At least 4899999 paid out, 4900000 was accepted'),
    )
    expect(told({ ...across, least: 4_900_000n })).toEqual(passes('4900000'))
  })

  it('given no minimum was promised, then one unit is the least', () => {
    const open = (least: bigint) => {
      const { minAmountOut: _, ...accepted } = order
      const paid = { token: usdc, amount: 5_000_000n, value: 0n }
      const call = { ...across, least }
      return judgeKnown({ known, call, accepted, paid, spender: undefined, now })
    }
    expect(open(0n)).toEqual(refused('wrong-payout', 'At least 0 paid out, 1 was accepted'))
    expect(open(1n)).toEqual(passes('1'))
  })

  it('given somebody else is paid, with who', () => {
    expect(told({ ...across, recipient: stranger })).toEqual(
      refused('wrong-recipient', `Paid out to ${stranger}`),
    )
  })

  it('given a payout on Solana, then token and account are held as their 32 bytes', () => {
    const call: DepositCall = { ...dln, chain: 7_565_164n, token: mintBytes, recipient: mintBytes }
    const patch = { to: solana, recipient: mint }
    expect(told(call, patch)).toEqual(passes())
    expect(told({ ...call, token: mintBytes.replace('c6', 'c7') }, patch)).toEqual(
      refused('wrong-payout', `Paid out in ${mintBytes.replace('c6', 'c7')}`),
    )
    expect(told({ ...call, recipient: author }, patch)).toEqual(
      refused('wrong-recipient', `Paid out to ${author}`),
    )
  })

  it('given a text of base58 that is no 32 bytes, then it is nobody', () => {
    const call: DepositCall = { ...dln, chain: 7_565_164n, token: mintBytes, recipient: '0x0102' }
    // The base58 of the bytes 1 and 2.
    expect(told(call, { to: solana, recipient: '5T' })).toEqual(
      refused('wrong-recipient', 'Paid out to 0x0102'),
    )
  })

  it('given an account is written in capitals or by its native alias, then it is the same one', () => {
    const shouted = order.to.address.toUpperCase().replace('0X', '0x')
    expect(told(across, { to: { ...order.to, address: shouted } })).toEqual(passes())
    const alias = `0x${'E'.repeat(40)}`
    expect(told({ ...dln, token: native }, { to: { ...coinOut, address: alias } })).toEqual(
      passes(),
    )
  })

  it('given somebody may call it back or is sent it back, with who', () => {
    expect(told({ ...dln, authority: stranger })).toEqual(
      refused('wrong-refund', `${stranger} may call it back`),
    )
    expect(told({ ...across, refund: stranger })).toEqual(
      refused('wrong-refund', `Sent back to ${stranger}`),
    )
    expect(told({ ...rest, deadline: BigInt(now + 7_200) })).toEqual(
      refused('wrong-refund', 'Sent back to nobody'),
    )
  })

  it('given a swap leaves something over, with who gets it, unless that is the person', () => {
    const leaves = (to: string) => told({ ...across, refund: hub, rest: to }, { refundTo: hub })
    expect(leaves(author)).toEqual(passes())
    expect(leaves(hub)).toEqual(passes())
    expect(leaves(stranger)).toEqual(
      refused('wrong-refund', `What a swap leaves over goes to ${stranger}`),
    )
    // Who is paid may call it back, and is not given what is left over.
    expect(
      told({ ...across, recipient: stranger, rest: stranger }, { recipient: stranger }),
    ).toEqual(refused('wrong-refund', `What a swap leaves over goes to ${stranger}`))
  })

  it('given it may be filled only before the price ends, or for longer than a day, with until when', () => {
    const until = (second: number) => told({ ...across, deadline: BigInt(second) })
    const wrong = (second: number) => refused('wrong-deadline', `May be filled until ${second}`)
    expect(until(order.quoteExpiresAt)).toEqual(wrong(order.quoteExpiresAt))
    expect(until(order.quoteExpiresAt + 1)).toEqual(passes())
    expect(until(now + 86_400)).toEqual(passes())
    expect(until(now + 86_401)).toEqual(wrong(now + 86_401))
    // Somebody who may call it back does not make up for it.
    expect(told({ ...dln, deadline: 1n })).toEqual(wrong(1))
  })

  it('given neither an end nor who calls it back, with that', () => {
    expect(told({ ...rest, refund: author })).toEqual(refused('wrong-deadline', 'No deadline'))
  })
})
