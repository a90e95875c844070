import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order'
import type { Backend, Clock } from './backend'
import { type Balances, createBalances } from './balances'
import { type Catalog, createCatalog } from './catalog'
import { emptyDraft } from './draft'
import type { HistoryFilters } from './history-filters'
import { createHub, type Hub } from './hub'
import { createPreferences, type Preferences } from './preferences'
import type { Asker, PrefillNote } from './read-session'
import { createRouter, type Router, readRoute, writeRoute } from './router'
import { createSwap, type Swap } from './swap'
import { createWallets, type Wallets } from './wallets'

/** How the page is shown; the layout and a few sentences depend on it. */
export type View = 'popup' | 'panel' | 'tab'

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
  /** Whole seconds, ticking only while somebody looks at a countdown. */
  now: ReadonlySignal<number>
  online: ReadonlySignal<boolean>
  /** Text that is read out by a screen reader. */
  announcement: ReadonlySignal<string>
  announce(text: string): void
  /** What went wrong where nothing on the screen waited for it; until it is closed. */
  problem: ReadonlySignal<WireError | undefined>
  dismissProblem(): void
  /** The site whose request is on the form, until it is dismissed or replaced. */
  askedBy: ReadonlySignal<string | undefined>
  /** Why a text that was handed over gave nothing to fill in. */
  prefillNote: ReadonlySignal<PrefillNote | undefined>
  dismissNote(): void
  /** Throws away what the site filled in, and tells it so. */
  dismissAsked(): void
  /** The form became an order: it is nobody's any more. */
  forgetAsked(): void
  /** Something is kept that an empty form does not show. */
  hasKept: ReadonlySignal<boolean>
  /** Reads what is stored onto the form that is drawn already. */
  restore(): Promise<void>
  /** Asks the worker for everything that may have changed. */
  load(): void
}

/** Where the worker leaves what a site asked for. */
const PREFILL_KEY = 'prefill'

/** Where it is kept who filled the form, as long as the draft itself. */
const ASKER_KEY = 'asker'

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
  const prefillNote = signal<PrefillNote | undefined>(undefined)
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
  const announcement = signal('')
  const routeRead = signal(false)
  const problem = signal<WireError | undefined>(undefined)
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
      const { orders } = await backend.listOrders({
        statuses: ['running', 'submitted', 'tracking'],
        limit: 50,
      })
      running.value = orders
    } catch {
      // The banner is a short cut: the history shows the same, and says what is wrong.
      running.value = []
    }
  }

  function tick(): void {
    now.value = clock.now()
    clock.after(1_000, tick)
  }

  /** A popup that was closed during a review or an order opens there again. */
  async function restoreRoute(): Promise<void> {
    if (view === 'tab') return
    if (page.location.hash.length > 2) {
      routeRead.value = true
      return
    }
    const stored = await backend.session.read('route')
    routeRead.value = true
    const route = typeof stored === 'string' ? readRoute(stored) : undefined
    if (route?.screen !== 'review' && route?.screen !== 'order') return
    const order = await backend.readOrder(route.orderId)
    // Come too late, somebody may have begun something else.
    if (order === undefined || router.route.value.screen !== 'swap') return
    const waits = order.status === 'planned' && order.accepted.validBefore * 1000 > clock.now()
    if (route.screen === 'review' && waits) router.go(route, { replace: true })
    if (['running', 'submitted', 'tracking'].includes(order.status)) {
      router.go({ screen: 'order', orderId: order.id }, { replace: true })
    }
  }

  function setAsker(next: Asker | undefined): void {
    asker.value = next
    void backend.session.write(ASKER_KEY, next ?? null)
  }

  /** The origin stays with the form as long as what the site filled in does. */
  async function restoreAsker(): Promise<void> {
    const kept = await backend.session.read(ASKER_KEY)
    if (!kept) return
    const stored = (await import('./read-session')).readAsker(kept)
    if (asker.value === undefined) asker.value = stored
  }

  /** Tells the site whose request is on the form that it gives way, to `next` if there is one. */
  function tellDismissed(next?: Asker): void {
    // The same request may be taken twice: by what is read at the start and by what is announced.
    if (request.value?.requestId === next?.askedBy?.requestId || !request.value) return
    // Only a courtesy to the site: the form is the person's again either way.
    backend.call('dismissRequest', request.value).catch(() => undefined)
  }

  async function takePrefill(): Promise<void> {
    const value = await backend.session.read(PREFILL_KEY)
    if (value === undefined || value === null) return
    const prefill = await (await import('./prefill')).readPrefill(value, backend, catalog)
    // Taken only now: a popup that closed while the service was asked has lost nothing. Another
    // window of ours that was quicker took the same, and both show it; a newer one is read by itself.
    const still = await backend.session.read(PREFILL_KEY)
    if (still) {
      if (JSON.stringify(still) !== JSON.stringify(value)) return
      void backend.session.write(PREFILL_KEY, null)
    }
    if (prefill === null) return
    prefillNote.value = prefill.note
    if (prefill.note !== undefined) {
      // What the person had typed before stays.
      router.go({ screen: 'swap' })
      return
    }
    tellDismissed(prefill.asker)
    swap.fill(prefill.draft)
    setAsker(prefill.asker)
    router.go({ screen: 'swap' })
  }

  for (const event of ['online', 'offline']) {
    page.addEventListener(event, () => {
      online.value = page.navigator.onLine
      if (online.value) swap.retry()
    })
  }

  backend.onChange((change) => {
    if (change.kind === 'order') void readRunning()
    // A tab of ours that nobody sees leaves it to the window that opened for it.
    if (change.kind === 'prefill' && !page.document.hidden) void takePrefill()
  })

  return {
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
    now,
    online,
    announcement,
    problem,
    dismissProblem() {
      problem.value = undefined
    },
    prefillNote,
    dismissNote() {
      prefillNote.value = undefined
    },
    askedBy: computed(() => asker.value?.origin),
    dismissAsked() {
      tellDismissed()
      setAsker(undefined)
      swap.fill({ ...emptyDraft, pay: undefined, receive: undefined })
    },
    forgetAsked() {
      setAsker(undefined)
    },
    hasKept: computed(
      () =>
        !swap.isEmpty.value ||
        router.route.value.screen !== 'swap' ||
        asker.value !== undefined ||
        Object.values(wallets.connections.value).some((one) => one !== undefined),
    ),
    announce(text) {
      // The same words twice are two events: a reader says only what has changed.
      announcement.value = announcement.peek() === text ? `${text}\u00a0` : text
    },
    async restore() {
      tick()
      online.value = page.navigator?.onLine !== false
      void readRunning()
      const stored = Promise.allSettled([
        wallets.restore(),
        swap.restore(),
        restoreRoute(),
        restoreAsker(),
      ])
      // A store that is slow or broken must not keep what the worker knows from a person.
      await Promise.race([stored, new Promise<void>((late) => clock.after(PATIENCE_MS, late))])
    },
    load() {
      void preferences.load()
      void catalog.load()
      void wallets.refresh()
      void takePrefill()
    },
  }
}
