import type { IDBPIndex, IDBPTransaction } from 'idb'
import type { OrderStatus } from '@/src/domain/order'
import type { CausewaySchema } from './open'

/** Where an order stands in the history: `[createdAt, id]`, as its row's `listed`. */
export type Place = [createdAt: number, id: string]

/** Places of the orders that one filter lets through, from the newest to the oldest. */
export type Stream = {
  /** The newest place older than `before`; undefined once there is none. Only ever asked for older ones. */
  older(before: Place): Promise<Place | undefined>
}

/** Requests to the database that may still be made. */
export type Budget = { left: number }

type Orders = IDBPTransaction<CausewaySchema, ['orders']>['store']
/** Indexes over one value of the accepted terms. */
export type ValueIndex = 'fromChain' | 'toChain' | 'fromSymbol' | 'toSymbol'

/** Newer than any order. */
export const newest: Place = [Number.POSITIVE_INFINITY, '']

/** Negative where `a` is older than `b`. */
export function comparePlaces(a: Place, b: Place): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0)
}

/** The oldest place that is newer than `place`: ids are never this long. */
export function above([createdAt, id]: Place): Place {
  return [createdAt, `${id}\uffff`]
}

/** All orders of the history not older than `since` (unix ms). */
export function listedStream(store: Orders, since: number, budget: Budget): Stream {
  return toStream(
    store.index('listed'),
    (place) => place,
    (key) => key as Place,
    since,
    budget,
  )
}

/** Orders of one status. */
export function statusStream(
  store: Orders,
  status: OrderStatus,
  since: number,
  budget: Budget,
): Stream {
  return toStream(
    store.index('statusListed'),
    ([createdAt, id]) => [status, createdAt, id],
    (key) => [(key as [string, number, string])[1], (key as [string, number, string])[2]],
    since,
    budget,
  )
}

/** Orders in whose accepted terms the index's field has this value. */
export function valueStream(
  store: Orders,
  name: ValueIndex,
  value: number | string,
  since: number,
  budget: Budget,
): Stream {
  return toStream(
    store.index(name),
    (place) => [value, place],
    (key) => (key as [unknown, Place])[1],
    since,
    budget,
  )
}

type AnyIndex = IDBPIndex<
  CausewaySchema,
  ['orders'],
  'orders',
  keyof CausewaySchema['orders']['indexes']
>

function toStream(
  index: unknown,
  toKey: (place: Place) => IDBValidKey,
  toPlace: (key: unknown) => Place,
  since: number,
  budget: Budget,
): Stream {
  const { openKeyCursor } = index as AnyIndex
  let cursor: Awaited<ReturnType<AnyIndex['openKeyCursor']>> | undefined
  return {
    async older(before) {
      if (cursor === undefined) {
        budget.left -= 1
        const range = IDBKeyRange.bound(toKey([since, '']), toKey(before), false, true)
        cursor = await openKeyCursor.call(index as AnyIndex, range, 'prev')
      }
      while (cursor) {
        const place = toPlace(cursor.key)
        const order = comparePlaces(place, before)
        if (order < 0) return place
        budget.left -= 1
        cursor = await cursor.continue(order > 0 ? (toKey(before) as never) : undefined)
      }
      return undefined
    },
  }
}

/** What any of the streams lets through. */
export function anyOf(streams: readonly Stream[]): Stream {
  return {
    async older(before) {
      const places = await Promise.all(streams.map((stream) => stream.older(before)))
      const [first] = places
        .flatMap((place) => (place ? [place] : []))
        .sort((a, b) => comparePlaces(b, a))
      return first
    },
  }
}

/**
 * The next places that all the streams let through, at most `count`. Each stream is told to jump to
 * where the slowest one stands, so that what none of them has in common is not looked at. `next` is
 * where to go on; absent once there is nothing older.
 */
export async function takeCommon(
  streams: readonly Stream[],
  from: Place,
  count: number,
  budget: Budget,
): Promise<{ places: Place[]; next?: Place }> {
  const places: Place[] = []
  let before = from
  while (places.length < count) {
    if (budget.left <= 0) return { places, next: before }
    const heads = await Promise.all(streams.map((stream) => stream.older(before)))
    const [oldest] = heads.flatMap((head) => (head ? [head] : [])).sort(comparePlaces)
    if (!oldest || heads.includes(undefined)) return { places }
    if (heads.every((head) => head && comparePlaces(head, oldest) === 0)) {
      places.push(oldest)
      before = oldest
    } else before = above(oldest)
  }
  return { places, next: before }
}
