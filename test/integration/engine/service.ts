import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import * as z from 'zod/mini'
import { type ServiceOrder, serviceOrder } from '@/src/contract/service/order'
import { author, chainId, depositData, erc20, type SimChain, target } from './chain'
import { type SimSolana, solanaChainId, solanaNative } from './solana'

export const amountIn = '25000000'
export const amountOut = '24900000'
export const toChainId = 42161

/** What is paid with: the EVM chain's coin, its token, or SOL. */
export type Source = 'native' | 'erc20' | 'solana'
export const native = `0x${'0'.repeat(40)}`

type SimOrder = {
  id: string
  quoteId: string
  routeId: string
  depositTxHash: string
  status: string
  createdAt: string
  fillHash?: string
  refundHash?: string
}

/** The service in memory: builds, takes notice of deposits, fills what was really mined. */
export function createSimService(options: {
  chain: SimChain
  /** Where deposits are paid out. */
  destination: SimChain
  solana: SimSolana
  source: Source
  now: () => number
  /** What the list of chains says where the source chain is read. */
  nodes: readonly string[]
}) {
  const { chain, destination, solana, source, now, nodes } = options
  /**
   * Says that it paid, and pays nobody; keeps for now what it was paid, and says nothing; or sends that back, where that
   * is an EVM chain.
   */
  const honesty = { pays: true, keeps: false, refunds: false }
  const orders: SimOrder[] = []
  /** What goes wrong next: the answer is lost after the work, or never begun. */
  const faults: ('error' | 'drop' | 'lose-answer' | 'malformed')[] = []
  const refused: string[] = []
  /** Payments to the account that are none of these orders': of long before them, and of others. */
  const older: { paid?: string; back?: string } = {}
  const paidToOthers: string[] = []
  const payOut = () =>
    honesty.pays
      ? destination.pay({ token: erc20, to: author, amount: BigInt(amountOut) })
      : `0x${'f'.repeat(64)}`
  /** What is paid for a deposit; gives the payout's hash, or none where it is not named. */
  const terms = {
    toToken: erc20 as string,
    pay: (): string | undefined => payOut(),
    /** The account that builds are for. */
    author: author as string,
    /** A build names the approval that its deposit needs. */
    approves: true,
    /** Wei that deposits carry beside what is paid. */
    fee: 0n,
    /** Another deposit than the usual one. */
    deposit: undefined as { to: string; data: string } | undefined,
    /** What a record says otherwise than it is. */
    lie: (record: object): object => record,
    /** Records that the list of any account shows beside its own, in front. */
    others: [] as object[],
    /** Deposits of an intent of the account that is as old as the newest ask. */
    deposits: [] as object[],
    /** The cursor with which each page of a list ends. */
    cursor: undefined as number | undefined,
  }

  const paid = new Set<string>()

  function build() {
    if (source === 'solana') {
      const transaction = solana.build()
      const approval = { type: 'solana_sendTransaction', transaction, deposit: true }
      return { kind: 'CONTRACT_CALL', approvals: [approval] }
    }
    const value = toHex((source === 'native' ? BigInt(amountIn) : 0n) + terms.fee)
    const data = `${depositData}${BigInt(amountIn).toString(16).padStart(64, '0')}`
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [target, BigInt(amountIn)],
    })
    const request = (tx: object) => ({ method: 'eth_sendTransaction', params: [tx] })
    const deposit = {
      type: 'eip1193_request',
      request: request({ from: terms.author, to: target, data, value, ...terms.deposit }),
      deposit: true,
    }
    const first = {
      type: 'eip1193_request',
      request: request({ from: terms.author, to: erc20, data: approve }),
      waitForReceipt: true,
    }
    const approves = source === 'erc20' && terms.approves
    return { kind: 'CONTRACT_CALL', approvals: approves ? [first, deposit] : [deposit] }
  }

  function submit(body: Submission) {
    const signed = body.signedTransaction
    const signature = signed === undefined ? body.txHash : solana.broadcast(signed)
    return signature ? take({ ...body, txHash: signature }) : fail(400, 'BroadcastException')
  }

  function take(body: { quoteId: string; routeId: string; txHash: string }) {
    const known = orders.find((each) => each.quoteId === body.quoteId)
    if (known && known.depositTxHash !== body.txHash) {
      refused.push(body.txHash)
      const details = { errorCode: 'DEPOSIT_TX_HASH_CONFLICT', orderId: known.id }
      return fail(400, 'BadRequestException', details)
    }
    if (known) return ok({ orderId: known.id, txHash: body.txHash })
    const order = {
      id: `svc-${orders.length + 1}`,
      quoteId: body.quoteId,
      routeId: body.routeId,
      depositTxHash: body.txHash,
      status: 'created',
      createdAt: new Date(now()).toISOString(),
    }
    orders.push(order)
    return ok({ orderId: order.id, txHash: body.txHash })
  }

  function settle(order: SimOrder): void {
    if (honesty.refunds && source !== 'solana') {
      const token = source === 'native' ? native : erc20
      order.status = 'refunded'
      order.refundHash = chain.pay({ token, to: author, amount: BigInt(amountIn) })
      return
    }
    order.status = 'filled'
    const hash = terms.pay()
    if (hash !== undefined) order.fillHash = hash
  }

  /** An order is paid out, or back, once its deposit was mined, and fails when it was reverted. */
  function toRecord(order: SimOrder) {
    const tx = chain.find(order.depositTxHash)
    const isMined = tx?.block !== undefined && !tx.reverted
    if (tx?.reverted) order.status = 'failed'
    const isDue = !honesty.keeps && !paid.has(order.id)
    if (isDue && (isMined || solana.hasLanded(order.depositTxHash))) {
      paid.add(order.id)
      settle(order)
    }
    return terms.lie({
      ...order,
      type: 'native-filler',
      fromChainId: source === 'solana' ? solanaChainId : chainId,
      fromToken: { native, erc20, solana: solanaNative }[source],
      toChainId,
      toToken: terms.toToken,
      srcAmount: amountIn,
      destAmount: amountOut,
      author: source === 'solana' ? solana.author : author,
      recipient: author,
      tradeType: 'EXACT_INPUT',
      updatedAt: order.createdAt,
      ...(order.fillHash
        ? { transactions: { fill: { txHash: order.fillHash, chainId: toChainId } } }
        : {}),
      ...(order.refundHash ? { transactions: { refund: { txHash: order.refundHash } } } : {}),
    })
  }

  function route(method: string, url: URL, body: unknown): Response {
    const path = url.pathname
    if (path === '/v1/deposit/build') return ok(build())
    if (path === '/v1/deposit/submit') return submit(body as Submission)
    if (path === '/v1/chains') return ok(chains(nodes))
    if (path.startsWith('/v1/orders/by-id/')) {
      const order = orders.find((each) => each.id === path.split('/').at(-1))
      return order ? ok(toRecord(order)) : fail(404, 'BadRequestException')
    }
    if (path.startsWith('/v1/orders/')) {
      const ids = url.searchParams.get('orderIds')?.split(',')
      const hash = url.searchParams.get('txHashSearch')
      const found = orders
        .filter((each) => !ids || ids.includes(each.id))
        .filter((each) => !hash || each.depositTxHash === hash)
      const { others, cursor } = terms
      return ok({ data: [...others, ...found.map(toRecord)], cursor })
    }
    const { deposits } = terms
    const intent = {
      intentId: 'i-1',
      state: 'Open',
      fromChainId: chainId,
      toChainId,
      author,
      fromToken: native,
      toToken: terms.toToken,
      srcAmount: amountIn,
      destAmount: amountOut,
      createdAt: new Date(now()).toISOString(),
      deposits,
    }
    if (path.startsWith('/v1/intents/')) return ok({ data: deposits.length > 0 ? [intent] : [] })
    if (path.startsWith('/v1/intent/') && deposits.length > 0) return ok(intent)
    if (path === '/v1/intent/deposit') return fail(404, 'IntentNotFoundException')
    return fail(404, `NotFound ${method} ${path}`)
  }

  async function answer(method: string, url: URL, body: unknown): Promise<Response> {
    // The list of chains is no part of what is tried here.
    const fault = url.pathname === '/v1/chains' ? undefined : faults.shift()
    if (fault === 'error') return fail(500, 'InternalErrorException')
    if (fault === 'malformed') return new Response('{"data":[', { status: 200 })
    if (fault === 'drop') throw new TypeError('connection refused')
    const response = route(method, url, body)
    if (fault === 'lose-answer') throw new TypeError('connection reset')
    return response
  }

  /** An order as a client of the service reads it. */
  function record(id: string): ServiceOrder | undefined {
    const order = orders.find((each) => each.id === id)
    return order && z.parse(serviceOrder, toRecord(order))
  }

  return { answer, honesty, orders, faults, refused, older, paidToOthers, record, terms }
}

type Submission = {
  quoteId: string
  routeId: string
  txHash?: string
  signedTransaction?: string
}

export type SimService = ReturnType<typeof createSimService>

function chains(nodes: readonly string[]) {
  const of = (id: number, name: string, http = [`https://rpc.test/${id}`]) => ({
    type: 'eip155',
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http } },
  })
  const solana = { ...of(solanaChainId, 'Solana'), type: 'solana' }
  const nativeCurrency = { name: 'SOL', symbol: 'SOL', decimals: 9 }
  return [
    of(chainId, 'Source', [...nodes]),
    of(toChainId, 'Destination'),
    { ...solana, nativeCurrency },
  ]
}

function ok(value: unknown): Response {
  return Response.json(value)
}

function fail(status: number, name: string, details?: unknown): Response {
  return Response.json({ name, message: name, details }, { status })
}
