import { describe, expect, it } from 'vitest'
import { parseEvmSimulation } from '@/src/contract/evm-rpc'
import { AppError } from '@/src/domain/error'
import { amountIn, author, depositData, target, usdc } from '@/src/domain/policy-samples'
import { createEvmTrial } from './evm-trial'
import type { RpcCall } from './json-rpc'

type Asked = { to: string; data: string; from?: string }
type Log = { address: string; topics: string[]; data: string }
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const self = word(BigInt(author))
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const input = {
  account: author,
  requests: [{ from: author, to: target, data: depositData, value: '0x0' }],
  token: usdc,
  spenders: [target],
}

/** A truthful node: the deposit takes three times what was accepted; `more` is what it does beside. */
function nodeWhere(more: { logs?: (run: number) => Log[]; returns?: string }): RpcCall {
  let run = 0
  const call = async (_: string, params: readonly unknown[]) => {
    run += 1
    const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: Asked[] }[] }]
    let done = false
    const calls = (blockStateCalls[0]?.calls ?? []).map(({ to, from }) => {
      if (from === author) {
        done = true
        const logs = [
          { address: usdc, topics: [transfer, self, word(1n)], data: word(3n * amountIn) },
          ...(more.logs?.(run) ?? []),
        ]
        return { status: '0x1', returnData: more.returns ?? '0x', logs }
      }
      const balance = to === usdc ? (done ? 0n : 3n * amountIn) : 0n
      return { status: '0x1', returnData: word(balance), logs: [] }
    })
    const parsed = parseEvmSimulation([{ calls }])
    if (!parsed.ok) throw new AppError('chain/bad-answer', { reason: parsed.where })
    return parsed.value
  }
  return call as unknown as RpcCall
}

const emitter = (index: number): Log => ({
  address: `0x${(0xe0_0000 + index).toString(16).padStart(40, '0')}`,
  topics: [],
  data: '0x',
})

describe('a contract that is tried on a truthful node cannot choose not to be judged', () => {
  it('(control) takes three times the amount: seen', async () => {
    const trial = await createEvmTrial(nodeWhere({})).trial(input)
    expect(trial).toMatchObject({
      outcome: 'passes',
      effects: { tokens: { [usdc]: { before: 3n * amountIn, after: 0n } } },
    })
  })

  it('by events of 65 children', async () => {
    const logs = () => Array.from({ length: 65 }, (_, index) => emitter(index))
    const trial = await createEvmTrial(nodeWhere({ logs })).trial(input)
    expect(trial.outcome).not.toBe('unknown')
  })

  it('by an event of another child in each run (create2 by gasleft or block number)', async () => {
    const trial = await createEvmTrial(nodeWhere({ logs: (run) => [emitter(run)] })).trial(input)
    expect(trial.outcome).not.toBe('unknown')
  })

  it('by returning a megabyte', async () => {
    const returns = `0x${'00'.repeat(1_000_001)}`
    const trial = await createEvmTrial(nodeWhere({ returns })).trial(input)
    expect(trial.outcome).not.toBe('unknown')
  })
})

describe('positions by calls alone', () => {
  it('given one probe that fails in other words than a revert, the others still count', async () => {
    // `balanceOf` says 5; what an old contract does not know is `invalid opcode` (no code 3).
    const call = async (_: string, params: readonly unknown[]) => {
      const [{ data }] = params as [Asked]
      if (data.startsWith('0x70a08231')) return word(5n)
      throw new AppError('chain/bad-answer', { code: -32_000, reason: 'invalid opcode: INVALID' })
    }
    const { holdsAt } = createEvmTrial(call as unknown as RpcCall)
    expect(await holdsAt(author, target).catch(() => 'nobody knows')).toBe(true)
  })
})

describe('a chain whose coin reports its moves as a token that takes a uint256 (zkSync, Abstract)', () => {
  it('does not call the payment something else that left', async () => {
    const coin = `0x${'0'.repeat(36)}800a`
    const call = async (_: string, params: readonly unknown[]) => {
      const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: Asked[] }[] }]
      let done = false
      return [
        {
          calls: (blockStateCalls[0]?.calls ?? []).map(({ to, from }) => {
            if (from === author) {
              done = true
              const logs = [{ address: coin, topics: [transfer, self, word(1n)], data: word(5n) }]
              return { status: 1n, returnData: '0x', logs }
            }
            // `balanceOf(uint256)` is another selector than `balanceOf(address)`.
            if (to === coin || to === target) return { status: 0n, returnData: '0x' }
            return { status: 1n, returnData: word(done ? 95n : 100n), logs: [] }
          }),
        },
      ]
    }
    const trial = await createEvmTrial(call as unknown as RpcCall).trial({
      ...input,
      token: `0x${'0'.repeat(40)}`,
      spenders: [],
    })
    expect(trial).toMatchObject({ outcome: 'passes', effects: { lost: [] } })
  })
})
