import type { OrderId } from '@/src/domain/names'
import type { NodeRequests } from '@/src/store/node-requests'

/** Node requests of one order that only waits, at most, in a minute. */
const mostOfOne = 2
/** Reads of all orders together that a service told of, in a minute, and looks for what they brought. */
export const mostFound = 60
const minute = 60_000
/** So much is counted ahead at most, ms: who asked for more has caught up with something, and waits for no more. */
const mostAhead = 60 * minute

/**
 * Counts what an order that only waits may ask of nodes: two requests a minute. A turning point (a
 * fact is about to be taken for proved) is not counted. `most`: how many of whatever else is counted by a name.
 */
export function createNodeBudget(now: () => number, most = mostOfOne) {
  /** When each request was made, and until when it counts. */
  const spent = new Map<string, { at: number; until: number }[]>()
  let isNew = false
  const put = (orderId: OrderId, each: { at: number; until: number }[]) => {
    isNew = true
    spent.set(orderId, each)
  }
  // What lies in the future was counted before the clock was set back.
  const countedAt = (orderId: OrderId, at: number) =>
    (spent.get(orderId) ?? []).filter((each) => each.at <= at && at < each.until)
  return {
    /**
     * Takes `requests` for an order: gives 0 when they may be made now, else the ms to wait. A look that
     * needs more of them than a minute has is paid for in the minutes after it.
     */
    take(orderId: OrderId, requests = 1): number {
      const at = now()
      const recent = countedAt(orderId, at)
      const wanted = Math.min(requests, most)
      const ends = recent.map(({ until }) => until).sort((a, b) => a - b)
      const waitsFor = ends[ends.length + wanted - most - 1]
      if (waitsFor !== undefined) return waitsFor - at
      const until = at + (minute * Math.max(requests, most)) / most
      put(orderId, [...recent, ...Array(wanted).fill({ at, until })])
      return 0
    },
    /**
     * Counts `requests` that were made already, after all that is counted by now: gives the ms until a minute has room
     * for more, an hour at most.
     */
    spend(orderId: OrderId, requests: number): number {
      const at = now()
      const last = Math.max(at, ...countedAt(orderId, at).map(({ until }) => until))
      const until = Math.min(last + (minute * requests) / most, at + mostAhead)
      put(orderId, Array(most).fill({ at, until }))
      return until - at
    },
    /** Forgets an order that waits no more. */
    forget(orderId: OrderId): void {
      if (spent.delete(orderId)) isNew = true
    },
    /** What counts still, to be kept beyond the worker's life; undefined where nothing is new since it was asked last. */
    news(): NodeRequests | undefined {
      if (!isNew) return undefined
      isNew = false
      const at = now()
      const counted = [...spent.keys()].map((name) => [name, countedAt(name, at)] as const)
      const left = counted.filter(([, each]) => each.length > 0)
      return left.map(([name, each]) => [name, each.map((one) => [one.at, one.until])])
    },
    /** Counts what was kept, too. */
    add(kept: NodeRequests): void {
      for (const [name, each] of kept) {
        const known = each.map(([at, until]) => ({ at, until }))
        spent.set(name, [...known, ...(spent.get(name) ?? [])])
      }
    },
  }
}

export type NodeBudget = ReturnType<typeof createNodeBudget>
