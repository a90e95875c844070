import { describe, expect, it } from 'vitest'
import type { Operator } from '@/src/chains/chains'
import { AppError } from '@/src/domain/error'
import { programs } from '@/src/domain/solana/solana-program'
import { type Fields, written } from '@/test/samples/deposit'
import {
  acceptedOrder,
  approve,
  build,
  deposit,
  amountIn as due,
  now,
  send,
  usdc,
} from '@/test/samples/policy'
import {
  acceptedSolana,
  amountIn,
  author,
  little,
  mint,
  other,
  ownTokens,
  solanaBuild,
  vaultTokens,
} from '@/test/samples/solana'
import { createSolanaChain } from '../chain/solana-chain'
import type { Engine } from '../engine'
import { buildSteps } from './build'

const silent = () => Promise.reject(new AppError('chain/unreachable', {}))

/** What one node does where it is asked something: it tries nothing. */
const nodeOf = <R extends object>(name: string, reader: R, own = false) => ({
  name,
  own,
  reader: { trial: async () => ({ outcome: 'unknown' }), holdsAt: async () => false, ...reader },
})

describe('a Solana transfer that does not name its mint', () => {
  const accepted = acceptedSolana()
  const transfer = solanaBuild({
    keys: [author, ownTokens, vaultTokens, programs.token],
    readonlyOthers: 1,
    instructions: [
      { program: programs.token, accounts: [1, 2, 0], data: [3, ...little(amountIn, 8)] },
    ],
  })

  /** What becomes of it; the service's own node says that it is the accepted token. */
  function built(operators: readonly { name: string; own: boolean; reader: object }[]) {
    const lying = { mintOf: async () => mint }
    const engine = {
      now: () => 1_000 * accepted.quoteExpiresAt - 30_000,
      serviceOf: async () => ({ deposits: { build: async () => transfer } }),
      solana: async () => createSolanaChain(lying as never),
      readers: async () => ({ solanaOperators: () => operators as Operator<never>[] }),
    } as unknown as Engine
    return buildSteps(engine, { accepted }).then(
      ({ advice }) => advice.outcome as string,
      (error: AppError) => error.code as string,
    )
  }
  const says = (name: string, found: string | null) =>
    nodeOf(name, { mintOf: async (account: string) => (account === ownTokens ? found : null) })

  it('is of the token that an independent node says it is, whatever the service’s own node says', async () => {
    expect(await built([says('A', mint), says('B', mint)])).toBe('unknown')
    expect(await built([says('A', other), says('B', other)])).toBe('policy/foreign-token')
    expect(await built([says('A', null)])).toBe('policy/foreign-token')
  })

  it('is read by the next nodes where the first are silent', async () => {
    const away = [nodeOf('A', { mintOf: silent }), nodeOf('B', { mintOf: silent })]
    expect(await built([...away, says('C', mint)])).toBe('unknown')
    expect(await built([...away, says('C', other)])).toBe('policy/foreign-token')
  })

  it('is refused where no independent node tells', async () => {
    expect(await built([nodeOf('A', { mintOf: silent })])).toBe('policy/unread-mint')
    expect(await built([])).toBe('policy/unread-mint')
  })
})

describe('what must be known of an EVM chain', () => {
  const accepted = acceptedOrder()
  const limitless = (1n << 256n) - 1n

  type Facts = { kind?: string; may?: bigint; can?: boolean }
  const readerOf = ({ kind = 'contract', may = 0n, can = true }: Facts) => ({
    accountKind: async () => kind,
    allowance: async () => may,
    canApprove: async () => can,
  })
  const away = { accountKind: silent, allowance: silent, canApprove: silent }

  /** What is asked for a deposit, by these independent nodes and the service's own, and what is told of it. */
  function built(
    operators: readonly { name: string; own: boolean; reader: object }[],
    service: Facts,
    of = build(approve(due), deposit()),
  ) {
    const engine = {
      now: () => now * 1_000,
      serviceOf: async () => ({ deposits: { build: async () => of } }),
      evm: async () => readerOf(service),
      readers: async () => ({ operators: () => operators as Operator<never>[] }),
    } as unknown as Engine
    return buildSteps(engine, { accepted }).then(
      ({ steps, advice }) => ({ steps: steps.map(({ facts }) => facts.kind), advice }),
      (error: AppError) => error.code as string,
    )
  }
  const says = (name: string, facts: Facts, own = false) => nodeOf(name, readerOf(facts), own)

  it('is told by an independent node, whatever the service’s own says', async () => {
    const lying = { may: 0n }
    const honest = [says('A', { may: limitless, can: false }), says('B', { may: limitless })]
    expect(await built(honest.slice(0, 1), lying)).toMatchObject({
      steps: ['reset', 'approve', 'deposit'],
    })
    expect(await built([says('A', { kind: 'plain' })], {})).toBe('policy/target-has-no-code')
    const { advice } = (await built(honest, lying)) as { advice: object }
    expect(advice).not.toHaveProperty('byService')
  })

  it('is told by the next nodes where the first are silent', async () => {
    const first = [nodeOf('A', away), nodeOf('B', away)]
    const known = { may: due }
    expect(await built([...first, says('C', known)], { may: limitless })).toMatchObject({
      steps: ['deposit'],
    })
  })

  it('is told by the person’s own node, also where it has to be asked twice', async () => {
    let asked = 0
    const flaky = {
      ...readerOf({}),
      accountKind: () => {
        asked += 1
        return silent()
      },
    }
    const own = nodeOf('mine', flaky, true)
    const found = await built([own], { may: due })
    expect(asked).toBeGreaterThan(0)
    expect(found).toMatchObject({ steps: ['deposit'] })
    expect((found as { advice: object }).advice).not.toHaveProperty('byService')
  })

  it('where only the service’s own node answers, is said to be its word, and what may be taken is cut', async () => {
    const byService = { outcome: 'unknown', byService: true }
    // Neither that nothing may be taken nor that it is just what is due is believed.
    for (const may of [0n, due, limitless]) {
      expect(await built([], { may })).toMatchObject({
        steps: ['approve', 'deposit'],
        advice: byService,
      })
    }
    expect(await built([nodeOf('A', away)], { may: 0n, can: false })).toMatchObject({
      steps: ['reset', 'approve', 'deposit'],
      advice: byService,
    })
    // A build that relies on an older approval of just this amount.
    expect(await built([], { may: due }, build(deposit()))).toMatchObject({
      steps: ['approve', 'deposit'],
    })
    expect(await built([], { kind: 'plain' })).toBe('policy/target-has-no-code')
  })
})

describe('the deadline of a deposit that is read', () => {
  const there = '0xaf88d065e77c8cc2239327c5edb3a432268e5831'
  const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
  const accepted = acceptedOrder({
    to: { chainId: 42_161, address: there, symbol: 'USDC', decimals: 6, amount: '4950000' },
    minAmountOut: '4900000',
  })
  const me = accepted.author as `0x${string}`
  const fields = (deadline: number): Fields => ({
    ...{ token: usdc, amount: due, swapped: { token: usdc, amount: due }, chain: 42_161n },
    ...{ payout: there, least: 4_900_000n, recipient: me, refund: me, authority: me, rest: me },
    ...{ deadline, extra: '0x', permit: '0x', via: pool, receiver: me },
  })
  /** By a computer whose clock is ahead of the chain's; the service's own node has a time of its own. */
  const built = (deadline: number, behind: number, operators: number) => {
    const answer = build(
      approve(due, { spender: pool }),
      send({ to: pool, data: written.depositV3(fields(deadline)) }, { deposit: true }),
    )
    const facts = {
      accountKind: async () => 'contract',
      allowance: async () => 0n,
      canApprove: async () => true,
    }
    const head = async () => ({ number: 1n, time: now - behind })
    const lying = { ...facts, head: async () => ({ number: 1n, time: now + 10 ** 9 }) }
    const engine = {
      now: () => now * 1_000,
      serviceOf: async () => ({ deposits: { build: async () => answer } }),
      evm: async () => lying,
      readers: async () => ({
        operators: () =>
          ['A', 'B'].slice(0, operators).map((name) => nodeOf(name, { ...facts, head })),
      }),
    } as unknown as Engine
    return buildSteps(engine, { accepted }).then(
      ({ advice }) => advice.outcome as string,
      (error: AppError) => error.code as string,
    )
  }

  it('is by the clock of the chain, where this computer’s is wrong', async () => {
    for (const behind of [-200_000, 0, 200_000]) {
      expect(await built(now - behind + 7_200, behind, 2)).toBe('unknown')
      expect(await built(now - behind - 1, behind, 2)).toBe('policy/wrong-deadline')
      expect(await built(now - behind + 86_401, behind, 2)).toBe('policy/wrong-deadline')
    }
  })

  it('is by this computer’s where no independent node tells: the service’s own could say any time', async () => {
    expect(await built(now + 7_200, 0, 0)).toBe('unknown')
    expect(await built(now + 86_401, 0, 0)).toBe('policy/wrong-deadline')
  })
})
