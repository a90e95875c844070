import type { Token } from '@/src/contract/service/token'
import type { Order } from '@/src/domain/order/order'
import { tokenKey } from '@/src/domain/token/token-id'
import { asListed } from './again'
import type { App } from './app'

/** Pairs that are offered at most, and orders that are looked through for them. */
const MOST_PAIRS = 3
const LOOKED_AT = 50

/** Two tokens that were swapped before. */
export type Pair = { key: string; pay: Token; receive: Token }

/** Pairs of swaps that were made on this computer and arrived, the newest first. */
export async function readRecentPairs(app: App): Promise<Pair[]> {
  const { orders } = await app.backend.listOrders({ statuses: ['filled'], limit: LOOKED_AT })
  const pairs = new Map<string, Order>()
  for (const order of orders) {
    const { from, to } = order.accepted
    const isNamed = from.symbol !== '?' && to.symbol !== '?'
    const key = `${tokenKey(from)}>${tokenKey(to)}`
    if (order.kind === 'swap' && isNamed && !pairs.has(key)) pairs.set(key, order)
  }
  return [...pairs].slice(0, MOST_PAIRS).map(([key, { accepted }]) => ({
    key,
    pay: asListed(app, accepted.from),
    receive: asListed(app, accepted.to),
  }))
}
