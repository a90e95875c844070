import type { EffectTask } from './effect'
import type { Arrival, Order, ServiceView } from './order'

/** Ends of the service that speak of money which must be somewhere. */
const kindOf: ReadonlyMap<string | undefined, Arrival['kind']> = new Map([
  ['filled', 'payout'],
  ['refunded', 'refund'],
])

/** What the service says is on its way, or came, by its status of an order; undefined for any other. */
export const toldArrival = (status: string | undefined) => kindOf.get(status)

/** The order as it waits for proof of the end that the service speaks of; as it was without one. */
export function awaitProof<O extends Order>(
  order: O,
  service: ServiceView,
  at: number,
): { order: O; tasks: { task: EffectTask; dueAt: number }[] } {
  const kind = toldArrival(service.status)
  if (kind === undefined) return { order, tasks: [] }
  const isNew = order.arrival?.kind !== kind
  // A service that takes turns is waited for no longer. A provider's bridge takes none.
  const since = order.kind === 'purchase' ? at : (order.arrival?.since ?? at)
  const next = isNew ? { ...order, arrival: { kind, since } } : order
  const named = kind === 'payout' ? 'fill' : 'refund'
  const isNamed = service[named]?.txHash !== order.service[named]?.txHash
  const task: EffectTask = { kind: 'proveArrival' }
  return { order: next, tasks: isNew || isNamed ? [{ task, dueAt: at }] : [] }
}
