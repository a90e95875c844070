import { tidy } from '@/src/lib/tidy'
import type { Attempt, Order, PurchaseOrder, SwapOrder } from './order'
import { isAtService, isEnded, isSought, isUnanswered } from './order-parts'
import { isFollowed } from './purchase'
import { withClosed } from './wallet-payment'

/** States of a payment of which nothing is left to be asked: it only has to be followed. */
const out: readonly string[] = ['sent', 'verified', 'confirmed']

/**
 * An order as it goes on where it was read from a backup (`at` unix ms). It may have gone on elsewhere
 * since, and the file may be anybody's, so that nothing in it may lead to a payment or to an ask: an
 * address and a checkout are shown no more, a swap that would still ask a wallet is kept as it was, and
 * what it would ask for afterwards is left out. What was paid is followed, at this computer's services:
 * the bridge of a purchase is read anew, and so is every end that is not over. It is marked for good: nobody is known by it. Undefined for what
 * was never begun.
 */
export function toRestored(order: Order, at: number): Order | undefined {
  return order.status === 'planned' ? undefined : { ...untold(asLeft(order, at)), fromBackup: true }
}

function asLeft(order: Order, at: number): Order {
  if (order.kind === 'transfer') {
    const { pay } = order
    const attempts = pay?.attempts.map(unshown) ?? []
    const kept = pay ? { ...order, pay: { ...pay, steps: pay.steps.slice(0, 1), attempts } } : order
    return kept.transfer.closed ? kept : withClosed(kept, at, 'found')
  }
  if (order.kind === 'purchase') {
    // Its number may become known yet, and then it goes on.
    return isSettled(order) && !isUnanswered(order) ? order : afresh(order)
  }
  const deposit = order.steps.findIndex((step) => step.deposit)
  const steps = stepsThatWere(order, deposit)
  // What stands behind the payment is over: it is never the one that a wallet is asked for.
  const current = order.current > deposit ? steps.length : order.current
  const kept = { ...order, steps, current, attempts: order.attempts.map(unshown) }
  return order.status !== 'running' || isPaid(kept) ? kept : { ...kept, status: 'attention' }
}

/** An ask without the nodes that a file names for what became of it: none of them was asked from here. */
function unshown(attempt: Attempt): Attempt {
  if (!attempt.end) return attempt
  const { shownBy: _, ...end } = attempt.end
  return { ...attempt, end }
}

/**
 * An order that is under way without the end that the file speaks of: by an older payment that end could be
 * proved. It is told anew by the service that is set here.
 */
function untold(order: Order): Order {
  if (!isSought(order)) return order
  const { arrival: _, ...rest } = order
  const { orderId, depositTxHash } = order.service
  const status = isAtService(order) ? order.status : 'tracking'
  return { ...rest, status, service: tidy({ orderId, depositTxHash }) } as Order
}

/** Whether nothing of an order is asked of any service again: not of a failure by word, it may still come. */
export function isSettled(order: Order): boolean {
  return isEnded(order.status) && !isFollowed({ ...order, fromBackup: true })
}

/** A purchase as one that was found by its number: its bridge may name any host. */
function afresh(order: PurchaseOrder): PurchaseOrder {
  const { leg: _, ...purchase } = order.purchase
  return { ...order, purchase: { ...purchase, found: true } }
}

/** The steps without those behind the payment that were not made: an allowance is taken back anew. */
function stepsThatWere(order: SwapOrder, deposit: number): SwapOrder['steps'] {
  return order.steps.filter(({ state }, place) => place <= deposit || state.status === 'confirmed')
}

/** Whether nothing is left but to follow the payment: all before it is made, and it is out. */
function isPaid({ steps, current }: SwapOrder): boolean {
  const place = steps.findIndex((step) => step.deposit)
  const status = steps[place]?.state.status
  const isMade = steps.slice(0, place).every(({ state }) => state.status === 'confirmed')
  return status !== undefined && out.includes(status) && isMade && current >= place
}
