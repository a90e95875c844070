import type { ErrorCode } from './error'
import { mayStillLand } from './guard'
import type { Order, Step } from './order'
import { isAtService } from './order-parts'
import { tell } from './reduce-service'

/** Ends that say no more than that nothing was sent: what is sent after all takes them back. */
const unsent: readonly (ErrorCode | undefined)[] = ['order/not-sent', 'order/given-up']

/**
 * The order at its end, with nothing paid. At the service it has none while another of its payments
 * may still be mined: that one would be paid out there.
 */
export function endUnpaid(order: Order, code: ErrorCode, at: number): Order {
  if (isAtService(order) && mayStillLand(order)) return order
  const { blocker: _, switching: __, ...rest } = order
  return tell({ ...rest, status: 'failed', failure: { code, at } }, 'failed')
}

/** Money that turned out to be moving takes an order up again that had ended with nothing sent. */
export function reopened(order: Order, { deposit }: Step): Order {
  const { blocker: _, ...rest } = order
  const isUnsent = unsent.includes(order.failure?.code)
  if (!deposit || (order.status !== 'stopped' && !isUnsent)) return rest
  const { failure: __, ...open } = rest
  return { ...open, status: 'running' }
}
