import { describe, expect, it } from 'vitest'
import { type Ask, askEvmNode, NodeRefusal } from './evm/node-view'
import type { NodeMood } from './node-mood'
import { askSolanaNode } from './solana/node-view'

const hash = `0x${'a'.repeat(64)}`

/** A chain at block 100, whose one transaction was mined in block 90. */
function evm(mood: NodeMood) {
  const asked: unknown[][] = []
  const ask: Ask = async (method, params) => {
    asked.push([method, ...params])
    switch (method) {
      case 'eth_blockNumber':
        return '0x64'
      case 'eth_getBlockByNumber':
        return { number: params[0], transactions: [{ hash, from: '0x1', to: '0x2', value: '0x5' }] }
      case 'eth_getTransactionReceipt':
        return { transactionHash: hash, blockNumber: '0x5a', status: '0x1', logs: [1] }
      case 'eth_getTransactionByHash':
        return params[0] === hash ? { hash, blockNumber: '0x5a', to: '0x2' } : null
      case 'eth_getLogs':
        return [params[0]]
      case 'eth_getTransactionCount':
        return '0x1'
      default:
        throw new NodeRefusal({ code: -32_601 })
    }
  }
  const node = (method: string, ...params: unknown[]) => askEvmNode(ask, mood, method, params)
  return { node, asked }
}

describe('an EVM node in a mood', () => {
  it('given none, then the chain answers', async () => {
    const { node } = evm({})
    expect(await node('eth_blockNumber')).toBe('0x64')
    expect(await node('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    await expect(node('eth_other')).rejects.toMatchObject({ error: { code: -32_601 } })
  })

  it.each([
    ['stands still', { frozenAt: 80 }],
    ['lags', { lag: 20 }],
  ])('given it %s, then nothing later is known', async (_, mood) => {
    const { node, asked } = evm(mood)
    expect(await node('eth_blockNumber')).toBe('0x50')
    expect(await node('eth_getBlockByNumber', 'latest', false)).toMatchObject({ number: '0x50' })
    expect(await node('eth_getBlockByNumber', '0x51', false)).toBeNull()
    expect(await node('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await node('eth_getTransactionByHash', hash)).toBeNull()
    await node('eth_getTransactionCount', '0x1', 'pending')
    expect(asked.at(-1)).toEqual(['eth_getTransactionCount', '0x1', '0x50'])
    await expect(node('eth_getTransactionCount', '0x1', '0x51')).rejects.toThrow(NodeRefusal)
    expect(await node('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' })).toEqual([
      { fromBlock: '0x1', toBlock: '0x50' },
    ])
    expect(await node('eth_getLogs', { fromBlock: '0x60', toBlock: 'latest' })).toEqual([])
  })

  it('given it forgets, then old state, events and transactions are gone', async () => {
    const { node } = evm({ keeps: 5 })
    expect(await node('eth_blockNumber')).toBe('0x64')
    expect(await node('eth_getTransactionCount', '0x1', '0x5f')).toBe('0x1')
    await expect(node('eth_getTransactionCount', '0x1', '0x5e')).rejects.toThrow(NodeRefusal)
    await expect(node('eth_getLogs', { fromBlock: '0x5e' })).rejects.toThrow(NodeRefusal)
    expect(await node('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await node('eth_getBlockByNumber', '0x5a', true)).toMatchObject({ number: '0x5a' })
  })

  it('given it lies, then only about that', async () => {
    const { node } = evm({ lies: ['reverted', 'nonceUsed', 'otherBlock'] })
    expect(await node('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0', logs: [] })
    expect(await node('eth_getTransactionCount', '0x1', 'latest')).toBe('0x2')
    expect(await node('eth_getBlockByNumber', 'latest', true)).toMatchObject({
      transactions: [{ from: '0x1', to: '0x1', value: '0x0', input: '0x' }],
    })
    expect(await node('eth_getTransactionByHash', hash)).toMatchObject({ to: '0x2' })
  })
})

describe('a Solana node in a mood', () => {
  const clock = Buffer.alloc(40)
  clock.writeBigUInt64LE(100n, 0)
  clock.writeBigInt64LE(1_800_000_000n, 32)
  const ask: Ask = async (method) => {
    const context = { slot: 100 }
    switch (method) {
      case 'getSlot':
        return 100
      case 'getFirstAvailableBlock':
        return 10
      case 'getEpochInfo':
        return { absoluteSlot: 100, blockHeight: 100 }
      case 'getTransaction':
        return { slot: 90 }
      case 'getSignatureStatuses':
        return { context, value: [{ slot: 90 }, null] }
      default:
        return { context, value: { data: [clock.toString('base64'), 'base64'] } }
    }
  }
  const node = (mood: NodeMood, method: string, ...params: unknown[]) =>
    askSolanaNode(ask, mood, method, params)

  it('given it stands still, then its slot says so everywhere, its clock too', async () => {
    const frozen = { frozenAt: 75 }
    expect(await node(frozen, 'getSlot')).toBe(75)
    expect(await node(frozen, 'getSignatureStatuses', [])).toEqual({
      context: { slot: 75 },
      value: [null, null],
    })
    expect(await node(frozen, 'getTransaction')).toBeNull()
    expect(await node(frozen, 'getEpochInfo', { commitment: 'finalized' })).toMatchObject({
      blockHeight: 43,
    })
    const told = await node(frozen, 'getAccountInfo', 'SysvarC1ock11111111111111111111111111111111')
    const { context, value } = told as { context: object; value: { data: [string] } }
    const bytes = Buffer.from(value.data[0], 'base64')
    expect(context).toEqual({ slot: 75 })
    expect(bytes.readBigUInt64LE(0)).toBe(75n)
    expect(bytes.readBigInt64LE(32)).toBe(1_799_999_990n)
  })

  it('given it stands still at the newest slot, when the chain goes on meanwhile, then it does not', async () => {
    const goesOn: Ask = async (method) =>
      method === 'getSlot' ? 100 : { context: { slot: 101 }, value: [{ slot: 101 }] }
    expect(await askSolanaNode(goesOn, { frozenAt: 100 }, 'getSignatureStatuses', [])).toEqual({
      context: { slot: 100 },
      value: [null],
    })
  })

  it('given it forgets, then it says how far back it knows', async () => {
    expect(await node({ keeps: 5 }, 'getFirstAvailableBlock')).toBe(95)
    expect(await node({ keeps: 5 }, 'getTransaction')).toBeNull()
    expect(await node({}, 'getFirstAvailableBlock')).toBe(10)
    expect(await node({}, 'getTransaction')).toEqual({ slot: 90 })
  })

  it('given it lies, then a signature is unknown, or anything landed', async () => {
    const statuses = (lie: 'noSignature' | 'landed') =>
      node({ lies: [lie] }, 'getSignatureStatuses', [])
    expect(await statuses('noSignature')).toMatchObject({ value: [null, null] })
    expect(await statuses('landed')).toMatchObject({ value: [{ slot: 100 }, { slot: 100 }] })
  })
})
