import type { StoreNames } from 'idb'
import type { FillerDeed } from '@/src/domain/filler-record'
import type { Order, SwapOrder } from '@/src/domain/order'
import type { BookStore } from './account-book'
import { type CausewaySchema, createDatabase } from './open'
import { type Binned, readBin } from './read-bin'
import { type HistoryChoices, readChoices } from './read-choices'
import { readDeeds } from './read-deeds'
import { countHistory, type HistoryPage, type HistoryQuery, readHistory } from './read-history'
import { readLeft } from './read-left'
import { readOrder } from './read-order'

/** The kinds of rows that are stored. */
export type StoreName = StoreNames<CausewaySchema>

/** What a page reads of the store by itself: no worker has to be awake. */
export type StoreReader = {
  /** One order as stored. */
  order(orderId: string): Promise<Order | undefined>
  history(query: HistoryQuery): Promise<HistoryPage>
  /** Orders in the whole history. */
  count(): Promise<number>
  /** Rows of each kind. */
  counts(): Promise<Record<StoreName, number>>
  /** What was removed last and can still be brought back. */
  bin(): Promise<Binned | undefined>
  /** What the history can be filtered by. */
  choices(): Promise<HistoryChoices>
  /** What the newest orders say of each of these fillers. */
  deeds(fillers: readonly string[]): Promise<FillerDeed[][]>
  /** Orders that left an allowance open. */
  left(): Promise<SwapOrder[]>
  /** The account book; its code is fetched when it is first wanted. */
  book(): Promise<BookStore>
}

/** Opens the store for a page of ours. */
export function openForReading(): StoreReader {
  const database = createDatabase()
  return {
    order: async (orderId) => (await readOrder(database, orderId)) ?? undefined,
    history: (query) => readHistory(database, query),
    async counts() {
      const connection = await database.use()
      const names = [...connection.objectStoreNames]
      const counts = await Promise.all(names.map((name) => connection.count(name)))
      return Object.fromEntries(names.map((name, index) => [name, counts[index]])) as Record<
        StoreName,
        number
      >
    },
    count: () => countHistory(database),
    bin: () => readBin(database),
    choices: () => readChoices(database),
    deeds: (fillers) => readDeeds(database, fillers),
    left: () => readLeft(database),
    book: async () => (await import('./account-book')).openBook(database),
  }
}
