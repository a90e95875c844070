import { type ReadonlySignal, signal } from '@preact/signals'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import { openWriter } from '../export/open-writer'
import { toExported } from '../export/to-exported'
import type { ExportFormat } from '../export/writer'
import type { Backend, Clock } from './backend'
import { type HistoryFilters, noFilters, toHistoryQuery } from './history-filters'

/**
 * Orders read and written at once: few enough that the page is painted, and hears its buttons, while the
 * next ones are read. A timer would stand nearly still in a tab that nobody looks at.
 */
const PAGE = 200

export type ExportState =
  | { state: 'idle' }
  /** `total` is known only where nothing is filtered out. */
  | { state: 'running'; done: number; total?: number }
  /** Handed to the browser; what becomes of it there is not known. */
  | { state: 'done'; count: number; name: string }
  | { state: 'failed'; error: WireError }

export type Export = {
  state: ReadonlySignal<ExportState>
  /** Writes the orders that the filters let through into a file, and hands it to the browser. */
  start(format: ExportFormat, filters?: HistoryFilters): Promise<void>
  /** Nothing is handed over. */
  cancel(): void
  /** What came of the last one was read: it is said no more. */
  settle(): void
}

/** Takes the history away as a file, page by page: never all orders in memory at once. */
export function createExport(options: {
  backend: Pick<Backend, 'listOrders' | 'countOrders' | 'saveFile'>
  clock: Clock
  nameOf(chainId: number): string
}): Export {
  const { backend, clock, nameOf } = options
  const state = signal<ExportState>({ state: 'idle' })
  let running = 0

  async function* pages(filters: HistoryFilters, isWanted: () => boolean): AsyncGenerator<Order[]> {
    const query = toHistoryQuery(filters, clock.now())
    let cursor: string | undefined
    do {
      const page = await backend.listOrders({
        ...query,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (!isWanted()) return
      yield page.orders
      cursor = page.cursor
    } while (cursor !== undefined && isWanted())
  }

  async function write(format: ExportFormat, filters: HistoryFilters, isWanted: () => boolean) {
    const total = filters === noFilters ? await backend.countOrders() : undefined
    const writer = await openWriter(format, clock.now())
    // Each page becomes a part of a Blob, which the browser may keep on disk.
    const parts: Blob[] = [new Blob([writer.begin()])]
    let done = 0
    for await (const orders of pages(filters, isWanted)) {
      parts.push(new Blob([writer.page(orders.map((order) => toExported(order, nameOf)))]))
      done += orders.length
      if (isWanted()) state.value = { state: 'running', done, ...(total ? { total } : {}) }
    }
    if (!isWanted()) return
    parts.push(new Blob([writer.end()]))
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const name = `causeway-orders-${day}.${format}`
    backend.saveFile(name, new Blob(parts, { type: writer.type }))
    state.value = { state: 'done', count: done, name }
  }

  return {
    state,
    async start(format, filters = noFilters) {
      running += 1
      const mine = running
      const isWanted = () => mine === running
      state.value = { state: 'running', done: 0 }
      try {
        await write(format, filters, isWanted)
      } catch (caught) {
        if (isWanted()) state.value = { state: 'failed', error: toWireError(caught) }
      }
    },
    cancel() {
      running += 1
      state.value = { state: 'idle' }
    },
    settle() {
      if (state.value.state !== 'running') state.value = { state: 'idle' }
    },
  }
}
