import type { OrderEvent } from './event'
import type { FoundPayment, Order } from './order'
import { isAtService, isDepositOut, isSought } from './order-parts'
import { byRule, type Change, type Rules } from './reduce-rule'
import { tell } from './reduce-service'

export type ArrivalLevel =
  | 'contradicted'
  | 'beginningRead'
  | 'paymentFound'
  | 'paymentSought'
  | 'paymentUnproved'

const rules: Rules<ArrivalLevel, Order> = {
  contradicted(order, { at, field, accepted, told }) {
    const known = order.contradiction
    if (!isAtService(order) || (known?.field === field && known.told === told)) return undefined
    // The provider answered: that it cannot be read is so no more.
    const { blocker: _, ...answered } = order
    const heard = order.kind === 'purchase' ? (answered as Order) : order
    return { order: tell({ ...heard, contradiction: { at, field, accepted, told } }, 'alarm') }
  },

  beginningRead(order, { began }) {
    // The first one counts: an ask that came after it may be the one that was paid for.
    const isDue = began.since === undefined ? isBefore(order) : isAtService(order)
    if (order.began || !isDue) return undefined
    return { order: { ...order, began } }
  },

  paymentFound(order, { kind, found }) {
    const { arrival } = order
    if (!isSought(order) || arrival?.kind !== kind) return undefined
    const next = { ...order, arrival: { ...arrival, found } }
    if (found.what !== 'paid') {
      return isSameFinding(arrival.found, found) ? undefined : { order: next }
    }
    const status = kind === 'payout' ? ('filled' as const) : ('refunded' as const)
    return { order: tell({ ...next, status }, status) }
  },

  paymentSought(order, { kind, scanned }) {
    const { arrival } = order
    if (!isSought(order) || arrival?.kind !== kind) return undefined
    if (arrival.scanned !== undefined && BigInt(scanned) <= BigInt(arrival.scanned))
      return undefined
    return { order: { ...order, arrival: { ...arrival, scanned } } }
  },

  paymentUnproved(order) {
    if (!isAtService(order) || !order.arrival) return undefined
    return { order: tell({ ...order, status: 'unproved' }, 'unproved') }
  },
}

/** Rules for what the chains say of a payout or a refund. */
export function reduceArrival(
  order: Order,
  event: Extract<OrderEvent, { type: ArrivalLevel }>,
): Change<Order> {
  return byRule(rules, order, event)
}

const isBefore = (order: Order) => order.status === 'running' && !isDepositOut(order)

function isSameFinding(known: FoundPayment | undefined, found: FoundPayment): boolean {
  if (known === undefined) return false
  return (
    known.what === found.what &&
    known.token === found.token &&
    known.amount === found.amount &&
    known.hash === found.hash
  )
}
