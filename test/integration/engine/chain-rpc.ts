import {
  concat,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  padHex,
  size,
  toHex,
} from 'viem'
import {
  amountOf,
  balanceOf,
  charge,
  execute,
  lend,
  native,
  paymentOf,
  type SimState,
} from './chain-state'
import { erc20, paymaster, type SimTransaction, target } from './chain-terms'

/** How much of the chain a node has; the whole of it by default. */
export type NodeView = {
  /** Its newest block: a node that lags or stands still has no later one, and hears of nothing. */
  upTo?: number
  /** The oldest block whose state it still has; older receipts and transactions are gone too. */
  since?: number
  /** The oldest block whose state it still has, where all blocks and transactions are there. */
  stateSince?: number
}

/** A refusal as nodes make it: JSON-RPC's `error`. */
export class SimRefusal extends Error {
  override readonly name = 'SimRefusal'
  readonly code: number
  constructor(message: string, code = -32_000) {
    super(message)
    this.code = code
  }
}

const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'))
const approvalTopic = keccak256(toHex('Approval(address,address,uint256)'))
const depositTopic = keccak256(toHex('Deposited(address,uint256)'))
const operationTopic = keccak256(
  toHex('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
)
/** Of version 0.7. */
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const word = (address: string) => padHex(address as `0x${string}`, { size: 32 }).toLowerCase()

/** The chain, as its nodes read it. */
export type ReadChain = {
  id: number
  mempool: readonly SimTransaction[]
  mined: readonly SimTransaction[]
  code: ReadonlyMap<string, string>
  /** What a trial of all comes to, and the gas that each request uses in it. */
  trial: { together: string | undefined; gas?: bigint }
  height(): number
  timeOf(block: number): number
  sentBy(from: string, upTo?: number): number
  state(upTo?: number): SimState
}

/** What one node of the chain answers to one method. */
export function answerRpc(
  chain: ReadChain,
  method: string,
  params: unknown[],
  view: NodeView,
): unknown {
  const [first, second] = params
  const upTo = Math.min(view.upTo ?? Number.POSITIVE_INFINITY, chain.height())
  const since = view.since ?? 0
  const isBehind = view.upTo !== undefined
  const seen = (tx: SimTransaction) => (tx.block ?? 0) <= upTo && (tx.block ?? 0) >= since
  const mined = chain.mined.filter(seen)
  const pool = isBehind ? [] : chain.mempool
  const blockOf = (tag: unknown) => {
    if (typeof tag !== 'string' || !tag.startsWith('0x')) return upTo
    const block = Number(tag)
    if (block > upTo) throw new SimRefusal('header not found')
    return block
  }
  const stateBlock = (tag: unknown) => {
    const block = blockOf(tag)
    if (block < Math.max(since, view.stateSince ?? 0)) throw new SimRefusal('missing trie node')
    return block
  }
  switch (method) {
    case 'eth_chainId':
      return toHex(chain.id)
    case 'eth_blockNumber':
      return toHex(upTo)
    case 'eth_getCode':
      return codeAt(chain, String(first))
    case 'eth_getTransactionCount': {
      const from = String(first).toLowerCase()
      if (second === 'pending' && !isBehind) return toHex(chain.sentBy(from) + poolOf(chain, from))
      return toHex(chain.sentBy(from, stateBlock(second)))
    }
    case 'eth_getBalance':
      return toHex(balanceOf(chain.state(stateBlock(second)), native, String(first)))
    case 'eth_getTransactionByHash': {
      const tx = [...mined, ...pool].find((each) => each.hash === first)
      return tx ? toRpc(chain, tx) : null
    }
    case 'eth_getTransactionReceipt': {
      const tx = mined.find((each) => each.hash === first)
      return tx ? toReceipt(tx) : null
    }
    case 'eth_getBlockByNumber': {
      if (Number(first) > upTo) return null
      const number = blockOf(first)
      const here = mined.filter((tx) => tx.block === number)
      return {
        number: toHex(number),
        hash: keccak256(toHex(number)),
        timestamp: toHex(chain.timeOf(number)),
        gasLimit: '0x1c9c380',
        miner: `0x${'c'.repeat(40)}`,
        mixHash: keccak256(toHex(`randomness of ${number}`)),
        baseFeePerGas: toHex(baseFee),
        transactions: here.map((tx) => (second === true ? toRpc(chain, tx) : tx.hash)),
      }
    }
    case 'eth_getLogs': {
      const filter = first as Filter
      const [from, to] = [blockOf(filter.fromBlock), blockOf(filter.toBlock)]
      if (from < since) throw new SimRefusal('history has been pruned')
      const inWindow = mined.filter((tx) => (tx.block ?? 0) >= from && (tx.block ?? 0) <= to)
      return inWindow.flatMap(logsOf).filter((log) => isAsked(log, filter))
    }
    case 'eth_call': {
      const { to, data } = first as { to: string; data: string }
      return call(chain, to, data, stateBlock(second))
    }
    case 'eth_estimateGas':
      return toHex(chain.trial.gas ?? usual)
    case 'eth_gasPrice':
      return toHex(baseFee + 1n)
    case 'eth_simulateV1':
      return simulate(chain, first, stateBlock(second))
    default:
      throw new SimRefusal(`the method ${method} does not exist`, -32_601)
  }
}

type Filter = {
  address: string | string[]
  topics: (string | string[] | null)[]
  fromBlock: string
  toBlock: string
}
type Log = ReturnType<typeof movesOf>[number]

function isAsked(log: Log, { address, topics }: Filter): boolean {
  const places = topics.every(
    (topic, at) => topic === null || [topic].flat().includes(log.topics[at] ?? ''),
  )
  return places && [address].flat().some((each) => log.address === each.toLowerCase())
}

const poolOf = ({ mempool }: ReadChain, from: string) =>
  mempool.filter((tx) => tx.from === from).length

/** Contracts of the chain have code, accounts have none unless a test gave them some. */
function codeAt({ code }: ReadChain, address: string): string {
  const known = code.get(address.toLowerCase())
  if (known !== undefined) return known
  return [target, erc20].includes(address.toLowerCase()) ? '0x6001' : '0x'
}

function call(chain: ReadChain, to: string, data: string, block: number): string {
  const selector = data.slice(0, 10)
  if (selector === encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })) {
    return toHex(6, { size: 32 })
  }
  const state = chain.state(block)
  // balanceOf
  if (selector === '0x70a08231') {
    return toHex(balanceOf(state, to, `0x${data.slice(34, 74)}`), { size: 32 })
  }
  // approve is tried before it is asked for; allowance is read.
  if (selector === '0x095ea7b3') return toHex(1, { size: 32 })
  return selector === '0xdd62ed3e' ? toHex(state.allowance, { size: 32 }) : '0x'
}

type TriedCall = {
  from?: string
  to: string
  data: string
  value?: string
  gas?: string
  gasPrice?: string
}
type TriedBlock = {
  calls: TriedCall[]
  stateOverrides?: Record<string, { code?: string; balance?: string }>
}
/** Wei; what every block of the chain has. */
const baseFee = 5n
const usual = 60_000n

/** Runs calls one after another on what the chain holds, as `eth_simulateV1` does; nothing is kept. */
function simulate(chain: ReadChain, input: unknown, upTo: number): unknown {
  const { trial } = chain
  if (trial.together === undefined) throw new SimRefusal('no such method', -32_601)
  const { blockStateCalls, validation } = input as {
    blockStateCalls: TriedBlock[]
    validation?: boolean
  }
  const [{ calls, stateOverrides = {} } = { calls: [] }] = blockStateCalls
  const state = chain.state(upTo)
  for (const [account, { balance }] of Object.entries(stateOverrides)) {
    if (balance !== undefined) lend(state, account, BigInt(balance))
  }
  const reverted = { status: '0x0', returnData: '0x', error: { message: trial.together }, logs: [] }
  const gives = (value: bigint) => ({
    status: '0x1',
    returnData: toHex(value, { size: 32 }),
    logs: [],
  })
  const runRead = ({ to, data }: TriedCall) => {
    const holder = `0x${data.slice(-40)}`
    // What is put there for the trial alone reads coins; a plain word is no call.
    if (data.length === 66) return gives(balanceOf(state, native, holder))
    if (data.startsWith('0xdd62ed3e')) return gives(state.allowance)
    const isBalance = data.startsWith('0x70a08231') && to === erc20
    return isBalance ? gives(balanceOf(state, to, holder)) : reverted
  }
  const run = ({ from = '', to, data, value = '0x0', gas, gasPrice = '0x0' }: TriedCall) => {
    const price = BigInt(gasPrice)
    if (validation && price < baseFee) throw new SimRefusal('max fee below base fee', -38_012)
    const most = BigInt(gas ?? 0) * price + BigInt(value)
    if (most > balanceOf(state, native, from)) throw new SimRefusal('insufficient funds', -38_014)
    const { gas: gasUsed = usual } = trial
    charge(state, from, gasUsed * price)
    if (trial.together !== 'passes') return reverted
    const sent = { from, to, data, value: BigInt(value), nonce: 0, hash: `0x${'0'.repeat(64)}` }
    if (!execute(state, sent)) return reverted
    return { status: '0x1', returnData: '0x', gasUsed: toHex(gasUsed), logs: logsOf(sent) }
  }
  const isRead = ({ to }: TriedCall) => stateOverrides[to]?.code !== undefined
  return [{ calls: calls.map((each) => (isRead(each) ? answerRead(each, runRead) : run(each))) }]
}

type Ran = { status: string; returnData: string }

/** A read comes as a sequence of one call (`src/chains/evm-sequence.yul`), and is answered as one. */
function answerRead({ data }: TriedCall, run: (call: TriedCall) => Ran) {
  const [to, bytes] = [data.slice(26, 66), data.slice(2 + 4 * 64)]
  const { status, returnData } = run({ to: `0x${to}`, data: `0x${bytes}` })
  const gives = [toHex(BigInt(status), { size: 32 }), toHex(size(returnData as Hex), { size: 32 })]
  return { status: '0x1', returnData: concat([...(gives as Hex[]), returnData as Hex]), logs: [] }
}

function toRpc({ id }: ReadChain, tx: SimTransaction) {
  return {
    hash: tx.hash,
    from: tx.from,
    to: tx.to,
    input: tx.data,
    value: toHex(tx.value),
    nonce: toHex(tx.nonce),
    chainId: toHex(id),
    blockNumber: tx.block === undefined ? null : toHex(tx.block),
  }
}

function toReceipt(tx: SimTransaction) {
  return {
    transactionHash: tx.hash,
    blockNumber: toHex(tx.block ?? 0),
    blockHash: keccak256(toHex(tx.block ?? 0)),
    status: tx.reverted ? '0x0' : '0x1',
    from: tx.from,
    // Nobody is charged for gas on it.
    gasUsed: toHex(usual),
    effectiveGasPrice: '0x0',
    logs: logsOf(tx),
  }
}

/** What the EntryPoint of ERC-4337 or a Safe says of what it carried out. */
function carriedOf({ carries, to }: SimTransaction) {
  if (!carries) return []
  const { by, id, failed = false, gas = 0n } = carries
  const zero = toHex(0, { size: 32 })
  const paid = toHex(gas, { size: 32 })
  const fee = { address: erc20, topics: [transferTopic, word(to), word(paymaster)], data: paid }
  const fees = gas > 0n ? [fee] : []
  if (by === 'operation') {
    const data = concat([zero, toHex(failed ? 0 : 1, { size: 32 }), zero, zero])
    const payer = gas > 0n ? word(paymaster) : zero
    return [...fees, { address: entryPoint, topics: [operationTopic, id, word(to), payer], data }]
  }
  const event = keccak256(toHex(`Execution${failed ? 'Failure' : 'Success'}(bytes32,uint256)`))
  const isTopic = by === 'safe'
  const data = isTopic ? paid : concat([id as Hex, paid])
  return [...fees, { address: to, topics: isTopic ? [event, id] : [event], data }]
}

function logsOf(tx: SimTransaction) {
  const at = { transactionHash: tx.hash, blockNumber: toHex(tx.block ?? 0), logIndex: '0x0' }
  const done = tx.carries?.failed ? [] : movesOf(tx)
  return [...done, ...carriedOf(tx).map((log) => ({ ...at, ...log }))]
}

/** Coins leave no event, whoever pays them. */
function movesOf(tx: SimTransaction) {
  const at = { transactionHash: tx.hash, blockNumber: toHex(tx.block ?? 0), logIndex: '0x0' }
  const log = (address: string, topics: string[], amount: bigint) => ({
    ...at,
    address,
    topics,
    data: toHex(amount, { size: 32 }),
  })
  if (tx.reverted) return []
  const act = tx.inner ?? tx
  const payer = tx.inner ? tx.to : tx.from
  const paid = paymentOf(tx)
  if (paid) {
    const { token, to, amount } = paid
    return token === native ? [] : [log(token, [transferTopic, word(payer), word(to)], amount)]
  }
  if (act.to === erc20 && act.data.startsWith('0x095ea7b3')) {
    const [spender, cap] = [`0x${act.data.slice(10, 74)}`, BigInt(`0x${act.data.slice(74, 138)}`)]
    return [log(erc20, [approvalTopic, word(payer), spender], cap)]
  }
  const amount = amountOf(act)
  if (amount === undefined) return []
  const deposited = log(target, [depositTopic, word(payer)], amount)
  if (act.value > 0n) return [deposited]
  const taken = amount + (tx.more ?? 0n)
  return [log(erc20, [transferTopic, word(payer), word(target)], taken), deposited]
}
