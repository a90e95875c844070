import type { IDBPIndex, IDBPTransaction } from 'idb'
import type { OrderStatus } from '@/src/domain/order/order'
import type { CausewaySchema, PairKey } from './open'

/** Where an order stands in the history: `[createdAt, id]`, as its row's `listed`. */
export type Place = [createdAt: number, id: string]

/** Places of the orders that one filter lets through, from the newest to the oldest. */
export type Stream = {
  /** The newest place older than `before`; undefined once there is none. Only ever asked for older ones. */
  older(before: Place): Promise<Place | undefined>
  /** Ids of all orders older than `before`, in one request; the oldest first where it is one index. */
  ids(before: Place): Promise<string[]>
}

type Orders = IDBPTransaction<CausewaySchema, ['orders']>['store']
/** Indexes over one value of the accepted terms. */
export type ValueIndex = 'fromChain' | 'toChain' | 'fromSymbol' | 'toSymbol'
/** Indexes over a chain and a symbol of the accepted terms: the chain's side, and the symbol's. */
export const pairIndexes = ['from-from', 'from-to', 'to-from', 'to-to'] as const
type PairIndex = (typeof pairIndexes)[number]

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
export function listedStream(store: Orders, since: number): Stream {
  return toStream(
    store.index('listed'),
    (place) => place,
    (key) => key as Place,
    since,
  )
}

/** Orders of one status. */
export function statusStream(store: Orders, status: OrderStatus, since: number): Stream {
  return toStream(
    store.index('statusListed'),
    ([createdAt, id]) => [status, createdAt, id],
    (key) => [(key as [string, number, string])[1], (key as [string, number, string])[2]],
    since,
  )
}

/** Orders in whose accepted terms the index's field has this value. */
export function valueStream(
  store: Orders,
  name: ValueIndex,
  value: number | string,
  since: number,
): Stream {
  return toStream(
    store.index(name),
    (place) => [value, place],
    (key) => (key as [unknown, Place])[1],
    since,
  )
}

/** Orders in whose accepted terms the index's two fields have these values: what has both is never looked for. */
export function pairStream(
  store: Orders,
  name: PairIndex,
  chainId: number,
  symbol: string,
  since: number,
): Stream {
  return toStream(
    store.index(name),
    (place) => [chainId, symbol, place],
    (key) => (key as PairKey)[2],
    since,
  )
}

type AnyIndex = IDBPIndex<
  CausewaySchema,
  ['orders'],
  'orders',
  keyof CausewaySchema['orders']['indexes']
>

function toStream(
  over: unknown,
  toKey: (place: Place) => IDBValidKey,
  toPlace: (key: unknown) => Place,
  since: number,
): Stream {
  const index = over as AnyIndex
  const rangeTo = (before: Place) =>
    IDBKeyRange.bound(toKey([since, '']), toKey(before), false, true)
  let cursor: Awaited<ReturnType<AnyIndex['openKeyCursor']>> | undefined
  return {
    async older(before) {
      if (cursor === undefined) {
        cursor = await index.openKeyCursor(rangeTo(before), 'prev')
      }
      while (cursor) {
        const place = toPlace(cursor.key)
        const order = comparePlaces(place, before)
        if (order < 0) return place
        cursor = await cursor.continue(order > 0 ? (toKey(before) as never) : undefined)
      }
      return undefined
    },
    ids: (before) => index.getAllKeys(rangeTo(before)),
  }
}

/** Places that were read already. */
export function placesStream(places: readonly Place[]): Stream {
  const olderThan = (before: Place) => places.filter((each) => comparePlaces(each, before) < 0)
  return {
    older: async (before) => olderThan(before).sort((a, b) => comparePlaces(b, a))[0],
    ids: async (before) => olderThan(before).map(([, id]) => id),
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
    ids: async (before) => (await Promise.all(streams.map((stream) => stream.ids(before)))).flat(),
  }
}

/**
 * The next places that all the streams let through, at most `count`. Each stream is told to jump to
 * where the slowest one stands, so that what none of them has in common is not looked at. `next` is
 * where to go on; absent once there is nothing older. `sparse` says that it was given up after so many
 * jumps without a place in common.
 */
export async function takeCommon(
  streams: readonly Stream[],
  from: Place,
  count: number,
  jumps: number,
): Promise<{ places: Place[]; next?: Place; sparse?: true }> {
  const places: Place[] = []
  let before = from
  let left = jumps
  while (places.length < count) {
    const heads = await Promise.all(streams.map((stream) => stream.older(before)))
    const [oldest] = heads.flatMap((head) => (head ? [head] : [])).sort(comparePlaces)
    if (!oldest || heads.includes(undefined)) return { places }
    if (heads.every((head) => head && comparePlaces(head, oldest) === 0)) {
      places.push(oldest)
      before = oldest
    } else {
      before = above(oldest)
      left -= 1
      if (left < 0) return { places, next: before, sparse: true }
    }
  }
  return { places, next: before }
}

/**
 * Ids of all orders that every stream lets through, in no order: one request an index, where jumping
 * from one to the next would take a request an order.
 */
export async function takeAll(streams: readonly Stream[], before: Place): Promise<string[]> {
  const [first = [], ...others] = await Promise.all(streams.map((each) => each.ids(before)))
  const sets = others.map((ids) => new Set(ids))
  return [...new Set(first)].filter((id) => sets.every((set) => set.has(id)))
}
