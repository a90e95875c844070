import type { OrderEvent } from './event'
import type { Order, Source } from './order'
import { attemptOf, attemptsOf, hashOf, stepsOf } from './order-parts'

/** Sources whose hash is linked to an order only after a proof. */
const hints: readonly Source[] = ['page', 'wallet', 'ledger']

/** Whether an event makes a transaction an order's own; a page only names one. */
export function claimOf(event: OrderEvent): string | undefined {
  const { type } = event
  if (type === 'replaced' || type === 'verified') return event.hash
  return type === 'sent' && !hints.includes(event.by) ? event.hash : undefined
}

/** Whether an order follows a transaction as its own, by more than the word of a page. */
export function isHeld(order: Order, hash: string): boolean {
  return stepsOf(order).some(({ state }) => {
    if (hashOf(state) !== hash) return false
    const attempt = attemptsOf(order).find((each) => each.attemptId === attemptOf(state))
    const isNamed = attempt?.seen.some((each) => each.hash === hash && hints.includes(each.by))
    return state.status !== 'sent' || isNamed !== true
  })
}
