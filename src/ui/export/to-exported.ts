import type { ExportedOrder } from '@/src/contract/exported'
import { receivedOf, returnedOf } from '@/src/domain/order/arrival'
import { refundTokenOf } from '@/src/domain/order/bridge-leg'
import type { FoundPayment, Order, PurchaseOrder, TokenAmount } from '@/src/domain/order/order'
import {
  attemptsOf,
  depositHashOf,
  fillOf,
  lacksField,
  stepBehind,
} from '@/src/domain/order/order-parts'
import { asksOf } from '@/src/domain/order/wallet-payment'
import { labelOf } from '../copy/status'
import { toDecimal } from '../format/amount'

/**
 * An order as it is taken away: what was accepted, what is proved, and every id, hash and address it
 * can be found again by.
 *
 * @param nameOf name of a chain, for people
 */
export function toExported(order: Order, nameOf: (chainId: number) => string): ExportedOrder {
  const { accepted, service, arrival } = order
  const { from, to, minAmountOut } = accepted
  const found = arrival?.found
  const kind = arrival?.kind === 'refund' ? 'refunded' : 'delivered'
  return without({
    id: order.id,
    kind: order.unread ? order.unread.kind : order.kind,
    status: order.status,
    label: labelOf(order).label,
    createdAt: lacksField(order, 'createdAt') ? undefined : toIso(order.createdAt),
    updatedAt: lacksField(order, 'updatedAt') ? undefined : toIso(order.updatedAt),
    tradeType: accepted.tradeType,
    paid: lacksField(order, 'from') ? undefined : toSide(from, nameOf),
    quoted: lacksField(order, 'to') ? undefined : toSide(to, nameOf),
    minimum: minAmountOut === undefined ? undefined : toAmount(minAmountOut, to),
    [kind]: found && toProved(found, cameOf(order)),
    account: accepted.author,
    recipient: accepted.recipient,
    refundTo: accepted.refundTo,
    depositAddress: (order.kind === 'transfer' && order.transfer.depositAddress) || undefined,
    memo: order.kind === 'transfer' ? order.transfer.memo : undefined,
    purchase: order.kind === 'purchase' ? toPurchase(order) : undefined,
    transactions: transactionsOf(order),
    service: without({
      url: order.serviceUrl,
      orderId: service.orderId,
      status: service.status,
      quoteId: accepted.quoteId,
      routeId: accepted.routeId,
      routeType: accepted.routeType,
      depositHash: service.depositTxHash,
      payoutHash: fillOf(order)?.txHash,
      refundHash: service.refund?.txHash,
    }),
    wallet: asksOf(order)?.wallet.name ?? '',
    site: asksOf(order)?.page.origin ?? '',
    error: order.alarm?.code ?? order.failure?.code,
  }) as ExportedOrder
}

/** The token that came, or came back. */
const cameOf = (order: Order) =>
  order.arrival?.kind === 'refund' ? returnedOf(order, refundTokenOf(order)) : receivedOf(order)

/** What a purchase is found by at its provider, and the order that bridges it. */
function toPurchase({ purchase, service }: PurchaseOrder): ExportedOrder['purchase'] {
  const { provider, bridgeOrderId, leg } = purchase
  const bridge =
    bridgeOrderId === undefined
      ? undefined
      : without({
          orderId: bridgeOrderId,
          url: leg?.serviceUrl,
          chainId: leg?.from.chainId,
          depositHash: leg?.depositTxHash,
          payoutHash: leg?.status === 'refunded' ? undefined : leg?.fillTxHash,
          refundHash: leg?.refundTxHash,
        })
  return without({ provider, orderId: service.orderId, bridge }) as ExportedOrder['purchase']
}

/** Every transaction that was seen of the order's own asks, the oldest first. */
function transactionsOf(order: Order): ExportedOrder['transactions'] {
  const seen = attemptsOf(order).flatMap((attempt) => {
    const deposit = attempt.deposit || stepBehind(order, attempt)?.deposit === true
    return attempt.seen.flatMap(({ hash, differs }) =>
      hash === undefined
        ? []
        : [
            without({
              step: deposit ? ('deposit' as const) : ('approval' as const),
              chainId: attempt.action.chainId,
              hash,
              end: attempt.end?.what,
              nodes: attempt.end?.shownBy?.nodes,
              differs,
            }),
          ],
    )
  })
  const hash = depositHashOf(order)
  const known = hash === undefined || seen.some((each) => each.hash === hash)
  return known ? seen : [...seen, { step: 'deposit', chainId: order.accepted.from.chainId, hash }]
}

function toSide(side: TokenAmount, nameOf: (chainId: number) => string): ExportedOrder['paid'] {
  const { chainId, address, symbol, decimals, amount } = side
  // Money of a purchase is on no chain.
  const chain = chainId === 0 ? '' : nameOf(chainId)
  return {
    chainId,
    chain,
    token: address,
    symbol,
    decimals,
    ...(amount === '0' ? {} : toAmount(amount, side)),
  }
}

function toProved(found: FoundPayment, due: TokenAmount): ExportedOrder['delivered'] {
  const { what, amount: units, token, hash, at, nodes } = found
  const amount = what === 'other-token' ? undefined : toDecimal(units, due.decimals)
  return without({ amount, units, token, hash, at: toIso(at), nodes }) as ExportedOrder['delivered']
}

function toAmount(units: string, { decimals }: TokenAmount): { amount: string; units: string } {
  return { amount: toDecimal(units, decimals), units }
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}

/** What is not known is left out, not written as nothing. */
function without<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never
}
