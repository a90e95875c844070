import type { EffectTask } from './effect'
import type { EventType, OrderEvent } from './event'
import type { Order } from './order'

/** What a rule answers: the order as it becomes, and the work that follows; `undefined` = nothing. */
export type Change = { order: Order; tasks?: { task: EffectTask; dueAt: number }[] } | undefined

export type Rule<T extends EventType> = (
  order: Order,
  event: Extract<OrderEvent, { type: T }>,
) => Change
export type Rules<T extends EventType> = { [K in T]: Rule<K> }
