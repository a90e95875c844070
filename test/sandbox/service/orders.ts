import { type Context, Hono } from 'hono'
import type { ChainToken } from '../chains/port'
import type { ServiceDeps } from './deps'
import { ServiceFailure } from './errors'
import type { Order } from './ledger'
import { cutPage, readInteger, readList, readPage } from './parse'
import { toLogoUri } from './token-record'

const pageLimits = { preset: 10, max: 20 }

/** `GET /v1/orders/by-id/:orderId` and `GET /v1/orders/:address`. */
export function createOrdersApp(deps: ServiceDeps): Hono {
  const app = new Hono()
  app.get('/v1/orders/by-id/:orderId', (context) => {
    const order = deps.ledger.orders.get(context.req.param('orderId'))
    if (order === undefined) throw new ServiceFailure('NotFoundException', 'Order not found')
    return context.json(toOrderRecord(deps, order, new URL(context.req.url).origin))
  })
  app.get('/v1/orders/:address', (context) => {
    const page = readPage(context, pageLimits)
    const author = deps.network.anyAddress(context.req.param('address'), 'address')
    const orders = [...deps.ledger.orders.values()]
      .filter(({ commitment }) => commitment.quote.request.fromAddress === author)
      .filter(createFilter(context))
      .reverse()
    const { origin } = new URL(context.req.url)
    const { data, ...rest } = cutPage(orders, page)
    return context.json({
      data: data.map((order) => toOrderRecord(deps, order, origin)),
      ...rest,
    })
  })
  return app
}

function createFilter(context: Context): (order: Order) => boolean {
  const ids = readList(context, 'orderIds')
  const fromChainId = readInteger(context, 'fromChainId', { min: 1 })
  const toChainId = readInteger(context, 'toChainId', { min: 1 })
  const hash = context.req.query('txHashSearch')?.toLowerCase()
  return ({ id, commitment, transactions, depositTxHash }) => {
    const { from, to } = commitment.quote.request
    const hashes = [depositTxHash, transactions.fill?.txHash, transactions.refund?.txHash]
    return (
      (ids === undefined || ids.includes(id)) &&
      (fromChainId === undefined || from.chainId === fromChainId) &&
      (toChainId === undefined || to.chainId === toChainId) &&
      (hash === undefined || hashes.some((each) => each?.toLowerCase() === hash))
    )
  }
}

function toOrderRecord(deps: ServiceDeps, order: Order, origin: string) {
  const { commitment, substatus } = order
  const { quote, offer, recipient, refundTo } = commitment
  const { from, to, fromAddress, tradeType } = quote.request
  const isExternal = offer.filler.type === 'external-intent-router'
  return {
    id: order.id,
    type: offer.filler.type,
    quoteId: quote.quoteId,
    routeId: offer.filler.routeId,
    fromChainId: from.chainId,
    fromToken: from.address,
    toChainId: to.chainId,
    toToken: to.address,
    srcAmount: String(offer.amountIn),
    destAmount: String(order.destAmount),
    status: order.status,
    author: fromAddress,
    recipient,
    refundTo,
    fillerAddress: deps.network.chain(to.chainId).fillerAddress,
    ...(isExternal ? { externalOrderId: `ext-${order.id}` } : {}),
    depositTxHash: order.depositTxHash ?? null,
    tradeType,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    transactions: order.transactions,
    stepsCompleted: order.stepsCompleted,
    providerStatus: {
      provider: offer.filler.name,
      nativeStatus: order.status.toUpperCase(),
      ...(substatus === undefined ? {} : { substatus }),
    },
    fromTokenMeta: toMeta(from, origin),
    toTokenMeta: toMeta(to, origin),
  }
}

function toMeta(token: ChainToken, origin: string) {
  const { symbol, decimals } = token
  return { symbol, decimals, logoURI: toLogoUri(token, origin) ?? null }
}
