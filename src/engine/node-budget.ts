import type { OrderId } from '@/src/domain/names'

/** Node requests of one order that only waits, at most, in a minute. */
const most = 2
const minute = 60_000

/**
 * Counts what an order that only waits may ask of nodes: two requests a minute. A turning point (a
 * fact is about to be taken for proved) is not counted.
 */
export function createNodeBudget(now: () => number) {
  const spent = new Map<string, number[]>()
  return {
    /** Takes `requests` for an order: gives 0 when they may be made now, else the ms to wait. */
    take(orderId: OrderId, requests: 1 | 2 = 1): number {
      const at = now()
      // What lies in the future was counted before the clock was set back.
      const recent = (spent.get(orderId) ?? []).filter((each) => each <= at && at - each < minute)
      const waitsFor = recent[recent.length + requests - most - 1]
      if (waitsFor !== undefined) return waitsFor + minute - at
      spent.set(orderId, [...recent, ...Array<number>(requests).fill(at)])
      return 0
    },
    /** Forgets an order that waits no more. */
    forget(orderId: OrderId): void {
      spent.delete(orderId)
    },
  }
}

export type NodeBudget = ReturnType<typeof createNodeBudget>
