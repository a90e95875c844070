import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { AttemptRow, EffectRow, LookRow } from '@/src/contract/stored-rows'
import { AppError } from '@/src/domain/error'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Order } from '@/src/domain/order/order'

export type { AttemptRow, EffectRow, LookRow } from '@/src/contract/stored-rows'

/**
 * `[filler, createdAt, id, fromChainId, toChainId, came (0 or 1), promised, took, above]`; the last two are -1
 * and the least number there is where not known.
 */
export type DeedKey = [string, number, string, number, number, number, number, number, number]

/** An order with what it is found by. An absent field keeps the row out of that index. */
export type OrderRow = {
  id: string
  order: unknown
  /** `[createdAt, id]`: in the history, newest first; absent while only planned. */
  listed?: [number, string]
  /** `[status, createdAt, id]`. */
  statusListed?: [string, number, string]
  /** One order a route of a quote. */
  routeKey?: string
  /** Chain and account while a deposit is being asked for: at most one at a time. */
  armed?: string
  /** 1 while something may still happen to the order. */
  open?: 1
  /** Only while planned: unix seconds after which the plan is worth nothing. */
  plannedUntil?: number
  author: string
  /** Hashes, ids and addresses in lower case: found by their beginning. */
  keys: string[]
  /** Unix ms at which the person removed it: out of every list, and gone for good a little later. */
  binned?: number
  /** What it says of its filler, in a key: read without the order. See `toDeedKey`. */
  deed?: DeedKey
}

export type PairKey = [chainId: number, symbol: string, listed: [number, string]]

/** What stays of a removed order: its hashes and claims, so that no payment is ever counted twice. */
export type SpentRow = { key: string; orderId: string; told?: true }

export type EventRow = { orderId: string; revision: number; event: OrderEvent }

export type CatalogRow = { key: string; at: number; value: unknown }
export type SettingRow = { key: string; value: unknown }
/** An entry of the account book; `key` names its account. */
export type BookRow = { key: string; entry: unknown }

export interface CausewaySchema extends DBSchema {
  orders: {
    key: string
    value: OrderRow
    indexes: {
      listed: [number, string]
      statusListed: [string, number, string]
      routeKey: string
      armed: string
      open: number
      plannedUntil: number
      author: string
      keys: string
      binned: number
      deed: DeedKey
      /** `[value, listed]`, read out of the order as it was accepted. */
      fromChain: [number, [number, string]]
      toChain: [number, [number, string]]
      fromSymbol: [string, [number, string]]
      toSymbol: [string, [number, string]]
      /** The chain of one side and the symbol of one side. */
      'from-from': PairKey
      'from-to': PairKey
      'to-from': PairKey
      'to-to': PairKey
    }
  }
  events: { key: [string, number]; value: EventRow }
  outbox: {
    key: string
    value: EffectRow
    indexes: { waitingUntil: number; claimedBy: string; orderId: string }
  }
  attempts: { key: string; value: AttemptRow; indexes: { orderId: string; createdAt: number } }
  looks: { key: string; value: LookRow; indexes: { orderId: string } }
  catalog: { key: string; value: CatalogRow }
  spent: { key: string; value: SpentRow }
  settings: { key: string; value: SettingRow }
  book: { key: string; value: BookRow }
}

export type Connection = IDBPDatabase<CausewaySchema>

/** A database that opens on first use and again after the browser closed it. */
export type Database = {
  /** The open connection. Fails with `store/unavailable` where the browser refuses to open one. */
  use(): Promise<Connection>
  close(): Promise<void>
}

const version = 6

/** The database's name in the extension's own origin. */
export const databaseName = 'causeway'

/** Opens (and brings up to date) the database of orders. */
export function createDatabase(name: string = databaseName): Database {
  let opening: Promise<Connection> | undefined

  function open(): Promise<Connection> {
    const opened: Promise<Connection> = openDB<CausewaySchema>(name, version, {
      upgrade: (db, from, _to, tx) => migrate(db, from, tx),
      // A newer version waits to migrate: give way at once, and open again when next used.
      blocking: (_current, _blocked, event) => {
        opening = undefined
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => {
        opening = undefined
      },
    }).catch((cause: unknown) => {
      opening = undefined
      throw toStoreError(cause)
    })
    return opened
  }

  return {
    use() {
      opening ??= open()
      return opening
    },
    async close() {
      const current = opening
      opening = undefined
      ;(await current)?.close()
    },
  }
}

type Upgrade = Parameters<
  NonNullable<NonNullable<Parameters<typeof openDB<CausewaySchema>>[2]>['upgrade']>
>[3]

/** Each version builds on the one before: what is stored is not written anew for an index. */
function migrate(db: Connection, from: number, tx: Upgrade): void {
  if (from < 1) createStores(db)
  const orders = tx.objectStore('orders')
  if (from < 2) {
    orders.createIndex('binned', 'binned')
    db.createObjectStore('spent', { keyPath: 'key' })
    for (const side of sides) {
      orders.createIndex(`${side}Chain`, [chainOf(side), 'listed'])
      orders.createIndex(`${side}Symbol`, [symbolOf(side), 'listed'])
    }
  }
  if (from < 3) db.createObjectStore('book', { keyPath: 'key' })
  if (from < 4) {
    orders.createIndex('deed', 'deed')
    void freeArmed(tx).catch(() => undefined)
  }
  if (from < 5) {
    for (const chain of sides) {
      for (const symbol of sides) {
        orders.createIndex(`${chain}-${symbol}`, [chainOf(chain), symbolOf(symbol), 'listed'])
      }
    }
  }
  if (from < 6) {
    db.createObjectStore('looks', { keyPath: 'attemptId' }).createIndex('orderId', 'orderId')
  }
}

const sides = ['from', 'to'] as const
type Side = (typeof sides)[number]
const chainOf = (side: Side) => `order.accepted.${side}.chainId`
const symbolOf = (side: Side) => `order.accepted.${side}.symbol`

/**
 * Frees the accounts whose place orders of a backup took before: nothing ends such an ask here, and no
 * other could be made. Should it fail, the whole step from one version to the next is taken back by itself.
 */
async function freeArmed(tx: Upgrade): Promise<void> {
  for await (const cursor of tx.objectStore('orders').index('armed')) {
    const { armed: _, ...row } = cursor.value
    if ((row.order as Order).fromBackup) await cursor.update(row)
  }
}

function createStores(db: Connection): void {
  const orders = db.createObjectStore('orders', { keyPath: 'id' })
  for (const name of ['listed', 'statusListed', 'open', 'plannedUntil', 'author'] as const) {
    orders.createIndex(name, name)
  }
  for (const name of ['routeKey', 'armed'] as const)
    orders.createIndex(name, name, { unique: true })
  orders.createIndex('keys', 'keys', { multiEntry: true })
  db.createObjectStore('events', { keyPath: ['orderId', 'revision'] })
  const outbox = db.createObjectStore('outbox', { keyPath: 'key' })
  for (const name of ['waitingUntil', 'claimedBy', 'orderId'] as const) {
    outbox.createIndex(name, name)
  }
  const attempts = db.createObjectStore('attempts', { keyPath: 'attemptId' })
  attempts.createIndex('orderId', 'orderId')
  attempts.createIndex('createdAt', 'createdAt')
  db.createObjectStore('catalog', { keyPath: 'key' })
  db.createObjectStore('settings', { keyPath: 'key' })
}

/** Turns what IndexedDB throws into one of our errors; `AppError`s pass through. */
export function toStoreError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'QuotaExceededError') return new AppError('store/full', {}, { cause })
  return new AppError('store/unavailable', { name }, { cause })
}
