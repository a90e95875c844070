import type { Order, OrderStatus } from '@/src/domain/order'
import type { Connection, Database } from './open'
import { fromRow } from './row'

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
}

/** The last row that was given. */
type After = { createdAt: number; id: string }
type Wanted = { limit: number; after?: After; statuses: readonly OrderStatus[]; text: string }

const pageSize = 25

/** Rows looked through for one page of a search; the rest is one "more" away. */
const searchBudget = 2_000

/**
 * A page of the history, newest first. Reads along an index, never the whole table: the cost follows
 * the page's size, not the number of orders.
 */
export async function readHistory(db: Database, query: HistoryQuery = {}): Promise<HistoryPage> {
  const connection = await db.use()
  const after = readCursor(query.cursor)
  const wanted: Wanted = {
    limit: query.limit ?? pageSize,
    statuses: query.statuses ?? [],
    text: query.text?.trim().toLowerCase() ?? '',
    ...(after ? { after } : {}),
  }
  return wanted.text === '' ? readAlong(connection, wanted) : search(connection, wanted)
}

/** Takes one row more than asked for, to know whether there is a next page. */
async function readAlong(db: Connection, wanted: Wanted): Promise<HistoryPage> {
  const { statuses, limit } = wanted
  const lists =
    statuses.length === 0
      ? [await take(db, undefined, wanted)]
      : await Promise.all(statuses.map((status) => take(db, status, wanted)))
  const orders = lists.flat().sort(newestFirst)
  return toPage(orders.slice(0, limit), orders.length > limit)
}

async function take(db: Connection, status: OrderStatus | undefined, wanted: Wanted) {
  const { store } = db.transaction('orders')
  const orders: Order[] = []
  let cursor = status
    ? await store.index('statusListed').openCursor(statusRange(status, wanted.after), 'prev')
    : await store.index('listed').openCursor(listedRange(wanted.after), 'prev')
  while (cursor && orders.length <= wanted.limit) {
    orders.push(fromRow(cursor.value))
    cursor = await cursor.continue()
  }
  return orders
}

/** Walks the keys that begin with the text; a symbol may have more rows than anybody reads. */
async function search(db: Connection, wanted: Wanted): Promise<HistoryPage> {
  const { text, limit, after } = wanted
  const tx = db.transaction('orders')
  const range = IDBKeyRange.bound(text, `${text}\uffff`)
  const ids = new Set(await tx.store.index('keys').getAllKeys(range, searchBudget))
  // Too many to sort: walk the history instead and keep what matches.
  if (ids.size > limit * 4) return searchAlong(db, wanted)
  const rows = await Promise.all([...ids].map((id) => tx.store.get(id)))
  const orders = rows
    .flatMap((row) => (row?.listed ? [fromRow(row)] : []))
    .filter((order) => isWanted(order, wanted) && (after === undefined || isAfter(order, after)))
    .sort(newestFirst)
  return toPage(orders.slice(0, limit), orders.length > limit)
}

async function searchAlong(db: Connection, wanted: Wanted): Promise<HistoryPage> {
  const orders: Order[] = []
  let seen = 0
  let last: After | undefined
  let cursor = await db
    .transaction('orders')
    .store.index('listed')
    .openCursor(listedRange(wanted.after), 'prev')
  while (cursor && orders.length < wanted.limit && seen < searchBudget) {
    const row = cursor.value
    seen += 1
    last = { createdAt: cursor.key[0], id: cursor.key[1] }
    if (row.keys.some((key) => key.startsWith(wanted.text))) {
      const order = fromRow(row)
      if (isWanted(order, wanted)) orders.push(order)
    }
    cursor = await cursor.continue()
  }
  return cursor && last ? { orders, cursor: toCursor(last) } : { orders }
}

function toPage(orders: Order[], more: boolean): HistoryPage {
  const last = orders.at(-1)
  return more && last ? { orders, cursor: toCursor(last) } : { orders }
}

function toCursor({ createdAt, id }: After): string {
  return `${createdAt}.${id}`
}

function readCursor(cursor: string | undefined): After | undefined {
  const match = /^(\d{1,16})\.(.+)$/.exec(cursor ?? '')
  return match?.[1] && match[2] ? { createdAt: Number(match[1]), id: match[2] } : undefined
}

function isWanted(order: Order, { statuses }: Wanted): boolean {
  return statuses.length === 0 || statuses.includes(order.status)
}

function newestFirst(a: Order, b: Order): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
}

function isAfter(order: Order, { createdAt, id }: After): boolean {
  return order.createdAt < createdAt || (order.createdAt === createdAt && order.id < id)
}

function listedRange(after: After | undefined): IDBKeyRange | undefined {
  return after && IDBKeyRange.upperBound([after.createdAt, after.id], true)
}

function statusRange(status: OrderStatus, after: After | undefined): IDBKeyRange {
  const upper = after ? [status, after.createdAt, after.id] : [status, Number.POSITIVE_INFINITY]
  return IDBKeyRange.bound([status, 0], upper, false, true)
}
