import type { InputOf } from '@/src/contract/rpc'
import { createServer, type Server } from '@/src/messaging/serve'
import { toAppError } from '@/src/service/errors'
import { binDue } from '@/src/store/bin-due'
import { createEngine } from './create-engine'
import type { Engine } from './engine'
import { boot, isBusy, restore } from './outbox/boot'
import { createDrain } from './outbox/drain'
import { createSchedule } from './outbox/schedule'
import { takeContent, takePageGone } from './page/content'
import { catalogProcedures } from './procedures/catalog'
import { orderProcedures } from './procedures/orders'
import { restProcedures } from './procedures/rest'
import { walletProcedures } from './procedures/wallets'
import { createSiteGate, type SiteGate } from './site/site-gate'
import type { World } from './world'

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
  /** A text was marked on a page of `origin`, or typed in the address bar: opens Causeway with it. */
  useText(text: string, origin?: string): Promise<void>
  /** Shows an order, in the page of ours that is open or in a new tab. */
  openOrder(orderId: string): Promise<void>
  /** A site lost its access: what it asked is nobody's any more. */
  dropUnheard(): Promise<void>
  /** Readings of words as they are typed; each `content` is a text for `useText`. */
  suggest(text: string, signal: AbortSignal): Promise<{ content: string; description: string }[]>
  /**
   * An update waits: it is taken as soon as no order stands between an ask and its submission and no
   * window of ours is open.
   */
  updateAvailable(): Promise<void>
}

/** What waits for the person: fetched with the first of it. */
const requests = () => import('./site/requests')

/** Builds the worker's brain. Starts nothing until `wake` or a message. */
export function createWorker(world: World): Worker {
  let booting: Promise<void> | undefined
  let emptying: Promise<void> | undefined
  let texts = 0
  const engine = createEngine(world, wake, (write) => schedule.guard(write))
  const schedule = createSchedule(engine, world.clockwork)
  const drain = createDrain(
    engine,
    async () => (await import('./effects/run')).runners,
    async () => {
      await schedule.refresh()
      await maybeRestart()
    },
  )

  function ready(): Promise<void> {
    booting ??= schedule
      .guard(() => boot(engine))
      .then(readHistory, (error: unknown) => {
        booting = undefined
        throw error
      })
    return booting
  }

  /** In the background: the service may be slow, and nothing waits for old orders. */
  function readHistory(): void {
    restore(engine).catch((error: unknown) => world.report(error, 'history'))
  }

  function wake(): void {
    ready().then(runAll, (error: unknown) => world.report(error, 'boot'))
  }

  /** Orders never wait for what was removed. */
  function runAll(): void {
    drain.run()
    emptying ??= emptyWhenDue()
      .catch((error: unknown) => world.report(error, 'bin'))
      .finally(() => {
        emptying = undefined
      })
  }

  async function emptyWhenDue(): Promise<void> {
    const due = await binDue(engine.db)
    if (due === undefined || due > world.now()) return
    await (await import('./procedures/clear')).emptyBin(engine)
  }

  async function maybeRestart(): Promise<void> {
    if (!(await world.update.waits()) || (await isBusy(engine))) return
    if (!(await world.isOpen())) world.restart()
  }

  const sites = createSiteGate({ now: world.now })
  return {
    engine,
    wake,
    ready,
    server: createWorkerServer(world, engine, ready, sites),
    async idle() {
      await ready()
      await emptying
      await drain.idle()
    },
    async pageGone(tabId) {
      await ready()
      await takePageGone(engine, tabId)
      await (await requests()).dropUnheard(world, tabId)
    },
    openOrder: async (orderId) => (await requests()).openOrder(world, orderId),
    dropUnheard: async () => (await requests()).dropUnheard(world),
    async useText(text, origin) {
      texts += 1
      const mine = texts
      await ready()
      const { fromWords, toPrefill } = await import('./site/prefill')
      const { openPrefill } = await requests()
      const prefill =
        origin === undefined
          ? await fromWords(engine, text)
          : { ...(await toPrefill(engine, text)), origin }
      // The service may be slow: what was marked or typed since is what is wanted now.
      if (mine === texts) await openPrefill(world, engine, { id: world.newId(), ...prefill })
    },
    async suggest(text, signal) {
      await ready()
      return (await import('./site/prefill')).suggest(engine, text, signal)
    },
    async updateAvailable() {
      await world.update.keep()
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
  const purchases = async () => (await import('./procedures/purchases')).purchaseProcedures(engine)
  const handlers = {
    ...catalogProcedures(engine, reads),
    ...walletProcedures(engine, world.tabs),
    ...orderProcedures(engine),
    readFiatConfig: async () => (await purchases()).readFiatConfig({}),
    buy: async (input: InputOf<'buy'>) => (await purchases()).buy(input),
    openCheckout: async (input: InputOf<'openCheckout'>) => (await purchases()).openCheckout(input),
    restoreOrders: async (input: InputOf<'restoreOrders'>) =>
      (await import('./procedures/restore')).restoreOrders(engine, input),
    ...restProcedures(engine, sites, world),
  }
  return createServer({
    own: world.own,
    handlers,
    before: ready,
    toError: toAppError,
    onContent: (message, page) => takeContent(world, engine, ready, sites, message, page),
  })
}
