import type { SwapOrder } from './order'
import { attemptOf, isByAddress, isMoneyOut, isMoved, movesMoney } from './order-parts'
import { owedWork } from './owed'
import type { Change, Rule } from './reduce-rule'
import { tell } from './reduce-service'

/**
 * Whether the person can only wish to cancel: a payment was asked for, and may be sent yet. Nothing is asked for any more
 * then, and the order ends once it is known that nothing was sent.
 */
export function mayStopLater(order: SwapOrder): boolean {
  const step = order.steps[order.current]
  const isOpen = order.status === 'running' && !order.fromBackup && !isByAddress(order)
  const inDoubt = ['asking', 'unsure'].includes(step?.state.status ?? '')
  return (
    isOpen && order.stopWanted === undefined && inDoubt && step !== undefined && movesMoney(step)
  )
}

/** Cancels an order; one that may be paid by what was asked for is watched until that is known. */
export const stopped: Rule<'stopped'> = (order, { at }) => {
  const { status, steps, current } = order
  if (mayStopLater(order)) {
    const attemptId = attemptOf(steps[current]?.state ?? { status: 'ready' }) ?? ''
    const task = { kind: 'reconcile' as const, attemptId }
    return { order: { ...order, stopWanted: at }, tasks: [{ task, dueAt: at }] }
  }
  if ((status !== 'planned' && status !== 'running') || isMoneyOut(order)) return undefined
  return stop(order, at)
}

/** What the person wished to cancel ends once nothing of it is out; without that it goes on. */
export function stopAtLast(change: Change, at: number): Change {
  const order = change?.order
  if (!order?.stopWanted || order.status !== 'running' || isMoneyOut(order)) return change
  const { order: next, tasks } = stop(order, at)
  const told = next.halted ? tell(next, 'held') : next
  // What it has to wait for stands last: it counts.
  const kept = (change?.tasks ?? []).filter(({ task }) => task.kind !== 'armStep')
  return { order: told, tasks: [...tasks, ...kept] }
}

function stop(order: SwapOrder, at: number): Required<NonNullable<Change>> {
  const { blocker: _, switching: __, ...rest } = order
  const halted = isMoved(order) && { halted: { at, why: 'person' as const } }
  const next = { ...rest, status: 'stopped' as const, ...halted }
  // What its swap gave is read: an order of another version may not have begun to.
  return { order: next, tasks: owedWork(next).map((task) => ({ task, dueAt: at })) }
}
