import type { OfferEvent } from '@/src/contract/offers'
import type { Change, InputOf, OutputOf, ProcedureName, QuoteEvent } from '@/src/contract/rpc'
import type { QuoteRequest } from '@/src/contract/service/quote'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import type { PurchaseAsk } from '@/src/domain/order/purchase'
import type { FillerDeed } from '@/src/domain/service/filler-record'
import type { BookStore } from '@/src/store/account-book'
import type { Binned } from '@/src/store/read-bin'
import type { HistoryChoices } from '@/src/store/read-choices'
import type { StoreName } from '@/src/store/read-database'
import type { HistoryPage, HistoryQuery as StoredQuery } from '@/src/store/read-history'
import type { TokenMarkStore } from '@/src/store/token-marks'

export type { HistoryChoices, HistoryPage }
/** Text: symbol, address, hash or order number; empty matches all. */
export type HistoryQuery = StoredQuery & { limit: number }

/** Everything that the interface needs of the world outside it; faked in tests. */
export type Backend = {
  /** Calls the worker. Rejects with an `AppError`. */
  call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
  /** Streams routes until done, an error, or the signal. */
  streamQuotes(
    request: QuoteRequest,
    on: (event: QuoteEvent) => void,
    signal: AbortSignal,
    by?: 'transfer',
  ): void
  /** Streams the payment providers' offers in the same way. */
  streamOffers(request: PurchaseAsk, on: (event: OfferEvent) => void, signal: AbortSignal): void
  /** Reads the store directly: no worker has to be awake. */
  readOrder(orderId: string): Promise<Order | undefined>
  listOrders(query: HistoryQuery): Promise<HistoryPage>
  /** Orders under way, and those of which not all can be read that may be, the newest first. */
  listUnderWay(): Promise<Order[]>
  /** Chains and tokens that stand in the history. */
  readChoices(): Promise<HistoryChoices>
  /** What the newest orders say of each of these fillers. */
  readDeeds(fillers: readonly string[]): Promise<FillerDeed[][]>
  /** Orders that left an allowance open, by `now` in unix ms, the newest first. */
  listLeft(now: number): Promise<SwapOrder[]>
  /** What was removed last and can still be brought back; what was at this time, or with this order. */
  readBin(of?: number | string): Promise<Binned | undefined>
  /** Orders in the whole history. */
  countOrders(): Promise<number>
  /** Rows of each kind that are stored. */
  countStored(): Promise<Record<StoreName, number>>
  /** What may be given to somebody who helps, as JSON text: of one order, or of all that are open. */
  readSupport(head: Record<string, string>, orderId?: string): Promise<string>
  /** The account book, which pages alone read and write. */
  book(): Promise<BookStore>
  /** Pinned and recent tokens, which pages alone read and write. */
  tokenMarks(): Promise<TokenMarkStore>
  /** Hands a file to the browser, as a download does. */
  saveFile(name: string, content: Blob): void
  onChange(listener: (change: Change) => void): () => void
  /** Survives a closed popup, not the end of the browser. */
  session: {
    read(key: string): Promise<unknown>
    write(key: string, value: unknown): Promise<void>
    /** Changes what the worker changes too, alone among all that do so; announced as `prefill`. */
    change(key: string, change: (value: unknown) => unknown): Promise<void>
  }
  /** Asks the browser for site access; must be called inside the person's own gesture. */
  requestAccess(patterns: string[]): Promise<boolean>
  listAccess(): Promise<string[]>
  /** What was granted with the installation and was taken back since: Firefox lets a person do so. */
  listLostAccess(): Promise<string[]>
  removeAccess(patterns: string[]): Promise<boolean>
  /** Calls whenever another tab comes to the front, is closed, or a page in one has been loaded. */
  onTabs(listener: () => void): () => void
  /** Whether a tab is still open. */
  hasTab(tabId: number): Promise<boolean>
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
  /** SHA-256 of this version's signing page, lower-case hex. */
  signerHash: string
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
