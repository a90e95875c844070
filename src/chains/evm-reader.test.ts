import { describe, expect, it } from 'vitest'
import { encodeAllowance } from './evm-calls'
import { createEvmReader } from './evm-reader'
import type { FetchLike } from './json-rpc'

const URL_A = 'https://a.example/'
const address = `0x${'Ab'.repeat(20)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`

/** A node that answers each method as told; an error object becomes a JSON-RPC error. */
function node(answers: Record<string, unknown>) {
  const asked: string[] = []
  const params: unknown[][] = []
  const fetch: FetchLike = async (_, init) => {
    init.signal?.throwIfAborted()
    const body = JSON.parse(String(init.body)) as { method: string; params: unknown[] }
    const { method } = body
    asked.push(method)
    params.push(body.params)
    if (method === 'eth_chainId') return Response.json({ result: '0x1' })
    const answer = answers[method]
    if (answer === undefined) {
      return Response.json({ error: { code: -32601, message: 'the method does not exist' } })
    }
    const isError = typeof answer === 'object' && answer !== null && 'message' in answer
    return Response.json(isError ? { error: answer } : { result: answer })
  }
  return { reader: createEvmReader({ chainId: 1, urls: [URL_A], fetch }), asked, params }
}

const transaction = {
  hash: hash('A'),
  from: address,
  to: address,
  value: '0x10',
  input: '0xABCD',
  nonce: '0x3',
  chainId: '0x1',
  blockNumber: '0x5',
  blockHash: hash('b'),
}

const badAnswer = { code: 'chain/bad-answer' }

describe('transactions', () => {
  it('given one, then it is normalised', async () => {
    const { reader } = node({ eth_getTransactionByHash: transaction })
    expect(await reader.transaction(hash('a'))).toEqual({
      hash: hash('a'),
      from: address.toLowerCase(),
      to: address.toLowerCase(),
      value: 16n,
      data: '0xabcd',
      nonce: 3,
      chainId: 1,
      blockNumber: 5n,
    })
  })

  it('given one that creates, waits, and names no chain, then those are told apart', async () => {
    const waiting = {
      ...transaction,
      to: null,
      blockNumber: null,
      blockHash: null,
      chainId: undefined,
    }
    const { reader } = node({ eth_getTransactionByHash: waiting })
    const found = await reader.transaction(hash('a'))
    expect(found).toMatchObject({ to: null, chainId: 1 })
    expect(found).not.toHaveProperty('blockNumber')
  })

  it('given another transaction or receipt than was asked for, then a bad answer', async () => {
    const receipt = {
      transactionHash: hash('c'),
      blockNumber: '0x1',
      blockHash: hash('b'),
      status: '0x1',
    }
    const { reader } = node({
      eth_getTransactionByHash: transaction,
      eth_getTransactionReceipt: receipt,
    })
    await expect(reader.transaction(hash('c'))).rejects.toMatchObject(badAnswer)
    await expect(reader.receipt(hash('a'))).rejects.toMatchObject(badAnswer)
    expect(await reader.receipt(hash('C'))).toMatchObject({ status: 'success' })
  })

  it.each([
    ['a value that is no number', { value: 'ten' }],
    ['a negative value', { value: '-0x1' }],
    ['a target that is no address', { to: '0x12' }],
    ['data that is no hex', { input: 'hello' }],
  ])('given %s, then a bad answer', async (_, patch) => {
    const { reader } = node({ eth_getTransactionByHash: { ...transaction, ...patch } })
    await expect(reader.transaction(hash('a'))).rejects.toMatchObject(badAnswer)
  })

  it('given a block with a kind of transaction that cannot be read, then only that is left out', async () => {
    const odd = { type: '0x7e', hash: hash('d') }
    const block = {
      number: '0x5',
      hash: hash('b'),
      timestamp: '0x1',
      transactions: [odd, transaction],
    }
    const { reader } = node({ eth_getBlockByNumber: block })
    expect(await reader.blockTransactions(5n)).toMatchObject([{ nonce: 3 }])
  })
})

describe('what proves something', () => {
  const topic = hash('C')
  const log = {
    address,
    topics: [topic],
    data: '0xAB',
    transactionHash: hash('a'),
    blockNumber: '0x5',
    logIndex: '0x0',
  }
  const filter = { address, topics: [topic.toLowerCase(), null], from: 1n, to: 9n }

  it.each<[string, object, object]>([
    ['nothing of it', { from: undefined }, {}],
    ['who sent it alone', {}, { from: address.toLowerCase() }],
    [
      'gas and its price',
      { type: '0x2', gasUsed: '0x5', effectiveGasPrice: '0x3' },
      { from: address.toLowerCase(), fee: 15n },
    ],
    [
      'a fee for data beside it',
      { gasUsed: '0x5', effectiveGasPrice: '0x0', l1Fee: '0x7', operatorFeeScalar: '0x0' },
      { from: address.toLowerCase(), fee: 7n },
    ],
    [
      'a fee for the operator, which is counted in several ways',
      { gasUsed: '0x5', effectiveGasPrice: '0x3', operatorFeeConstant: '0x1' },
      { from: address.toLowerCase() },
    ],
    [
      'a fee that is no number',
      { gasUsed: '0x5', effectiveGasPrice: '0x3', l1Fee: 7 },
      { from: address.toLowerCase() },
    ],
    [
      'a kind whose fee may be in tokens',
      { type: '0x7b', gasUsed: '0x5', effectiveGasPrice: '0x3' },
      { from: address.toLowerCase(), isOddKind: true },
    ],
    ['a deposit of another chain, which nobody signed here', { type: '0x7e' }, {}],
    ['what the chain made itself', { type: '0xff', gasUsed: '0x5' }, {}],
    ['what is no kind', { type: 'x' }, { from: address.toLowerCase(), isOddKind: true }],
    ['what is no address', { from: 'x' }, {}],
  ])('given a receipt that tells %s, then as much is known of its fee', async (_, more, told) => {
    const receipt = {
      ...{ transactionHash: hash('a'), blockNumber: '0x5', blockHash: hash('b'), status: '0x1' },
      ...{ from: address, ...more },
    }
    const { reader } = node({ eth_getTransactionReceipt: receipt })
    const { from, fee, isOddKind } = (await reader.receipt(hash('a'))) ?? {}
    expect({ from, fee, isOddKind }).toEqual({
      ...{ from: undefined, fee: undefined, isOddKind: undefined },
      ...told,
    })
  })

  it('given a block, then a balance and an allowance are those of it', async () => {
    const word = `0x${'0'.repeat(63)}9`
    const { reader, params } = node({ eth_call: word, eth_getBalance: '0x9' })
    expect(await reader.tokenBalance(address, address, undefined, 16n)).toBe(9n)
    expect(await reader.allowance(address, address, address, undefined, 16n)).toBe(9n)
    expect(await reader.tokenBalance(`0x${'0'.repeat(40)}`, address, undefined, 16n)).toBe(9n)
    expect(params.flatMap((each) => each[1] ?? [])).toEqual(['0x10', '0x10', '0x10'])
  })

  it('given a receipt, then its events, without those that were taken back', async () => {
    const receipt = {
      transactionHash: hash('a'),
      blockNumber: '0x5',
      blockHash: hash('b'),
      status: '0x1',
      logs: [log, { ...log, removed: true }],
    }
    const { reader } = node({ eth_getTransactionReceipt: receipt })
    expect((await reader.receipt(hash('a')))?.logs).toEqual([
      {
        address: address.toLowerCase(),
        topics: [topic.toLowerCase()],
        data: '0xab',
        transactionHash: hash('a'),
        blockNumber: 5n,
      },
    ])
  })

  it('given events that were asked for, then those', async () => {
    const [three, nothing] = [[topic, hash('d')], []]
    const { reader } = node({ eth_getLogs: [{ ...log, topics: three }] })
    expect(await reader.logs(filter)).toHaveLength(1)
    expect(await node({ eth_getLogs: nothing }).reader.logs(filter)).toEqual([])
    const any = { ...filter, topics: [[hash('e'), topic]] }
    expect(await reader.logs(any)).toHaveLength(1)
  })

  it.each([
    ['another contract', { address: `0x${'1'.repeat(40)}` }],
    ['another topic', { topics: [hash('d')] }],
    ['a block before the window', { blockNumber: '0x0' }],
    ['a block after the window', { blockNumber: '0xa' }],
  ])('given an event of %s, then a bad answer', async (_, patch) => {
    const { reader } = node({ eth_getLogs: [{ ...log, ...patch }] })
    await expect(reader.logs(filter)).rejects.toMatchObject(badAnswer)
  })

  it('given the newest block, then its number and time; given none, then a bad answer', async () => {
    const block = { number: '0x5', hash: hash('b'), timestamp: '0x64' }
    const { reader } = node({ eth_getBlockByNumber: block })
    expect(await reader.head()).toEqual({ number: 5n, time: 100 })
    const none = node({ eth_getBlockByNumber: undefined })
    await expect(none.reader.head()).rejects.toMatchObject(badAnswer)
  })

  it('given a whole block, then whether all of it could be read', async () => {
    const block = { number: '0x5', hash: hash('B'), timestamp: '0x64', transactions: [transaction] }
    const read = (patch: object) =>
      node({ eth_getBlockByNumber: { ...block, ...patch } }).reader.block(5n)
    expect(await read({})).toMatchObject({ number: 5n, hash: hash('b'), time: 100, complete: true })
    expect(await read({ transactions: [transaction, {}] })).toMatchObject({ complete: false })
    await expect(read({ number: '0x6' })).rejects.toMatchObject(badAnswer)
  })

  it.each([
    ['no code', '0x', 'plain'],
    ['a delegation', `0xEF0100${'ab'.repeat(20)}`, 'delegated'],
    ['a contract', '0x6001', 'contract'],
  ])('given %s, then who has the account', async (_, code, kind) => {
    const { reader } = node({ eth_getCode: code })
    expect(await reader.accountKind(address)).toBe(kind)
    expect(await reader.contractCode(address)).toBe(kind === 'contract' ? code : '0x')
  })

  it('given a block, then the balance as of it', async () => {
    const { reader } = node({ eth_getBalance: '0x10' })
    expect(await reader.balanceAt(address, 5n)).toBe(16n)
  })
})

describe('what others may take', () => {
  const token = `0x${'22'.repeat(20)}`
  const spender = `0x${'33'.repeat(20)}`
  const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
  const now = 1_800_000_000_000
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const told = (amount: bigint, until: bigint) => `0x${word(amount)}${word(until)}${word(1n)}`
  /** What a sequence of reads gives: whether each went through, its length, and what it gave. */
  const sequence = (...answers: [bigint, string][]) =>
    `0x${answers.map(([ok, data]) => word(ok) + word(BigInt((data.length - 2) / 2)) + data.slice(2)).join('')}`
  type Call = { to: string; data: string }

  /** A node whose contracts give what `each` says; `together` is its answer to a sequence of reads. */
  function holder(each: (call: Call) => unknown, together: unknown) {
    const asked: Call[] = []
    const fetch: FetchLike = async (_, init) => {
      const { method, params } = JSON.parse(String(init.body))
      if (method === 'eth_chainId') return Response.json({ result: '0x1' })
      const [call, , overrides] = params as [Call, string, object | undefined]
      if (overrides) expect(Object.keys(overrides)).toEqual([call.to])
      asked.push(call)
      const answer = overrides ? together : each(call)
      if (answer === undefined) throw new TypeError('gone')
      const isError = typeof answer === 'object'
      return Response.json(isError ? { error: answer } : { result: answer })
    }
    const reader = createEvmReader({ chainId: 1, urls: [URL_A], fetch })
    const pairs = [
      { token, spender, plain: false },
      { token: address, spender, plain: true },
    ]
    return { asked, mayTake: () => reader.mayTake(address, pairs, now) }
  }
  /** 7 of the token by itself; at Permit2 `amount` of the `most` that it has; 5 of the other one. */
  const contracts =
    (amount: bigint, until: bigint, most: bigint) =>
    ({ to, data }: Call) => {
      if (to === PERMIT2) return told(amount, until)
      if (to === address) return `0x${word(5n)}`
      return `0x${word(data.endsWith(PERMIT2.slice(2)) ? most : 7n)}`
    }
  const later = BigInt(now / 1_000)
  const reverted = { code: 3, message: 'execution reverted' }

  it.each([
    ['by the token itself, where Permit2 has less', 6n, later, 9n, 7n],
    ['by Permit2, where that has more', 8n, later, 9n, 8n],
    ['by Permit2 no more than was approved to it', 10n, later, 9n, 9n],
    ['by Permit2 nothing that has run out', 10n, later - 1n, 9n, 7n],
  ])('is read in one request: %s', async (_, amount, until, most, found) => {
    const all = contracts(amount, until, most)
    const data = encodeAllowance(address, PERMIT2)
    const answers = [
      ...[
        { to: token, data: '0x' },
        { to: PERMIT2, data: '0x' },
        { to: token, data },
      ].map(all),
      ...[
        { to: address, data: '0x' },
        { to: PERMIT2, data: '0x' },
        { to: address, data },
      ].map(all),
    ].map((each): [bigint, string] => [1n, each])
    const { asked, mayTake } = holder(() => undefined, sequence(...answers))
    expect(await mayTake()).toEqual([found, 5n])
    expect(asked).toHaveLength(1)
    // Drawn anew each time: no contract knows who asks.
    await mayTake()
    expect(asked[0]?.to).not.toBe(asked[1]?.to)
  })

  it('is nothing where no contract is, or one that reverts with a word', async () => {
    const none: [bigint, string] = [1n, '0x']
    const fails: [bigint, string] = [0n, `0x${word(9n)}`]
    const { mayTake } = holder(() => undefined, sequence(none, none, none, fails, none, none))
    expect(await mayTake()).toEqual([0n, 0n])
  })

  it.each([
    ['has no code put where it is asked', '0x'],
    ['tells of another number of reads', sequence([1n, `0x${word(1n)}`])],
    ['refuses it', { code: -32_602, message: 'too many arguments, want at most 2' }],
    ['says that it reverts', reverted],
  ])('is asked for one by one at a node that %s', async (_, together) => {
    const { asked, mayTake } = holder(contracts(8n, later, 9n), together)
    expect(await mayTake()).toEqual([8n, 5n])
    expect(asked).toHaveLength(7)
  })

  it('is nothing where one that is asked for by itself reverts', async () => {
    const { mayTake } = holder(() => reverted, '0x')
    expect(await mayTake()).toEqual([0n, 0n])
  })

  it.each<[string, unknown, unknown, string]>([
    ['does not answer', '0x', undefined, 'chain/unreachable'],
    ['does not answer one of them', undefined, '0x', 'chain/unreachable'],
    ['has had enough of us', { code: -32_005, message: 'limit' }, '0x', 'chain/bad-answer'],
  ])('is not known of a node that %s', async (_, each, together, code) => {
    const { mayTake } = holder(() => each, together)
    await expect(mayTake()).rejects.toMatchObject({ code })
  })
})
