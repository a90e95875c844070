import { describe, expect, it } from 'vitest'
import { TRANSFER, wordOf } from '@/src/domain/policy/effect-logs'
import type { EvmLog } from './evm-reader'
import { readEvmPayment } from './payments'

const account = `0x${'a'.repeat(40)}`
const filler = `0x${'f'.repeat(40)}`
const token = `0x${'1'.repeat(40)}`
const other = `0x${'2'.repeat(40)}`
const hash = `0x${'d'.repeat(64)}`

type Moved = [address: string, from: string, to: string, amount: bigint]
const toLog = ([address, from, to, amount]: Moved): EvmLog => ({
  address,
  topics: [TRANSFER, wordOf(from), wordOf(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
  transactionHash: hash,
  blockNumber: 7n,
})

/** What a mined transaction with these events brought. */
async function read(logs: EvmLog[], from?: string) {
  const receipt = { hash, blockNumber: 7n, blockHash: '0xb', status: 'success' as const, logs }
  const reader = {
    receipt: async () => ({ ...receipt, ...(from && { from }) }),
    transaction: async () => null,
    balanceAt: async () => 0n,
    nonce: async () => 0,
    blockTime: async () => 9,
  }
  return readEvmPayment(reader, hash, account, { coins: false, time: false })
}
const movesOf = async (...moved: Moved[]) => (await read(moved.map(toLog)))?.moves

describe('what a transaction brought to an account', () => {
  it('is each transfer to it, by its place among the events', async () => {
    expect(
      await movesOf(
        [token, filler, other, 5n],
        [token, filler, account, 7n],
        [other, filler, account, 9n],
      ),
    ).toEqual([
      { token, amount: 7n, index: 1 },
      { token: other, amount: 9n, index: 2 },
    ])
  })

  it('is nothing of what was moved from it to itself, and less by what left it', async () => {
    expect(await movesOf([token, account, account, 100n])).toEqual([])
    expect(await movesOf([token, filler, account, 100n], [token, account, filler, 100n])).toEqual(
      [],
    )
    expect(
      await movesOf(
        [token, account, filler, 30n],
        [token, filler, account, 20n],
        [token, filler, account, 25n],
        [other, filler, account, 9n],
      ),
    ).toEqual([
      { token, amount: 15n, index: 2 },
      { token: other, amount: 9n, index: 3 },
    ])
  })

  it('is no token that is one of a kind, nor anything that is no transfer', async () => {
    const log = toLog([token, filler, account, 1n])
    const odd = [
      { ...log, topics: [...log.topics, wordOf(token)] },
      { ...log, topics: [wordOf(token), ...log.topics.slice(1)] },
      { ...log, data: '0x' },
    ]
    expect((await read(odd))?.moves).toEqual([])
  })

  it('says whether the account sent it, where that is told', async () => {
    expect((await read([], account))?.own).toBe(true)
    expect((await read([], filler))?.own).toBe(false)
    expect((await read([]))?.own).toBe(false)
  })
})
