import type { SwapOrder } from '@/src/domain/order/order'
import { greater } from '@/src/lib/extremes'
import { lateText } from '../copy/late-text'
import { orderText } from '../copy/order-text'
import { routeTypeLabel } from '../copy/routes'
import { formatFiat, toFiatValue } from '../format/fiat'
import { expiryOf, type RouteView } from '../models/routes'
import { useApp } from '../parts/context'
import { useNetworkPrice } from '../parts/use-network-price'
import { isListedFor } from './review-costs'
import type { RouteFee } from './review-fee'

/** What is no more than this is not worth a second look: millionths of a dollar, and of what is paid. */
const TRIFLE = 50_000n
const TRIFLE_SHARE = 1_000n

/** Millionths of a dollar that a route, by its key, takes beside the payment, as its build showed. */
export type FeesSeen = ReadonlyMap<string, bigint>

/**
 * The fee that the build of a route showed and its row in the list did not count, and the best other route
 * of the same prices where that is better by now. Fees of routes that were built before count as well, so
 * that the way does not lead in a circle; those of others are not known yet, which is said.
 */
export function BetterRoute(props: {
  order: SwapOrder
  fee: RouteFee | undefined
  seen: FeesSeen
  busy: boolean
  /** The other one is being built. */
  isSwitching: boolean
  onSwitch(view: RouteView, fees: FeesSeen): void
}) {
  const { order, fee, seen } = props
  const { swap, now } = useApp()
  const [from, to] = [swap.pay.value, swap.receive.value]
  const { quotes } = swap
  const listed = [...quotes.routes.value, ...quotes.folded.value.map(({ view }) => view)]
  const gases = listed.map(({ route }) => route.quote.estimatedGas)
  const priceOf = useNetworkPrice(order.accepted.from.chainId, gases, order.accepted.quoteId)
  const own = listed.find((view) => isListedFor(quotes, order.accepted, view))
  if (!own || !from || !to || fee === undefined || fee.value === null) return null
  const paid = toFiatValue(BigInt(own.route.quote.amountIn), from)
  const trifle = greater(TRIFLE, (paid ?? 0n) / TRIFLE_SHARE)
  if (paid === null || fee.value <= trifle) return null

  /** What is gained by a route, millionths of a dollar; undefined where a part of it is not known. */
  const netOf = ({ key, route: { quote } }: RouteView, extra: bigint): bigint | undefined => {
    const [gives, takes] = [
      toFiatValue(BigInt(quote.amountOut), to),
      toFiatValue(BigInt(quote.amountIn), from),
    ]
    const network = priceOf(quote.estimatedGas)
    const gas = typeof network === 'string' ? null : network.value
    if (gives === null || takes === null || gas === null) return undefined
    return gives - takes - gas - greater(extra, seen.get(key) ?? 0n)
  }
  const mine = netOf(own, fee.value)
  const isOpen = (view: RouteView) =>
    view.key !== own.key && !view.stale && expiryOf(view.route) * 1_000 > now.value
  const others = listed.filter(isOpen).flatMap((view) => {
    const net = netOf(view, 0n)
    return net === undefined ? [] : [{ view, net }]
  })
  const [next] = others.sort((a, b) => (a.net === b.net ? 0 : a.net > b.net ? -1 : 1))
  const gain = next !== undefined && mine !== undefined ? next.net - mine : 0n
  const known = new Map([...seen, [own.key, fee.value]])
  const copy = orderText.better
  return (
    <div class="note note-info note-slim">
      <div class="note-body">
        <p>{copy.fee(formatFiat(fee.value))}</p>
        {next !== undefined && gain > trifle && (
          <>
            <p>{copy.other(routeTypeLabel(next.view.route), formatFiat(gain))}</p>
            <button
              type="button"
              class="button button-small"
              disabled={props.busy}
              onClick={() => props.onSwitch(next.view, known)}
            >
              {props.isSwitching ? lateText.routes.asking : copy.review}
            </button>
          </>
        )}
      </div>
    </div>
  )
}
