import type { IDBPTransaction } from 'idb'
import { isOpen } from '@/src/domain/order/open-statuses'
import type { Order, OrderStatus } from '@/src/domain/order/order'
import {
  anyOf,
  comparePlaces,
  listedStream,
  newest,
  type Place,
  pairIndexes,
  pairStream,
  placesStream,
  type Stream,
  statusStream,
  takeAll,
  takeCommon,
  type ValueIndex,
  valueStream,
} from './history-streams'
import type { CausewaySchema, Database, OrderRow } from './open'
import { fromRow, isUnread } from './row'

/** `cursor` is absent on the last page; every other page holds as many as were asked for. */
export type HistoryPage = { orders: Order[]; cursor?: string }
export type HistoryQuery = {
  /** Rows wanted, 25 by default. */
  limit?: number
  /** Opaque; from the page before. */
  cursor?: string
  /** Empty or absent: all. */
  statuses?: readonly OrderStatus[]
  /** Beginning of a hash, an id, an address or a symbol. */
  text?: string
  /** Paid or received on this chain. */
  chainId?: number
  /** Paid or received in a token of this symbol. */
  symbol?: string
  /** Unix ms; orders begun then or later. */
  since?: number
  /** Unix ms; orders begun before. */
  until?: number
}

type Orders = IDBPTransaction<CausewaySchema, ['orders']>['store']
type Wanted = HistoryQuery & { limit: number; text: string; before: Place }

const pageSize = 25

/** Rows read in vain before the ids of all that the text finds are read at once. */
const vainBudget = 100
/** Jumps without a match before all that the filters let through is read at once, ids alone. */
const jumpBudget = 100
/** Rows that are read only to be sorted; a page's worth of them is read again. */
const fewRows = 300

/**
 * A page of the history, newest first. Reads along indexes, never the whole table: the cost follows
 * the page's size, not the number of orders.
 */
export async function readHistory(db: Database, query: HistoryQuery = {}): Promise<HistoryPage> {
  const connection = await db.use()
  const { store } = connection.transaction('orders')
  const after = readCursor(query.cursor)
  const until: Place = query.until === undefined ? newest : [query.until, '']
  const wanted: Wanted = {
    ...query,
    limit: query.limit ?? pageSize,
    text: query.text?.trim().toLowerCase() ?? '',
    before: after && comparePlaces(after, until) < 0 ? after : until,
  }
  return (wanted.text !== '' && (await searchKeys(store, wanted))) || readAlong(store, wanted)
}

/** Orders under way, and those of which not all can be read that may be, the newest first. */
export async function readUnderWay(db: Database): Promise<Order[]> {
  const rows = await (await db.use()).getAllFromIndex('orders', 'open')
  return rows
    .sort((a, b) => comparePlaces(placeOf(b), placeOf(a)))
    .map(fromRow)
    .filter(({ status, unread }) => unread !== undefined || isOpen(status))
}

/** Orders in the whole history. */
export async function countHistory(db: Database): Promise<number> {
  return (await db.use()).countFromIndex('orders', 'listed')
}

/**
 * Takes one row more than asked for, to know whether there is a next page. Where what is wanted lies far
 * apart, the ids of all of it are read, one request an index, and only the rows of the page with them.
 */
async function readAlong(store: Orders, wanted: Wanted): Promise<HistoryPage> {
  const { limit, text, since = 0 } = wanted
  const listed = listedStream(store, since)
  const filters = await streamsOf(store, wanted)
  const streams = filters.length > 0 ? filters : [listed]
  const orders: OrderRow[] = []
  let looked = 0

  /** Reads these and keeps what matches. */
  async function keep(ids: string[]): Promise<void> {
    const rows = await Promise.all(ids.map((id) => store.get(id)))
    looked += rows.length
    for (const row of rows) {
      const matches = text === '' || row?.keys.some((key) => key.startsWith(text))
      if (row && matches) orders.push(row)
    }
  }

  let next: Place | undefined = wanted.before
  while (next && orders.length <= limit) {
    const room = limit + 1 - orders.length
    const taken = await takeCommon(streams, next, room, jumpBudget)
    await keep(taken.places.map(([, id]) => id))
    next = taken.next
    if (next && (taken.sparse || looked - orders.length > vainBudget)) {
      const ids = await takeAll(streams, next)
      const found = text === '' ? ids : await thatFind(store, text, ids)
      const rest =
        filters.length > 0 ? await newestFirst(store, listed, found, next) : found.reverse()
      await keep(rest.slice(0, limit + 1 - orders.length))
      break
    }
  }
  return toPage(orders, limit)
}

/** Those of the ids that the text finds. */
async function thatFind(store: Orders, text: string, ids: string[]): Promise<string[]> {
  const found = new Set(await store.index('keys').getAllKeys(beginningWith(text)))
  return ids.filter((id) => found.has(id))
}

const beginningWith = (text: string) => IDBKeyRange.bound(text, `${text}\uffff`)

/** Few are read and sorted; of many, the whole list of ids says how they stand. */
async function newestFirst(store: Orders, listed: Stream, ids: string[], before: Place) {
  if (ids.length > fewRows) {
    const wanted = new Set(ids)
    return (await listed.ids(before)).filter((id) => wanted.has(id)).reverse()
  }
  const rows = await Promise.all(ids.map((id) => store.get(id)))
  return rows
    .flatMap((row) => (row?.listed ? [row.listed] : []))
    .sort((a, b) => comparePlaces(b, a))
    .map(([, id]) => id)
}

async function streamsOf(store: Orders, wanted: Wanted): Promise<Stream[]> {
  const { statuses = [], chainId, symbol, since = 0 } = wanted
  const streams: Stream[] = []
  if (statuses.length > 0) {
    const listed = statuses.map((status) => statusStream(store, status, since))
    streams.push(
      anyOf(
        statuses.includes('attention') ? [...listed, await unreadStream(store, since)] : listed,
      ),
    )
  }
  if (chainId !== undefined && symbol !== undefined) {
    streams.push(anyOf(pairIndexes.map((name) => pairStream(store, name, chainId, symbol, since))))
    return streams
  }
  const either = (names: readonly ValueIndex[], value: number | string) =>
    streams.push(anyOf(names.map((name) => valueStream(store, name, value, since))))
  if (chainId !== undefined) either(['fromChain', 'toChain'], chainId)
  if (symbol !== undefined) either(['fromSymbol', 'toSymbol'], symbol)
  return streams
}

/**
 * An order of which not all can be read stands where the version that wrote it lists it, and among those that need
 * attention as long as it is under way.
 */
function isListedAs(row: OrderRow, status: OrderStatus): boolean {
  return row.statusListed?.[0] === status || (status === 'attention' && isOpenUnread(row))
}

const isOpenUnread = (row: OrderRow) => row.open === 1 && isUnread(row)

async function unreadStream(store: Orders, since: number): Promise<Stream> {
  const rows = (await store.index('open').getAll()).filter(isOpenUnread)
  return placesStream(rows.map(placeOf).filter(([at]) => at >= since))
}

/** Walks the keys that begin with the text; undefined where they are too many to sort. */
async function searchKeys(store: Orders, wanted: Wanted): Promise<HistoryPage | undefined> {
  const { text, limit } = wanted
  // An order may have several such keys; where there are more, not all orders may be among these.
  const most = limit * 8
  const keys = await store.index('keys').getAllKeys(beginningWith(text), most)
  const ids = new Set(keys)
  if (keys.length === most || ids.size > limit * 4) return undefined
  const rows = await Promise.all([...ids].map((id) => store.get(id)))
  const found = rows
    .flatMap((row) => (row?.listed ? [row] : []))
    .filter((row) => isWanted(row, wanted))
    .sort((a, b) => comparePlaces(placeOf(b), placeOf(a)))
  return toPage(found, limit)
}

function toPage(rows: OrderRow[], limit: number): HistoryPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const orders = shown.map(fromRow)
  if (rows.length <= limit || last === undefined) return { orders }
  return { orders, cursor: toCursor(placeOf(last)) }
}

function toCursor([createdAt, id]: Place): string {
  return `${createdAt}.${id}`
}

function readCursor(cursor: string | undefined): Place | undefined {
  const match = /^(\d{1,16})\.(.+)$/s.exec(cursor ?? '')
  return match?.[1] && match[2] ? [Number(match[1]), match[2]] : undefined
}

/** Where an order stands in the list: what it says of its time itself may be damaged. */
function placeOf({ id, listed }: OrderRow): Place {
  return listed ?? [0, id]
}

function isWanted(row: OrderRow, wanted: Wanted): boolean {
  const { statuses = [], chainId, symbol, since = 0, before } = wanted
  const { from, to } = fromRow(row).accepted
  const place = placeOf(row)
  return (
    comparePlaces(place, before) < 0 &&
    place[0] >= since &&
    (statuses.length === 0 || statuses.some((status) => isListedAs(row, status))) &&
    (chainId === undefined || from.chainId === chainId || to.chainId === chainId) &&
    (symbol === undefined || from.symbol === symbol || to.symbol === symbol)
  )
}
