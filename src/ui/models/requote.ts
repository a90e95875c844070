import type { QuoteRequest } from '@/src/contract/service/quote'
import type { Token } from '@/src/contract/service/token'
import { AppError, fromWireError } from '@/src/domain/error'
import { isDenied } from '@/src/domain/order/guard'
import type { Accepted, SwapOrder, TokenAmount } from '@/src/domain/order/order'
import type { Backend } from './backend'
import { mergeRoute, type RouteView, sortRoutes } from './routes'

/** The request that an accepted route answered. */
export function toRequest(accepted: Accepted): QuoteRequest {
  const exactInput = accepted.tradeType === 'EXACT_INPUT'
  return {
    tradeType: accepted.tradeType,
    fromChainId: accepted.from.chainId,
    fromToken: accepted.from.address,
    toChainId: accepted.to.chainId,
    toToken: accepted.to.address,
    amount: exactInput ? accepted.from.amount : accepted.to.amount,
    fromAddress: accepted.author,
    recipient: accepted.recipient,
    refundTo: accepted.refundTo,
    ...(accepted.slippageTolerance === undefined
      ? {}
      : { slippageTolerance: accepted.slippageTolerance }),
  }
}

/** A token as it was accepted. */
export function toToken(side: TokenAmount): Token {
  return {
    chainId: side.chainId,
    address: side.address,
    symbol: side.symbol,
    name: side.name ?? side.symbol,
    decimals: side.decimals,
    logoURI: side.logoUri,
    extensions: side.isRisk === true ? { isRiskToken: true } : undefined,
  }
}

function collect(
  backend: Backend,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<RouteView[]> {
  return new Promise((resolve, reject) => {
    let routes: RouteView[] = []
    backend.streamQuotes(
      request,
      (event) => {
        if (event.type === 'route') routes = mergeRoute(routes, event, request.tradeType)
        if (event.type === 'done') resolve(routes)
        if (event.type === 'error') reject(fromWireError(event.error))
      },
      signal,
    )
  })
}

/**
 * Gets a new price for a planned order and plans it anew, on the same kind of route where it is still
 * offered, else on the best. Gives the new order's id; the old one is left for the caller to stop. Where its
 * wallet's page called a request of it rejected, the person just said that it was, or typed that nothing was sent.
 * @throws AppError of the service or the policy.
 */
export async function requote(
  backend: Backend,
  order: SwapOrder,
  signal: AbortSignal,
): Promise<string> {
  const request = toRequest(order.accepted)
  const routes = sortRoutes(await collect(backend, request, signal), request)
  // Ids are unique inside a quote alone: in another one it may be another filler's.
  const ofType = routes.filter(({ route }) => route.type === order.accepted.routeType)
  const chosen =
    ofType.find((view) => view.route.routeId === order.accepted.routeId) ?? ofType[0] ?? routes[0]
  if (chosen === undefined) throw new AppError('service/no-routes')
  const { orderId } = await backend.call('prepareOrder', {
    quoteId: chosen.quoteId,
    route: chosen.route,
    request,
    fromToken: toToken(order.accepted.from),
    toToken: toToken(order.accepted.to),
    wallet: order.wallet,
    page: order.page,
    askedBy: order.askedBy,
    recipientName: order.recipientName,
    follows: order.follows,
    began: order.confirmedAt ?? order.wishedAt ?? order.createdAt,
    known: isDenied(order) ? [...(order.known ?? []), order.id] : order.known,
  })
  return orderId
}
