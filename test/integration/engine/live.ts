import { randomBytes } from 'node:crypto'
import type { ContentMessage, WorkerCommand } from '@/src/contract/bridge'
import type { InputOf, OutputOf, ProcedureName } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import type { PageRef, PurchaseOrder, SwapOrder, TransferOrder } from '@/src/domain/order/order'
import { createWorker } from '@/src/engine/worker'
import { createDatabase } from '@/src/store/open'
import { getOrder } from '@/src/store/orders'
import { createSettings } from '@/src/store/settings'
import type { SandboxInfo } from '@/test/sandbox/info'

const own = { id: 'ext', origin: 'chrome-extension://ext', version: '0.0.0' }
const uiSender = { id: own.id, url: `${own.origin}/popup.html` }

/**
 * The real worker over a running sandbox: its service, its chains, and the time of this machine, which
 * may be moved on. Killed, it is born again with nothing but what is on disk.
 */
export function createLiveWorker(options: {
  name: string
  info: SandboxInfo
  /** The page whose wallet is asked; without one there is none. */
  send?: (page: PageRef, command: WorkerCommand) => Promise<unknown>
}) {
  const { info } = options
  const truth = createDatabase(options.name)
  const notices: string[] = []
  const mirror = new Map<string, unknown>()
  let ahead = 0
  let life = createLife()

  function createLife() {
    const death = new AbortController()
    const db = createDatabase(options.name)
    const timers = new Set<NodeJS.Timeout>()
    const after = (ms: number, run: () => void) => {
      if (death.signal.aborted) return () => undefined
      const timer = setTimeout(run, Math.max(0, ms))
      timers.add(timer)
      return () => clearTimeout(timer)
    }
    const locks = new Map<string, Promise<void>>()
    let noAlarm = () => {}
    const alive = async <T>(work: () => T | Promise<T>): Promise<T> => {
      if (death.signal.aborted) return new Promise<T>(() => undefined)
      return work()
    }
    // A dead worker writes nothing more: what it had begun it does not end.
    const living = { use: () => alive(() => db.use()), close: db.close }
    const worker = createWorker({
      db: living,
      own,
      nodes: info.nodes,
      settings: createSettings(living, {
        serviceUrl: info.serviceUrl,
        fiatUrl: info.fiatUrl,
        qrUrl: info.qrUrl,
        embedUrl: info.embedUrl,
        signerUrl: '',
        theme: 'system',
        slippageTolerance: 0.005,
        notifications: true,
        rpcUrls: {},
        preferredWallet: {},
      }),
      now: () => Date.now() + ahead,
      newId: () => randomBytes(16).toString('hex'),
      clockwork: {
        setAlarm: async (at) => {
          noAlarm()
          noAlarm = after(at - Date.now() - ahead, () => worker.wake())
        },
        clearAlarm: async () => noAlarm(),
        after,
      },
      pages: {
        send: async (page, command) => {
          if (!options.send) throw new AppError('page/gone')
          const answer = await alive(() => options.send?.(page, command))
          return alive(() => answer)
        },
      },
      tabs: {
        list: async () => [],
        enter: async () => undefined,
        open: async () => 0,
        syncSites: async () => undefined,
        isGranted: async () => true,
      },
      mirrorArea: {
        get: (keys) =>
          alive(() =>
            Object.fromEntries(
              [...mirror].filter(([key]) => keys === null || [keys].flat().includes(key)),
            ),
          ),
        set: (items) =>
          alive(() => {
            for (const [key, value] of Object.entries(items)) {
              mirror.set(key, structuredClone(value))
            }
          }),
        remove: (keys) =>
          alive(() => {
            for (const key of [keys].flat()) mirror.delete(key)
          }),
      },
      fetch: async (input, init) => {
        const answer = await alive(() => fetch(input, init))
        return alive(() => answer)
      },
      notify: ({ id }) => alive(() => void notices.push(id)),
      lock: (name, run) => {
        // As the browser's locks: one after the other, and a dead worker holds none.
        const turn = (locks.get(name) ?? Promise.resolve()).then(run)
        locks.set(
          name,
          turn.then(
            () => undefined,
            () => undefined,
          ),
        )
        return turn
      },
      announce: () => undefined,
      report: () => undefined,
      life: async () => 'browser',
      changeWaiting: async () => undefined,
      reveal: async () => false,
      isOpen: async () => false,
      update: { keep: async () => undefined, waits: async () => false },
      restart: () => undefined,
    })
    const kill = () => {
      death.abort()
      for (const timer of timers) clearTimeout(timer)
    }
    return { worker, db, kill, isDead: () => death.signal.aborted }
  }

  return {
    notices,
    mirror,
    async call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
      const message = { v: 1, type: 'rpc', name, input }
      const answer = (await life.worker.server.answer(message, uiSender)) as
        | { ok: true; value: OutputOf<N> }
        | { ok: false; error: { code: never; context?: Record<string, string> } }
      if (!answer.ok) throw new AppError(answer.error.code, answer.error.context)
      return answer.value
    },
    async order(id: string): Promise<TransferOrder> {
      const found = await getOrder(truth, id)
      if (found?.kind !== 'transfer') throw new AppError('order/not-found')
      return found
    },
    async swap(id: string): Promise<SwapOrder> {
      const found = await getOrder(truth, id)
      if (found?.kind !== 'swap') throw new AppError('order/not-found')
      return found
    },
    async purchase(id: string): Promise<PurchaseOrder> {
      const found = await getOrder(truth, id)
      if (found?.kind !== 'purchase') throw new AppError('order/not-found')
      return found
    },
    async count(): Promise<number> {
      return (await truth.use()).count('orders')
    },
    /** The worker dies where it stands; another one starts, as after an alarm. */
    killAndWake() {
      life.kill()
      life = createLife()
      life.worker.wake()
    },
    kill: () => life.kill(),
    /** What the content script of a page says; its answer. A dead worker is started by it. */
    async hear(page: PageRef, message: ContentMessage): Promise<unknown> {
      if (life.isDead()) this.killAndWake()
      const { tabId, frameId, documentId, origin } = page
      const sender = { id: own.id, url: `${origin}/`, frameId, documentId, tab: { id: tabId } }
      return life.worker.server.answer(message, sender)
    },
    /** The computer's clock as an expiry sees it; chains and service keep theirs. */
    moveOn(ms: number) {
      ahead += ms
      life.worker.wake()
    },
    async dispose() {
      life.kill()
      await Promise.all([truth.close(), life.db.close()])
    },
  }
}

export type LiveWorker = ReturnType<typeof createLiveWorker>
