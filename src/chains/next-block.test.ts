import { describe, expect, it } from 'vitest'
import type { RpcCall } from './json-rpc'
import { readNextBlock } from './next-block'

const miner = `0x${'cb'.repeat(20)}`
const mixHash = `0x${'07'.repeat(32)}`
const header = { gasLimit: 30_000_000n, miner, mixHash, baseFeePerGas: 7n as bigint | null }

/** A node whose newest block is of this number and header, and came so many seconds after the one before. */
function nodeWith(number: bigint, pace: bigint, more: object = {}, price = 9n): RpcCall {
  const call = async (method: string, [tag]: readonly unknown[]) => {
    if (method === 'eth_gasPrice') return price
    const at = tag === 'latest' ? number : BigInt(String(tag))
    return at < 0n ? null : { ...header, ...more, number: at, timestamp: 1_000n + pace * at }
  }
  return call as unknown as RpcCall
}

describe('the block after the newest one', () => {
  it('goes on as the last two did, and keeps the rest', async () => {
    expect(await readNextBlock(nodeWith(10n, 2n))).toEqual({
      base: '0xa',
      overrides: {
        number: '0xb',
        time: `0x${(1_022).toString(16)}`,
        gasLimit: `0x${(30_000_000).toString(16)}`,
        feeRecipient: miner,
        prevRandao: mixHash,
        baseFeePerGas: '0x7',
      },
      price: 9n,
    })
  })

  it.each<[string, bigint, bigint, bigint]>([
    ['several blocks in a second', 10n, 0n, 1n],
    ['a chain that stood still', 1n, 3_600n, 60n],
    ['the first block of all', 0n, 5n, 1n],
  ])('given %s, then time goes on within reason', async (_, number, pace, later) => {
    const { overrides } = await readNextBlock(nodeWith(number, pace))
    expect(BigInt(overrides.time ?? 0) - (1_000n + pace * number)).toBe(later)
  })

  it('given a price below the fee of the block, then the fee is paid', async () => {
    expect((await readNextBlock(nodeWith(10n, 2n, {}, 5n))).price).toBe(7n)
  })

  it('given a chain without a fee or randomness, then none is set', async () => {
    const plain = nodeWith(10n, 2n, { mixHash: null, baseFeePerGas: null })
    const { overrides, price } = await readNextBlock(plain)
    expect(Object.keys(overrides)).toEqual(['number', 'time', 'gasLimit', 'feeRecipient'])
    expect(price).toBe(9n)
  })

  it('given a chain whose blocks name no miner and no limit, then the node sets them', async () => {
    const { overrides } = await readNextBlock(nodeWith(10n, 2n, { miner: null, gasLimit: null }))
    expect(Object.keys(overrides)).toEqual(['number', 'time', 'prevRandao', 'baseFeePerGas'])
  })

  it('given no block, then it says so', async () => {
    await expect(readNextBlock(nodeWith(-1n, 2n))).rejects.toMatchObject({
      code: 'chain/bad-answer',
    })
  })
})
