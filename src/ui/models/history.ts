import { type ReadonlySignal, signal } from '@preact/signals'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Order, OrderStatus } from '@/src/domain/order'
import type { Backend, Clock } from './backend'

const PAGE_SIZE = 20
const TYPING_MS = 200

export type HistoryFilter = 'all' | 'open' | 'filled' | 'other'

const statusesOf: Record<HistoryFilter, OrderStatus[] | undefined> = {
  all: undefined,
  open: ['running', 'submitted', 'tracking', 'attention'],
  filled: ['filled'],
  other: ['refunded', 'failed', 'unproved', 'stopped'],
}

export type History = {
  orders: ReadonlySignal<Order[]>
  state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  error: ReadonlySignal<WireError | undefined>
  more: ReadonlySignal<boolean>
  text: ReadonlySignal<string>
  filter: ReadonlySignal<HistoryFilter>
  setText(text: string): void
  setFilter(filter: HistoryFilter): void
  loadMore(): Promise<void>
  dispose(): void
}

/** The stored orders, newest first, a page at a time. */
export function createHistory({ backend, clock }: { backend: Backend; clock: Clock }): History {
  const orders = signal<Order[]>([])
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const error = signal<WireError | undefined>(undefined)
  const cursor = signal<string | undefined>(undefined)
  const more = signal(false)
  const text = signal('')
  const filter = signal<HistoryFilter>('all')
  let latest = 0
  let cancel: (() => void) | undefined

  async function load(from: string | undefined, count: number): Promise<void> {
    const mine = ++latest
    const statuses = statusesOf[filter.value]
    try {
      const page = await backend.listOrders({
        limit: count,
        text: text.value.trim(),
        ...(statuses === undefined ? {} : { statuses }),
        ...(from === undefined ? {} : { cursor: from }),
      })
      if (mine !== latest) return
      orders.value = from === undefined ? page.orders : [...orders.value, ...page.orders]
      cursor.value = page.cursor
      more.value = page.cursor !== undefined
      state.value = 'ready'
    } catch (caught) {
      if (mine !== latest) return
      error.value = toWireError(caught)
      state.value = 'failed'
    }
  }

  const reload = () => load(undefined, Math.max(PAGE_SIZE, orders.value.length))
  const off = backend.onChange((change) => {
    if (change.kind === 'order') void reload()
  })
  void reload()

  return {
    orders,
    state,
    error,
    more,
    text,
    filter,
    setText(next) {
      text.value = next
      cancel?.()
      cancel = clock.after(TYPING_MS, () => void load(undefined, PAGE_SIZE))
    },
    setFilter(next) {
      filter.value = next
      void load(undefined, PAGE_SIZE)
    },
    loadMore: () => load(cursor.value, PAGE_SIZE),
    dispose() {
      latest += 1
      cancel?.()
      off()
    },
  }
}
