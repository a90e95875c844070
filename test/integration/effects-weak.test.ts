import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeSequence } from '@/src/chains/evm-sequence'
import type { AppError } from '@/src/domain/error'
import type { Advice, StepState, SwapOrder } from '@/src/domain/order/order'
import { toPlannedOrder, toSteps } from '@/src/domain/order/plan'
import { judgeEvmEffects } from '@/src/domain/policy/effects-evm'
import { tryAgain } from '@/src/engine/chain/trial'
import type { TestApproval } from '@/test/sandbox/test-client'
import { hex, thief } from '@/test/support/hostile-contracts'
import { effectsRows, honestRows } from './hostile/evm-effects-rows'
import { routeRows } from './hostile/evm-route-rows'
import {
  amount,
  BASE,
  change,
  coins,
  type EvmHow,
  type EvmWorld,
  sentBy,
  startEvmWorld,
} from './hostile/evm-world'

/**
 * The weaker kind of trial: a real chain behind a node that lacks `eth_simulateV1`, where code at the
 * account's own address runs the sequence within one `eth_call`. Honest builds pass and are labelled;
 * hostile ones are refused as far as they can be seen without events.
 */
let world: EvmWorld
const mood = (more: object) =>
  world.client.control('POST', '/node', { chainId: BASE, node: 'alpha', ...more })

beforeAll(async () => {
  world = await startEvmWorld('alpha')
})
beforeEach(async () => {
  await world.client.control('POST', '/reset')
  await mood({ lacks: ['eth_simulateV1'] })
})
afterAll(() => world?.stop())

/** What only events show, what nobody names, gas, and who sends it: asked for, with the label and its tick. */
const unseen = [
  ...['E06', 'E07', 'E08', 'E23', 'E42', 'E44', 'E51'],
  ...['E60', 'E61', 'E62', 'E63', 'E64', 'E65', 'E66'],
  ...['E67', 'E68', 'E69', 'E70', 'E71', 'E73', 'E75'],
]
/** What is refused all the same, in other words. */
const otherwise: Readonly<Record<string, string>> = {
  // The power that is given shows in no number, that nothing is paid does.
  E17: 'policy/pays-less',
  E19: 'policy/pays-less',
  // What the seventy were to hide is named.
  E24: 'policy/takes-other',
}
const isUnseen = (row: { id: string }) =>
  unseen.includes(row.id) ||
  ('code' in row && row.code === 'policy/gives-power' && !otherwise[row.id])
const rows = [...effectsRows, ...routeRows].filter((row) => 'ring' in row && row.ring === 'effects')
const toCase = <Row extends { id: string; builds: string }>(row: Row) =>
  [row.id, row.builds, row] as const

describe('a node that lacks the method', () => {
  it.each(honestRows.map(toCase))(
    '%s: %s goes through, and is labelled',
    async (_id, _what, row) => {
      const outcome = await world.outcome(row.how)
      expect(outcome).toEqual('steps' in row ? { steps: row.steps } : {})
      expect(world.built?.advice).toMatchObject({
        outcome: 'passes',
        by: ['alpha', 'beta'],
        weak: true,
      })
    },
  )

  it.each(rows.filter((row) => !isUnseen(row)).map(toCase))(
    '%s: %s is refused',
    async (id, _what, row) => {
      const code = otherwise[id] ?? ('code' in row ? row.code : '')
      expect(await world.outcome(row.how)).toEqual({ ring: 'effects', code })
    },
  )

  it.each(rows.filter(isUnseen).map(toCase))(
    '%s: %s shows only in the better kind',
    async (_id, _w, row) => {
      expect(await world.outcome(row.how)).toEqual({ steps: 'approve,deposit' })
      expect(world.built?.advice).toMatchObject({ outcome: 'passes', weak: true })
    },
  )
})

const plain: EvmHow = { pays: 'USDC', build: (_, honest) => honest }
const withFee: EvmHow = { ...plain, shape: 'fixed-fee' }

describe('which kind of trial it is', () => {
  it('given a node that has the method, then it is the better one', async () => {
    await mood({})
    await world.outcome(withFee)
    expect(world.built?.advice.weak).toBeUndefined()
  })

  it('given an account that delegates (EIP-7702), then its own code is out of the way', async () => {
    const setCode = (code: Hex) =>
      world.client.wallet(BASE).request<{
        Method: 'anvil_setCode'
        Parameters: [Hex, Hex]
        ReturnType: null
      }>({ method: 'anvil_setCode', params: [world.author, code] })
    await setCode(`0xef0100${world.at.Thief.slice(2)}`)
    await world.outcome(withFee).finally(() => setCode('0x'))
    expect(world.built?.advice).toMatchObject({ outcome: 'passes', weak: true })
  })
})

describe('the account while it has other code', () => {
  it('given the wrapped coin is unwrapped before the payment, then it takes the coins', async () => {
    const usdc = world.addressOf('USDC')
    const approvals = [
      world.call(world.wrapped, 'withdraw(uint256)', [coins]),
      world.call(
        'Thief',
        'nothing(address, uint256, bytes32)',
        [usdc, 0n, `0x${'11'.repeat(32)}`],
        coins,
      ),
    ]
    const trial = await world.reader.trial({
      weakly: [],
      account: world.author,
      requests: approvals.map(requestOf),
      token: world.wrapped,
      spenders: [],
      watched: [world.wrapped, native],
    })
    expect(trial).toMatchObject({
      effects: {
        parts: [
          { [world.wrapped]: -coins, [native]: coins },
          { [world.wrapped]: 0n, [native]: -coins },
        ],
      },
    })
  })

  it('given a contract that calls it back, then it does nothing for them', async () => {
    const [usdc, data] = [
      world.addressOf('USDC'),
      world.encode('transfer(address, uint256)', [thief, 7n]),
    ]
    const theft = encodeSequence([{ to: usdc, data }])
    const call = world.call('OwnWallet', 'execute(address[], uint256[], bytes[])', [
      [world.author],
      [0n],
      [theft],
    ])
    const account = world.author
    const input = { account, requests: [requestOf(call)], token: usdc, spenders: [] }
    const trial = await world.reader.trial({ ...input, weakly: [] })
    if (trial.outcome !== 'passes') throw new Error(trial.outcome)
    const { before, after } = trial.effects.tokens[usdc.toLowerCase()] ?? { before: 0n, after: 0n }
    expect([before > 0n, before - after]).toEqual([true, 0n])
  })
})

const native = `0x${'0'.repeat(40)}`
const requestOf = (approval: TestApproval) => {
  const { to, data, value = '0x0' } = sentBy(approval)
  return { from: world.author, to, data, value }
}

/** Tries requests in the weaker way and judges them, without the ring before. */
async function judge(...approvals: TestApproval[]) {
  const requests = approvals.map(requestOf)
  const token = world.addressOf('USDC')
  const spenders = [requests.at(-1)?.to ?? '']
  const trial = await world.reader.trial({
    weakly: [],
    account: world.author,
    requests,
    token,
    spenders,
  })
  if (trial.outcome !== 'passes') return trial.outcome
  await world.outcome(plain)
  if (world.accepted === undefined) throw new Error('nothing was accepted')
  const value = requests.reduce((sum, each) => sum + BigInt(each.value), 0n)
  const verdict = judgeEvmEffects(world.accepted, trial.effects, { value })
  return verdict.ok ? 'ok' : verdict.code
}

describe('a hostile twin', () => {
  const go = (much: bigint) =>
    world.call('OldRouter', 'go(address, address, uint256)', [world.addressOf('USDC'), thief, much])

  it('that takes more by an old allowance is refused', async () => {
    expect(await judge(go(2n * amount))).toBe('policy/takes-more')
  })

  it('that could take more later by an old allowance is refused', async () => {
    expect(await judge(go(amount))).toBe('policy/takes-more')
  })

  it('that approves a stranger is refused', async () => {
    expect(await judge(world.approve('USDC', thief, 7n), go(amount))).toBe('policy/gives-power')
  })

  it('that carries coins beside the token is refused', async () => {
    const [u, d] = [world.addressOf('USDC'), `0x${'11'.repeat(32)}`]
    const paid = world.call('Thief', 'deposit(address, uint256, bytes32)', [u, amount, d], coins)
    expect(await judge(world.approve('USDC', 'Thief'), paid)).toBe('ok')
    // The same, where no coins were to leave: what is carried is held against what may be.
    const trial = await world.reader.trial({
      weakly: [],
      account: world.author,
      requests: [world.approve('USDC', 'Thief'), paid].map(requestOf),
      token: u,
      spenders: [world.at.Thief],
    })
    if (trial.outcome !== 'passes' || !world.accepted) throw new Error('it did not pass')
    const { native } = trial.effects
    expect(native.before - native.after).toBe(coins)
    const verdict = judgeEvmEffects(world.accepted, trial.effects, { value: 0n })
    expect(verdict).toMatchObject({ ok: false, code: 'policy/takes-more' })
  })

  it('whose second step reverts is refused', async () => {
    const one = 10n ** 15n
    const outcome = await world.outcome({
      ...withFee,
      build: (_, [a, d]) => [a, change(d, { value: hex(one + 1n) })],
    })
    expect(outcome).toEqual({ ring: 'effects', code: 'policy/wrong-value' })
  })
})

/** An order of the last build, that the review said this of. */
function orderOf(advice: Partial<Advice>): SwapOrder {
  const { accepted, built, sandbox } = world
  if (accepted === undefined || built === undefined) throw new Error('nothing was built')
  const id = 'a'.repeat(32)
  const order = toPlannedOrder({
    id,
    at: 1,
    accepted,
    serviceUrl: sandbox.info.serviceUrl,
    wallet: { family: 'eip155', id: 'x', name: 'x' },
    page: { tabId: 1, frameId: 0, origin: 'https://example.test' },
    steps: toSteps(id, built.steps),
    digest: '',
  })
  return { ...order, advice: { at: 1, outcome: 'passes', ...advice } }
}

/** An order of the last build whose first two steps, an approval and a swap, are mined. */
async function swapped(advice: Partial<Advice>): Promise<SwapOrder> {
  const order = orderOf(advice)
  for (const step of order.steps.slice(0, 2)) {
    if (step.action.kind !== 'transaction') throw new Error('not for this wallet')
    const { to, data } = step.action.tx
    const hash = await world.carryOut(to, data)
    step.state = { status: 'confirmed', attemptId: 'a', hash, at: 1 } satisfies StepState
  }
  return order
}

describe('a node of which one machine is behind a swap that is mined, and runs what is tried', () => {
  /** What becomes of the rest of an order whose swap is mined, on a node in one mood and then another. */
  async function goOn(advice: Partial<Advice>, good: object, bad: object) {
    await mood(good)
    await world.outcome({ ...plain, shape: 'swap-first' })
    const order = await swapped(advice)
    await mood(bad)
    return tryAgain(world.engine, { ...order, current: 2 }).catch(({ code }: AppError) => code)
  }

  it.each([
    ['better', {}, {}],
    ['weaker', { lacks: ['eth_simulateV1'] }, { weak: true as const }],
  ])(
    'given it runs it in the %s way, it says nothing of it, and no way ends',
    async (_, has, advice) => {
      expect(await goOn(advice, has, { ...has, stateLag: 1 })).toBe('policy/untried')
      // (control) as soon as that machine has the block too, it passes.
      expect(await goOn(advice, has, has)).toBeInstanceOf(Object)
    },
  )
})

describe('just before a step is asked for, by the weaker kind alone', () => {
  it('given a plain payment whose second step reverts, then it is asked for only where the review was tried better', async () => {
    const pays = 'depositAnd(address, uint256, address, uint256)'
    const args = (w: EvmWorld) => [w.addressOf('USDC'), amount, w.addressOf('DAI'), 10n ** 30n]
    await world.outcome({
      ...plain,
      build: (w) => [
        w.approve('USDC', 'Thief'),
        { ...w.call('Thief', pays, args(w)), deposit: true },
      ],
    })
    expect(world.built?.advice).toMatchObject({ outcome: 'reverts', weak: true })
    await expect(tryAgain(world.engine, orderOf({ weak: true }))).rejects.toMatchObject({
      code: 'policy/would-revert',
    })
    await expect(tryAgain(world.engine, orderOf({}))).resolves.toEqual({})
  })

  it('given a swap that is mined, then the payment is asked for only where the review was of that kind', async () => {
    await world.outcome({ ...plain, shape: 'swap-first' })
    const order = await swapped({ weak: true })
    const current = 2
    await expect(tryAgain(world.engine, { ...order, current })).resolves.toEqual({})
    const other = { ...order, current, advice: { at: 1, outcome: 'passes' as const } }
    await expect(tryAgain(world.engine, other)).rejects.toMatchObject({ code: 'policy/untried' })
    // Whatever kind the review was of: what is seen to be wrong is not asked for.
    const [, , , deposit] = other.steps
    if (deposit?.action.kind !== 'transaction') throw new Error('no payment')
    deposit.action.tx.data = world.encode('deposit(address, uint256, bytes32)', [
      world.addressOf('DAI'),
      1n,
      `0x${'11'.repeat(32)}`,
    ])
    // What it leaves of the approval could be taken later: that is told first.
    await expect(tryAgain(world.engine, other)).rejects.toMatchObject({
      code: 'policy/gives-power',
    })
  })
})
