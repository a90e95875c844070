import type { AttemptId } from '../names'
import type { EffectTask } from './effect'
import type { EventType, OrderEvent } from './event'
import type { Order, Step, SwapOrder } from './order'
import { hashesOf, isShallow } from './order-parts'

export type Tasks = { task: EffectTask; dueAt: number }[]

/** What a rule answers: the order as it becomes, and the work that follows; `undefined` = nothing. */
export type Change<O extends Order = SwapOrder> = { order: O; tasks?: Tasks } | undefined

export type Rule<T extends EventType, O extends Order = SwapOrder> = (
  order: O,
  event: Extract<OrderEvent, { type: T }>,
) => Change<O>
export type Rules<T extends EventType, O extends Order = SwapOrder> = { [K in T]: Rule<K, O> }

/** What the rule for an event makes of an order; nothing, where none is for it. */
export function byRule<O extends Order>(
  rules: Partial<Rules<EventType, O>>,
  order: O,
  event: OrderEvent,
): Change<O> {
  // Each event meets the rule of its own type, which no compiler sees of a union.
  const rule = rules[event.type] as Rule<EventType, O> | undefined
  return rule?.(order, event)
}

/** What came to nothing is watched until that lies deep: a reorganisation may make it good. */
export function watchUndone({ attempts }: SwapOrder, attemptId: AttemptId, at: number): Tasks {
  const shallow = attempts.filter((each) => each.attemptId === attemptId && isShallow(each))
  return shallow
    .flatMap(hashesOf)
    .map((hash) => ({ task: { kind: 'watchStray', attemptId, hash }, dueAt: at }))
}

/**
 * A signed Solana transaction goes to the service, which broadcasts it, and a payment by address to nodes;
 * an EVM one is out already.
 */
export function afterSent(step: Step, attemptId: AttemptId, at: number): Tasks {
  if (step.action.kind === 'transaction') {
    return [{ task: { kind: 'verifyTransaction', attemptId }, dueAt: at }]
  }
  const dueAt = step.facts.kind === 'transfer' ? at : at + 1_000
  const tasks: Tasks = [{ task: { kind: 'awaitReceipt', attemptId }, dueAt }]
  if (step.deposit) tasks.push({ task: { kind: 'submitDeposit' }, dueAt: at })
  return tasks
}
