import {
  parseBlockTransaction,
  parseEvmBlock,
  parseEvmFullBlock,
  parseEvmLogs,
  parseEvmReceipt,
  parseEvmTransaction,
  parseHexData,
  parseQuantity,
} from '@/src/contract/evm-rpc'
import { isNativeAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import { RESERVE_GAS } from '@/src/domain/policy/network-fee'
import { encodeApprove } from '@/src/domain/policy/policy-abi'
import type { FoundTransaction } from '@/src/domain/policy/verify-evm'
import { greater, lower } from '@/src/lib/extremes'
import { toHex } from '@/src/lib/to-hex'
import {
  DECIMALS_CALL,
  encodeAddresses,
  encodeAllowance,
  encodeBalanceOf,
  encodeGetL1Fee,
  OP_GAS_ORACLE,
} from './evm-calls'
import { decodeSequence, encodeSequence, SEQUENCE_CODE } from './evm-sequence'
import {
  createEvmTrial,
  drawAddress,
  type Pair,
  PERMIT2_ALLOWANCE,
  permit2Of,
  READ_GAS,
  type Read,
} from './evm-trial'
import { createRpc, type RpcOptions } from './json-rpc'

export type EvmReaderOptions = RpcOptions & { chainId: number }

export type EvmReceipt = {
  hash: string
  blockNumber: bigint
  blockHash: string
  status: 'success' | 'reverted'
  logs: readonly EvmLog[]
  /** Who signed and sent it, lower case; absent where that is not told. */
  from?: string
  /** It is of a kind whose fee need not be in coins, nor of the sender. */
  isOddKind?: true
  /** Wei that the network took of the sender; absent where that is not known to the last one. */
  fee?: bigint
}

/** An event of a mined transaction; addresses, topics and data in lower case. */
export type EvmLog = {
  address: string
  topics: readonly string[]
  data: string
  transactionHash: string
  blockNumber: bigint
}

/**
 * Events to look for: of one contract or any of several, with these topics in their places; null is
 * any, and a list any of its own.
 */
export type LogFilter = {
  address: string | readonly string[]
  topics: readonly (string | null | readonly string[])[]
  from: bigint
  to: bigint
}

/** A whole block; `complete` says that every one of its transactions could be read. */
export type EvmBlock = {
  number: bigint
  hash: string
  time: number
  transactions: FoundTransaction[]
  complete: boolean
}

/** An account controlled by its key alone (EOA), one that delegates to a contract (EIP-7702), or a contract. */
export type AccountKind = 'plain' | 'delegated' | 'contract'

/**
 * How far a node is: its newest block (Solana: slot) and that block's time, unix seconds. `toldAt`: when
 * the node says that it told so, unix ms, where it does.
 */
export type Head = { number: bigint; time: number; toldAt?: number }

export type BlockTag = 'latest' | 'pending' | bigint

/** A signed native deposit, for layer 1 data fees. */
const RESERVE_BYTES = 400

/** EIP-7702: an account with this code is a person's, not a contract. */
const DELEGATION_PREFIX = '0xef0100'

const toTag = (tag: BlockTag) => (typeof tag === 'bigint' ? toHex(tag) : tag)

type TransactionAnswer = {
  hash: string
  from: string
  to?: string | null | undefined
  value: bigint
  input: string
  nonce: bigint
  chainId?: bigint | null | undefined
  blockNumber?: bigint | null | undefined
}

function toFound(answer: TransactionAnswer, chainId: number): FoundTransaction {
  return {
    hash: answer.hash.toLowerCase(),
    from: answer.from.toLowerCase(),
    to: answer.to?.toLowerCase() ?? null,
    value: answer.value,
    data: answer.input.toLowerCase(),
    nonce: Number(answer.nonce),
    // Signed before EIP-155, or a chain that leaves it out: the node's own chain was checked.
    chainId: answer.chainId == null ? chainId : Number(answer.chainId),
    ...(answer.blockNumber == null ? {} : { blockNumber: answer.blockNumber }),
  }
}

type ReceiptAnswer = NonNullable<Extract<ReturnType<typeof parseEvmReceipt>, { ok: true }>['value']>

/** Kinds of transaction whose fee is in coins, of the sender: legacy, EIP-2930, EIP-1559. Others may differ. */
const PLAIN_KINDS: readonly bigint[] = [0n, 1n, 2n]

/**
 * Kinds that a chain makes itself of what was sent on another one, and nobody signed: they name who sent that.
 * Deposits of the OP stack, priority and upgrade transactions of the ZK Stack, and what Arbitrum makes:
 * https://specs.optimism.io/protocol/deposits.html, https://docs.zksync.io, https://docs.arbitrum.io
 */
const UNSIGNED_KINDS: readonly bigint[] = [
  0x64n,
  0x65n,
  0x66n,
  0x68n,
  0x69n,
  0x6an,
  0x7en,
  0xfen,
  0xffn,
]

/** Who paid for a transaction, and how much, as far as its receipt tells. */
function payerOf(found: ReceiptAnswer): Pick<EvmReceipt, 'from' | 'fee' | 'isOddKind'> {
  const { from, gasUsed, effectiveGasPrice, l1Fee, operatorFeeScalar, operatorFeeConstant } = found
  const type = found.type ?? 0n
  if (!from || UNSIGNED_KINDS.includes(type)) return {}
  const sender = { from: from.toLowerCase() }
  if (!PLAIN_KINDS.includes(type)) return { ...sender, isOddKind: true }
  // How it is counted from these differs by version: https://specs.optimism.io/protocol/isthmus/exec-engine.html
  const operator = [operatorFeeScalar, operatorFeeConstant].map((each) => each ?? 0n)
  const [gas, price, data] = [gasUsed ?? -1n, effectiveGasPrice ?? -1n, l1Fee ?? 0n]
  const isKnown = operator.every((each) => each === 0n) && gas >= 0n && price >= 0n && data >= 0n
  return isKnown ? { ...sender, fee: gas * price + data } : sender
}

type LogAnswer = EvmLog & { removed?: boolean | null | undefined }

/** What a node tells of events, without those that a reorganisation took back. */
function toLogs(answer: readonly LogAnswer[]): EvmLog[] {
  return answer
    .filter(({ removed }) => removed !== true)
    .map(({ address, topics, data, transactionHash, blockNumber }) => ({
      address: address.toLowerCase(),
      topics: topics.map((topic) => topic.toLowerCase()),
      data: data.toLowerCase(),
      transactionHash: transactionHash.toLowerCase(),
      blockNumber,
    }))
}

function isAsked(log: EvmLog, { address, topics, from, to }: LogFilter): boolean {
  const inPlace = topics.every(
    (topic, at) =>
      topic === null || [topic].flat().some((each) => each.toLowerCase() === log.topics[at]),
  )
  const inWindow = log.blockNumber >= from && log.blockNumber <= to
  const isOf = [address].flat().some((each) => log.address === each.toLowerCase())
  return inPlace && inWindow && isOf
}

/** What is no contract's word is nobody's. */
function unlessReverted(error: unknown): string {
  if (error instanceof AppError && error.code === 'chain/reverted') return '0x'
  throw error
}

/**
 * Reads an EVM chain over JSON-RPC. Every address is asked for its chain id first; one that serves
 * another chain is never used. Every method takes an optional abort signal last.
 *
 * @throws AppError `chain/unreachable`, `chain/bad-answer`, `chain/no-rpc`; `chain/reverted` from
 * the token reads; `service/aborted`.
 */
export function createEvmReader(options: EvmReaderOptions) {
  const { chainId } = options
  const { call } = createRpc(options, async (ask) => {
    const actual = await ask('eth_chainId', [], parseQuantity)
    if (actual === BigInt(chainId)) return
    throw new AppError('chain/bad-answer', { expected: chainId, actual: String(actual) })
  })

  const read = (
    request: { to: string; data: string; from?: string },
    signal?: AbortSignal,
    tag: BlockTag = 'latest',
  ) => call('eth_call', [request, toTag(tag)], parseHexData, signal)

  /** What a method of a contract returns; one that reverts fails with `chain/reverted`. */
  const returned = (to: string, data: string, signal?: AbortSignal) => read({ to, data }, signal)

  async function readNumber(
    to: string,
    data: string,
    signal?: AbortSignal,
    tag?: BlockTag,
  ): Promise<bigint> {
    const returned = await read({ to, data }, signal, tag)
    if (returned.length === 66) return BigInt(returned)
    throw new AppError('chain/bad-answer', { to, reason: 'not one word' })
  }

  /** The transaction of this hash, mined or waiting, or null. */
  async function transaction(hash: string, signal?: AbortSignal): Promise<FoundTransaction | null> {
    const found = await call('eth_getTransactionByHash', [hash], parseEvmTransaction, signal)
    if (found === null) return null
    if (found.hash.toLowerCase() === hash.toLowerCase()) return toFound(found, chainId)
    throw new AppError('chain/bad-answer', { asked: hash, found: found.hash })
  }

  /** The receipt of a mined transaction, or null. */
  async function receipt(hash: string, signal?: AbortSignal): Promise<EvmReceipt | null> {
    const found = await call('eth_getTransactionReceipt', [hash], parseEvmReceipt, signal)
    if (found === null) return null
    if (found.transactionHash.toLowerCase() !== hash.toLowerCase()) {
      throw new AppError('chain/bad-answer', { asked: hash, found: found.transactionHash })
    }
    const { blockNumber, blockHash } = found
    const status = found.status === 1n ? 'success' : 'reverted'
    const logs = toLogs(found.logs ?? [])
    const told = {
      hash: found.transactionHash.toLowerCase(),
      blockNumber,
      blockHash,
      status,
    } as const
    return { ...told, logs, ...payerOf(found) }
  }

  /** How many transactions the account has sent, as of a block. */
  async function nonce(address: string, tag: BlockTag, signal?: AbortSignal): Promise<number> {
    const params = [address, toTag(tag)]
    return Number(await call('eth_getTransactionCount', params, parseQuantity, signal))
  }

  async function blockNumber(signal?: AbortSignal): Promise<bigint> {
    return call('eth_blockNumber', [], parseQuantity, signal)
  }

  /** The newest block that the node has: how far its word reaches. */
  async function head(signal?: AbortSignal): Promise<Head> {
    const told: Pick<Head, 'toldAt'> = {}
    const onDate = (toldAt: number) => Object.assign(told, { toldAt })
    const params = ['latest', false]
    const found = await call('eth_getBlockByNumber', params, parseEvmBlock, signal, onDate)
    if (found === null) throw new AppError('chain/bad-answer', { reason: 'no latest block' })
    return { number: found.number, time: Number(found.timestamp), ...told }
  }

  /** When a block was made, unix seconds. */
  async function blockTime(number: bigint, signal?: AbortSignal): Promise<number> {
    const params = [toTag(number), false]
    const found = await call('eth_getBlockByNumber', params, parseEvmBlock, signal)
    if (found === null) throw new AppError('chain/bad-answer', { reason: 'no such block' })
    return Number(found.timestamp)
  }

  /** A whole block; null when there is no such block. */
  async function block(tag: BlockTag, signal?: AbortSignal): Promise<EvmBlock | null> {
    const params = [toTag(tag), true]
    const found = await call('eth_getBlockByNumber', params, parseEvmFullBlock, signal)
    if (found === null) return null
    const { number, hash, timestamp } = found
    if (typeof tag === 'bigint' && number !== tag) {
      throw new AppError('chain/bad-answer', { asked: String(tag), found: String(number) })
    }
    const transactions = found.transactions.flatMap((entry) => {
      const parsed = parseBlockTransaction(entry)
      return parsed.ok ? [toFound(parsed.value, chainId)] : []
    })
    const complete = transactions.length === found.transactions.length
    return { number, hash: hash.toLowerCase(), time: Number(timestamp), transactions, complete }
  }

  /** The transactions of a block that can be read, in order; null when there is no such block. */
  async function blockTransactions(
    tag: BlockTag,
    signal?: AbortSignal,
  ): Promise<FoundTransaction[] | null> {
    return (await block(tag, signal))?.transactions ?? null
  }

  /** Events that match, oldest first. Nodes refuse wide windows: `readLogs` asks in narrower ones. */
  async function logs(filter: LogFilter, signal?: AbortSignal): Promise<EvmLog[]> {
    const { address, topics } = filter
    const window = { fromBlock: toTag(filter.from), toBlock: toTag(filter.to) }
    const params = [{ address, topics, ...window }]
    const found = toLogs(await call('eth_getLogs', params, parseEvmLogs, signal))
    if (found.every((log) => isAsked(log, filter))) return found
    throw new AppError('chain/bad-answer', { reason: 'an event that was not asked for' })
  }

  async function balance(address: string, signal?: AbortSignal): Promise<bigint> {
    return balanceAt(address, 'latest', signal)
  }

  /** Wei on an account as of a block; most public nodes forget the state of old ones. */
  async function balanceAt(address: string, tag: BlockTag, signal?: AbortSignal): Promise<bigint> {
    return call('eth_getBalance', [address, toTag(tag)], parseQuantity, signal)
  }

  /**
   * Balance in smallest units; of the chain's own coin where the token is the native one. As of a block, if
   * one is given.
   */
  async function tokenBalance(
    token: string,
    owner: string,
    signal?: AbortSignal,
    tag: BlockTag = 'latest',
  ): Promise<bigint> {
    if (isNativeAddress(token)) return balanceAt(owner, tag, signal)
    return readNumber(token, encodeBalanceOf(owner), signal, tag)
  }

  /** Decimals as the token's own contract has them; undefined where it has none (EIP-20: optional). */
  async function decimals(token: string, signal?: AbortSignal): Promise<number | undefined> {
    const returned = await read({ to: token, data: DECIMALS_CALL }, signal)
    const value = returned.length === 66 ? BigInt(returned) : undefined
    // The standard has them as one byte: what is larger answers something else.
    return value === undefined || value > 255n ? undefined : Number(value)
  }

  async function allowance(
    token: string,
    owner: string,
    spender: string,
    signal?: AbortSignal,
    tag?: BlockTag,
  ): Promise<bigint> {
    return readNumber(token, encodeAllowance(owner, spender), signal, tag)
  }

  /**
   * What each of several reads of contracts returns, `0x` for one that reverts: in one request, in which the
   * code of a sequence makes them at an address of nobody's, and one by one at a node that does not take it.
   */
  async function returnedAll(requests: readonly Read[], signal?: AbortSignal): Promise<string[]> {
    const to = drawAddress()
    const data = encodeSequence(requests.map((each) => ({ ...each, gas: READ_GAS })))
    const params = [{ to, data }, 'latest', { [to]: { code: SEQUENCE_CODE } }]
    try {
      const given = await call('eth_call', params, parseHexData, signal)
      const results = decodeSequence(given, requests.length)
      return results.map(({ status, returnData }) => (status === 1n && returnData) || '0x')
    } catch (error) {
      const isSilent = !(error instanceof AppError) || !/reverted|bad-answer/.test(error.code)
      if (isSilent) throw error
      return Promise.all(requests.map((each) => read(each, signal).catch(unlessReverted)))
    }
  }

  /**
   * What each spender may take of each token, smallest unit: the greater of the approval by the token itself
   * and, unless it is `plain`, of an allowance at Permit2 that still holds at a time (unix ms). Where no token
   * is, nothing.
   */
  async function mayTake(
    owner: string,
    pairs: readonly (Pair & { plain: boolean })[],
    now: number,
    signal?: AbortSignal,
  ): Promise<bigint[]> {
    const permit2 = permit2Of(chainId)
    const reads = pairs.flatMap(({ token, spender }) => [
      { to: token, data: encodeAllowance(owner, spender) },
      { to: permit2, data: PERMIT2_ALLOWANCE + encodeAddresses(owner, token, spender) },
      { to: token, data: encodeAllowance(owner, permit2) },
    ])
    const words = (await returnedAll(reads, signal)).map((each) =>
      (each.slice(2).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`)),
    )
    return pairs.map(({ plain }, at) => {
      const [[own = 0n] = [], [amount = 0n, until = 0n] = [], [most = 0n] = []] = words.slice(
        3 * at,
      )
      const holds = !plain && until * 1_000n >= BigInt(now)
      return holds ? greater(own, lower(amount, most)) : own
    })
  }

  /** Whether `approve` would go through as things stand; tokens like USDT refuse to change one. */
  async function canApprove(
    request: { token: string; owner: string; spender: string; amount: string },
    signal?: AbortSignal,
  ): Promise<boolean> {
    const data = encodeApprove(request.spender, BigInt(request.amount))
    try {
      const returned = await read({ from: request.owner, to: request.token, data }, signal)
      return returned === '0x' || BigInt(returned) === 1n
    } catch (error) {
      if (error instanceof AppError && error.code === 'chain/reverted') return false
      throw error
    }
  }

  async function code(address: string, signal?: AbortSignal): Promise<string> {
    return call('eth_getCode', [address, 'latest'], parseHexData, signal)
  }

  /** Who has the account, by the code that stands at its address. */
  async function accountKind(address: string, signal?: AbortSignal): Promise<AccountKind> {
    const found = (await code(address, signal)).toLowerCase()
    if (found === '0x') return 'plain'
    return found.startsWith(DELEGATION_PREFIX) ? 'delegated' : 'contract'
  }

  /** The code of the contract that lives there, 0x for none; an account that delegates (EIP-7702) is not one. */
  async function contractCode(address: string, signal?: AbortSignal): Promise<string> {
    const found = (await code(address, signal)).toLowerCase()
    return found.startsWith(DELEGATION_PREFIX) ? '0x' : found
  }

  /** Wei a unit of gas costs now. */
  async function gasPrice(signal?: AbortSignal): Promise<bigint> {
    return call('eth_gasPrice', [], parseQuantity, signal)
  }

  /** Gas that the node would give a transaction, with whatever its chain counts into it. */
  async function estimateGas(
    { from, to, data, value }: { from: string; to: string; data: string; value: string },
    signal?: AbortSignal,
  ): Promise<bigint> {
    return call('eth_estimateGas', [{ from, to, data, value }], parseQuantity, signal)
  }

  /** Wei that layer 1 charges on top on OP-stack chains; 0 elsewhere. */
  async function dataFee(signal?: AbortSignal): Promise<bigint> {
    if ((await code(OP_GAS_ORACLE, signal)) === '0x') return 0n
    return readNumber(OP_GAS_ORACLE, encodeGetL1Fee(RESERVE_BYTES), signal)
  }

  /** Wei to leave on the account for a native deposit's fees: twice what it would cost now. */
  async function reserve(signal?: AbortSignal): Promise<bigint> {
    const [price, data] = await Promise.all([gasPrice(signal), dataFee(signal)])
    return 2n * (price * RESERVE_GAS + data)
  }

  return {
    chainId,
    returned,
    transaction,
    receipt,
    nonce,
    blockNumber,
    head,
    blockTime,
    block,
    blockTransactions,
    logs,
    balance,
    balanceAt,
    tokenBalance,
    decimals,
    allowance,
    mayTake,
    canApprove,
    code,
    accountKind,
    contractCode,
    gasPrice,
    estimateGas,
    reserve,
    ...createEvmTrial(call, chainId),
  }
}

export type EvmReader = ReturnType<typeof createEvmReader>
