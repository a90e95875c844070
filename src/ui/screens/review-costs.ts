import type { Route } from '@/src/contract/service/quote'
import { sameAddress } from '@/src/domain/address/address'
import type { Accepted, SwapOrder } from '@/src/domain/order/order'
import type { Quotes } from '../models/quotes'
import type { RouteView } from '../models/routes'
import { useApp } from '../parts/context'
import { useCoinSum, useNetworkPrice } from '../parts/use-network-price'
import type { Costs } from './cost-parts'
import type { RouteFee } from './review-fee'
import { usePriced } from './review-prices'

/** Whether a listed route is the one that was accepted, of the same quote for the same swap. */
export function isListedFor(quotes: Quotes, accepted: Accepted, view: RouteView): boolean {
  const request = quotes.request.value
  const { tradeType, from, to } = accepted
  const isSame =
    request?.tradeType === tradeType &&
    request.fromChainId === from.chainId &&
    request.toChainId === to.chainId &&
    sameAddress(request.fromToken, from.address) &&
    sameAddress(request.toToken, to.address) &&
    request.amount === (tradeType === 'EXACT_INPUT' ? from.amount : to.amount)
  const { quoteId, route } = view
  return (
    isSame &&
    quoteId === accepted.quoteId &&
    route.routeId === accepted.routeId &&
    route.type === accepted.routeType
  )
}

/**
 * An accepted route as the form's list still tells it; undefined where it is not listed any more: orders do
 * not keep its gas.
 */
function listedRoute(quotes: Quotes, accepted: Accepted): Route | undefined {
  const listed = [...quotes.routes.value, ...quotes.folded.value.map(({ view }) => view)]
  return listed.find((view) => isListedFor(quotes, accepted, view))?.route
}

/** What an order costs that is reviewed, part by part. */
export function useOrderCosts(order: SwapOrder, fee: RouteFee | undefined): Costs {
  const { swap } = useApp()
  const { accepted, steps, advice } = order
  const [paid, received] = usePriced(accepted)
  const route = listedRoute(swap.quotes, accepted)
  // What independent nodes used when they tried it, all steps together, before what the route tells.
  const tried = advice?.gas
  const gas = tried ?? route?.quote.estimatedGas
  const feeOf = useNetworkPrice(accepted.from.chainId, [gas], accepted.quoteId)
  const coinSum = useCoinSum(accepted.from.chainId, 9)
  // On Solana the transaction says what the network takes, and from whom.
  const exact = advice?.network
  const isTold = exact !== undefined && coinSum !== undefined
  const told = exact === '0' ? 'byOther' : isTold && { ...coinSum(BigInt(exact)), isPart: false }
  return {
    paid,
    received,
    network: told || (route === undefined && tried === undefined ? 'unkept' : feeOf(gas)),
    hasApproval: tried === undefined && steps.some(({ deposit }) => !deposit),
    isTried: tried !== undefined,
    isTold,
    routeFee: fee,
  }
}
