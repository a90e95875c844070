import { describe, expect, it } from 'vitest'
import type { Operator } from '@/src/chains/chains'
import type { SolanaReader } from '@/src/chains/solana-reader'
import { SOLANA_NATIVE } from '@/src/domain/address/address'
import type { Rhythm } from '@/src/domain/chain/chain-rhythm'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import { toTokenAccount } from '@/src/domain/solana/token-account'
import { findSignatures } from './solana-payments'

const owner = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const rhythm: Rhythm = { blockMs: 400, arrival: 32, absence: 150 }
type Entry = { signature: string; slot: number; memo?: string }

/** `first`: the oldest block that the node has; it does not say where it is undefined. */
type Mood = { head?: bigint; isWhole?: boolean; isDown?: boolean; first?: number | undefined }

/** A node that lists these transactions of each account. */
function node(name: string, lists: Record<string, Entry[]>, mood: Mood = {}) {
  const { head = 1_000n, isWhole = true, isDown = false } = mood
  const first = 'first' in mood ? mood.first : 0
  const asked: string[] = []
  const reader = {
    head: async () => {
      if (isDown) throw new AppError('chain/unreachable')
      return { number: head, time: 5_000 }
    },
    firstAvailableBlock: async () => {
      if (first === undefined) throw new AppError('chain/bad-answer')
      return first
    },
    signaturesSince: async (account: string, after: bigint) => {
      asked.push(account)
      const entries = (lists[account] ?? []).filter(({ slot }) => BigInt(slot) > after)
      return { entries, isWhole }
    },
  }
  const operator: Operator<SolanaReader> = {
    name,
    own: false,
    reader: reader as unknown as SolanaReader,
  }
  return { asked, operator }
}

const search = (token: string, more: object = {}) => ({
  due: { kind: 'payout' as const, chainId: SOLANA_CHAIN_ID, token, to: owner, least: 1n },
  start: { at: 0 },
  now: 0,
  tries: 0,
  timed: true as const,
  isClaimed: async () => false,
  ...more,
})
const find = (nodes: ReturnType<typeof node>[], token: string, memo?: string) => {
  const operators = nodes.map(({ operator }) => operator)
  return findSignatures({ operators, rhythm }, search(token), 101n, memo)
}

describe('what may be a payment on Solana', () => {
  it('is what either of two operators lists since the last look, the oldest first', async () => {
    const one = node('one', { [owner]: [{ signature: 'b', slot: 300 }] })
    const two = node(
      'two',
      {
        [owner]: [
          { signature: 'a', slot: 200 },
          { signature: 'old', slot: 100 },
        ],
      },
      { head: 990n },
    )
    expect(await find([one, two], SOLANA_NATIVE)).toEqual({
      transfers: [
        { hash: 'a', block: 200n },
        { hash: 'b', block: 300n },
      ],
      // As deep as a payment must lie, by the node that is behind; slots may take twice their time.
      scanned: 958n,
      time: 5_000 - 26,
      isBehind: false,
    })
    expect(one.asked).toEqual([owner])
  })

  it('given a token, is looked for where it leaves its trace', async () => {
    const account = await toTokenAccount(owner, mint)
    const nodes = ['one', 'two'].map((name) =>
      node(name, { [account]: [{ signature: 'a', slot: 200 }] }),
    )
    expect((await find(nodes, mint)).transfers).toEqual([{ hash: 'a', block: 200n }])
    expect(nodes[0]?.asked).toContain(owner)
  })

  it('given a memo, is only what carries it', async () => {
    const entry = (signature: string, memo?: string) => ({
      signature,
      slot: 200,
      ...(memo ? { memo } : {}),
    })
    const list = [
      entry('mine', '[3] ab;'),
      entry('among', '[2] hi; [3] ab;'),
      entry('longer', '[4] ab;c'),
      entry('none'),
    ]
    const nodes = ['one', 'two'].map((name) => node(name, { [owner]: list }))
    const { transfers } = await find(nodes, SOLANA_NATIVE, 'ab;')
    expect(transfers.map(({ hash }) => hash)).toEqual(['mine', 'among'])
  })

  it.each<[string, Mood, bigint | undefined]>([
    ['has every block since the last look', { first: 101 }, 968n],
    ['forgot a block of them', { first: 102 }, undefined],
    ['does not say what it has', { first: undefined }, undefined],
  ])(
    'given one node that %s, says what was looked through by it alone',
    async (_, mood, scanned) => {
      const list = { [owner]: [{ signature: 'a', slot: 200 }] }
      const found = await find([node('one', list), node('two', {}, mood)], SOLANA_NATIVE)
      expect(found.transfers).toEqual([{ hash: 'a', block: 200n }])
      expect(found.scanned).toBe(scanned)
    },
  )

  it('given too few answers, or too many transactions, says nothing of what was looked through', async () => {
    const list = { [owner]: [{ signature: 'a', slot: 200 }] }
    const away = await find([node('one', list), node('two', list, { isDown: true })], SOLANA_NATIVE)
    expect(away).toEqual({ transfers: [{ hash: 'a', block: 200n }], isBehind: false })
    const busy = await find(
      [node('one', list, { isWhole: false }), node('two', list)],
      SOLANA_NATIVE,
    )
    expect(busy).toEqual({ transfers: [{ hash: 'a', block: 200n }], isBehind: false })
  })
})
