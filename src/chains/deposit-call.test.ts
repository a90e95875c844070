import { base58 } from '@scure/base'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { EVM_NATIVE } from '@/src/domain/address/address'
import type { Accepted } from '@/src/domain/order/order'
import { chainNumberOf, knownDeposit, METHODS } from '@/src/domain/policy/deposit-contracts'
import { checkBuild } from '@/src/domain/policy/policy'
import { type Fields, type Method, swapsOf, written, ZERO } from '@/test/samples/deposit'
import { RECORDED_ACROSS, RECORDED_DLN } from '@/test/samples/deposit-recorded'
import { acceptedOrder, author, build, evmFacts, now, send, stranger } from '@/test/samples/policy'
import { readDepositCall } from './deposit-call'

const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const payout: Hex = '0xaf88d065e77c8cc2239327c5edb3a432268e5831'
const weth: Hex = '0x4200000000000000000000000000000000000006'
const wethThere: Hex = '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'
const me = author as Hex
const thief = stranger as Hex
const pool: Hex = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
const dlnSource: Hex = '0xef4fb24ad0916217251f553c0596f8edc630eb66'
/** On Base. */
const targets: Record<Method, string> = {
  depositV3: pool,
  deposit: pool,
  depositNative: '0x10d8b8daa26d307489803e10477de69c0492b610',
  swapAndBridge: '0x10d8b8daa26d307489803e10477de69c0492b610',
  createOrder: dlnSource,
  createSaltedOrder: dlnSource,
  strictlySwapAndCall: '0x663dc15d3c1ac63ff12e45ab68fea3f0a883c251',
  startBridgeTokensViaAcrossV4: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
  swapAndStartBridgeTokensViaAcrossV4: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
  startBridgeTokensViaDeBridgeDln: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
  swapAndStartBridgeTokensViaDeBridgeDln: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
}
const methods = Object.keys(targets) as Method[]
const names: Partial<Record<string, string>> = {
  [pool]: 'SpokePool of Across',
  [targets.depositNative]: 'SpokePoolPeriphery of Across',
  [dlnSource]: 'DlnSource of deBridge',
  [targets.strictlySwapAndCall]: 'DeBridgeRouter of deBridge',
  [targets.startBridgeTokensViaAcrossV4]: 'LiFiDiamond of LI.FI',
}

const isDln = (method: Method) => /Order|strictly|Dln/.test(method)
const isLifi = (method: Method) => method.includes('BridgeTokens')
const isSwap = (method: Method) => /swap/i.test(method)

/** 5 USDC on Base for at least 4.9 on Arbitrum. */
const order: Accepted = acceptedOrder({
  to: { chainId: 42_161, address: payout, symbol: 'USDC', decimals: 6, amount: '4950000' },
  minAmountOut: '4900000',
})

/** An account and mint of Solana. */
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

function fieldsOf(method: Method, patch: Partial<Fields> = {}): Fields {
  return {
    token: usdc,
    amount: 5_000_000n,
    swapped: { token: weth, amount: 10n ** 15n },
    chain: 42_161n,
    payout,
    least: 4_900_000n,
    recipient: me,
    refund: me,
    authority: me,
    rest: me,
    deadline: now + 7_200,
    extra: '0x',
    permit: '0x',
    via: isDln(method) ? dlnSource : pool,
    receiver: patch.recipient ?? me,
    ...patch,
  }
}

type Twist = { accepted?: Accepted; value?: bigint; spender?: string; at?: number }

/** What the policy says of a build whose deposit is this calldata. */
function judge(method: Method, data: string, twist: Twist = {}) {
  const { accepted = order, value = 0n, at = now } = twist
  const to = targets[method]
  const spender = twist.spender ?? to
  const facts = evmFacts({
    allowances: { [to]: '0', [spender]: '0' },
    hasCode: { [to]: true, [spender]: true },
  })
  const call = readDepositCall(data)
  const deposit = send({ to, data, value: `0x${value.toString(16)}` }, { deposit: true })
  const isCoin = accepted.from.address === EVM_NATIVE
  const approval = send({
    to: accepted.from.address,
    data: `0x095ea7b3${pad(spender as Hex).slice(2)}${pad('0x4c4b40').slice(2)}`,
  })
  const approvals = isCoin ? [deposit] : [approval, deposit]
  return checkBuild({
    build: build(...approvals),
    accepted,
    facts: call === undefined ? facts : { ...facts, call },
    now: at,
  })
}

const codeOf = (result: ReturnType<typeof checkBuild>) => (result.ok ? 'ok' : result.code)

function knownOf(result: ReturnType<typeof checkBuild>) {
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`)
  const facts = result.steps.at(-1)?.facts
  return facts?.kind === 'deposit' ? facts.known : undefined
}

describe('an honest call of a known contract', () => {
  it.each(methods)(
    'given %s, then its contract is named, and the least that it pays out',
    (method) => {
      const known = knownOf(judge(method, written[method](fieldsOf(method))))
      expect(`${known?.contract} of ${known?.service}`).toBe(names[targets[method]])
      // A facet that counts from what a swap gave rounds down.
      expect(Number(known?.least)).toBeCloseTo(4_900_000, -1)
    },
  )

  it.each(methods.filter((method) => !isSwap(method)))(
    'given coins for coins, %s is read',
    (method) => {
      const accepted = {
        ...order,
        from: { ...order.from, address: EVM_NATIVE, decimals: 18 },
        to: { ...order.to, address: EVM_NATIVE, decimals: 18 },
      }
      const usesWrapped = !isDln(method)
      const fields = fieldsOf(method, {
        token: usesWrapped && !isLifi(method) ? weth : ZERO,
        payout: usesWrapped ? wethThere : ZERO,
      })
      const at = { accepted, value: 5_000_000n }
      expect(knownOf(judge(method, written[method](fields), at))?.least).toBe('4900000')
      // The wrapped coin is no coin where the contract does not make it one.
      const [other, more] = [usesWrapped ? ZERO : wethThere, usesWrapped ? ZERO : weth]
      expect(codeOf(judge(method, written[method]({ ...fields, payout: other }), at))).toBe(
        'policy/wrong-payout',
      )
      if (isLifi(method)) return
      expect(codeOf(judge(method, written[method]({ ...fields, token: more }), at))).toBe(
        'policy/foreign-token',
      )
    },
  )

  it('given coins through a facet that pays the fee out of them, then the fee is part of it', () => {
    const method = 'startBridgeTokensViaDeBridgeDln'
    const accepted = { ...order, from: { ...order.from, address: EVM_NATIVE, decimals: 18 } }
    const data = (amount: bigint) => written[method](fieldsOf(method, { token: ZERO, amount }))
    const at = { accepted, value: 5_000_700n }
    expect(knownOf(judge(method, data(5_000_700n), at))?.least).toBe('4900000')
    expect(codeOf(judge(method, data(5_000_701n), at))).toBe('policy/wrong-value')
    expect(codeOf(judge(method, data(4_999_999n), at))).toBe('policy/wrong-value')
    // Nobody else takes it out of what is paid.
    const direct = written.createOrder(fieldsOf('createOrder', { token: ZERO, amount: 5_000_700n }))
    expect(codeOf(judge('createOrder', direct, at))).toBe('policy/wrong-value')
  })

  it('given no minimum was promised, then the payment must still name one', () => {
    const { minAmountOut: _, ...accepted } = order
    const data = (least: bigint) => written.deposit(fieldsOf('deposit', { least }))
    expect(knownOf(judge('deposit', data(1n), { accepted }))?.least).toBe('1')
    expect(codeOf(judge('deposit', data(0n), { accepted }))).toBe('policy/wrong-payout')
  })

  it('given a proxy of LI.FI that takes the tokens, then it is named; one of another chain is not', () => {
    const method = 'startBridgeTokensViaAcrossV4'
    const data = written[method](fieldsOf(method))
    const base = { spender: '0x74a55cadb12501a3707e9f3c5dfd8b563c6a5940' }
    expect(knownOf(judge(method, data, base))?.proxy).toBe('ERC20Proxy')
    const other = { spender: '0x68e1acfa805dca813116ed6507e01c38d44318f0' }
    expect(codeOf(judge(method, data, other))).toBe('policy/foreign-spender')
    expect(codeOf(judge('deposit', written.deposit(fieldsOf('deposit')), base))).toBe(
      'policy/foreign-spender',
    )
  })
})

/** What a hostile service may change, and what it is refused with; null where a kind has no such field. */
const twins: [name: string, patch: (method: Method) => Partial<Fields> | null, code: string][] = [
  ['another token', () => ({ token: payout }), 'policy/foreign-token'],
  ['more', () => ({ amount: 5_000_001n }), 'policy/wrong-value'],
  ['less', () => ({ amount: 4_999_999n }), 'policy/wrong-value'],
  ['another recipient', () => ({ recipient: thief, receiver: thief }), 'policy/wrong-recipient'],
  ['no recipient', () => ({ recipient: ZERO, receiver: ZERO }), 'policy/wrong-recipient'],
  ['a lower minimum', () => ({ least: 4_899_990n }), 'policy/wrong-payout'],
  ['no minimum', () => ({ least: 0n }), 'policy/wrong-payout'],
  ['another chain', () => ({ chain: 10n }), 'policy/wrong-payout'],
  ['another token paid out', () => ({ payout: wethThere }), 'policy/wrong-payout'],
  ['no token paid out', () => ({ payout: ZERO }), 'policy/wrong-payout'],
  [
    'a stranger who is sent it back',
    (method) => (isDln(method) && isLifi(method) ? null : { refund: thief }),
    'policy/wrong-refund',
  ],
  [
    'nobody who is sent it back',
    (method) => (isDln(method) ? null : { refund: ZERO }),
    'policy/wrong-refund',
  ],
  [
    'a stranger who may call it back',
    (method) => (isDln(method) ? { authority: thief } : null),
    'policy/wrong-refund',
  ],
  [
    'a stranger who gets what a swap leaves over',
    (method) => (method === 'strictlySwapAndCall' ? { rest: thief } : null),
    'policy/wrong-refund',
  ],
  [
    'a deadline that has passed',
    (method) => (isDln(method) ? null : { deadline: now - 1 }),
    'policy/wrong-deadline',
  ],
  [
    'a deadline before the price ends',
    (method) => (isDln(method) ? null : { deadline: order.quoteExpiresAt }),
    'policy/wrong-deadline',
  ],
  [
    'a deadline beyond a day',
    (method) => (isDln(method) ? null : { deadline: now + 86_401 }),
    'policy/wrong-deadline',
  ],
  [
    'a message',
    (method) => (isDln(method) && isLifi(method) ? null : { extra: '0x01' }),
    'policy/unread-call',
  ],
  [
    'a permit',
    (method) => (isDln(method) && !isLifi(method) ? { permit: '0x01' } : null),
    'policy/unread-call',
  ],
  [
    'another contract behind it',
    (method) => (/Native|swapAndBridge|strictly/.test(method) ? { via: thief } : null),
    'policy/foreign-call',
  ],
]
const hostile = twins.flatMap(([name, patch, code]) =>
  methods.flatMap((method) => {
    const change = patch(method)
    return change === null ? [] : [[method, name, change, code] as const]
  }),
)

describe('a hostile twin of a known call', () => {
  it.each(hostile)('given %s with %s, then it is refused', (method, _, patch, code) => {
    expect(codeOf(judge(method, written[method](fieldsOf(method, patch)), {}))).toBe(code)
  })

  it('given any field is another one, then every call is refused', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
      .filter((hex) => ![me, usdc, payout, pool, dlnSource].includes(hex))
    const amount = fc.bigInt({ min: 0n, max: 2n ** 100n })
    const seconds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    const change = fc.oneof(
      address.map((token) => ({ token })),
      amount.filter((each) => each !== 5_000_000n).map((each) => ({ amount: each })),
      amount.filter((each) => each !== 42_161n).map((chain) => ({ chain })),
      address.map((each) => ({ payout: each })),
      // A facet counts it from what a swap gave, rounded down.
      amount.map((each) => ({ least: each % 4_899_000n })),
      address.map((recipient) => ({ recipient, receiver: recipient })),
      address.map((each) => ({ refund: each, authority: each })),
      seconds
        .filter((each) => each <= order.quoteExpiresAt || each > now + 86_400)
        .map((deadline) => ({ deadline })),
      fc.uint8Array({ minLength: 1, maxLength: 70 }).map((bytes) => ({
        extra: `0x${Buffer.from(bytes).toString('hex')}` as Hex,
      })),
    )
    fc.assert(
      fc.property(fc.constantFrom(...methods), change, (method, patch) => {
        if ('deadline' in patch && isDln(method)) return
        if ('extra' in patch && isDln(method) && isLifi(method)) return
        expect(codeOf(judge(method, written[method](fieldsOf(method, patch))))).not.toBe('ok')
      }),
    )
  })

  it('given any byte of the arguments is another one, then nothing else than what was accepted passes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (method, place, flip) => {
          const data = written[method](fieldsOf(method))
          const at = 10 + 2 * (place % ((data.length - 10) / 2))
          const byte = (Number.parseInt(data.slice(at, at + 2), 16) ^ flip)
            .toString(16)
            .padStart(2, '0')
          const call = readDepositCall(`${data.slice(0, at)}${byte}${data.slice(at + 2)}`)
          const honest = readDepositCall(data)
          const result = judge(method, `${data.slice(0, at)}${byte}${data.slice(at + 2)}`)
          if (!result.ok) return
          // Who fills it, its number, a name: nothing that the person accepted.
          const least = call?.least ?? 0n
          expect(least >= 4_899_990n).toBe(true)
          // Nor what a swap within the call leads to.
          const way = /^swap/.test(method) ? { passesOn: undefined } : {}
          const same = { least, deadline: 0n, ...way }
          expect({ ...call, ...same }).toEqual({ ...honest, ...same })
        },
      ),
      { numRuns: 400 },
    )
  })
})

const multicalls = parseAbi([
  'function multicall(bytes[] data)',
  'function tryMulticall(bytes[] data)',
])
const within = (functionName: 'multicall' | 'tryMulticall', ...calls: Hex[]) =>
  encodeFunctionData({ abi: multicalls, functionName, args: [calls] })

describe('calls of several methods of a known contract in one', () => {
  const inner = (patch: Partial<Fields> = {}, method: Method = 'depositV3') =>
    written[method](fieldsOf(method, patch)) as Hex

  it.each([
    ['depositV3', 'multicall'],
    ['deposit', 'tryMulticall'],
    ['swapAndBridge', 'multicall'],
  ] as const)('given %s alone in a %s, then it is held to the same', (method, name) => {
    const judged = (patch: Partial<Fields> = {}) =>
      judge(method, within(name, inner(patch, method)))
    expect(knownOf(judged())?.service).toBe('Across')
    expect(codeOf(judged({ recipient: thief }))).toBe('policy/wrong-recipient')
    expect(codeOf(judged({ refund: thief }))).toBe('policy/wrong-refund')
    expect(codeOf(judged({ least: 1n }))).toBe('policy/wrong-payout')
  })

  it.each<[string, Hex[]]>([
    ['two deposits', [inner(), inner({ recipient: thief })]],
    ['another call beside it', [inner(), '0x12345678']],
    ['another call before it', ['0x12345678', inner()]],
    ['another call alone', ['0x12345678']],
    ['nothing', []],
    ['another of its kind', [within('multicall', inner())]],
    ['a method of another network', [inner({}, 'createOrder')]],
  ])('given %s, then it is refused', (_, calls) => {
    expect(codeOf(judge('depositV3', within('multicall', ...calls)))).toBe('policy/malformed')
    expect(codeOf(judge('depositV3', within('tryMulticall', ...calls)))).toBe('policy/malformed')
  })
})

describe('the parts of a call', () => {
  it('given parts that contradict each other, then it is no call', () => {
    const lifi = fieldsOf('startBridgeTokensViaAcrossV4')
    const split = { ...lifi, receiver: thief }
    for (const method of methods.filter(isLifi)) {
      expect(readDepositCall(written[method](split))).toBeUndefined()
    }
    const swaps = swapsOf(lifi)
    const [first] = swaps
    if (first === undefined) throw new Error('no swap')
    const others = [
      [],
      [{ ...first, requiresDeposit: false }],
      [first, { ...first, sendingAssetId: weth }],
    ]
    for (const each of others) {
      expect(
        readDepositCall(written.swapAndStartBridgeTokensViaAcrossV4(lifi, each)),
      ).toBeUndefined()
      expect(
        readDepositCall(written.swapAndStartBridgeTokensViaDeBridgeDln(lifi, each)),
      ).toBeUndefined()
    }
    const forwarded = fieldsOf('strictlySwapAndCall')
    const orders: Hex[] = [
      '0x',
      '0x12345678',
      written.depositV3(forwarded),
      written.createSaltedOrder({ ...forwarded, token: weth }),
      written.createSaltedOrder({ ...forwarded, token: usdc, amount: 10n ** 15n }),
    ]
    for (const passed of orders) {
      expect(readDepositCall(written.strictlySwapAndCall(forwarded, passed))).toBeUndefined()
    }
    const same = written.createOrder({ ...forwarded, token: weth, amount: 10n ** 15n })
    expect(readDepositCall(written.strictlySwapAndCall(forwarded, same))?.least).toBe(4_900_000n)
  })

  it('given a facet that deposits another token than it bridges, then it is no call', () => {
    const method = 'startBridgeTokensViaAcrossV4'
    const data = written[method](fieldsOf(method))
    const second = data.lastIndexOf(usdc.slice(2))
    const other = `${data.slice(0, second)}${weth.slice(2)}${data.slice(second + 40)}`
    expect(readDepositCall(other)).toBeUndefined()
  })

  it.each(methods)(
    'given %s cut short, or with an address too wide, then it is no call',
    (method) => {
      const data = written[method](fieldsOf(method))
      expect(readDepositCall(data.slice(0, -64))).toBeUndefined()
      expect(readDepositCall(data.slice(0, 10))).toBeUndefined()
      const at = data.indexOf('0'.repeat(24) + usdc.slice(2))
      const wide = `${data.slice(0, at)}1${data.slice(at + 1)}`
      // A word of 32 bytes is then another account.
      const call = readDepositCall(wide)
      expect(call === undefined || call.takes.token.length === 66).toBe(true)
      expect(codeOf(judge(method, wide))).not.toBe('ok')
    },
  )

  it('given a method that is not listed, then nothing is read', () => {
    for (const data of ['0x', '0x12345678', '0x1234', '0xconstructor']) {
      expect(readDepositCall(data)).toBeUndefined()
    }
  })

  it.each(Object.entries(METHODS))(
    '%s has the selector of its published signature',
    (name, method) => {
      const isOfCalls = name === 'multicall' || name === 'tryMulticall'
      const data = isOfCalls ? within(name) : written[name as Method](fieldsOf(name as Method))
      expect(data.slice(2, 10)).toBe(method)
    },
  )
})

describe('Solana as the destination', () => {
  it.each(methods)('given %s, then the account and the mint of 32 bytes are held to', (method) => {
    const accepted: Accepted = {
      ...order,
      recipient: solana,
      to: { ...order.to, chainId: 20_011_000_000, address: solana },
    }
    const numbers = isLifi(method) ? 'lifi' : isDln(method) ? 'dln' : 'across'
    const chain = chainNumberOf(numbers, 20_011_000_000) ?? 0n
    const bytes: Hex = `0x${Buffer.from(base58.decode(solana)).toString('hex')}`
    const there = { chain, recipient: bytes, payout: bytes, authority: bytes }
    const fields = fieldsOf(method, {
      ...there,
      receiver: '0x11f111f111f111F111f111f111F111f111f111F1',
    })
    if (method === 'depositV3') return
    expect(knownOf(judge(method, written[method](fields), { accepted }))?.least).toBeDefined()
    const other: Hex = `0x${'ab'.repeat(32)}`
    const wrong = written[method]({ ...fields, recipient: other })
    expect(codeOf(judge(method, wrong, { accepted }))).toBe('policy/wrong-recipient')
  })
})

describe('what is passed on to a spoke pool', () => {
  it('is what the account pays, or what a swap within the call gives', () => {
    const of = (method: Method) => readDepositCall(written[method](fieldsOf(method)))?.passesOn
    for (const method of ['depositV3', 'deposit', 'startBridgeTokensViaAcrossV4'] as const) {
      expect([method, of(method)]).toEqual([method, usdc])
    }
    for (const method of ['swapAndBridge', 'swapAndStartBridgeTokensViaAcrossV4'] as const) {
      expect([method, of(method)]).toEqual([method, weth])
    }
    expect(of('createOrder')).toBeUndefined()
  })
})

describe('recorded calls', () => {
  it('given a deposit into a spoke pool of Polygon, then it is read as it was sent', () => {
    const to = '0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096'
    expect(knownDeposit(137, { to, data: RECORDED_ACROSS })?.contract).toBe('SpokePool')
    expect(readDepositCall(RECORDED_ACROSS)).toEqual({
      network: 'across',
      numbers: 'across',
      takes: { token: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', amount: 130_592n },
      passesOn: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
      chain: 42_161n,
      token: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
      least: 107_647n,
      recipient: '0x6969174fd72466430a46e18234d0b530c9fd5f49',
      refund: '0x6969174fd72466430a46e18234d0b530c9fd5f49',
      deadline: 1_718_657_594n,
    })
  })

  it('given an order of DLN on Ethereum, then it is read as it was sent', () => {
    expect(knownDeposit(1, { to: dlnSource, data: RECORDED_DLN })?.contract).toBe('DlnSource')
    const account = '0x1d13e6584b37ade465574d96f59d72b5ec021e1a'
    expect(readDepositCall(RECORDED_DLN)).toEqual({
      network: 'dln',
      numbers: 'dln',
      takes: { token: EVM_NATIVE, amount: 6_000_000_000_000_000n },
      chain: 56n,
      token: EVM_NATIVE,
      least: 0x4585aa71ec2936n,
      recipient: account,
      authority: account,
    })
  })
})
