import type { Order, OrderStatus } from '@/src/domain/order'
import type { Connection, Database } from './open'
import { fromRow } from './row'

/** Where the next page begins: the last row that was given. */
export type HistoryCursor = { createdAt: number; id: string }
export type HistoryPage = { orders: Order[]; next?: HistoryCursor }
export type HistoryQuery = {
  /** Rows wanted, 25 by default. */
  limit?: number
  after?: HistoryCursor
  status?: OrderStatus
  /** Beginning of a hash, an id, an address or a symbol. */
  text?: string
}

const pageSize = 25

/** Rows looked through for one page of a search; the rest is one "more" away. */
const searchBudget = 2_000

/**
 * A page of the history, newest first. Reads along an index, never the whole table: the cost follows
 * the page's size, not the number of orders.
 */
export async function readHistory(db: Database, query: HistoryQuery = {}): Promise<HistoryPage> {
  const connection = await db.use()
  const text = query.text?.trim().toLowerCase() ?? ''
  return text === '' ? readAlong(connection, query) : search(connection, query, text)
}

async function readAlong(db: Connection, query: HistoryQuery): Promise<HistoryPage> {
  const limit = query.limit ?? pageSize
  const store = db.transaction('orders').store
  const orders: Order[] = []
  let more = false
  let cursor = query.status
    ? await store.index('statusListed').openCursor(statusRange(query.status, query.after), 'prev')
    : await store.index('listed').openCursor(listedRange(query.after), 'prev')
  while (cursor) {
    if (orders.length === limit) {
      more = true
      break
    }
    orders.push(fromRow(cursor.value))
    cursor = await cursor.continue()
  }
  return toPage(orders, more)
}

/** Walks the keys that begin with the text; a symbol may have more rows than anybody reads. */
async function search(db: Connection, query: HistoryQuery, text: string): Promise<HistoryPage> {
  const limit = query.limit ?? pageSize
  const tx = db.transaction('orders')
  const range = IDBKeyRange.bound(text, `${text}\uffff`)
  const ids = new Set(await tx.store.index('keys').getAllKeys(range, searchBudget))
  // Too many to sort: walk the history instead and keep what matches.
  if (ids.size > limit * 4) return searchAlong(db, query, text)
  const rows = await Promise.all([...ids].map((id) => tx.store.get(id)))
  const orders = rows
    .flatMap((row) => (row?.listed ? [fromRow(row)] : []))
    .filter((order) => query.status === undefined || order.status === query.status)
    .filter((order) => query.after === undefined || isAfter(order, query.after))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  return toPage(orders.slice(0, limit), orders.length > limit)
}

async function searchAlong(
  db: Connection,
  query: HistoryQuery,
  text: string,
): Promise<HistoryPage> {
  const limit = query.limit ?? pageSize
  const orders: Order[] = []
  let seen = 0
  let last: HistoryCursor | undefined
  let cursor = await db
    .transaction('orders')
    .store.index('listed')
    .openCursor(listedRange(query.after), 'prev')
  while (cursor && orders.length < limit && seen < searchBudget) {
    const row = cursor.value
    seen += 1
    last = { createdAt: cursor.key[0], id: cursor.key[1] }
    if (row.keys.some((key) => key.startsWith(text))) {
      const order = fromRow(row)
      if (query.status === undefined || order.status === query.status) orders.push(order)
    }
    cursor = await cursor.continue()
  }
  return cursor && last ? { orders, next: last } : { orders }
}

function toPage(orders: Order[], more: boolean): HistoryPage {
  const last = orders.at(-1)
  return more && last ? { orders, next: { createdAt: last.createdAt, id: last.id } } : { orders }
}

function isAfter(order: Order, { createdAt, id }: HistoryCursor): boolean {
  return order.createdAt < createdAt || (order.createdAt === createdAt && order.id < id)
}

function listedRange(after: HistoryCursor | undefined): IDBKeyRange | undefined {
  return after && IDBKeyRange.upperBound([after.createdAt, after.id], true)
}

function statusRange(status: OrderStatus, after: HistoryCursor | undefined): IDBKeyRange {
  const upper = after ? [status, after.createdAt, after.id] : [status, Number.POSITIVE_INFINITY]
  return IDBKeyRange.bound([status, 0], upper, false, true)
}
