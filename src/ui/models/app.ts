import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Removal } from '@/src/contract/book'
import { toWireError, type WireError } from '@/src/domain/error'
import { isOpen } from '@/src/domain/order/open-statuses'
import type { Order } from '@/src/domain/order/order'
import type { Backend, Clock } from './backend'
import type { Backup } from './backup'
import { type Balances, createBalances } from './balances'
import { type Catalog, createCatalog } from './catalog'
import type { Export } from './export'
import type { HistoryFilters } from './history-filters'
import { createHub, type Hub } from './hub'
import { createPreferences, type Preferences } from './preferences'
import type { Asker } from './read-session'
import type { Requests } from './requests'
import { createRouter, type Router, readRoute, writeRoute } from './router'
import { createSwap, type Swap } from './swap'
import { createWallets, type Wallets } from './wallets'

/** How the page is shown; the layout and a few sentences depend on it. */
export type View = 'popup' | 'panel' | 'tab'

/** A text that is read out by a screen reader; `id` tells two of the same words apart. */
export type Announcement = { id: number; text: string }

/** As many as may come in one frame: what was said before is of no use in the page. */
const mostAnnounced = 3

export type App = {
  backend: Backend
  clock: Clock
  view: View
  router: Router
  catalog: Catalog
  hub: Hub
  balances: Balances
  wallets: Wallets
  swap: Swap
  preferences: Preferences
  /** Orders under way, for the banner that leads back to them. */
  running: ReadonlySignal<Order[]>
  /** What the history was last narrowed to; undefined for all of it. */
  historyFilters: Signal<HistoryFilters | undefined>
  /** What this page removed, which it alone brings back: when orders were, and what of the account book. */
  removals: { orders: Signal<readonly number[]>; book: Signal<readonly Removal[]> }
  /** What writes and reads files goes on though its screen is left; each is made with its first use. */
  files: { backup?: Backup; export?: Export }
  /** Why something was not filled in, or was emptied; until it is closed. */
  formNote: Signal<string | undefined>
  /** Of names that are typed for an address and have none to confirm: what the main button says. */
  nameNext: Signal<Readonly<Record<string, string>>>
  /** Whole seconds, ticking only while somebody looks at a countdown. */
  now: ReadonlySignal<number>
  online: ReadonlySignal<boolean>
  /** The last texts that are read out, the newest last. */
  announcements: ReadonlySignal<readonly Announcement[]>
  announce(text: string): void
  /** What went wrong where nothing on the screen waited for it; until it is closed. */
  problem: ReadonlySignal<WireError | undefined>
  dismissProblem(): void
  /** The site whose request is on the form, until it is dismissed or replaced. */
  askedBy: ReadonlySignal<string | undefined>
  /** What the form stood like before something was filled in can be brought back. */
  canUndo: ReadonlySignal<boolean>
  /** What sites, texts and notices ask of the screen; undefined as long as nothing ever was. */
  requests: ReadonlySignal<Requests | undefined>
  /** Throws away what the site filled in, and tells it so. */
  dismissAsked(): void
  /**
   * Empties the form if what stands there was confirmed as an order; what a site's request took the place of
   * comes back. What was typed since stays. `heard`: an order that may have been confirmed elsewhere.
   */
  settleForm(heard?: string): Promise<void>
  /** Something is kept that an empty form does not show. */
  hasKept: ReadonlySignal<boolean>
  /** Reads what is stored onto the form that is drawn already. */
  restore(): Promise<void>
  /** Asks the worker for everything that may have changed. */
  load(): void
}

/** The worker is asked after this long at the latest, whatever the store does. */
const PATIENCE_MS = 400

/** The root model of a page: one of each part, wired together. */
export function createApp(options: {
  backend: Backend
  clock: Clock
  view: View
  page: Window
}): App {
  const { backend, clock, view, page } = options
  const router = createRouter(page)
  const catalog = createCatalog({ backend })
  const hub = createHub({ backend })
  const balances = createBalances({ backend })
  const preferences = createPreferences({ backend })
  const wallets = createWallets({ backend, preferences })
  const asker = signal<Asker | undefined>(undefined)
  const request = computed(() => asker.value?.askedBy)
  const requests = signal<Requests | undefined>(undefined)
  /** The form of last time is back, and who filled it. */
  let kept: Promise<unknown> = Promise.resolve()
  let ready: Promise<unknown> = kept
  const slippage = signal<number | undefined>(undefined)
  const running = signal<Order[]>([])
  // As every page is drawn first; what the browser says of it comes with what is stored.
  const online = signal(true)
  const swap = createSwap({
    backend,
    clock,
    wallets,
    balances,
    defaultSlippage: slippage,
    knownTokens: catalog.top,
    request,
    running,
    online,
  })
  const now = signal(clock.now())
  const announcements = signal<readonly Announcement[]>([])
  let announced = 0
  const routeRead = signal(false)
  const problem = signal<WireError | undefined>(undefined)
  /** When the form became what it is. */
  let since = 0
  // What is begun without waiting for it fails here, wherever it was begun.
  page.addEventListener('unhandledrejection', ({ reason }) => {
    problem.value = toWireError(reason)
  })

  effect(() => {
    slippage.value = preferences.settings.value?.slippageTolerance
  })
  effect(() => {
    for (const connection of Object.values(wallets.connections.value)) {
      if (connection !== undefined) void balances.load(connection.account)
    }
  })
  effect(() => {
    const route = router.route.value
    swap.quotes.setActive(route.screen === 'swap')
    // Not before the one from last time was read.
    if (view !== 'tab' && routeRead.value) void backend.session.write('route', writeRoute(route))
  })

  async function readRunning(): Promise<void> {
    try {
      running.value = await backend.listUnderWay()
    } catch {
      // The banner is a short cut: the history shows the same, and says what is wrong.
      running.value = []
    }
  }

  function tick(): void {
    now.value = clock.now()
    clock.after(1_000, tick)
  }

  async function settleForm(heard?: string): Promise<void> {
    await kept
    const { text, made = heard } = swap.draft.peek()
    if (!text || !made) return
    const { settle } = await import('./settle')
    await settle({ app, asker, heard, since })
  }

  // Whenever such a form comes: kept from last time, or back from behind a site's request.
  effect(() => {
    since = clock.now()
    if (swap.draft.value.made) void settleForm()
  })

  /** A popup that was closed during a review or an order opens there again. */
  async function restoreRoute(): Promise<void> {
    if (view === 'tab') return
    try {
      if (page.location.hash.length > 2) return
      const stored = await backend.session.read('route')
      const route = typeof stored === 'string' ? readRoute(stored) : undefined
      if (route?.screen !== 'review' && route?.screen !== 'order') return
      const order = await backend.readOrder(route.orderId)
      // Come too late, somebody may have begun something else.
      if (order === undefined || router.route.value.screen !== 'swap') return
      const waits = order.status === 'planned' && order.accepted.validBefore * 1000 > clock.now()
      if (route.screen === 'review' && waits) router.go(route, { replace: true })
      if (isOpen(order.status)) {
        router.go({ screen: 'order', orderId: order.id }, { replace: true })
      }
    } finally {
      // Closed before that, the next popup finds the same.
      routeRead.value = true
    }
  }

  /** Fetched once something was asked: kept from last time, or waiting now. */
  async function readAsked(key: 'asker' | 'waiting'): Promise<void> {
    const kept = await backend.session.read(key)
    if (requests.value === undefined) {
      if (!kept || (Array.isArray(kept) && kept.length === 0)) return
      const { createRequests } = await import('./requests')
      const parts = {
        backend,
        clock,
        catalog,
        router,
        swap,
        page,
        asker,
        isBusy,
        ready: () => ready,
      }
      requests.value ??= createRequests(parts)
    }
    await (key === 'asker' ? requests.value.restore() : requests.value.read())
  }

  /** A file is being written or read, which the person waits for. */
  const isBusy = () =>
    app.files.export?.state.peek().state === 'running' ||
    ['writing', 'reading'].includes(app.files.backup?.state.peek().state ?? '')

  for (const event of ['online', 'offline']) {
    page.addEventListener(event, () => {
      online.value = page.navigator.onLine
      if (online.value) swap.retry()
    })
  }

  backend.onChange((change) => {
    if (change.kind === 'order') {
      void readRunning()
      void settleForm(change.orderId)
    }
    if (change.kind === 'prefill') void readAsked('waiting')
  })
  // What came while nobody looked is filled in, or asks, as soon as somebody does.
  page.addEventListener('visibilitychange', () => void readAsked('waiting'))

  const app: App = {
    backend,
    clock,
    view,
    router,
    catalog,
    hub,
    balances,
    wallets,
    swap,
    preferences,
    running,
    historyFilters: signal(undefined),
    removals: { orders: signal([]), book: signal([]) },
    files: {},
    formNote: signal(undefined),
    now,
    online,
    nameNext: signal({}),
    announcements,
    problem,
    dismissProblem() {
      problem.value = undefined
    },
    requests,
    askedBy: computed(() => asker.value?.origin),
    canUndo: computed(() => asker.value?.before !== undefined),
    dismissAsked() {
      if (asker.value) requests.value?.dismiss()
    },
    settleForm,
    hasKept: computed(
      () =>
        !swap.isEmpty.value ||
        router.route.value.screen !== 'swap' ||
        asker.value !== undefined ||
        Object.values(wallets.connections.value).some((one) => one !== undefined),
    ),
    announce(text) {
      announced += 1
      const before = announcements.peek().slice(1 - mostAnnounced)
      announcements.value = [...before, { id: announced, text }]
    },
    async restore() {
      tick()
      online.value = page.navigator?.onLine !== false
      void readRunning()
      kept = Promise.allSettled([swap.restore(), readAsked('asker')])
      ready = Promise.allSettled([settleForm(), restoreRoute()])
      const stored = Promise.allSettled([wallets.restore(), ready])
      // A store that is slow or broken must not keep what the worker knows from a person.
      await Promise.race([stored, new Promise<void>((late) => clock.after(PATIENCE_MS, late))])
    },
    load() {
      void preferences.load()
      void catalog.load()
      void wallets.refresh()
      void readAsked('waiting')
    },
  }
  return app
}
