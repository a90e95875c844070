import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address'
import { toEffect } from '@/src/domain/effect'
import { familyOfChain } from '@/src/domain/known-chains'
import type { Arrival, Order, SwapOrder, TokenAmount } from '@/src/domain/order'
import { isDepositOut } from '@/src/domain/order-parts'
import { unbin } from '@/src/store/bin'
import { findByKey, insertFound, openOrders } from '@/src/store/orders'
import { atService } from './at-service'
import { toView } from './effects/poll-order'
import type { Engine } from './engine'
import { findRecords } from './find-records'
import type { FoundRecord } from './found-record'

/** Ids that are given to a page; more are a list, which the history is. */
const mostNamed = 20

/** Ends that speak of money which must be somewhere. */
const kindOf: Readonly<Record<string, Arrival['kind']>> = { filled: 'payout', refunded: 'refund' }
/** What ended longer ago is history: it is kept as the service tells it, and not looked for. */
const provedWithin = 86_400_000

/**
 * Finds orders at the service, by an address, an order's or intent's id, or a transaction's hash, and
 * stores those that are not known here. Works on any computer: nothing of it was ever only ours.
 *
 * @returns `found`: how many are new here; `orderIds`: all that the text names, known ones too
 */
export async function recoverOrders(
  engine: Engine,
  { chainId, query }: InputOf<'recoverOrders'>,
): Promise<OutputOf<'recoverOrders'>> {
  const text = query.trim()
  const { serviceUrl } = await engine.settings()
  const orderIds: string[] = []
  let found = 0
  // Each is stored as it comes: what was found stays, should the rest not be told.
  for await (const each of findRecords(atService(engine, { serviceUrl }), text, chainId)) {
    const { isNew, orderId } = await keep(engine, each, serviceUrl)
    if (isNew) found += 1
    orderIds.push(orderId)
  }
  return { found, orderIds: [...new Set(orderIds)].slice(0, mostNamed) }
}

/** Stores a record of a service under an id of our own, unless it is here already. */
export async function keep(
  engine: Engine,
  found: FoundRecord,
  serviceUrl: string,
): Promise<{ isNew: boolean; orderId: string }> {
  const hash = found.depositTxHash ?? found.transactions?.deposit?.txHash
  for (const key of [found.id, hash]) {
    const [known] = key === undefined ? [] : await findByKey(engine.db, key)
    // One that was removed a moment ago is wanted again.
    if (known) return { isNew: await unbin(engine.db, known.id), orderId: known.id }
  }
  const asked = await awaitedBy(engine, found)
  if (asked) return { isNew: false, orderId: asked.id }
  const order = toOrder(engine, found, serviceUrl)
  const open = order.status === 'tracking'
  const work = order.arrival ? (['proveArrival', 'pollOrder'] as const) : (['pollOrder'] as const)
  const effects = open ? work.map((kind) => toEffect(order.id, { kind }, engine.now())) : []
  const isNew = await insertFound(engine.db, order, effects, engine.now())
  if (isNew) {
    engine.announce({ kind: 'order', orderId: order.id, revision: order.revision })
    engine.wake()
  }
  return { isNew, orderId: order.id }
}

/**
 * The order of ours that asked for such a deposit and does not know yet what became of it: it takes
 * the deposit up by itself, which it could not if another order held its hash.
 */
async function awaitedBy(engine: Engine, found: FoundRecord): Promise<Order | undefined> {
  if (found.quoteId) return undefined
  const open = await openOrders(engine.db)
  return open.find((order) => {
    const { author, from } = order.accepted
    if (order.status !== 'running' || !isDepositOut(order)) return false
    if (from.chainId !== found.fromChainId || from.amount !== found.srcAmount) return false
    return sameAddress(author, found.author ?? '')
  })
}

function toOrder(engine: Engine, found: FoundRecord, serviceUrl: string): SwapOrder {
  const now = engine.now()
  const created = Date.parse(found.createdAt ?? '')
  const createdAt = Number.isNaN(created) ? now : created
  const author = found.author ?? ''
  const kind = kindOf[found.status]
  const isHistory = kind !== undefined && now - createdAt > provedWithin
  const status = found.status === 'failed' ? 'failed' : isHistory ? 'unproved' : 'tracking'
  const order: SwapOrder = {
    kind: 'swap',
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
    serviceUrl,
    wallet: { family: familyOfChain(found.fromChainId), id: '', name: '' },
    page: { tabId: -1, frameId: 0, origin: '' },
    status,
    steps: [],
    current: 0,
    attempts: [],
    digest: '',
    confirmedAt: createdAt,
    service: { ...toView(found), lastReadAt: now },
    // What ended before it was found here is history, no news.
    notified:
      kind === undefined && status === 'tracking'
        ? []
        : ['filled', 'refunded', 'failed', 'unproved'],
  }
  if (kind) order.arrival = { kind, since: now }
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
