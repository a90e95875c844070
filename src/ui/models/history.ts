import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import type { Backend, Clock, HistoryChoices } from './backend'
import { type HistoryFilters, isFiltered, noFilters, toHistoryQuery } from './history-filters'

const PAGE_SIZE = 20
const TYPING_MS = 200

export type History = {
  orders: ReadonlySignal<Order[]>
  /** `looking`: what is shown matches, and older orders are still being looked through. */
  state: ReadonlySignal<'loading' | 'looking' | 'ready' | 'failed'>
  error: ReadonlySignal<WireError | undefined>
  more: ReadonlySignal<boolean>
  filters: ReadonlySignal<HistoryFilters>
  filtered: ReadonlySignal<boolean>
  /** What there is to filter by; empty until it was read. */
  choices: ReadonlySignal<HistoryChoices>
  /** Grows each time that what the person asked to see stands there. */
  answered: ReadonlySignal<number>
  change(next: Partial<HistoryFilters>): void
  /** Shows everything again. */
  clear(): void
  /** Reads what could not be read. */
  readAgain(): Promise<void>
  loadMore(): Promise<void>
  dispose(): void
}

/**
 * The stored orders, newest first, a page at a time. `kept` holds the filters for as long as the page
 * lives: an order that is opened leads back to the same list.
 */
export function createHistory(options: {
  backend: Backend
  clock: Clock
  kept?: Signal<HistoryFilters | undefined>
}): History {
  const { backend, clock, kept = signal(undefined) } = options
  const orders = signal<Order[]>([])
  const state = signal<'loading' | 'looking' | 'ready' | 'failed'>('loading')
  const error = signal<WireError | undefined>(undefined)
  const cursor = signal<string | undefined>(undefined)
  const choices = signal<HistoryChoices>({ chainIds: [], symbols: [] })
  const answered = signal(0)
  const filters = computed(() => kept.value ?? noFilters)
  let latest = 0
  let cancel: (() => void) | undefined

  async function answer(): Promise<void> {
    await load(undefined, PAGE_SIZE)
    if (state.value !== 'failed') answered.value += 1
  }

  /** Reads until so many match or none is left: the store looks through a part at a time. */
  async function load(from: string | undefined, count: number): Promise<void> {
    cancel?.()
    latest += 1
    const mine = latest
    const query = toHistoryQuery(filters.value, clock.now())
    const before = from === undefined ? [] : orders.value
    const found: Order[] = []
    let next = from
    try {
      do {
        const page = await backend.listOrders({
          ...query,
          limit: count - found.length,
          ...(next === undefined ? {} : { cursor: next }),
        })
        if (mine !== latest) return
        found.push(...page.orders)
        next = page.cursor
        const ended = found.length >= count || next === undefined
        // The rows of before stay until there is something in their place.
        if (ended || found.length > 0) orders.value = [...before, ...found]
        state.value = ended ? 'ready' : 'looking'
      } while (state.value === 'looking')
      cursor.value = next
    } catch (caught) {
      if (mine !== latest) return
      error.value = toWireError(caught)
      state.value = 'failed'
    }
  }

  async function readChoices(): Promise<void> {
    try {
      choices.value = await backend.readChoices()
    } catch {
      // Without them the list is whole and can be searched; the reading of it says what is wrong.
    }
  }

  const reload = () => load(undefined, Math.max(PAGE_SIZE, orders.value.length))
  const off = backend.onChange((change) => {
    if (change.kind !== 'order') return
    void reload().then(readChoices)
  })
  // The rows first: what they can be filtered by is wanted later.
  void reload().then(readChoices)

  return {
    orders,
    state,
    error,
    more: computed(() => state.value === 'ready' && cursor.value !== undefined),
    filters,
    filtered: computed(() => isFiltered(filters.value)),
    choices,
    answered,
    change(next) {
      kept.value = { ...filters.value, ...next }
      cancel?.()
      if (next.text === undefined) void answer()
      else cancel = clock.after(TYPING_MS, () => void answer())
    },
    clear() {
      kept.value = undefined
      void answer()
    },
    async readAgain() {
      await answer()
      if (state.value !== 'failed') void readChoices()
    },
    loadMore: () => load(cursor.value, PAGE_SIZE),
    dispose() {
      latest += 1
      cancel?.()
      off()
    },
  }
}
