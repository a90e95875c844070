import type { EffectTask } from './effect'
import type { Arrival, Order, ServiceView } from './order'

/** Ends of the service that speak of money which must be somewhere. */
const kindOf: ReadonlyMap<string | undefined, Arrival['kind']> = new Map([
  ['filled', 'payout'],
  ['refunded', 'refund'],
])

/** What the service says is on its way, or came, by its status of an order; undefined for any other. */
export const toldArrival = (status: string | undefined) => kindOf.get(status)

/**
 * Each other end, or transaction, that the service names is looked for at once, this often: nodes would be
 * asked at its pace. What it names later is looked for with the next look.
 */
const mostWords = 8

/** The order as it waits for proof of the end that the service speaks of; as it was without one. */
export function awaitProof<O extends Order>(
  order: O,
  service: ServiceView,
  at: number,
): { order: O; tasks: { task: EffectTask; dueAt: number }[] } {
  const kind = toldArrival(service.status)
  if (kind === undefined) return { order, tasks: [] }
  const { arrival } = order
  const isNew = arrival?.kind !== kind
  const named = kind === 'payout' ? 'fill' : 'refund'
  const isNamed = service[named]?.txHash !== order.service[named]?.txHash
  if (!isNew && !isNamed) return { order, tasks: [] }
  const words = (arrival?.words ?? 0) + 1
  const isHeard = words <= mostWords
  // A service that takes turns is waited for no longer. A provider's bridge takes none.
  const since = order.kind === 'purchase' ? at : (arrival?.since ?? at)
  const next = isNew ? { kind, since } : arrival
  const task: EffectTask = { kind: 'proveArrival' }
  return {
    order: { ...order, arrival: { ...next, words: isHeard ? words : mostWords } },
    tasks: isHeard ? [{ task, dueAt: at }] : [],
  }
}
