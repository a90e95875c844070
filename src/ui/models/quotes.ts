import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { QuoteEvent } from '@/src/contract/rpc'
import type { QuoteRequest, Route } from '@/src/contract/service/quote'
import type { WireError } from '@/src/domain/error'
import type { Backend, Clock } from './backend'
import { type CostOf, expiryOf, foldReason, mergeRoute, type RouteView, sortRoutes } from './routes'

/** Another order than best first: the higher, the nearer to the top; equal ones best first. */
export type Sorting = { by: 'fastest' | 'reliable'; rank: (route: Route) => number }

export type QuotePhase = 'idle' | 'loading' | 'ready' | 'failed'

/** Refreshes without the person doing anything; then a button. MetaMask stops after five. */
const MAX_UNATTENDED = 10

const pair = ['fromChainId', 'fromToken', 'toChainId', 'toToken'] as const

export type Quotes = {
  phase: ReadonlySignal<QuotePhase>
  routes: ReadonlySignal<RouteView[]>
  folded: ReadonlySignal<{ view: RouteView; reason: 'slow' | 'poor' }[]>
  picked: ReadonlySignal<RouteView | undefined>
  /** What the person picked is still to come: what stands as picked meanwhile is none of theirs. */
  isPickDue: ReadonlySignal<boolean>
  /** What the person picked did not come when it was asked for last, and they have chosen nothing since. */
  isPickLost: ReadonlySignal<boolean | undefined>
  best: ReadonlySignal<RouteView | undefined>
  /** The best is so net of what each costs: the cost of every route is known. */
  isNet: ReadonlySignal<boolean>
  fastest: ReadonlySignal<RouteView | undefined>
  /** What stands first, and is picked where the person picks none: without one, the best. */
  sorting: ReadonlySignal<Sorting | undefined>
  error: ReadonlySignal<WireError | undefined>
  request: ReadonlySignal<QuoteRequest | undefined>
  /** True while refreshing stopped because nobody did anything for a while. */
  paused: ReadonlySignal<boolean>
  /** Routes of the last answer that need what no wallet here can be asked for. */
  others: ReadonlySignal<number>
  ask(request: QuoteRequest | undefined): void
  /** Compares net of what routes of this pair cost, once that is known. */
  weigh(cost: CostOf | undefined): void
  /** Sorts otherwise than best first; a pick gives way to what stands first then. */
  arrange(sorting: Sorting | undefined): void
  refresh(): void
  pick(key: string): void
  /** While held, rows keep their places: the pointer or the focus is among them. */
  hold(held: boolean): void
  /** No refresh by itself while another screen is in front. */
  setActive(active: boolean): void
}

/**
 * Holds the routes of one request: streamed in, refreshed as prices run out, a pick kept for as long as
 * its filler answers. Whoever gives `pick` holds its key, and lets it go with the pair.
 */
export function createQuotes(options: {
  backend: Backend
  clock: Clock
  pick?: { value: string | undefined }
}): Quotes {
  const { backend, clock, pick: pickedKey = signal<string | undefined>(undefined) } = options
  const request = signal<QuoteRequest | undefined>(undefined)
  const phase = signal<QuotePhase>('idle')
  const list = signal<RouteView[]>([])
  const error = signal<WireError | undefined>(undefined)
  const paused = signal(false)
  const others = signal(0)
  const cost = signal<CostOf | undefined>(undefined)
  const sorting = signal<Sorting | undefined>(undefined)
  // What stands as picked while it is held, though the person picked none.
  const heldKey = signal<string | undefined>(undefined)
  const isPickLost = signal<boolean | undefined>(undefined)
  let controller: AbortController | undefined
  let cancelTimer: (() => void) | undefined
  let held = false
  let active = true
  let unattended = 0

  const tradeType = computed(() => request.value?.tradeType ?? 'EXACT_INPUT')
  const isNet = computed(() => list.value.every(({ route }) => cost.value?.(route) !== undefined))
  const sorted = () =>
    sortRoutes(
      list.value,
      request.value ?? { tradeType: 'EXACT_INPUT' },
      isNet.value ? cost.value : undefined,
    )
  const best = computed(() => sorted()[0])
  const arranged = () => {
    const rank = sorting.value?.rank
    return rank ? sorted().sort((a, b) => rank(b.route) - rank(a.route)) : sorted()
  }
  const fastest = computed(() => {
    const duration = (view: RouteView) => view.route.quote.expectedDurationSeconds
    return [...list.value].sort((a, b) => duration(a) - duration(b))[0]
  })
  const reasonOf = ({ route }: RouteView) => foldReason(route, best.value?.route, tradeType.value)
  // Nobody is given one unasked that few would want, whatever the list is sorted by.
  const first = () => arranged().find((view) => !reasonOf(view))
  const viewOf = (key: string | undefined) => list.value.find((view) => view.key === key)
  const picked = computed(() => viewOf(pickedKey.value) ?? viewOf(heldKey.value) ?? first())
  const isPickDue = computed(
    () => phase.value === 'loading' && !!pickedKey.value && !viewOf(pickedKey.value),
  )
  const folded = computed(() =>
    list.value.flatMap((view) => {
      const reason = reasonOf(view)
      return reason === undefined || view.key === picked.value?.key ? [] : [{ view, reason }]
    }),
  )
  const routes = computed(() => {
    const hidden = new Set(folded.value.map((item) => item.view.key))
    return list.value.filter((view) => !hidden.has(view.key))
  })

  function settle(): void {
    if (!held) list.value = arranged()
  }

  function scheduleRefresh(): void {
    cancelTimer?.()
    cancelTimer = undefined
    const view = picked.value
    if (!view || !active) return
    const wait = Math.max(1_000, expiryOf(view.route) * 1000 - clock.now())
    cancelTimer = clock.after(wait, () => {
      if (unattended >= MAX_UNATTENDED) {
        paused.value = true
        list.value = list.value.map((each) => ({ ...each, stale: true }))
        return
      }
      unattended += 1
      run()
    })
  }

  function onEvent(event: QuoteEvent): void {
    if (event.type === 'route') {
      list.value = mergeRoute(list.value, event, tradeType.value)
      settle()
      return
    }
    list.value = list.value.filter((view) => !view.stale)
    const isEmpty = !list.value.length
    const isGone = !viewOf(pickedKey.value)
    if (pickedKey.value) isPickLost.value = isGone
    if (event.type === 'error') error.value = event.error
    else {
      if (isEmpty) error.value = { code: 'service/no-routes', message: '', context: {} }
      if (isGone) pickedKey.value = undefined
      others.value = event.others
    }
    phase.value = isEmpty ? 'failed' : 'ready'
    settle()
    scheduleRefresh()
  }

  function run(): void {
    const current = request.value
    if (!current) return
    stop()
    paused.value = false
    error.value = undefined
    phase.value = 'loading'
    list.value = list.value.map((view) => ({ ...view, stale: true, change: undefined }))
    const mine = new AbortController()
    controller = mine
    backend.streamQuotes(
      current,
      (event) => {
        if (!mine.signal.aborted) onEvent(event)
      },
      mine.signal,
    )
  }

  function stop(): void {
    controller?.abort()
    controller = undefined
    cancelTimer?.()
    cancelTimer = undefined
  }

  return {
    phase,
    routes,
    folded,
    picked,
    isPickDue,
    isPickLost,
    best,
    isNet,
    fastest,
    sorting,
    error,
    request,
    paused,
    others,
    ask(next) {
      if (JSON.stringify(next) === JSON.stringify(request.value)) return
      stop()
      const samePair = pair.every((part) => next?.[part] === request.value?.[part])
      request.value = next
      list.value = []
      others.value = 0
      error.value = heldKey.value = undefined
      if (!samePair) cost.value = isPickLost.value = undefined
      unattended = 0
      phase.value = next ? 'loading' : 'idle'
      run()
    },
    weigh(next) {
      cost.value = next
      settle()
    },
    arrange(next) {
      const isSame = next?.by === sorting.value?.by
      sorting.value = next
      if (isSame) settle()
      else {
        // Asked for by the person: now, wherever the pointer is.
        pickedKey.value = heldKey.value = isPickLost.value = undefined
        list.value = arranged()
        if (held) heldKey.value = picked.value?.key
        scheduleRefresh()
      }
    },
    refresh() {
      unattended = 0
      run()
    },
    pick(key) {
      pickedKey.value = key
      isPickLost.value = undefined
      unattended = 0
      scheduleRefresh()
    },
    hold(next) {
      held = next
      heldKey.value = held ? picked.value?.key : undefined
      if (!held && phase.value === 'ready') settle()
    },
    setActive(next) {
      if (next === active) return
      active = next
      if (!active) {
        stop()
        return
      }
      const view = picked.value
      const expired = !view || expiryOf(view.route) * 1000 <= clock.now()
      // Left while prices came in, it is still loading: who had not answered then is asked again.
      if (expired || phase.value === 'loading') run()
      else scheduleRefresh()
    },
  }
}
