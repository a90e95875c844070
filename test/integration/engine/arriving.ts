import { afterEach } from 'vitest'
import type { Order } from '@/src/domain/order/order'
import { author, erc20 } from './chain'
import { SimRefusal } from './chain-rpc'
import { native, toChainId } from './service'
import { buildIntoSpokePool } from './spoke-pool'
import { createWorld, type NodeFault, twoOperators, type World, type WorldOptions } from './world'

export const day = 86_400_000
export const elsewhere = `0x${'d'.repeat(40)}`
export const otherToken = `0x${'e'.repeat(40)}`
/** The wrapped coin of the chain that is paid on. */
export const weth = '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'
/** What an order is due, smallest unit. */
export const due = '24900000'

/** Opens a world for each test of a file, whose service pays what is due once the deposit is mined. */
export function createArrivals(name: string): (options?: Partial<WorldOptions>) => World {
  let count = 0
  let world: World | undefined
  afterEach(() => world?.dispose())
  return (options = {}) => {
    count += 1
    const operators = twoOperators
    const opened = createWorld({
      name: `${name}-${count}`,
      source: 'native',
      operators,
      ...options,
    })
    world = opened
    opened.service.terms.pay = () => opened.payouts.pay(erc20, author, due)
    return opened
  }
}

/** An order whose deposit the wallet has sent; gives its id. */
export async function confirmed(w: World, quoteId = 'q1', more = {}): Promise<string> {
  const { orderId, digest } = await w.prepare(quoteId, 600, more)
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  w.page.approve()
  await w.deliver()
  return orderId
}

/** Lets the deposit be mined; the service pays, or says so, by its terms. */
export async function deposited(w: World, orderId: string): Promise<Order> {
  w.chain.mine()
  await w.advance(30_000)
  return w.order(orderId)
}

/** An order whose payout is the chain's own coin. */
export function inCoins(w: World): object {
  w.service.terms.toToken = native
  const toToken = {
    chainId: toChainId,
    address: native,
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
  }
  const request = {
    tradeType: 'EXACT_INPUT',
    fromChainId: 8453,
    fromToken: native,
    toChainId,
    toToken: native,
    amount: '25000000',
    fromAddress: author,
    recipient: author,
  }
  return { toToken, request }
}

/** The events of a receipt, as those of another transaction. */
export const logsOf = (receipt: unknown, transactionHash: string) =>
  (receipt as { logs: object[] }).logs.map((log) => ({ ...log, transactionHash }))

/** Answers one method with this. */
export const without =
  (method: string, answer: unknown = null): NodeFault =>
  (asked, honest) =>
    asked === method ? answer : honest
/** Does not answer. */
export const away: NodeFault = () => {
  throw new TypeError('connection refused')
}

/** Has forgotten the state of old blocks, as most public nodes have. */
export const pruned: NodeFault = (method, honest, [, block] = []) => {
  const isState = method === 'eth_getBalance' || method === 'eth_getTransactionCount'
  if (isState && block !== 'latest') throw new SimRefusal('missing trie node')
  return honest
}

/** An order for one form of the coin, by a deposit that the pool pays out in either. */
export async function orderedEither(w: World, form: string, quoteId = 'q1'): Promise<string> {
  const { request, toToken } = inCoins(w) as Record<'request' | 'toToken', object>
  w.service.terms.toToken = form
  buildIntoSpokePool(w, { token: weth, amount: 25_000_000n, least: BigInt(due) })
  return confirmed(w, quoteId, {
    toToken: { ...toToken, address: form, ...(form === weth && { symbol: 'WETH' }) },
    request: { ...request, toToken: form },
  })
}
