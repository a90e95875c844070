import type { ErrorCode } from '../error'
import { mayTake } from './guard'
import type { Step, SwapOrder } from './order'
import { hashesOf, isAtService, isFailedByWord, withState } from './order-parts'
import { afterSent, type Change } from './reduce-rule'
import { tell } from './reduce-service'

/** Ends that say no more than that nothing was sent: what is sent after all takes them back. */
const unsent: readonly (ErrorCode | undefined)[] = ['order/not-sent', 'order/given-up']

/**
 * The order at its end, with nothing paid. At the service it has none while nothing is known of another of its
 * payments: that one would be paid out there. What is proved to be absent by its allowance alone is sought after the end.
 */
export function endUnpaid(order: SwapOrder, code: ErrorCode, at: number): SwapOrder {
  if (isAtService(order) && mayTake(order)) return order
  const { blocker: _, switching: __, ...rest } = order
  // Where a backup was made it may have been paid anew: what the service has of it is not of this payment.
  const own = order.fromBackup ? { ...rest, service: {} } : rest
  return tell({ ...own, status: 'failed', failure: { code, at } }, 'failed')
}

/**
 * The order as it goes on with another payment of its own that was mined, once the one that was
 * followed came to nothing; undefined where there is none.
 */
export function followOther(
  order: SwapOrder,
  step: Step,
  at: number,
): Required<NonNullable<Change>> | undefined {
  const other = order.attempts.find((each) => each.deposit && each.end?.what === 'mined')
  if (!step.deposit || !other) return undefined
  const { attemptId } = other
  const { alarm } = order
  const told = alarm?.kind === 'second' && alarm.attemptId === attemptId ? alarm.hash : undefined
  const hash = told ?? hashesOf(other).at(-1)
  if (hash === undefined) return undefined
  const open = reopened(order, step, true)
  const next = withState(open, step.id, { status: 'sent', attemptId, hash, sentAt: at })
  return { order: next, tasks: afterSent(step, attemptId, at) }
}

/**
 * Money that turned out to be moving takes an order up again that was stopped or that had ended with
 * nothing sent. A payment that is another one than that with which it ended (`isOther`) does so too.
 */
export function reopened(order: SwapOrder, { id, deposit }: Step, isOther: boolean): SwapOrder {
  const { blocker: _, ...rest } = order
  const { failure, status } = order
  const isOwnEnd = failure !== undefined && !isFailedByWord(order)
  const isBack = status === 'stopped' || unsent.includes(failure?.code) || (isOwnEnd && isOther)
  if (!deposit || !isBack) return rest
  const { failure: __, halted: ___, ...open } = rest
  // What was asked for after the end, to take an allowance back, is not what goes on.
  const current = order.steps.findIndex((step) => step.id === id)
  return { ...open, current, status: 'running' }
}
