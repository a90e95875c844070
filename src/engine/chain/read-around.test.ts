import { describe, expect, it } from 'vitest'
import type { EvmReader } from '@/src/chains/evm-reader'
import { AppError } from '@/src/domain/error'
import type { StepFacts } from '@/src/domain/order/order'
import { APPROVAL, wordOf } from '@/src/domain/policy/effect-logs'
import { acceptedOrder, author, native, stranger, target, usdc } from '@/test/samples/policy'
import { readAround } from './read-around'
import type { ReadStep } from './read-mined'

const { from: paid } = acceptedOrder()
const dai = '0x50c5725949a6f0c72e6c4a641f24049a917db0cb'
const hash = `0x${'a'.repeat(64)}`
const block = 10n
const deposit: StepFacts = { kind: 'deposit', token: paid, target, method: '0x12345678' }
const held = { ...paid, address: dai }
const swap: StepFacts = { ...deposit, kind: 'swap', gets: held }
const wrap: StepFacts = { kind: 'wrap', token: { ...paid, address: native }, gets: held, target }

/** A step that was mined with a fee of 5 wei. */
function step(facts: StepFacts, more: Partial<ReadStep> = {}, receipt: object = {}): ReadStep {
  const told = { hash, blockNumber: block, blockHash: '', status: 'success' as const, logs: [] }
  const all = { ...told, from: author, fee: 5n, ...receipt }
  return { facts, value: 0n, logs: [], block, receipt: all, ...more }
}

/** A node on which the account has this much before and after, and what it was asked for. */
function node(state: {
  coins?: [bigint, bigint]
  tokens?: Record<string, [bigint, bigint]>
  nonces?: [number, number]
  allowance?: [bigint, bigint]
  others?: string[]
  fails?: unknown
  /** What others sent to it in that block, and whether that went through; null: the block is not shown. */
  sent?: { value: bigint; to?: string; reverts?: true }[] | null
}) {
  const asked: string[] = []
  const at = <T>(pair: [T, T], tag: bigint) => (tag < block ? pair[0] : pair[1])
  const reader = {
    nonce: async (_: string, tag: bigint) => {
      if (state.fails) throw state.fails
      return at(state.nonces ?? [3, 4], tag)
    },
    balanceAt: async (_: string, tag: bigint) => at(state.coins ?? [0n, 0n], tag),
    tokenBalance: async (token: string, _: string, __: AbortSignal, tag: bigint) => {
      asked.push(token)
      return at(state.tokens?.[token] ?? [0n, 0n], tag)
    },
    allowance: async (token: string, _: string, spender: string, __: AbortSignal, tag: bigint) => {
      asked.push(`${token} ${spender}`)
      return at(state.allowance ?? [0n, 0n], tag)
    },
    blockTransactions: async () =>
      state.sent === null
        ? null
        : [
            { hash, to: author, value: 10n },
            ...(state.sent ?? []).map(({ value, to = author }, at) => ({
              hash: `${at}`,
              to,
              value,
            })),
          ],
    receipt: async (each: string) => ({
      status: state.sent?.[Number(each)]?.reverts ? 'reverted' : 'success',
    }),
    logs: async (filter: { topics: unknown[] }) => {
      asked.push(`logs ${filter.topics.length}`)
      return [hash, ...(state.others ?? [])].map((transactionHash) => ({ transactionHash }))
    },
  }
  const read = (steps: ReadStep[], token = usdc) =>
    readAround(reader as unknown as EvmReader, author, token, steps, AbortSignal.timeout(1_000))
  return { read, asked }
}

describe('what an account had around a mined step', () => {
  it('is read of what is paid and what it leads to, and of what its takers might take', async () => {
    const tokens: Record<string, [bigint, bigint]> = { [usdc]: [9n, 4n], [dai]: [0n, 7n] }
    const { read, asked } = node({ tokens, allowance: [5n, 0n] })
    const [around] = (await read([step(swap)])) ?? []
    expect(around?.read).toEqual({
      changes: { [usdc]: -5n, [dai]: 7n },
      allowances: [{ token: usdc, spender: target, before: 5n, after: 0n }],
    })
    expect(new Set(asked)).toEqual(new Set(['logs 2', 'logs 3', usdc, dai, `${usdc} ${target}`]))
  })

  it('is read of whoever may take by an event of it, once each, sixteen at most', async () => {
    const given = (token: string, spender: string, topic = APPROVAL) => ({
      address: token,
      topics: [topic, wordOf(author), wordOf(spender)],
      data: `0x${'7'.padStart(64, '0')}`,
    })
    const logs = [given(usdc, target), given(usdc, stranger), given(dai, stranger)]
    const { read, asked } = node({ allowance: [9n, 7n] })
    const [around] = (await read([step(deposit, { logs: [...logs, ...logs] })])) ?? []
    const pair = (token: string, spender: string) => ({ token, spender, before: 9n, after: 7n })
    expect(around?.read?.allowances).toEqual([
      pair(usdc, target),
      pair(usdc, stranger),
      pair(dai, stranger),
    ])
    expect(asked.filter((each) => each === `${usdc} ${stranger}`)).toHaveLength(2)
    const many = Array.from({ length: 20 }, (_, at) =>
      given(dai, `0x${String(at).padStart(40, '0')}`),
    )
    // What is not read stays an event, which speaks for itself.
    const [most] = (await node({}).read([step(deposit, { logs: many })])) ?? []
    expect(most?.read?.allowances).toHaveLength(17)
  })

  it.each<[string, [bigint, bigint], bigint]>([
    ['all of them', [100n, 85n], -10n],
    ['some that came back', [100n, 88n], -7n],
    ['all that came back, and more of somebody else', [100n, 150n], 0n],
    ['more than were sent, for which they are no proof', [100n, 50n], -10n],
  ])('is read of coins that were sent, without the fee: %s', async (_, coins, left) => {
    const { read, asked } = node({ coins })
    const [around] = (await read([step({ ...deposit, token: held }, { value: 10n })], native)) ?? []
    expect(around?.read).toEqual({ changes: { [native]: left }, allowances: [] })
    expect(asked).toEqual([])
  })

  it.each<[string, NonNullable<Parameters<typeof node>[0]['sent']>, bigint]>([
    ['are no part of it', [{ value: 4n }, { value: 2n }], -9n],
    [
      'nor are those that reverted, or went elsewhere',
      [{ value: 4n }, { value: 2n, reverts: true }, { value: 1n, to: stranger }],
      -7n,
    ],
    ['are no more than came', [{ value: 99n }], -10n],
  ])('coins that others sent in its block %s', async (_, sent, left) => {
    const { read } = node({ coins: [100n, 92n], sent })
    const [around] = (await read([step({ ...deposit, token: held }, { value: 10n })], native)) ?? []
    expect(around?.read?.changes).toEqual({ [native]: left })
  })

  it.each([null, Array.from({ length: 5 }, () => ({ value: 1n }))])(
    'is not known where its block is not shown, or many others sent coins there',
    async (sent) => {
      const paying = [step({ ...deposit, token: held }, { value: 10n })]
      expect(await node({ coins: [100n, 92n], sent }).read(paying, native)).toBeUndefined()
      // All of it left: nobody else is asked about.
      expect(await node({ coins: [100n, 85n], sent }).read(paying, native)).toBeDefined()
    },
  )

  it('is not read of coins where none were sent, or the fee is not known', async () => {
    const { read } = node({ coins: [100n, 50n] })
    for (const each of [step(deposit), step(deposit, { value: 10n }, { fee: undefined })]) {
      const [around] = (await read([each], native)) ?? []
      expect(around?.read?.changes).toEqual({})
    }
  })

  it('is not read of the pinned wrapped coin, which is one to one, nor of coins that show as a token', async () => {
    const { read, asked } = node({})
    const all = [step(wrap), step({ ...deposit, token: held })]
    const [wrapped, sent] = (await read(all, native)) ?? []
    expect(wrapped).not.toHaveProperty('read')
    expect(sent?.read?.changes).toEqual({ [dai]: 0n })
    const coin = '0x0000000000000000000000000000000000001010'
    expect(asked).toContain(dai)
    const other = node({})
    await other.read([step(deposit)], coin)
    expect(other.asked).toEqual([])
  })

  it.each<[string, Parameters<typeof node>[0], object?]>([
    ['another transaction of the account', { nonces: [3, 5] }],
    ['a nonce that did not move', { nonces: [3, 3] }],
    ['another one that moved its tokens', { others: [`0x${'b'.repeat(64)}`] }],
    ['somebody else who sent it', {}, { from: stranger }],
    ['nobody who is known to have sent it', {}, { from: undefined }],
    ['a node that forgot it', { fails: new AppError('chain/bad-answer') }],
  ])('given %s, is not known', async (_, state, receipt) => {
    expect(await node(state).read([step(deposit, {}, receipt)])).toBeUndefined()
  })

  it('given one step of several, is known of none', async () => {
    const all = [step(swap), step(deposit, {}, { from: stranger })]
    expect(await node({}).read(all)).toBeUndefined()
  })

  it('given a fault of our own, fails', async () => {
    await expect(node({ fails: new TypeError('x') }).read([step(deposit)])).rejects.toThrow('x')
  })
})
