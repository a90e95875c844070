import type { StoreNames } from 'idb'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import type { FillerDeed } from '@/src/domain/service/filler-record'
import type { BookStore } from './account-book'
import { type CausewaySchema, createDatabase, type Database } from './open'
import type { Binned } from './read-bin'
import type { HistoryChoices } from './read-choices'
import type { HistoryPage, HistoryQuery } from './read-history'
import type { TokenMarkStore } from './token-marks'

/** The kinds of rows that are stored. */
export type StoreName = StoreNames<CausewaySchema>

/** What a page reads of the store by itself: no worker has to be awake. */
export type StoreReader = {
  /** One order as stored. */
  order(orderId: string): Promise<Order | undefined>
  history(query: HistoryQuery): Promise<HistoryPage>
  /** Orders under way, and those of which not all can be read that may be, the newest first. */
  underWay(): Promise<Order[]>
  /** Orders in the whole history. */
  count(): Promise<number>
  /** Rows of each kind. */
  counts(): Promise<Record<StoreName, number>>
  /** What was removed last and can still be brought back; what was at this time, or with this order. */
  bin(of?: number | string): Promise<Binned | undefined>
  /** What the history can be filtered by. */
  choices(): Promise<HistoryChoices>
  /** What the newest orders say of each of these fillers. */
  deeds(fillers: readonly string[]): Promise<FillerDeed[][]>
  /** Orders that left an allowance open, by `now` in unix ms. */
  left(now: number): Promise<SwapOrder[]>
  /** What may be given to somebody who helps, of one order or of all that are open; see `readSupport`. */
  support(head: Record<string, string>, orderId?: string): Promise<string>
  /** The account book; its code is fetched when it is first wanted. */
  book(): Promise<BookStore>
  /** Pinned and recent tokens; their code is fetched when they are first wanted. */
  tokenMarks(): Promise<TokenMarkStore>
}

/**
 * Opens the store for a page of ours. What reads rows comes with all their schemas: it is fetched once there
 * are any, or somebody asks for what only a screen behind the first shows.
 */
export function openForReading(): StoreReader {
  const database = createDatabase()
  return {
    order: async (orderId) =>
      (await (await import('./read-order')).readOrder(database, orderId)) ?? undefined,
    async history(query) {
      if (await isEmpty(database)) return { orders: [] }
      return (await import('./read-history')).readHistory(database, query)
    },
    async underWay() {
      if (await isEmpty(database)) return []
      return (await import('./read-history')).readUnderWay(database)
    },
    async counts() {
      const connection = await database.use()
      const names = [...connection.objectStoreNames]
      const counts = await Promise.all(names.map((name) => connection.count(name)))
      return Object.fromEntries(names.map((name, index) => [name, counts[index]])) as Record<
        StoreName,
        number
      >
    },
    count: async () => (await import('./read-history')).countHistory(database),
    bin: async (of) => (await import('./read-bin')).readBin(database, of),
    choices: async () => (await import('./read-choices')).readChoices(database),
    deeds: async (fillers) => (await import('./read-deeds')).readDeeds(database, fillers),
    left: async (now) => (await import('./read-left')).readLeft(database, now),
    support: async (head, orderId) =>
      (await import('./read-support')).readSupport(database, head, orderId),
    book: async () => (await import('./account-book')).openBook(database),
    tokenMarks: async () => (await import('./token-marks')).openTokenMarks(database),
  }
}

/** Whether no order was ever begun: one key of an index says it. */
async function isEmpty(database: Database): Promise<boolean> {
  const any = IDBKeyRange.lowerBound([])
  return (await (await database.use()).getKeyFromIndex('orders', 'listed', any)) === undefined
}
