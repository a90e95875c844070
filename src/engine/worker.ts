import type { ReadableChain } from '@/src/chains/chains'
import { createChains } from '@/src/chains/chains'
import type { ContentMessage } from '@/src/contract/bridge'
import type { Change, Settings } from '@/src/contract/rpc'
import { KNOWN_CHAINS, SOLANA_CHAIN_ID } from '@/src/domain/known-chains'
import type { PageRef } from '@/src/domain/order'
import { createServer, type Server } from '@/src/messaging/serve'
import { createServiceClient, type ServiceClient } from '@/src/service/client'
import { toAppError } from '@/src/service/errors'
import { createMirror, type KeyValueArea } from '@/src/store/mirror'
import type { Database } from '@/src/store/open'
import { openOrders } from '@/src/store/orders'
import { hasten } from '@/src/store/outbox'
import { readSettings } from '@/src/store/settings'
import { boot, isBusy, restoreHistory } from './boot'
import { readChains } from './chain-list'
import { createDrain } from './drain'
import { runners } from './effects/run'
import type { Engine, Notice, PageLink } from './engine'
import { takeOutcome } from './outcome'
import { catalogProcedures } from './procedures/catalog'
import { orderProcedures } from './procedures/orders'
import { restProcedures } from './procedures/rest'
import { type Tabs, walletProcedures } from './procedures/wallets'
import { type Clockwork, createSchedule } from './schedule'
import { createSiteGate, type SiteGate } from './site-gate'
import { createSolanaChain } from './solana-chain'

/** The browser as the worker uses it; faked in tests, adapted in one place. */
export type World = {
  db: Database
  own: { id: string; origin: string; version: string }
  defaults: Settings
  now(): number
  newId(): string
  clockwork: Clockwork
  pages: PageLink
  tabs: Tabs
  mirrorArea: KeyValueArea
  fetch: typeof fetch
  notify(notice: Notice): Promise<void>
  lock<T>(name: string, run: () => Promise<T>): Promise<T>
  announce(change: Change): void
  report(error: unknown, where: string): void
  /** Keeps what a site asked for and opens Causeway with it. */
  openPrefilled(prefill: unknown): Promise<void>
  /** Restarts into the version that waits. */
  restart(): void
}

export type Worker = {
  server: Server
  engine: Engine
  /** Runs what is due; safe to call at any time. */
  wake(): void
  /** Resolves once what an earlier worker left was taken up. Fails when the store cannot be opened. */
  ready(): Promise<void>
  /** Resolves once nothing is due and nothing runs. */
  idle(): Promise<void>
  /** A page went away: what was asked in it is looked into at once. */
  pageGone(tabId: number): Promise<void>
  /** An update waits: it is taken as soon as no order stands between an ask and its submission. */
  updateAvailable(): Promise<void>
}

/** How long the list of chains is used before it is read again, ms. */
const chainsFor = 60_000

/** Builds the worker's brain. Starts nothing until `wake` or a message. */
export function createWorker(world: World): Worker {
  let booting: Promise<void> | undefined
  let updateWaits = false
  const engine = createEngine(world, wake, (write) => schedule.guard(write))
  const schedule = createSchedule(engine, world.clockwork)
  const drain = createDrain(engine, runners, async () => {
    await schedule.refresh()
    await maybeRestart()
  })

  function ready(): Promise<void> {
    booting ??= schedule
      .guard(() => boot(engine))
      .then(restore, (error: unknown) => {
        booting = undefined
        throw error
      })
    return booting
  }

  /** In the background: the service may be slow, and nothing waits for old orders. */
  function restore(): void {
    restoreHistory(engine).catch((error: unknown) => world.report(error, 'history'))
  }

  function wake(): void {
    ready().then(drain.run, (error: unknown) => world.report(error, 'boot'))
  }

  async function maybeRestart(): Promise<void> {
    if (updateWaits && !(await isBusy(engine))) world.restart()
  }

  const sites = createSiteGate({ now: world.now })
  return {
    engine,
    wake,
    ready,
    server: createWorkerServer(world, engine, ready, sites),
    async idle() {
      await ready()
      await drain.idle()
    },
    async pageGone(tabId) {
      await ready()
      await hastenOrders(engine, (page) => page.tabId === tabId, ['reconcile', 'armStep'])
    },
    async updateAvailable() {
      updateWaits = true
      await ready()
      await maybeRestart()
    },
  }
}

function createWorkerServer(
  world: World,
  engine: Engine,
  ready: () => Promise<void>,
  sites: SiteGate,
): Server {
  const reads = {
    async balance(chainId: number, token: string, owner: string) {
      return (await engine.readers()).tokenBalance(chainId, token, owner)
    },
    async reserve(chainId: number) {
      return (await engine.readers()).reserve(chainId)
    },
  }
  const { version } = world.own
  const handlers = {
    ...catalogProcedures(engine, reads),
    ...walletProcedures(engine, world.tabs),
    ...orderProcedures(engine),
    ...restProcedures(engine, { defaults: world.defaults, version }),
  }
  return createServer({
    own: world.own,
    handlers,
    before: ready,
    toError: toAppError,
    onContent: (message, page) => takeContent(world, engine, ready, sites, message, page),
  })
}

async function takeContent(
  world: World,
  engine: Engine,
  ready: () => Promise<void>,
  sites: SiteGate,
  message: ContentMessage,
  page: PageRef,
): Promise<unknown> {
  switch (message.type) {
    case 'outcome':
      try {
        await ready()
        return { committed: await takeOutcome(engine, page, message.attemptId, message.result) }
      } catch (error) {
        // The page keeps it and brings it again.
        world.report(error, 'outcome')
        return { committed: false }
      }
    case 'walletChanged': {
      await ready()
      await hastenOrders(engine, (pinned) => pinned.tabId === page.tabId, ['armStep'])
      world.announce({ kind: 'wallets' })
      return {}
    }
    case 'siteRequest': {
      const verdict = sites.admit(page.origin)
      if (verdict !== 'open') return { accepted: false, reason: verdict }
      const { v: _v, type: _type, ...request } = message
      await world.openPrefilled({ ...request, origin: page.origin, at: world.now() })
      world.announce({ kind: 'prefill' })
      return { accepted: true }
    }
  }
}

async function hastenOrders(
  engine: Engine,
  concerns: (page: PageRef) => boolean,
  kinds: readonly string[],
): Promise<void> {
  for (const order of await openOrders(engine.db)) {
    if (!concerns(order.page)) continue
    await hasten(engine.db, order.id, engine.now(), (row) => kinds.includes(row.task.kind))
  }
  engine.wake()
}

function createEngine(world: World, wake: () => void, guard: Engine['guard']): Engine {
  let client: { key: string; client: ServiceClient } | undefined
  let known: { at: number; list: readonly ReadableChain[] } | undefined
  let overrides: Record<string, string> = {}
  const chains = createChains({
    chains: () => known?.list ?? KNOWN_CHAINS,
    overrides: () => overrides,
    fetch: world.fetch,
  })

  async function readers() {
    if (!known || world.now() - known.at > chainsFor) {
      known = { at: world.now(), list: (await readChains(engine)).chains }
    }
    overrides = (await engine.settings()).rpcUrls
    return chains
  }

  const engine: Engine = {
    db: world.db,
    boot: world.newId(),
    now: world.now,
    newId: world.newId,
    pages: world.pages,
    mirror: createMirror(world.mirrorArea),
    notify: world.notify,
    lock: world.lock,
    announce: world.announce,
    report: world.report,
    wake,
    guard,
    readers,
    settings: () => readSettings(world.db, world.defaults),
    async service() {
      const { serviceUrl, fiatUrl, qrUrl, embedUrl } = await engine.settings()
      const key = JSON.stringify([serviceUrl, fiatUrl, qrUrl, embedUrl])
      if (client?.key !== key) {
        const { version } = world.own
        const urls = { baseUrl: serviceUrl, fiatUrl, qrUrl, embedUrl }
        client = { key, client: createServiceClient({ ...urls, version, fetch: world.fetch }) }
      }
      return client.client
    },
    evm: async (chainId) => (await readers()).evm(chainId),
    solana: async () => createSolanaChain((await readers()).solana(SOLANA_CHAIN_ID)),
  }
  return engine
}
