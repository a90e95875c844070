import type { InputOf } from '@/src/contract/rpc'
import type { ServiceOrder } from '@/src/contract/service/order'
import { familyOfAddress } from '@/src/domain/address'
import { toEffect } from '@/src/domain/effect'
import { familyOfChain } from '@/src/domain/known-chains'
import type { Order, OrderStatus, TokenAmount } from '@/src/domain/order'
import { isServiceError } from '@/src/domain/service-error'
import { findByKey, insertFound } from '@/src/store/orders'
import { toView } from './effects/poll-order'
import type { Engine } from './engine'

/** Orders of one address that are taken over; a person's own history is far smaller. */
const mostOrders = 2_000

const endings: Readonly<Record<string, OrderStatus>> = {
  filled: 'filled',
  refunded: 'refunded',
  failed: 'failed',
}

/**
 * Finds orders at the service, by a transaction's hash, an order id or an address, and stores those
 * that are not known here. Works on any computer: nothing of it was ever only ours.
 */
export async function recoverOrders(
  engine: Engine,
  { chainId, query }: InputOf<'recoverOrders'>,
): Promise<{ found: number }> {
  const text = query.trim()
  let found = 0
  for (const each of await search(engine, text, chainId)) {
    if (await keep(engine, each)) found += 1
  }
  return { found }
}

async function search(
  engine: Engine,
  text: string,
  chainId: number | undefined,
): Promise<ServiceOrder[]> {
  const client = await engine.service()
  if (familyOfAddress(text) !== null) {
    const orders: ServiceOrder[] = []
    for await (const each of client.orders.all(text, chainId ? { fromChainId: chainId } : {})) {
      orders.push(each)
      if (orders.length >= mostOrders) break
    }
    return orders
  }
  const direct = await orNothing(engine, () => client.orders.get(text))
  if (direct) return [direct]
  if (chainId === undefined) return []
  const intent = await orNothing(engine, () => client.intents.byDeposit({ chainId, txHash: text }))
  if (!intent) return []
  return (await client.orders.list(intent.author, { txHashSearch: text })).data
}

async function orNothing<T>(engine: Engine, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (!isServiceError(error) || error.retryable) throw error
    engine.report(error, 'recover')
    return undefined
  }
}

/** Stores an order of the service under an id of our own, unless it is here already. */
export async function keep(engine: Engine, found: ServiceOrder): Promise<boolean> {
  const hash = found.depositTxHash ?? found.transactions?.deposit?.txHash
  for (const key of [found.id, hash]) {
    if (key !== undefined && (await findByKey(engine.db, key)).length > 0) return false
  }
  const order = toOrder(engine, found)
  const open = order.status === 'tracking'
  const effects = open ? [toEffect(order.id, { kind: 'pollOrder' }, engine.now())] : []
  const isNew = await insertFound(engine.db, order, effects, engine.now())
  if (isNew) {
    engine.announce({ kind: 'order', orderId: order.id, revision: order.revision })
    engine.wake()
  }
  return isNew
}

function toOrder(engine: Engine, found: ServiceOrder): Order {
  const now = engine.now()
  const created = Date.parse(found.createdAt ?? '')
  const createdAt = Number.isNaN(created) ? now : created
  const author = found.author ?? ''
  const status = endings[found.status] ?? 'tracking'
  const order: Order = {
    id: engine.newId(),
    revision: 1,
    createdAt,
    updatedAt: now,
    accepted: {
      quoteId: found.quoteId ?? '',
      routeId: found.routeId ?? '',
      routeType: found.type ?? '',
      tradeType: found.tradeType === 'EXACT_OUTPUT' ? 'EXACT_OUTPUT' : 'EXACT_INPUT',
      from: toToken(found.fromChainId, found.fromToken, found.srcAmount, found.fromTokenMeta),
      to: toToken(found.toChainId, found.toToken, found.destAmount ?? '0', found.toTokenMeta),
      author,
      recipient: found.recipient ?? author,
      refundTo: found.refundTo ?? author,
      expectedDurationSeconds: 0,
      quoteExpiresAt: Math.floor(createdAt / 1_000),
      validBefore: Math.floor(createdAt / 1_000),
    },
    wallet: { family: familyOfChain(found.fromChainId), id: '', name: '' },
    page: { tabId: -1, frameId: 0, origin: '' },
    status,
    steps: [],
    current: 0,
    digest: '',
    confirmedAt: createdAt,
    service: { ...toView(found), lastReadAt: now },
    // What ended before it was found here is history, no news.
    notified: status === 'tracking' ? [] : ['filled', 'refunded', 'failed'],
  }
  if (status === 'failed') order.failure = { code: 'order/failed-at-service', at: now }
  return order
}

function toToken(
  chainId: number,
  address: string | undefined,
  amount: string,
  meta: { symbol: string; decimals: number; logoURI?: string | undefined } | undefined,
): TokenAmount {
  const token: TokenAmount = {
    chainId,
    address: address ?? '',
    symbol: meta?.symbol ?? '?',
    decimals: meta?.decimals ?? 0,
    amount,
  }
  if (meta?.logoURI !== undefined) token.logoUri = meta.logoURI
  return token
}
