import { describe, expect, it, vi } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { TRANSFER, wordOf } from '@/src/domain/policy/effect-logs'
import { checkBuild } from '@/src/domain/policy/policy'
import { encodeApprove } from '@/src/domain/policy/policy-abi'
import type { StepDraft } from '@/src/domain/policy/policy-draft'
import { encodeBase64 } from '@/src/lib/bytes'
import {
  approveDraft,
  asked,
  confirmed,
  depositDraft,
  mined as isMined,
  orderAfter,
  planned,
  sent,
  solanaDraft,
  target,
  verified,
} from '@/test/samples/order'
import {
  acceptedOrder,
  amountIn,
  approve,
  build,
  deposit,
  evmFacts,
  now,
} from '@/test/samples/policy'
import {
  acceptedSolana,
  author as payer,
  SOL,
  amountIn as solanaAmount,
  solanaBuild,
  solDeposit,
  other as stranger,
  transaction,
  vault,
} from '@/test/samples/solana'
import { wallet } from '@/test/samples/solana-account'
import type { Engine } from '../engine'
import { type Tried, tryAgain, tryPlan } from './trial'

type Node = {
  trial(input: unknown, signal: AbortSignal): Promise<unknown>
  holdsAt(account: string, to: string, signal: AbortSignal): Promise<boolean>
}
const engineOf = (reader: Node, names = ['A', 'B', 'C', 'D']) => {
  const operators = names.map((name) => ({ name, own: false, reader }))
  return {
    now: () => now * 1_000,
    report: () => undefined,
    readers: async () => ({ operators: () => operators, solanaOperators: () => operators }),
  } as unknown as Engine
}
function plainPlan() {
  const plan = checkBuild({
    build: build(approve(amountIn), deposit()),
    accepted: acceptedOrder(),
    facts: evmFacts(),
    now,
  })
  if (!plan.ok) throw new Error(plan.detail)
  return plan
}
const tried = (reader: Node) =>
  tryPlan(engineOf(reader), acceptedOrder(), plainPlan()).then(
    () => 'asked',
    (error: AppError) => error.code,
  )

describe('a plain deposit into a contract in which the account holds something', () => {
  it('is refused where the trial reverts as well (withdraw of a little more than there is, yet)', async () => {
    expect(
      await tried({ trial: async () => ({ outcome: 'reverts' }), holdsAt: async () => true }),
    ).toBe('policy/position')
  })

  it('is refused where the trial takes the node all its time', async () => {
    const untilAborted = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      })
    const code = await tried({
      trial: async (_, signal) => {
        await untilAborted(signal)
        return { outcome: 'unknown', detail: 'service/aborted' }
      },
      // As the reader does: what is asked with a signal that fired is not asked.
      holdsAt: async (_, __, signal) => {
        if (signal.aborted) throw new AppError('service/aborted', {})
        return true
      },
    })
    expect(code).toBe('policy/position')
  })
})

describe('a token that is turned into coins before the deposit', () => {
  const native = `0x${'0'.repeat(40)}`
  const one = 10n ** 18n
  const gets = { chainId: 8453, address: native, symbol: 'ETH', decimals: 18, amount: String(one) }
  const accepted = acceptedOrder()
  const source = accepted.from.address
  const [step, last] = [depositDraft, depositDraft].map((each) => {
    if (each.action.kind !== 'transaction') throw new Error('another family')
    return { ...each, action: each.action }
  })

  /** Of what the deposit carries, `came` was there before it. */
  const leaving = (came: bigint) => {
    if (!step || !last || last.facts.kind !== 'deposit') throw new Error('no deposit')
    const { token, target } = last.facts
    const swap: StepDraft = {
      ...step,
      deposit: false,
      facts: { kind: 'swap', token, gets, target, method: '0x38ed1739' },
    }
    const tx = { ...last.action.tx, value: `0x${one.toString(16)}` }
    const paid: StepDraft = {
      ...last,
      action: { ...last.action, tx },
      facts: { ...last.facts, token: gets },
    }
    const effects = {
      native: { before: 9n * one, after: 8n * one + came },
      tokens: { [source]: { before: 2n * amountIn, after: amountIn } },
      allowances: [],
      powers: [],
      lost: [],
      positions: [],
      parts: [
        { [source]: -amountIn, [native]: came },
        { [source]: 0n, [native]: -one },
      ],
    }
    const reader = {
      trial: async () => ({ outcome: 'passes', effects }),
      holdsAt: async () => false,
    }
    return tryPlan(engineOf(reader), accepted, { ok: true, steps: [swap, paid] }).then(
      () => 'asked',
      (error: AppError) => error.code,
    )
  }

  it('lets no coins of one’s own leave beside what came, where the deposit names no fee', async () => {
    expect(await leaving(one)).toBe('asked')
    expect(await leaving(one - 1n)).toBe('policy/takes-more')
    expect(await leaving(1n)).toBe('policy/takes-more')
  })
})

describe('a plain deposit that no node tried at all', () => {
  it('may go on', async () => {
    const trial = async () => ({ outcome: 'unknown', detail: 'chain/unreachable' })
    expect(await tried({ trial, holdsAt: async () => false })).toBe('asked')
  })

  it.each([
    ['no node is known', [], {}, 'cannot'],
    ['none has a way to', ['A', 'B'], { lacks: true }, 'cannot'],
    ['one of them is silent', ['A'], {}, 'silent'],
  ])('given %s, says so', async (_, names, more, untried) => {
    const trial = async () => ({ outcome: 'unknown', ...more })
    const engine = engineOf({ trial, holdsAt: async () => false }, names)
    const { advice } = await tryPlan(engine, acceptedOrder(), plainPlan())
    expect(advice).toMatchObject({ outcome: 'unknown', untried })
  })
})

describe('a plain deposit that four nodes tried and none could judge, for what it does', () => {
  it('is not passed on the word of the node that the service lists', async () => {
    const trial = async () => ({ outcome: 'unjudged', detail: '70 contracts' })
    expect(await tried({ trial, holdsAt: async () => false })).toBe('policy/untried')
  })
})

describe('what is left of an order, just before a step of it is asked for', () => {
  const silent = { trial: async () => ({ outcome: 'unknown' }), holdsAt: async () => false }
  const again = (order: SwapOrder) =>
    tryAgain(engineOf(silent), order).then(
      () => 'asked',
      (error: AppError) => error.code,
    )

  it('goes on where no node answers, as it was tried for the review', async () => {
    expect(await again(orderAfter(planned([approveDraft, depositDraft]), confirmed))).toBe('asked')
  })

  it('waits where a swap of it was mined since: what that gave is not what was tried', async () => {
    const facts = { kind: 'swap', gets: planned().accepted.from, target, method: '0x38ed1739' }
    const swap = { ...approveDraft, facts: { ...approveDraft.facts, ...facts } } as StepDraft
    const running = orderAfter(planned([swap, depositDraft]), confirmed)
    expect(await again(running)).toBe('asked')
    const mined = orderAfter(running, asked(running), sent, verified, isMined)
    expect(await again(mined)).toBe('policy/untried')
  })
})

describe('a payment on Solana, tried for the review', () => {
  const accepted = acceptedSolana(SOL)
  const plan = checkBuild({
    build: solanaBuild(solDeposit()),
    accepted,
    facts: { family: 'solana', mints: {}, signed: [] },
    now,
  })

  /** What the review is told where each node shows that so many lamports went to these accounts. */
  const adviceOf = async (...told: Record<string, bigint>[]) => {
    if (!plan.ok) throw new Error(plan.detail)
    let asked = 0
    const trial = async () => {
      const gains = Object.entries(told[asked++ % told.length] ?? {})
      const accounts = [
        { address: payer, before: wallet(9n * solanaAmount), after: wallet(8n * solanaAmount) },
        ...gains.map(([address, gain]) => ({ address, before: null, after: wallet(gain) })),
      ]
      return { outcome: 'passes', effects: { accounts, named: [], fee: 0n, closings: [] } }
    }
    return tryPlan(engineOf({ trial, holdsAt: async () => false }), accepted, plan)
  }

  it('tells who got what was paid, by what two nodes show, and what was held of it', async () => {
    const paid = String(solanaAmount)
    const { advice, held } = await adviceOf({ [vault]: solanaAmount })
    expect(advice).toMatchObject({ by: ['A', 'B'], goes: [{ account: vault, amount: paid }] })
    expect(held).toBe(String(9n * solanaAmount))
    const both = await adviceOf({ [vault]: solanaAmount }, { [stranger]: 7n })
    expect(both.advice.goes).toEqual([
      { account: vault, amount: paid },
      { account: stranger, amount: '7' },
    ])
    expect((await adviceOf({})).advice.goes).toEqual([])
  })

  it('tells nothing of it where no node tried it', async () => {
    const node = { trial: async () => ({ outcome: 'unknown' }), holdsAt: async () => false }
    if (!plan.ok) throw new Error(plan.detail)
    const { advice } = await tryPlan(engineOf(node), accepted, plan)
    expect(advice).not.toHaveProperty('goes')
  })
})

describe('a payment on Solana, just before it is asked for', () => {
  const bytes = encodeBase64(transaction(solDeposit()))
  const accepted = acceptedSolana(SOL)
  const deposit: StepDraft = {
    ...solanaDraft,
    action: { kind: 'solanaSign', chainId: accepted.from.chainId, transaction: bytes },
  }
  const used = { family: 'solana', id: 'x', name: 'X' } as const
  const running = orderAfter(planned([deposit], { accepted, wallet: used }), confirmed)

  /** The trial shows so many lamports beside the payment, and so many that the network takes. */
  const asking = (extra: bigint, shown?: string, network = 5_000n, told?: string) => {
    const left = solanaAmount + network + extra
    const effects = {
      accounts: [{ address: payer, before: wallet(10n ** 10n), after: wallet(10n ** 10n - left) }],
      named: [],
      fee: network,
      closings: [],
    }
    const reader = {
      trial: async () => ({ outcome: 'passes', effects }),
      holdsAt: async () => false,
    }
    const leaves = shown === undefined ? {} : { leaves: { paid: String(solanaAmount), fee: shown } }
    const more = told === undefined ? {} : { network: told }
    const advice = { at: 1, outcome: 'passes' as const, ...leaves, ...more }
    return tryAgain(engineOf(reader), { ...running, advice }).then(
      () => 'asked',
      (error: AppError) => error.code,
    )
  }

  it('is not asked for where more leaves beside it than the review showed', async () => {
    expect(await asking(7n, '7')).toBe('asked')
    expect(await asking(6n, '7')).toBe('asked')
    expect(await asking(8n, '7')).toBe('policy/takes-more')
    expect(await asking(90_000_000n, '0')).toBe('policy/takes-more')
    // Nothing was shown, as no node had tried it.
    expect(await asking(8n)).toBe('asked')
  })

  it('is not asked for where the network takes more of it than was shown', async () => {
    expect(await asking(7n, '7', 5_000n, '5000')).toBe('asked')
    expect(await asking(7n, '7', 5_001n, '5000')).toBe('policy/takes-more')
    expect(await asking(7n, '7', 9_000_000n, '5000')).toBe('policy/takes-more')
    // In all it is no more.
    expect(await asking(0n, '7', 5_007n, '5000')).toBe('asked')
    // Nobody had tried it: by its message the fee was told all the same.
    expect(await asking(8n, undefined, 5_000n, '5000')).toBe('asked')
    expect(await asking(8n, undefined, 5_001n, '5000')).toBe('policy/takes-more')
    // An order of before kept none.
    expect(await asking(7n, '7', 9_000_000n)).toBe('asked')
  })
})

describe('a node that lacks a step that is mined', () => {
  const facts = { kind: 'swap', gets: planned().accepted.from, target, method: '0x38ed1739' }
  const swap = { ...approveDraft, facts: { ...approveDraft.facts, ...facts } } as StepDraft
  const running = orderAfter(planned([swap, depositDraft]), confirmed)
  const order = orderAfter(running, asked(running), sent, verified, isMined)

  it('says nothing of the rest: where it reverts there, another is asked, as of the block of the step', async () => {
    const since: unknown[] = []
    let nodes = 0
    const reader = {
      receipt: async () => {
        nodes += 1
        return nodes === 1 ? null : { status: 'success', logs: [], blockNumber: 77n }
      },
      trial: async (input: { since?: { block: bigint } }) => {
        since.push(input.since?.block)
        return { outcome: 'reverts' }
      },
      holdsAt: async () => false,
    }
    await expect(tryAgain(engineOf(reader as unknown as Node), order)).rejects.toMatchObject({
      code: 'policy/would-revert',
    })
    expect(since).toEqual([77n, 77n])
    const lacking = { ...reader, receipt: async () => null }
    await expect(tryAgain(engineOf(lacking as unknown as Node), order)).rejects.toMatchObject({
      code: 'policy/untried',
    })
    expect(since).toHaveLength(2)
  })
})

describe('two nodes of which one refuses what is left of an order', () => {
  const dai = { ...planned().accepted.from, address: `0x${'d'.repeat(40)}` }
  const facts = { kind: 'swap', gets: dai, target, method: '0x38ed1739' }
  const swap = { ...approveDraft, facts: { ...approveDraft.facts, ...facts } } as StepDraft
  const running = orderAfter(planned([swap, depositDraft]), confirmed)
  const moved = orderAfter(running, asked(running), sent, verified, isMined)
  const plain = orderAfter(planned([depositDraft]), confirmed)
  const token = planned().accepted.from.address.toLowerCase()
  const amount = BigInt(planned().accepted.from.amount)
  const effectsOf = (paid: string, power: boolean, gas: bigint) => ({
    native: { before: 0n, after: 0n },
    tokens: { [token]: { before: 0n, after: 0n }, [paid]: { before: amount, after: 0n } },
    allowances: [],
    powers: power ? ['Somebody'] : [],
    lost: [],
    positions: [],
    parts: [{ [paid]: -amount }],
    gasParts: [gas],
  })
  const again = (order: SwapOrder, refusing: readonly boolean[]) => {
    const nodes = [...refusing]
    const self = order.accepted.author
    const paid = order === moved ? dai.address : token
    const data = `0x${amount.toString(16).padStart(64, '0')}`
    const reader = {
      receipt: async () => ({
        status: 'success',
        logs: [
          { address: token, topics: [TRANSFER, wordOf(self), wordOf(target)], data },
          { address: dai.address, topics: [TRANSFER, wordOf(target), wordOf(self)], data },
        ],
        blockNumber: 77n,
      }),
      trial: async () => ({
        outcome: 'passes',
        effects: effectsOf(paid, nodes.shift() ?? false, 60_000n + BigInt(nodes.length)),
      }),
      holdsAt: async () => false,
    }
    return tryAgain(engineOf(reader as unknown as Node), order).catch(({ code }: AppError) => code)
  }

  it('do not end its way where its money is another token already: they differ', async () => {
    expect(await again(plain, [false, true])).toBe('policy/gives-power')
    expect(await again(moved, [true, true])).toBe('policy/gives-power')
    expect(await again(moved, [true, false])).toBe('policy/nodes-differ')
    expect(await again(moved, [false, false])).toEqual({ gas: 60_001n })
  })

  it('tell the gas of its first step where both pass it: the most', async () => {
    expect(await again(plain, [false, false])).toEqual({ gas: 60_001n })
  })
})

describe('the gas that steps use', () => {
  const told = (...parts: (bigint[] | undefined)[]) => {
    const nodes = [...parts]
    const trial = async () => {
      const gasParts = nodes.shift()
      const token = acceptedOrder().from.address.toLowerCase()
      const effects = {
        native: { before: 0n, after: 0n },
        tokens: { [token]: { before: amountIn, after: 0n } },
        allowances: [],
        powers: [],
        lost: [],
        positions: [],
        ...(gasParts && { gasParts }),
      }
      return { outcome: 'passes', effects }
    }
    const engine = engineOf({ trial, holdsAt: async () => false })
    return tryPlan(engine, acceptedOrder(), plainPlan()).then(({ gas }) => gas)
  }

  it('is of each the most that any node used, and not told where none tells it', async () => {
    expect(await told([46_000n, 90_000n], [45_000n, 99_000n])).toEqual([46_000n, 99_000n])
    expect(await told(undefined, [45_000n, 99_000n])).toEqual([45_000n, 99_000n])
    expect(await told(undefined, undefined)).toBeUndefined()
  })
})

describe('what the first of two nodes made of a plan', () => {
  type Said = { outcome: string; effects?: object; detail?: string }
  const token = acceptedOrder().from.address.toLowerCase()
  const evm = (powers: string[] = []): Said => ({
    outcome: 'passes',
    effects: {
      native: { before: 0n, after: 0n },
      tokens: { [token]: { before: amountIn, after: 0n } },
      allowances: [],
      powers,
      lost: [],
      positions: [],
    },
  })
  const solana = (extra: bigint): Said => {
    const left = solanaAmount + 5_000n + extra
    const account = {
      address: payer,
      before: wallet(10n ** 10n),
      after: wallet(10n ** 10n - left),
    }
    return {
      outcome: 'passes',
      effects: { accounts: [account], named: [], fee: 5_000n, closings: [] },
    }
  }
  const accepted = acceptedSolana(SOL)
  const signed: StepDraft = {
    ...solanaDraft,
    action: {
      kind: 'solanaSign',
      chainId: accepted.from.chainId,
      transaction: encodeBase64(transaction(solDeposit())),
    },
  }

  /** A plan under trial on nodes of which each says its own once a test has it do so. */
  function start(of: 'evm' | 'solana') {
    const answers: ((said: Said) => void)[] = []
    const reader = {
      trial: () => new Promise<Said>((resolve) => answers.push(resolve)),
      holdsAt: async () => false,
    }
    const heard: Tried[] = []
    const plan = of === 'evm' ? plainPlan() : { ok: true as const, steps: [signed] }
    const its = of === 'evm' ? acceptedOrder() : accepted
    const whole = tryPlan(engineOf(reader), its, plan, (first) => heard.push(first)).then(
      ({ advice }) => advice,
      ({ code }: AppError) => code,
    )
    const say = async (node: number, said: Said) => {
      await vi.waitUntil(() => answers.length > node)
      answers[node]?.(said)
      await new Promise((resolve) => setTimeout(resolve))
    }
    return { say, whole, first: () => heard[0]?.advice }
  }

  it.each([
    ['evm', evm()],
    ['solana', solana(7n)],
  ] as const)(
    'is told while the other is still asked (%s), whichever is first',
    async (of, said) => {
      const { say, whole, first } = start(of)
      await say(1, said)
      expect(first()).toMatchObject({ outcome: 'passes', by: ['B'] })
      await say(0, said)
      expect(await whole).toMatchObject({ outcome: 'passes', by: ['A', 'B'] })
    },
  )

  it('is told, and another one asked, where the second does not answer', async () => {
    const { say, whole, first } = start('evm')
    await say(0, evm())
    await say(1, { outcome: 'unknown' })
    expect(first()).toMatchObject({ by: ['A'] })
    await say(2, evm())
    expect(await whole).toMatchObject({ by: ['A', 'C'] })
  })

  it('is no last word: what the other refuses is refused', async () => {
    const { say, whole, first } = start('evm')
    await say(0, evm())
    expect(first()).toBeDefined()
    await say(1, evm(['Somebody']))
    expect(await whole).toBe('policy/gives-power')
  })

  it('is not told where it refuses, nor what another one passes after it', async () => {
    const { say, whole, first } = start('evm')
    await say(0, evm(['Somebody']))
    await say(1, evm())
    expect(first()).toBeUndefined()
    expect(await whole).toBe('policy/gives-power')
  })

  it('is not told where it reverts, which a node that is behind may show: the other passes it', async () => {
    const { say, whole, first } = start('evm')
    await say(0, { outcome: 'reverts', detail: 'no allowance' })
    expect(first()).toBeUndefined()
    await say(1, evm())
    expect(first()).toMatchObject({ outcome: 'passes', by: ['B'] })
    expect(await whole).toMatchObject({ outcome: 'passes', by: ['B'] })
  })

  it('is shown with what leaves at most by either', async () => {
    const { say, whole, first } = start('solana')
    await say(0, solana(7n))
    expect(first()?.leaves?.fee).toBe('7')
    await say(1, solana(9n))
    expect(await whole).toMatchObject({ leaves: { paid: String(solanaAmount), fee: '9' } })
  })

  it('is shown with what the network takes on Solana, and without it elsewhere', async () => {
    const { say, whole } = start('solana')
    await say(0, solana(7n))
    await say(1, solana(7n))
    expect(await whole).toMatchObject({ network: '5000' })
    const other = start('evm')
    await other.say(0, evm())
    await other.say(1, evm())
    expect(await other.whole).not.toHaveProperty('network')
  })
})

describe('a routing token that is approved', () => {
  const dai = { ...planned().accepted.from, address: `0x${'d'.repeat(40)}` }
  const { accepted } = planned()
  const source = accepted.from.address.toLowerCase()
  const due = BigInt(accepted.from.amount)
  const call = (data: string): StepDraft['action'] => {
    if (depositDraft.action.kind !== 'transaction') throw new Error('another family')
    return { ...depositDraft.action, tx: { ...depositDraft.action.tx, data } }
  }
  const of = (amount: bigint) => ({ ...dai, amount: String(amount) })
  const drafts = (approved: bigint): StepDraft[] => [
    {
      deposit: false,
      action: call('0x38ed1739'),
      facts: { kind: 'swap', token: accepted.from, gets: of(0n), target, method: '0x38ed1739' },
    },
    {
      deposit: false,
      action: call(encodeApprove(target, approved)),
      facts: { kind: 'approve', token: of(approved), spender: target, exact: true },
    },
    { ...depositDraft, facts: { kind: 'deposit', token: of(0n), target, method: 'deposit' } },
  ]
  /** A node where the swap gives so much, and the deposit takes so much of it, as it is asked. */
  const node = (gives: bigint, takes: bigint) => async (input: unknown) => {
    const { requests } = input as { requests: { data: string }[] }
    const approved = requests
      .filter(({ data }) => data.startsWith('0x095ea7b3'))
      .reduce((_, { data }) => BigInt(`0x${data.slice(-64)}`), 0n)
    return {
      outcome: 'passes',
      effects: {
        native: { before: 0n, after: 0n },
        tokens: {
          [source]: { before: due, after: 0n },
          [dai.address]: { before: 500n, after: 500n + gives - takes },
        },
        allowances: [
          {
            token: dai.address,
            spender: target.toLowerCase(),
            before: 0n,
            after: approved - takes,
          },
        ],
        powers: [],
        lost: [],
        positions: [],
        parts: [
          { [source]: -due, [dai.address]: gives },
          { [dai.address]: 0n },
          { [dai.address]: -takes },
        ],
      },
    }
  }
  const engine = (...nodes: ReturnType<typeof node>[]) => {
    const all = nodes.map((trial, at) => ({
      ...{ name: 'AB'[at], own: false },
      reader: { trial, holdsAt: async () => false },
    }))
    return {
      now: () => now * 1_000,
      report: () => undefined,
      readers: async () => ({ operators: () => all }),
    } as unknown as Engine
  }
  const amounts = (steps: readonly StepDraft[]) =>
    steps.map(({ facts }) => (facts.kind === 'swap' ? facts.gets : facts.token).amount)

  it('may be taken as the least that any node shows, whichever answers first', async () => {
    const [lying, honest] = [node(900n, 900n), node(100n, 100n)]
    for (const nodes of [
      [lying, honest],
      [honest, lying],
    ]) {
      const plan = { ok: true as const, steps: drafts(10_000n) }
      const { steps } = await tryPlan(engine(...nodes), accepted, plan)
      expect(amounts(steps)).toEqual(['100', '100', '100'])
      expect(steps[1]?.action).toEqual(call(encodeApprove(target, 100n)))
    }
  })

  it('is asked for as it stands, and no more where the swap gives less by then', async () => {
    const order = orderAfter(planned(drafts(900n)), confirmed)
    const again = (gives: bigint, takes: bigint) =>
      tryAgain(engine(node(gives, takes), node(gives, takes)), order).then(
        () => 'asked',
        ({ code }: AppError) => code,
      )
    expect(await again(900n, 900n)).toBe('asked')
    // Of what was held before, the rest of it could be taken.
    expect(await again(100n, 100n)).toBe('policy/gives-power')
  })
})
