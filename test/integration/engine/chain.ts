import { keccak256, toHex } from 'viem'
import { answerRpc, type NodeView, type ReadChain } from './chain-rpc'
import { emptyState, execute, type SimState } from './chain-state'
import {
  author,
  chainId,
  erc20,
  filler,
  paymaster,
  type SimCarried,
  type SimPayout,
  type SimTransaction,
  target,
} from './chain-terms'

export { paymentOf } from './chain-state'
export { author, chainId, depositData, erc20, type SimTransaction, target } from './chain-terms'

/** Who sends for an account that is a contract. */

const bundler = '0x6666666666666666666666666666666666666666'

const firstBlock = 100
const genesis = 1_800_000_000_000

type Call = { to: string; data: string; value: string }

/**
 * An EVM chain in memory, spoken to over JSON-RPC: one account, one token, one deposit contract, a
 * filler. Blocks go by with the true time; what waits is mined when a test says so.
 */
export function createSimChain(
  options: { id?: number; now?: () => number; blockMs?: number } = {},
) {
  const { id = chainId, now = () => genesis, blockMs = 2_000 } = options
  const mempool: SimTransaction[] = []
  /** Handed to a private relay: on its way to a block, and no node has heard of it. */
  const relay: SimTransaction[] = []
  const mined: SimTransaction[] = []
  /** All that was ever mined, by its hash, whatever a reorganisation took back. */
  const everMined = new Map<string, SimTransaction>()
  /** What a transaction took the place of, by its hash. */
  const replaced = new Map<string, SimTransaction>()
  /** Code of accounts that have some; contracts of the chain have theirs anyway. */
  const code = new Map<string, string>()
  let blocks = firstBlock
  let salt = 0
  /** What a trial run of transactions comes to: `passes`, words of a revert, or no such method. */
  const trial: ReadChain['trial'] = { together: 'passes' }

  const height = () => {
    blocks = Math.max(blocks, firstBlock + Math.floor((now() - genesis) / blockMs))
    return blocks
  }
  const timeOf = (block: number) => Math.floor((genesis + (block - firstBlock) * blockMs) / 1_000)
  const sentBy = (from: string, upTo = Number.POSITIVE_INFINITY) =>
    mined.filter((tx) => tx.from === from && (tx.block ?? 0) <= upTo).length
  const nextNonce = (from: string) =>
    sentBy(from) + [...mempool, ...relay].filter((tx) => tx.from === from).length

  function sign(tx: Call, nonce: number, more: Partial<SimTransaction> = {}): SimTransaction {
    salt += 1
    const hash = keccak256(toHex(`${id}:${salt}:${nonce}:${tx.to}:${tx.data}:${tx.value}`))
    const { to, data } = tx
    return { hash, from: author, to, data, value: BigInt(tx.value), nonce, ...more }
  }

  function send(tx: Call, nonce = nextNonce(author)): SimTransaction {
    const sent = sign(tx, nonce)
    mempool.push(sent)
    return sent
  }

  /** As `send`, by another account. */
  function sendBy(from: string, tx: Call): SimTransaction {
    const sent = sign(tx, nextNonce(from), { from })
    mempool.push(sent)
    return sent
  }

  /** As `send`, by a private relay: no node shows it before it is mined by `mineRelay`. */
  function sendPrivately(tx: Call): SimTransaction {
    const sent = sign(tx, nextNonce(author))
    relay.push(sent)
    return sent
  }

  /**
   * What an account that is a contract does: somebody else sends, to the account; by EIP-7702 it may be the account
   * itself.
   */
  function sendByContract(tx: Call, carries?: SimCarried, from = bundler): SimTransaction {
    // As a Safe, a batch and an operation hand on what they carry: whom it calls, coins, data.
    const asWord = (hex: string) => hex.replace('0x', '').padStart(64, '0')
    const refund = carries?.gas ? [erc20, paymaster] : ['', '']
    const head = [tx.to, tx.value, '', '', '', '', '', ...refund].map(asWord).join('')
    const outer = { to: author, data: `0x6a761202${head}${tx.data.slice(2)}`, value: '0x0' }
    const inner = { to: tx.to, data: tx.data, value: BigInt(tx.value) }
    const carried = carries ? { carries } : {}
    const sent = sign(outer, nextNonce(from), { from, inner, ...carried })
    mempool.push(sent)
    return sent
  }

  const state = (upTo = Number.POSITIVE_INFINITY): SimState => {
    const now = emptyState()
    for (const tx of mined) if (!tx.reverted && (tx.block ?? 0) <= upTo) execute(now, tx)
    return now
  }

  function include(tx: SimTransaction): void {
    const included = { ...tx, block: height(), reverted: !execute(state(), tx) }
    everMined.set(tx.hash, included)
    mined.push(included)
  }

  /** Mines the first waiting transaction of each nonce, in order. */
  function mine(): void {
    blocks = height() + 1
    minePool(mempool)
  }

  /** The private relay's transactions reach a block. */
  function mineRelay(): void {
    blocks = height() + 1
    minePool(relay)
  }

  function minePool(pool: SimTransaction[]): void {
    for (;;) {
      const next = pool.findIndex((tx) => tx.nonce === sentBy(tx.from))
      if (next < 0) break
      const [tx] = pool.splice(next, 1)
      if (!tx) break
      for (const waiting of [mempool, relay]) {
        const rivals = waiting.filter((each) => each.from === tx.from && each.nonce === tx.nonce)
        for (const rival of rivals) waiting.splice(waiting.indexOf(rival), 1)
      }
      include(tx)
    }
  }

  /** A filler pays out, in a block of its own; gives the hash. Coins that come `inside` a contract leave no trace. */
  function pay(payout: SimPayout, how: 'direct' | 'inside' = 'direct'): string {
    blocks = height() + 1
    const native = /^0x0+$/.test(payout.token) && how === 'direct'
    const call = { to: native ? payout.to : payout.token, data: '0x', value: '0x0' }
    const tx = sign(call, nextNonce(filler), { from: filler, payout })
    include(native ? { ...tx, value: payout.amount } : tx)
    return tx.hash
  }

  /** Replaces a waiting transaction by one with the same nonce that goes first. */
  function replace(hash: string, change: { to?: string; data?: string; value?: string }) {
    const old = mempool.find((tx) => tx.hash === hash)
    if (!old) return undefined
    const payload = { to: old.to, data: old.data, value: toHex(old.value), ...change }
    const fresh = send(payload, old.nonce)
    replaced.set(fresh.hash, old)
    mempool.splice(mempool.indexOf(fresh), 1)
    mempool.splice(mempool.indexOf(old), 1, fresh)
    return fresh
  }

  /**
   * Takes the last block with transactions back, where fewer blocks than `deepest` follow it; they wait again. With
   * `restore`, what they took the place of waits in theirs.
   */
  function reorg(deepest = Number.POSITIVE_INFINITY, restore = false): void {
    const last = mined.at(-1)?.block
    if (last === undefined || height() - last >= deepest) return
    const undone = mined.splice(mined.findIndex((tx) => tx.block === last))
    const waiting = undone.map((tx) => (restore && replaced.get(tx.hash)) || tx)
    mempool.unshift(...waiting.map(({ block: _, reverted: __, ...tx }) => tx))
  }

  function find(hash: string): SimTransaction | undefined {
    return [...mined, ...mempool].find((tx) => tx.hash === hash)
  }

  /** Answers as a node does; `view` is how much of the chain that node has. */
  const rpc = (method: string, params: unknown[], view: NodeView = {}): unknown =>
    answerRpc(chain, method, params, view)

  const isDeposit = (tx: SimTransaction) =>
    (tx.inner ?? tx).to === target && !tx.reverted && !tx.carries?.failed
  const chain = {
    id,
    send,
    sendBy,
    sendPrivately,
    sendByContract,
    mine,
    mineRelay,
    pay,
    replace,
    reorg,
    rpc,
    find,
    mempool,
    relay,
    mined,
    everMined,
    trial,
    code,
    height,
    timeOf,
    sentBy,
    nextNonce,
    state,
    /** The truth: deposits that are mined, and those that may still be. */
    deposits: () => mined.filter(isDeposit),
    mayStillLand: () => [...mempool, ...relay].filter(isDeposit),
    /** The truth: what fillers paid out here. */
    payouts: () => mined.filter((tx) => tx.payout !== undefined),
  }
  return chain
}

export type SimChain = ReturnType<typeof createSimChain>
