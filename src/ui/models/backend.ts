import type { Change, InputOf, OutputOf, ProcedureName, QuoteEvent } from '@/src/contract/rpc'
import type { QuoteRequest } from '@/src/contract/service/quote'
import type { Order, OrderStatus } from '@/src/domain/order'

export type HistoryQuery = {
  statuses?: OrderStatus[]
  /** Symbol, address, hash or order number; empty matches all. */
  text?: string
  /** Opaque; from the page before. */
  cursor?: string
  limit: number
}
export type HistoryPage = { orders: Order[]; cursor?: string }

/** Everything that the interface needs of the world outside it; faked in tests. */
export type Backend = {
  /** Calls the worker. Rejects with an `AppError`. */
  call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
  /** Streams routes until done, an error, or the signal. */
  streamQuotes(request: QuoteRequest, on: (event: QuoteEvent) => void, signal: AbortSignal): void
  /** Reads the store directly: no worker has to be awake. */
  readOrder(orderId: string): Promise<Order | undefined>
  listOrders(query: HistoryQuery): Promise<HistoryPage>
  onChange(listener: (change: Change) => void): () => void
  /** Survives a closed popup, not the end of the browser. */
  session: {
    read(key: string): Promise<unknown>
    write(key: string, value: unknown): Promise<void>
  }
  /** Asks the browser for site access; must be called inside the person's own gesture. */
  requestAccess(patterns: string[]): Promise<boolean>
  listAccess(): Promise<string[]>
  removeAccess(patterns: string[]): Promise<boolean>
  /** Brings a tab to the front, so that its wallet's prompt is seen. */
  showTab(tabId: number): Promise<void>
  openUrl(url: string): Promise<void>
  /** Opens one of our own pages in a tab. */
  openPage(path: string): Promise<void>
  /**
   * Opens the side panel or sidebar; must be called inside the person's own gesture. Absent where the
   * browser has none.
   */
  openPanel?: () => Promise<void>
  version: string
  /** A build that speaks to no real service: only test money moves. */
  sandbox: boolean
}

/** Time as the interface sees it; a test moves it by hand. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls once after `ms`; gives the off-switch. */
  after(ms: number, call: () => void): () => void
}
