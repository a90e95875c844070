import { describe, expect, it } from 'vitest'
import { parseEvmSimulation } from '@/src/contract/evm-rpc'
import { AppError } from '@/src/domain/error'
import { amountIn, author, depositData, target, usdc } from '@/test/samples/policy'
import { HOLDINGS_CODE } from './evm-holdings'
import { SEQUENCE_CODE } from './evm-sequence'
import { createEvmTrial, type TrialInput } from './evm-trial'
import type { RpcCall } from './json-rpc'

type Asked = { to: string; data: string; from?: string }
type Log = { address: string; topics: string[]; data: string }
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const self = word(BigInt(author))
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const input = {
  account: author,
  requests: [{ from: author, to: target, data: depositData, value: '0x0' }],
  token: usdc,
  spenders: [target],
}

type Read = { to: string; data: string; gas: bigint; value: bigint }

/** Wei for one gas. */
const price = 9n
/** Wei that the account has, where it is said what it is charged. */
const rich = 10n ** 18n

/** What a node tells of its blocks: 7 wei for gas at the newest, which is ten seconds old. */
function tellBlocks(method: string, [tag]: readonly unknown[]): unknown {
  if (method === 'eth_gasPrice') return price
  const number = tag === 'latest' ? 100n : BigInt(String(tag))
  const hash = word(number)
  const header = { hash, gasLimit: 30_000_000n, miner: `0x${'cb'.repeat(20)}`, mixHash: word(3n) }
  return { ...header, number, timestamp: 1_000n + 10n * number, baseFeePerGas: 7n }
}
const isAboutBlocks = (method: string) => ['eth_gasPrice', 'eth_getBlockByNumber'].includes(method)

/** What the calldata of a weak trial holds. */
function readCalls(data: string): Read[] {
  const calls: Read[] = []
  const wordAt = (at: number) => BigInt(`0x${data.slice(at, at + 64)}`)
  for (let at = 2; at < data.length; ) {
    const size = 2 * Number(wordAt(at + 192))
    calls.push({
      to: `0x${data.slice(at + 24, at + 64)}`,
      value: wordAt(at + 64),
      gas: wordAt(at + 128),
      data: `0x${data.slice(at + 256, at + 256 + size)}`,
    })
    at += 256 + size
  }
  return calls
}

const okay = (value: string) =>
  word(1n).slice(2) + word(BigInt(value.length / 2 - 1)).slice(2) + value.slice(2)
const failed = (value: string) => word(0n).slice(2) + okay(value).slice(64)

/** A truthful node: the deposit takes three times what was accepted; `more` is what it does beside. */
function nodeWhere(more: {
  logs?: (run: number) => Log[]
  returns?: string
  gasUsed?: string
  /** Coins of the account that are gone once a request was run, in a run that is charged for gas. */
  charged?: bigint
  /** What a read gives, where it is another number than the account's balance. */
  reads?: (read: { to: string; data: string }) => bigint | undefined
  /** What it says of the blocks that it made of one run, before that of the calls and of it. */
  blocks?: { number?: string; parentHash?: string }[]
}): RpcCall {
  let run = 0
  const call = async (method: string, params: readonly unknown[]) => {
    if (isAboutBlocks(method)) return tellBlocks(method, params)
    run += 1
    const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: Asked[] }[] }]
    let done = false
    const isCharged = run > 1
    const calls = (blockStateCalls[0]?.calls ?? []).map(({ data, to: at, from }) => {
      const [read] = from === author ? [] : readCalls(data)
      const to = from === author ? at : (read?.to ?? '')
      if (from === author) {
        done = true
        const logs = [
          { address: usdc, topics: [transfer, self, word(1n)], data: word(3n * amountIn) },
          ...(more.logs?.(run) ?? []),
        ]
        const { gasUsed } = more
        return { status: '0x1', returnData: more.returns ?? '0x', logs, gasUsed }
      }
      const coins = rich - (done && isCharged ? (more.charged ?? 0n) : 0n)
      const said = read && more.reads?.(read)
      if (said !== undefined)
        return { status: '0x1', returnData: `0x${okay(word(said))}`, logs: [] }
      const balance = to === usdc ? (done ? 0n : 3n * amountIn) : more.charged ? coins : 0n
      return { status: '0x1', returnData: `0x${okay(word(balance))}`, logs: [] }
    })
    const [block = {}, ...filled] = more.blocks ?? []
    const empty = filled.map((each) => ({ ...each, calls: [] }))
    const parsed = parseEvmSimulation([...empty, { ...block, calls }])
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
  it('tells the gas that the requests use, where the node tells it, and none of the reads', async () => {
    const gasOf = async (gasUsed?: string) => {
      const trial = await createEvmTrial(nodeWhere(gasUsed ? { gasUsed } : {}), 8_453).trial({
        ...input,
        requests: [...input.requests, ...input.requests],
      })
      if (trial.outcome !== 'passes') return trial.outcome
      const { gas, gasParts = [] } = trial.effects
      return [gas, ...gasParts]
    }
    expect(await gasOf('0x5208')).toEqual([42_000n, 21_000n, 21_000n])
    expect(await gasOf()).toEqual([undefined])
  })

  it('is charged for layer 1 beside the gas by some nodes: no more than twice the gas is taken for that', async () => {
    const leaves = async (charged: bigint) => {
      const node = nodeWhere({ gasUsed: '0x5208', charged })
      const trial = await createEvmTrial(node, 8_453).trial(input)
      if (trial.outcome !== 'passes') return trial.outcome
      const { before, after } = trial.effects.native
      return before - after
    }
    const gas = 21_000n * price
    expect(await leaves(gas)).toBe(0n)
    expect(await leaves(3n * gas)).toBe(0n)
    expect(await leaves(3n * gas + 1n)).toBe(2n * gas + 1n)
  })

  it('(control) takes three times the amount: seen', async () => {
    const trial = await createEvmTrial(nodeWhere({}), 8_453).trial(input)
    expect(trial).toMatchObject({
      outcome: 'passes',
      effects: { tokens: { [usdc]: { before: 3n * amountIn, after: 0n } } },
    })
  })

  it.each([
    [8_453, '0x000000000022d473030f116ddee9f6b43ac78ba3'],
    [324, '0x0000000000225e31d15943971f47ad3022f714fa'],
  ])(
    'through Permit2, by older approvals there: on chain %i they are read',
    async (chainId, permit2) => {
      const most = 2n ** 160n - 1n
      const mayTake = async (toPermit2: bigint, toTarget: bigint, spenders = [target]) => {
        const reads = ({ to, data }: { to: string; data: string }) => {
          if (to === permit2) return data.endsWith(target.slice(2)) ? toTarget : 0n
          return to === usdc && data.endsWith(permit2.slice(2)) ? toPermit2 : undefined
        }
        const trial = await createEvmTrial(nodeWhere({ reads }), chainId).trial({
          ...input,
          spenders,
        })
        if (trial.outcome !== 'passes') return trial.outcome
        return trial.effects.allowances
          .filter(({ after }) => after > 0n)
          .map(({ token, spender, before, after }) => [token, spender, before, after])
      }
      expect(await mayTake(most, 7n)).toEqual([[usdc, target, 7n, 7n]])
      expect(await mayTake(5n, most)).toEqual([[usdc, target, 5n, 5n]])
      expect(await mayTake(0n, most)).toEqual([])
      expect(await mayTake(most, 0n)).toEqual([])
      // Where Permit2 is approved by the sequence, what is left of that is what may be taken.
      expect(await mayTake(3n, most, [target, permit2])).toEqual([[usdc, permit2, 3n, 3n]])
    },
  )

  it('given a node behind a step that is mined, then it says nothing of those that follow', async () => {
    const ats: unknown[] = []
    const node = nodeWhere({})
    const heard = ((method: string, params: unknown[], ...more: [never]) => {
      if (method === 'eth_simulateV1') ats.push(params[1])
      return node(method, params, ...more)
    }) as RpcCall
    const since = (block: bigint, gave = 0n) =>
      createEvmTrial(heard, 8_453).trial({
        ...input,
        watched: [usdc],
        since: { block, token: usdc, gave },
      })
    expect((await since(100n)).outcome).toBe('passes')
    // Every run is on the block that was looked at: another machine of the node may be behind.
    expect(new Set(ats)).toEqual(new Set(['0x64']))
    const nothing = { outcome: 'unknown', detail: 'chain/bad-answer' }
    expect(await since(101n)).toEqual(nothing)
    // Nor where what that step gave is not there, whatever block the node says that it ran on.
    expect((await since(100n, 3n * amountIn)).outcome).toBe('passes')
    expect((await since(100n, (3n * amountIn * 100n) / 99n)).outcome).toBe('passes')
    expect(await since(100n, (3n * amountIn * 100n) / 99n + 2n)).toEqual(nothing)
  })

  it.each([
    ['on the one asked for', [{ number: '0x65', parentHash: word(100n) }], 'passes'],
    [
      'as one that numbers it by the block itself',
      [{ number: '0x64', parentHash: word(0n) }],
      'passes',
    ],
    ['and tells neither', [{}], 'passes'],
    ['on the block before', [{ number: '0x64', parentHash: word(99n) }], 'unknown'],
    ['on a fixed one', [{ number: '0x65', parentHash: word(7n) }], 'unknown'],
    ['on an older one without its hash', [{ number: '0x63' }], 'unknown'],
    [
      'on an older one, and makes those between',
      [{ number: '0x65' }, { number: '0x64' }],
      'unknown',
    ],
  ])('given a node that runs what follows a mined step %s', async (_, blocks, outcome) => {
    const since = { block: 100n, token: usdc, gave: 1n }
    const trial = await createEvmTrial(nodeWhere({ blocks }), 8_453).trial({
      ...input,
      watched: [usdc],
      since,
    })
    expect(trial.outcome).toBe(outcome)
  })

  it('by events of 65 children', async () => {
    const logs = () => Array.from({ length: 65 }, (_, index) => emitter(index))
    const trial = await createEvmTrial(nodeWhere({ logs }), 8_453).trial(input)
    expect(trial.outcome).not.toBe('unknown')
  })

  it('by an event of another child in each run (create2 by gasleft or block number)', async () => {
    const trial = await createEvmTrial(nodeWhere({ logs: (run) => [emitter(run)] }), 8_453).trial(
      input,
    )
    expect(trial.outcome).not.toBe('unknown')
  })

  it('by approving somebody in thousands of events: what is read of them has an end', async () => {
    let most = 0
    const logs = () =>
      Array.from({ length: 20_000 }, (_, index) => ({
        address: emitter(0).address,
        topics: [approval, self, word(BigInt(index + 1))],
        data: word(1n),
      }))
    const node = nodeWhere({ logs })
    const counted: RpcCall = (method, params, ...more) => {
      const [first] = params as [{ blockStateCalls?: { calls: Asked[] }[] } | undefined]
      most = Math.max(most, first?.blockStateCalls?.[0]?.calls.length ?? 0)
      return node(method, params, ...more)
    }
    const trial = await createEvmTrial(counted, 8_453).trial(input)
    expect(trial.outcome).toBe('unjudged')
    expect(most).toBeLessThan(400)
  })

  it.each([
    [-38_015, 'block gas limit exceeded'],
    [-32_000, 'RPC gas cap exhausted: need 100000, remaining 21000'],
    [-32_003, 'transaction gas limit too high'],
  ])('by using up the gas that a node gives to a run (%i %s)', async (code, reason) => {
    const node = nodeWhere({})
    const burns = (isAlways: boolean) =>
      (async (method, params, parse, ...more) => {
        const text = JSON.stringify(params)
        if (method === 'eth_simulateV1' && (isAlways || text.includes(depositData))) {
          throw new AppError('chain/bad-answer', { code, reason })
        }
        return node(method, params, parse, ...more)
      }) as RpcCall
    expect((await createEvmTrial(burns(false), 8_453).trial(input)).outcome).toBe('unjudged')
    // (control) a node that gives too little for the reads alone.
    expect((await createEvmTrial(burns(true), 8_453).trial(input)).outcome).toBe('unknown')
  })

  it('by returning a megabyte', async () => {
    const returns = `0x${'00'.repeat(1_000_001)}`
    const trial = await createEvmTrial(nodeWhere({ returns }), 8_453).trial(input)
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
    const { holdsAt } = createEvmTrial(call as unknown as RpcCall, 8_453)
    expect(await holdsAt(author, target).catch(() => 'nobody knows')).toBe(true)
  })
})

describe('a chain whose coin reports its moves as a token that takes a uint256 (zkSync, Abstract)', () => {
  it('does not call the payment something else that left', async () => {
    const coin = `0x${'0'.repeat(36)}800a`
    const call = async (method: string, params: readonly unknown[]) => {
      if (isAboutBlocks(method)) return tellBlocks(method, params)
      const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: Asked[] }[] }]
      let done = false
      return [
        {
          calls: (blockStateCalls[0]?.calls ?? []).map(({ data, from }) => {
            if (from === author) {
              done = true
              const logs = [{ address: coin, topics: [transfer, self, word(1n)], data: word(5n) }]
              return { status: 1n, returnData: '0x', logs }
            }
            const to = readCalls(data)[0]?.to
            // `balanceOf(uint256)` is another selector than `balanceOf(address)`.
            const gives =
              to === coin || to === target ? failed('0x') : okay(word(done ? 95n : 100n))
            return { status: 1n, returnData: `0x${gives}`, logs: [] }
          }),
        },
      ]
    }
    const trial = await createEvmTrial(call as unknown as RpcCall, 8_453).trial({
      ...input,
      token: `0x${'0'.repeat(40)}`,
      spenders: [],
    })
    expect(trial).toMatchObject({ outcome: 'passes', effects: { lost: [] } })
  })
})

describe('the block that a sequence is tried in', () => {
  type Block = {
    blockOverrides?: object
    stateOverrides: Record<string, { balance?: string }>
    calls: (Asked & { gas?: string; gasPrice?: string })[]
  }
  type Run = { at: unknown; block: Block; validation?: boolean }

  /** A node that takes 9 wei for each of 60,000 gas; `coins` of the account, of which 5 leave. */
  function nodeWith(coins: bigint, refuse: (run: Run, runs: Run[]) => AppError | undefined) {
    const runs: Run[] = []
    const call = async (method: string, params: readonly unknown[]) => {
      if (isAboutBlocks(method)) return tellBlocks(method, params)
      const [{ blockStateCalls, ...how }, at] = params as [{ blockStateCalls: Block[] }, unknown]
      const [block] = blockStateCalls
      if (block === undefined) throw new Error('no block')
      const run = { at, block, ...how }
      const refusal = refuse(run, runs)
      runs.push(run)
      if (refusal) throw refusal
      const lent = block.stateOverrides[author]?.balance
      let left = lent === undefined ? coins : BigInt(lent)
      const calls = block.calls.map(({ from, gasPrice = '0x0' }) => {
        if (from !== author) return { status: 1n, returnData: `0x${okay(word(left))}`, logs: [] }
        left -= 5n + 60_000n * BigInt(gasPrice)
        return { status: 1n, returnData: '0x', logs: [], gasUsed: 60_000n }
      })
      return [{ calls }]
    }
    return { runs, call: call as unknown as RpcCall }
  }
  const native = `0x${'0'.repeat(40)}`
  const requests = input.requests.map((request) => ({ ...request, value: '0x5' }))
  const plain = { ...input, requests, token: native, spenders: [], watched: [native] }
  const refused = (code: number, reason = 'no') =>
    new AppError('chain/bad-answer', { code, reason })

  it('is the next one, at the pace and with the fees of the last, and gas is what a wallet sets', async () => {
    const node = nodeWith(10n ** 18n, () => undefined)
    const trial = await createEvmTrial(node.call, 8_453).trial(plain)
    const [rough, real] = node.runs
    expect(rough?.block.blockOverrides).toBeUndefined()
    expect(real).toMatchObject({ at: '0x64', validation: true })
    expect(real?.block.blockOverrides).toEqual({
      number: '0x65',
      time: `0x${(2_010).toString(16)}`,
      gasLimit: `0x${(30_000_000).toString(16)}`,
      feeRecipient: `0x${'cb'.repeat(20)}`,
      prevRandao: word(3n),
      baseFeePerGas: '0x7',
    })
    expect(real?.block.calls.every(({ gasPrice }) => gasPrice === '0x9')).toBe(true)
    expect(real?.block.calls.every(({ from }) => from !== undefined)).toBe(true)
    const sent = real?.block.calls.find(({ from }) => from === author)
    expect(sent?.gas).toBe(`0x${(170_000).toString(16)}`)
    // What the network takes is no part of it.
    expect(trial).toMatchObject({
      effects: {
        native: { before: 10n ** 18n, after: 10n ** 18n - 5n },
        parts: [{ [native]: -5n }],
        gas: 60_000n,
      },
    })
  })

  it.each([refused(-38_014), refused(-32_003, 'Insufficient funds for gas * price + value')])(
    'lends coins for gas where the account has too few',
    async (poor) => {
      const node = nodeWith(100n, ({ block, validation }) =>
        validation && block.stateOverrides[author] === undefined ? poor : undefined,
      )
      const trial = await createEvmTrial(node.call, 8_453).trial(plain)
      expect(node.runs).toHaveLength(3)
      expect(node.runs[2]?.block.stateOverrides[author]).toEqual({
        balance: `0x${(100n + 170_000n * 9n).toString(16)}`,
      })
      expect(trial).toMatchObject({ effects: { native: { before: 100n, after: 95n } } })
    },
  )

  it('asks once more where a part of the node does not know the block yet', async () => {
    const node = nodeWith(10n ** 18n, (_, { length }) =>
      length === 1 ? refused(-32_000, 'header not found') : undefined,
    )
    expect(await createEvmTrial(node.call, 8_453).trial(plain)).toMatchObject({ outcome: 'passes' })
    expect(node.runs).toHaveLength(3)
  })

  it('given the part that is asked then is behind a mined step, tries nothing on its block', async () => {
    const node = nodeWith(10n ** 18n, (_, { length }) =>
      length === 1 ? refused(-32_000, 'header not found') : undefined,
    )
    const behind: RpcCall = ((method: string, [tag, ...more]: unknown[], ...rest: [never]) => {
      const newest = tag === 'latest' && node.runs.length > 0 ? '0x63' : tag
      return node.call(method, [newest, ...more], ...rest)
    }) as RpcCall
    const tried = async (block: bigint) => {
      node.runs.length = 0
      const since = { block, token: native, gave: 1n }
      return (await createEvmTrial(behind, 8_453).trial({ ...plain, since })).outcome
    }
    expect(await tried(99n)).toBe('passes')
    expect(await tried(100n)).toBe('unknown')
    expect(node.runs).toHaveLength(2)
  })

  it('passes nothing where the node takes no such block, and says that it lacks it', async () => {
    const node = nodeWith(10n ** 18n, ({ validation }) =>
      validation ? refused(-32_602) : undefined,
    )
    expect(await createEvmTrial(node.call, 8_453).trial(plain)).toEqual({
      outcome: 'unknown',
      detail: 'chain/bad-answer',
      lacks: true,
    })
  })

  it('asks another node where one tells nothing of its blocks: that is not what is tried', async () => {
    const node = nodeWith(10n ** 18n, () => undefined)
    const blind = ((method, params, ...more) =>
      method === 'eth_getBlockByNumber'
        ? Promise.reject(new AppError('chain/bad-answer', { reason: 'at miner' }))
        : node.call(method, params, ...more)) as RpcCall
    expect((await createEvmTrial(blind, 8_453).trial(plain)).outcome).toBe('unknown')
  })

  it('says that it reverts where not even what is sent is there', async () => {
    const node = nodeWith(1n, () => refused(-38_014))
    expect(await createEvmTrial(node.call, 8_453).trial(plain)).toEqual({
      outcome: 'reverts',
      detail: 'insufficient funds',
    })
  })
})

describe('a node that lacks the method', () => {
  const says = (error: AppError) =>
    createEvmTrial((() => Promise.reject(error)) as unknown as RpcCall, 8_453).trial(input)

  it('says so, and not that it is silent', async () => {
    const none = new AppError('chain/bad-answer', { code: -32_601, reason: 'Method not found' })
    expect(await says(none)).toMatchObject({ outcome: 'unknown', lacks: true })
    const silent = await says(new AppError('chain/unreachable'))
    expect(silent).toEqual({ outcome: 'unknown', detail: 'chain/unreachable' })
  })

  it('says so as well where it cannot tell of its blocks', async () => {
    const none = new AppError('chain/bad-answer', { code: -32_601, reason: 'Method not found' })
    const call = async (method: string) => {
      if (isAboutBlocks(method)) throw none
      return new Promise<never>(() => {})
    }
    const tried = await createEvmTrial(call as unknown as RpcCall, 8_453).trial(input)
    expect(tried).toEqual({ outcome: 'unknown', detail: 'chain/unreachable', lacks: true })
  })
})

describe('the weaker kind of trial', () => {
  /** A node on which each call gives what `answer` says: a word, or what it fails with. */
  function weakNode(
    answer: (read: Read, isAfter: boolean) => bigint | string,
    held: (data: string) => string[] = () => [],
  ) {
    const asked: unknown[][] = []
    const calls: Read[] = []
    const call = async (method: string, params: unknown[]) => {
      if (isAboutBlocks(method)) return tellBlocks(method, params)
      asked.push([method, ...params])
      const [{ data }, , codes] = params as [{ data: string }, string, Record<string, object>]
      if (JSON.stringify(codes).includes(HOLDINGS_CODE)) {
        return `0x${held(data)
          .map((each) => word(BigInt(each)).slice(2))
          .join('')}`
      }
      let isAfter = false
      const parts = readCalls(data).map((read) => {
        calls.push(read)
        if (read.gas === 0n) isAfter = true
        const given = answer(read, isAfter)
        return typeof given === 'string' ? failed(given) : okay(word(given))
      })
      return `0x${parts.join('')}`
    }
    const { trial: tryIt } = createEvmTrial(call as unknown as RpcCall, 8_453)
    const trial = (what: TrialInput) => tryIt({ weakly: [], ...what })
    return { trial, asked, calls }
  }
  const plain = (read: Read, isAfter: boolean) => (read.to === usdc && !isAfter ? amountIn : 0n)

  it('puts the code on the account for one call of somebody else, and reads around the requests', async () => {
    const { trial, asked, calls } = weakNode(plain)
    expect(await trial(input)).toMatchObject({
      outcome: 'passes',
      effects: { tokens: { [usdc]: { before: amountIn, after: 0n } }, powers: [] },
    })
    const [, [method, request, block, overrides]] = asked as [
      unknown,
      [string, Asked, string, object],
    ]
    expect([method, request.to, block]).toEqual(['eth_call', author, 'latest'])
    expect(request.from).not.toBe(author)
    expect(overrides).toMatchObject({ [author]: { code: SEQUENCE_CODE } })
    expect(calls.filter(({ gas }) => gas === 0n)).toEqual([
      { to: target, data: depositData, value: 0n, gas: 0n },
    ])
  })

  it('looks at what is held among tokens beside and all that the data may name, the account aside', async () => {
    const named = [0xc1, 0xc2].map((each) => `0x${each.toString(16).repeat(20)}`)
    const [two, beside] = named as [string, string]
    const looked: string[] = []
    const { trial, calls } = weakNode(
      (read, isAfter) => (read.to === two && isAfter ? 1n : 5n),
      (data) => {
        looked.push(data)
        return [two, two, beside, author]
      },
    )
    const data = `0x12345678${two.slice(2)}ffff`
    const request = { from: author, to: target, data, value: '0x0' }
    const tried = await trial({ ...input, requests: [request], weakly: [beside] })
    const effects = tried.outcome === 'passes' ? tried.effects : undefined
    expect(Object.keys(effects?.tokens ?? {}).sort()).toEqual([usdc, target, ...named].sort())
    expect(effects?.tokens[two]).toEqual({ before: 5n, after: 1n })
    expect(calls.every(({ to }) => to !== author)).toBe(true)
    expect(looked).toEqual([self + beside.slice(2) + data.slice(2)])
  })

  it('draws anew where its code stands and who calls, so that no contract can know them', async () => {
    const places = async (weakly?: string[]) => {
      const seen = new Set<string>()
      const broken = (async (method: string, params: readonly unknown[]) => {
        if (isAboutBlocks(method)) return tellBlocks(method, params)
        const text = JSON.stringify(params)
        const named = [...text.matchAll(/"(?:from|to)":"(0x\w{40})"/g)].map((each) => each[1] ?? '')
        const isOwn = (each: string) => [author, target, usdc].includes(each)
        for (const each of named) if (!isOwn(each)) seen.add(each)
        if (text.includes(HOLDINGS_CODE)) return '0x'
        throw new AppError('chain/unreachable')
      }) as unknown as RpcCall
      const { trial } = createEvmTrial(broken, 8_453)
      await trial({ ...input, weakly })
      return seen
    }
    const runs = await Promise.all([places(), places(), places([]), places([])])
    for (const each of runs) expect(each.size).toBeGreaterThan(0)
    const all = runs.flatMap((each) => [...each])
    expect(new Set(all).size).toBe(all.length)
  })

  it('reads what a request approves as a pair', async () => {
    const spender = `0x${'d4'.repeat(20)}`
    const dai = `0x${'da'.repeat(20)}`
    const data = `0x095ea7b3${word(BigInt(spender)).slice(2)}${word(7n).slice(2)}`
    const { trial } = weakNode((read, isAfter) => (read.to === dai && isAfter ? 7n : 0n))
    const request = { from: author, to: dai, data, value: '0x0' }
    const tried = await trial({ ...input, requests: [request] })
    expect(tried).toMatchObject({
      effects: {
        allowances: expect.arrayContaining([{ token: dai, spender, before: 0n, after: 7n }]),
      },
    })
  })

  it('takes a balance that cannot be read any more for lost', async () => {
    const { trial } = weakNode((read, isAfter) =>
      read.to === usdc && isAfter ? '0x' : plain(read, isAfter),
    )
    expect(await trial(input)).toMatchObject({ effects: { lost: [usdc] } })
  })

  it.each([
    [
      'words',
      '0x0',
      `0x08c379a0${word(32n).slice(2)}${word(2n).slice(2)}6e6f${'0'.repeat(60)}`,
      'no',
    ],
    ['more coins than there are', '0x64', '0x', 'insufficient funds'],
    ['nothing', '0x0', '0x', undefined],
  ])('given a request that fails with %s, then it reverts', async (_, value, gives, detail) => {
    const { trial } = weakNode((read, isAfter) => (read.gas === 0n ? gives : plain(read, isAfter)))
    const [request] = input.requests
    if (request === undefined) throw new Error('no request')
    const tried = await trial({ ...input, requests: [{ ...request, value }] })
    expect(tried).toEqual({ outcome: 'reverts', ...(detail === undefined ? {} : { detail }) })
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['leaves the code out', async () => '0x', 'unknown'],
    ['is silent', () => Promise.reject(new AppError('chain/unreachable')), 'unknown'],
    [
      'runs other code',
      () => Promise.reject(new AppError('chain/reverted', { reason: 'execution reverted' })),
      'unknown',
    ],
    [
      'says that the gas is used up',
      () => Promise.reject(new AppError('chain/reverted', { reason: 'out of gas' })),
      'unjudged',
    ],
  ])('given a node that %s, then nothing passes', async (_, answer, outcome) => {
    const call = async (method: string, params: readonly unknown[]) =>
      isAboutBlocks(method) ? tellBlocks(method, params) : answer()
    const { trial } = createEvmTrial(call as unknown as RpcCall, 8_453)
    expect((await trial({ ...input, weakly: [] })).outcome).toBe(outcome)
  })

  it('given requests that name more than is read, then it is not judged', async () => {
    const names = Array.from({ length: 70 }, (_, at) => `0x${(at + 100).toString(16).repeat(14)}`)
    const crowd = weakNode(plain, () => names)
    expect((await crowd.trial(input)).outcome).toBe('unjudged')
    expect(crowd.asked).toHaveLength(1)
    const { trial, asked } = weakNode(plain)
    const request = { from: author, to: target, data: `0x${'ab'.repeat(20_000)}`, value: '0x0' }
    expect((await trial({ ...input, requests: [request] })).outcome).toBe('unjudged')
    expect(asked).toEqual([])
  })

  it('fails as a bug does where that is one', async () => {
    const broken = (() => Promise.reject(new RangeError('bug'))) as unknown as RpcCall
    await expect(createEvmTrial(broken, 8_453).trial({ ...input, weakly: [] })).rejects.toThrow(
      RangeError,
    )
  })
})
