import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { EvmLog } from './evm-reader'
import { readLogs } from './read-logs'

/** A node that takes windows of so many blocks, with one event in each tenth block. */
function node(widest: bigint) {
  const windows: string[] = []
  const reader = {
    logs: async ({ from, to }: { from: bigint; to: bigint }): Promise<EvmLog[]> => {
      windows.push(`${from}-${to}`)
      if (to - from + 1n > widest) throw new AppError('chain/bad-answer', { reason: 'range' })
      const blocks = Array.from({ length: Number(to - from + 1n) }, (_, at) => from + BigInt(at))
      return blocks
        .filter((block) => block % 10n === 0n)
        .map((blockNumber) => ({
          address: '0x',
          topics: [],
          data: '0x',
          transactionHash: String(blockNumber),
          blockNumber,
        }))
    },
  }
  return { reader, windows }
}

const filter = { address: '0x', topics: [], from: 101n, to: 1_300n }

describe('readLogs', () => {
  it('given a node that takes wide windows, then few requests and every event', async () => {
    const { reader, windows } = node(10_000n)
    const { logs, until } = await readLogs(reader, filter, 8)
    expect(windows).toEqual(['101-1100', '1101-1300'])
    expect(logs).toHaveLength(120)
    expect(until).toBe(1_300n)
  })

  it('given a node that refuses, then narrower windows, none twice and none left out', async () => {
    const { reader, windows } = node(300n)
    const { logs, until } = await readLogs(reader, filter, 20)
    expect(windows.slice(0, 4)).toEqual(['101-1100', '101-600', '101-350', '351-600'])
    expect(until).toBe(1_300n)
    expect(new Set(logs.map(({ blockNumber }) => blockNumber)).size).toBe(120)
    expect(logs).toHaveLength(120)
  })

  it('given a long way, then windows grow, up to the widest that public nodes take', async () => {
    const { reader, windows } = node(10_000n)
    const { until } = await readLogs(reader, { ...filter, from: 1n, to: 100_000n }, 6)
    expect(windows.slice(0, 2)).toEqual(['1-1000', '1001-3000'])
    expect(windows.slice(4)).toEqual(['15001-25000', '25001-35000'])
    expect(until).toBe(35_000n)
  })

  it('given no windows are left, then it says how far it came', async () => {
    const { reader, windows } = node(300n)
    const { logs, until } = await readLogs(reader, filter, 2)
    expect(windows).toHaveLength(4)
    expect(until).toBe(600n)
    expect(logs).toHaveLength(50)
  })

  it('given a node of narrow windows, then every search comes further all the same', async () => {
    const { reader } = node(7n)
    const { until } = await readLogs(reader, filter, 2)
    expect(until).toBe(114n)
    expect((await readLogs(reader, { ...filter, from: until + 1n }, 2)).until).toBe(128n)
  })

  it('given an empty window, then nothing is asked', async () => {
    const { reader, windows } = node(300n)
    expect(await readLogs(reader, { ...filter, from: 1_301n }, 4)).toEqual({
      logs: [],
      until: 1_300n,
    })
    expect(windows).toEqual([])
  })

  it('given a node that refuses single blocks, or is down, then that is said', async () => {
    await expect(readLogs(node(0n).reader, filter, 99)).rejects.toMatchObject({
      code: 'chain/bad-answer',
    })
    const down = {
      logs: async () => {
        throw new AppError('chain/unreachable')
      },
    }
    await expect(readLogs(down, filter, 99)).rejects.toMatchObject({ code: 'chain/unreachable' })
  })
})
