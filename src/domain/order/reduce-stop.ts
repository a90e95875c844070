import { askInDoubt, isDenied } from './guard'
import type { SwapOrder } from './order'
import { isEnded, isMoneyOut, isMoved } from './order-parts'
import { owedWork } from './owed'
import { withWord } from './persons-word'
import type { Change, Rule } from './reduce-rule'
import { tell } from './reduce-service'

/** Cancels an order; one that may be paid by what was asked for is watched until that is known. */
export const stopped: Rule<'stopped'> = (before, { at, notSent }) => {
  const isSaid = notSent !== undefined && isDenied(before)
  const order = isSaid ? { ...before, attempts: withWord(before.attempts, at, notSent) } : before
  const { status, stopWanted } = order
  // What is left is the person's from here on; it is looked for all the same.
  if (isEnded(status)) {
    return isSaid
      ? { order, tasks: owedWork(order).map((task) => ({ task, dueAt: at })) }
      : undefined
  }
  const attemptId = askInDoubt(order)
  if (attemptId && !stopWanted) {
    const task = { kind: 'reconcile' as const, attemptId }
    return { order: { ...order, stopWanted: at }, tasks: [{ task, dueAt: at }] }
  }
  return status === 'planned' || status === 'running' ? stop(order, at) : undefined
}

/** What the person wished to cancel ends once nothing of it is out; without that wish it goes on. */
export function stopAtLast(change: Change, at: number): Change {
  if (!change?.order.stopWanted || change.order.status !== 'running') return change
  const over = stop(change.order, at)
  if (!over) return change
  const next = over.order.halted ? tell(over.order, 'held') : over.order
  // What it has to wait for stands last: it counts.
  return { order: next, tasks: [...over.tasks, ...(change.tasks ?? [])] }
}

function stop(order: SwapOrder, at: number): Required<NonNullable<Change>> | undefined {
  if (isMoneyOut(order)) return undefined
  const { blocker: _, switching: __, ...rest } = order
  const halted = isMoved(order) && { halted: { at, why: 'person' as const } }
  const next = { ...rest, status: 'stopped' as const, ...halted }
  // What its swap gave is read: an order of another version may not have begun to.
  return { order: next, tasks: owedWork(next).map((task) => ({ task, dueAt: at })) }
}
