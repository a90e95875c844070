import { describe, expect, it } from 'vitest'
import type { EvmReader } from '@/src/chains/evm-reader'
import { rhythmOf } from '@/src/domain/chain/chain-rhythm'
import { canSayNever, findStart, findTransfers } from './payments'

const due = { kind: 'payout', chainId: 8453, token: '0x1', to: '0x2', least: 1n } as const
const search = { due, start: { at: 0 }, now: 0, tries: 0, isClaimed: async () => false }
const rhythm = rhythmOf(8453)
const operator = { name: 'one', own: false, reader: {} as EvmReader }

describe('a chain of which no node is known', () => {
  const nodes = { family: 'eip155' as const, rhythm, operators: [] }

  it('is not looked through, and nothing is said of it', async () => {
    expect(await findTransfers(nodes, search, 1n)).toBeUndefined()
    expect(await findStart(nodes, search, 0)).toBeUndefined()
    expect(canSayNever(nodes)).toBe(false)
  })
})

describe('that nothing was ever there', () => {
  it('is said by two operators, or by the person`s own node', () => {
    const nodes = { family: 'eip155' as const, rhythm }
    const own = { ...operator, own: true }
    expect(canSayNever({ ...nodes, operators: [operator] })).toBe(false)
    expect(canSayNever({ ...nodes, operators: [operator, operator] })).toBe(true)
    expect(canSayNever({ ...nodes, operators: [own] })).toBe(true)
  })
})

describe('the block in which an order began', () => {
  /** A chain whose blocks were made at these times, unix seconds. */
  async function startOf(times: number[], at: number, own?: { now: number }) {
    const asked: bigint[] = []
    const last = times.length - 1
    const reader = {
      head: async () => ({ number: BigInt(last), time: times[last] }),
      blockTime: async (block: bigint) => {
        asked.push(block)
        return times[Number(block)]
      },
    } as unknown as EvmReader
    const nodes = { family: 'eip155' as const, rhythm, operators: [{ ...operator, reader }] }
    const now = (own?.now ?? 100_000) * 1_000
    const block = await findStart(nodes, { ...search, now }, at * 1_000, own !== undefined)
    return { block, asks: asked.length }
  }
  const steady = (pause: number) =>
    Array.from({ length: 3_000 }, (_, i) => 100_000 - (2_999 - i) * pause)

  it('given blocks come as they usually do, then it is found at once', async () => {
    expect(await startOf(steady(2), 99_000)).toEqual({ block: 2_499n, asks: 1 })
  })

  it.each([1, 3, 7, 20])('given a block every %i s, then it is one of that time', async (pause) => {
    const times = steady(pause)
    const { block, asks } = await startOf(times, 99_000)
    const made = times[Number(block)] ?? 0
    expect(made).toBeLessThanOrEqual(99_000)
    expect(made).toBeGreaterThan(99_000 - 31)
    expect(asks).toBeLessThan(30)
  })

  it('given blocks are made for transactions only, then it is the last before that time', async () => {
    const times = [10, 20, 30, 50_000, 60_000, 98_999, 99_001, 99_500]
    expect((await startOf(times, 99_000)).block).toBe(5n)
    expect((await startOf(times, 59_000)).block).toBe(3n)
    expect((await startOf(times, 99_900)).block).toBe(7n)
    expect((await startOf(times, 5)).block).toBe(0n)
  })

  it('given one node calls old blocks young, then nothing is said, save of an address of its own', async () => {
    const [last, now] = [2_999n, 100_000]
    const made = (block: bigint) => now - 2 * Number(last - block)
    const node = (timeOf: (block: bigint) => number) => ({
      ...operator,
      reader: {
        head: async () => ({ number: last, time: now }),
        blockTime: async (block: bigint) => timeOf(block),
      } as unknown as EvmReader,
    })
    const honest = node(made)
    const find = (other: typeof honest, isOwn = false) => {
      const nodes = { family: 'eip155' as const, rhythm, operators: [honest, other] }
      return findStart(nodes, { ...search, now: now * 1_000 }, 99_000_000, isOwn)
    }
    expect(await find(honest)).toBe(2_499n)
    // A block or two apart is nothing.
    expect(await find(node((block) => made(block) + 30))).toBeGreaterThan(2_400n)
    const liar = node((block) => (block > 2_000n ? now : made(block)))
    expect(await find(liar)).toBeUndefined()
    expect(await find(liar, true)).toBeLessThan(2_499n)
  })

  it.each([0, 3, -3])(
    'given a clock %i h ahead and an address of its own, then it is found by age',
    async (hours) => {
      const ahead = hours * 3_600
      const { block } = await startOf(steady(2), 99_000 + ahead, { now: 100_000 + ahead })
      expect(block).toBeLessThanOrEqual(2_499n)
      if (hours >= 0) expect(block).toBeGreaterThan(2_499n - 16n)
    },
  )
})
