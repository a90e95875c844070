import type { AskResult } from '@/src/contract/bridge'
import type { BuildNode } from '@/src/contract/build-nodes'
import type { Change, InputOf, OutputOf, ProcedureName } from '@/src/contract/rpc'
import type { Waiting } from '@/src/contract/waiting'
import { AppError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { createWorker, type Worker } from '@/src/engine/worker'
import { type Connection, createDatabase, type Database } from '@/src/store/open'
import { getAsking } from '@/src/store/orders'
import { createSettings } from '@/src/store/settings'
import { author, chainId, createSimChain, erc20 } from './chain'
import { SimRefusal } from './chain-rpc'
import { createSimNodes, type SimSolanaChain } from './nodes'
import { createSimPage, type SimSigner } from './page'
import { createSimPayouts } from './payouts'
import { amountIn, createSimService, native, type Source, toChainId } from './service'
import { createSimSolana, solanaChainId, solanaNative } from './solana'

const own = { id: 'ext', origin: 'chrome-extension://ext', version: '0.0.0' }
const uiSender = { id: own.id, url: `${own.origin}/popup.html` }
const start = 1_800_000_000_000

/** A node of the EVM chain that is not honest: makes its answer of the honest one, or fails. */
export type NodeFault = (method: string, honest: unknown, params?: readonly unknown[]) => unknown

/** A host that is no node and not the service the world began with. */
export type Host = (method: string, url: URL, body: unknown) => Response | Promise<Response>

export type WorldOptions = {
  name: string
  source: Source
  /** Where the service says the source chain is read; by default one address that nobody ships. */
  nodes?: readonly string[]
  /** The operators of a build for this machine; without them those that are shipped. */
  operators?: readonly BuildNode[]
  /** Whose answers say when they were made, by the true time: by default those of nodes alone. */
  dated?: 'nodes' | 'service'
  /** The Solana chain of this world, by the true time; by default one that swaps are paid on. */
  ledger?: (now: () => number) => SimSolanaChain
  /** The wallet of the page signs on that chain. */
  signer?: () => SimSigner
  /** Called for each order as it was written; for invariants. */
  onOrder?: (order: SwapOrder) => void
}

/**
 * The whole product but the browser: real worker, store and client over a simulated chain, service,
 * page and clock. The worker can be killed at any time; what it had in memory is gone then.
 */
export function createWorld(options: WorldOptions) {
  const clock = { now: start, alarm: undefined as number | undefined }
  const timers = new Set<{ at: number; run: () => void }>()
  const mirror = new Map<string, unknown>()
  const notices: string[] = []
  const asks: Waiting[] = []
  const opened: (string | undefined)[] = []
  const revoked = new Set<string>()
  /** Ms by which the computer's clock is wrong: chains go by the true time. */
  let skew = 0
  const trueTime = () => clock.now - skew
  const chain = createSimChain({ now: trueTime })
  const destination = createSimChain({ id: toChainId, now: trueTime, blockMs: 250 })
  const solana = createSimSolana(BigInt(amountIn), trueTime)
  const ledger = options.ledger?.(trueTime) ?? solana
  const simNodes = createSimNodes({ chains: [chain, destination], solana: ledger })
  const { source, nodes = [`https://rpc.test/${chainId}`] } = options
  const payouts = createSimPayouts(toChainId, trueTime)
  const service = createSimService({
    chain,
    destination,
    solana,
    source,
    now: trueTime,
    nodes,
  })
  const nodeFaults = new Map<string, NodeFault>()
  /** Every question to a node, as `host method`; `with code` where it puts some there for a call. */
  const reads: string[] = []
  const truth = createDatabase(options.name)
  const asked: {
    attemptId: string
    kind: string
    stored: string | undefined
    /** Asks before it that may still pay, or did; but for those that the person gave up. */
    beside: string[]
    /** The newest blocks of the chains then. */
    heights: { source: number; destination: number }
  }[] = []
  const signer = options.signer?.()
  const page = createSimPage({
    chain,
    solana: signer ?? solana,
    family: source === 'solana' || signer ? 'solana' : 'eip155',
    async onAsk({ attemptId, orderId, request }) {
      const order = orderId ? await getAsking(truth, orderId) : undefined
      const step = order?.steps.find(
        ({ state }) => 'attemptId' in state && state.attemptId === attemptId,
      )
      const beside = page.mayLand().filter((each) => {
        const before = order?.attempts.find((one) => one.attemptId === each)
        return each !== attemptId && before?.end?.what !== 'given-up'
      })
      const heights = { source: chain.height(), destination: destination.height() }
      asked.push({ attemptId, kind: request.kind, stored: step?.state.status, beside, heights })
      if (killAtAsk) life.kill()
      killAtAsk = false
    },
  })
  /** What pages told, once the worker said that it is on disk. */
  const acknowledged: { attemptId: string; result: AskResult }[] = []
  /** What was told to pages of ours. */
  const changes: Change[] = []
  const errors: string[] = []
  const restarts: number[] = []
  const windows = { open: false }
  let updateWaits = false
  const requests: string[] = []
  /** What other hosts than the service's own answer, and everything that was said to them. */
  const hosts = new Map<string, Host>()
  const heard: { host: string; method: string; url: string; body: unknown }[] = []
  let ids = 0
  let writes = 0
  /** Who waits for a lock that another holds. */
  let waiting = 0
  /** What takes nothing more: the disk is full. */
  let full: 'nothing' | 'database' | 'all' = 'nothing'
  let killAfter = Number.POSITIVE_INFINITY
  let killAtAsk = false
  let lives = 0
  /** How often the browser was started. */
  let browsers = 1
  let life = createLife()

  function createLife() {
    lives += 1
    const state = { dead: false }
    let die: () => void = () => undefined
    const death = new Promise<void>((resolve) => {
      die = resolve
    })
    /** Nothing that a dead worker does reaches the world, and nothing answers it. */
    const guard =
      <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
      (...args: A): Promise<T> =>
        state.dead ? new Promise<T>(() => undefined) : run(...args)
    const kill = () => {
      state.dead = true
      die()
    }
    const held = new Map<string, Promise<unknown>>()
    /** One after another under a name, as the browser's locks; a dead worker holds none. */
    function alone<T>(name: string, run: () => Promise<T>): Promise<T> {
      const before = held.get(name)
      if (before) waiting += 1
      const start = () => {
        if (before) waiting -= 1
        return run()
      }
      const next = before ? before.then(start, start) : run()
      held.set(name, next)
      const free = () => held.get(name) === next && held.delete(name)
      next.then(free, free)
      return next
    }
    const db = watched(
      createDatabase(options.name),
      () => state.dead,
      () => {
        writes += 1
        if (writes === killAfter) kill()
      },
      () => full !== 'nothing',
    )
    const worker: Worker = createWorker({
      db,
      own,
      ...(options.operators ? { nodes: options.operators } : {}),
      settings: createSettings(db, {
        serviceUrl: 'http://service.test',
        fiatUrl: 'http://service.test',
        qrUrl: '/qr',
        embedUrl: 'http://service.test',
        signerUrl: '',
        theme: 'system',
        slippageTolerance: 0.005,
        notifications: true,
        rpcUrls: {},
        preferredWallet: {},
      }),
      now: () => clock.now,
      newId: () => {
        ids += 1
        return ids.toString(16).padStart(32, '0')
      },
      clockwork: {
        setAlarm: guard(async (at: number) => {
          clock.alarm = at
        }),
        clearAlarm: guard(async () => {
          clock.alarm = undefined
        }),
        after(ms, run) {
          const timer = { at: clock.now + ms, run: () => !state.dead && run() }
          timers.add(timer)
          return () => timers.delete(timer)
        },
      },
      pages: { send: guard(page.send) },
      tabs: {
        list: async () => [],
        enter: async () => ({}),
        open: async () => 0,
        syncSites: async () => undefined,
        isGranted: async (origin) => !revoked.has(origin),
      },
      mirrorArea: {
        get: guard(async (keys: string | string[] | null) =>
          Object.fromEntries(
            [...mirror].filter(([key]) => keys === null || [keys].flat().includes(key)),
          ),
        ),
        set: guard(async (items: Record<string, unknown>) => {
          if (full === 'all') throw new DOMException('', 'QuotaExceededError')
          for (const [key, value] of Object.entries(items)) mirror.set(key, structuredClone(value))
        }),
        remove: guard(async (keys: string | string[]) => {
          for (const key of [keys].flat()) mirror.delete(key)
        }),
      },
      fetch: guard(network),
      notify: guard(async ({ id }: { id: string }) => {
        notices.push(id)
      }),
      lock: alone,
      announce: (change) => {
        if (!state.dead) changes.push(change)
      },
      report: (error, where) => {
        errors.push(`${where}: ${String(error)}`)
      },
      life: async () => `browser ${browsers}`,
      changeWaiting: async (change) => {
        asks.splice(0, asks.length, ...change([...asks]))
      },
      reveal: async (path) => {
        if (!windows.open) opened.push(path)
        return windows.open
      },
      isOpen: async () => windows.open,
      update: {
        keep: async () => {
          updateWaits = true
        },
        waits: async () => updateWaits,
      },
      restart: () => {
        restarts.push(clock.now)
      },
    })
    return { worker, kill, death, isDead: () => state.dead, db }
  }

  /** When it is, by the true time, as whoever answers says it. */
  const date = () => new Date(trueTime()).toUTCString()
  const { dated: whose = 'nodes' } = options
  const dated = () => (whose === 'nodes' ? { headers: { date: date() } } : {})

  async function network(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    init?.signal?.throwIfAborted()
    const url = new URL(String(input))
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined
    if (url.host === 'service.test') requests.push(url.pathname)
    const asked = init?.method ?? 'GET'
    if (url.host === 'service.test') {
      const response = await service.answer(asked, url, body)
      if (whose === 'service') response.headers.set('date', date())
      return response
    }
    const host = hosts.get(url.host)
    if (host) {
      heard.push({ host: url.host, method: asked, url: url.href, body })
      return host(asked, url, body)
    }
    const { id, method, params } = body as { id: number; method: string; params: unknown[] }
    const fault = nodeFaults.get(url.host) ?? ((_, honest) => honest)
    const withCode = method === 'eth_call' && params.length > 2 ? ' with code' : ''
    reads.push(`${url.host} ${method}${withCode}`)
    try {
      const honest = isPaidOn(url) ? payouts.rpc(method, params) : simNodes.ask(url, method, params)
      const result = await fault(method, honest, params)
      return Response.json({ jsonrpc: '2.0', id, result }, dated())
    } catch (error) {
      if (!(error instanceof SimRefusal)) throw error
      const { code, message } = error
      return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, dated())
    }
  }

  /** Waits until the worker has nothing to do now, or is dead. */
  async function settle(): Promise<void> {
    await Promise.race([life.worker.idle(), life.death])
  }

  async function call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    revive()
    const message = { v: 1, type: 'rpc', name, input }
    const dead = life.death.then(() => ({ ok: false, error: { code: 'rpc/unavailable' } }))
    const answered = life.worker.server.answer(message, uiSender)
    const answer = (await Promise.race([answered, dead])) as
      | { ok: true; value: OutputOf<N> }
      | { ok: false; error: { code: never; context?: Record<string, string> } }
    if (!answer.ok) throw new AppError(answer.error.code, answer.error.context)
    return answer.value
  }

  /** The browser starts a dead worker again when something is for it. */
  function revive(): void {
    if (!life.isDead()) return
    life = createLife()
    life.worker.wake()
  }

  /** Brings one outcome to the worker as the page's content script does; gives its answer. */
  async function tell(outcome: (typeof page.outcomes)[number]): Promise<unknown> {
    const { attemptId, result } = outcome
    const message = { v: 1, type: 'outcome', attemptId, result }
    const { tabId, frameId, documentId } = page.page
    const tab = { id: tabId }
    const sender = { id: own.id, url: 'https://site.test/', frameId, documentId, tab }
    const dead = life.death.then(() => undefined)
    return Promise.race([life.worker.server.answer(message, sender), dead])
  }

  /** Brings every outcome that waits in the page to the worker, `times` times over. */
  async function deliver(times = 1): Promise<void> {
    for (const outcome of [...page.outcomes]) {
      for (let i = 0; i < times; i += 1) {
        revive()
        const ack = await tell(outcome)
        if (!(ack as { committed?: boolean } | undefined)?.committed) continue
        outcome.delivered += 1
        acknowledged.push(outcome)
      }
      if (outcome.delivered > 0 && page.outcomes.includes(outcome)) {
        page.outcomes.splice(page.outcomes.indexOf(outcome), 1)
      }
    }
    await settle()
  }

  /** Lets time pass; timers and the alarm ring on their way. */
  async function advance(ms: number): Promise<void> {
    const end = clock.now + ms
    await settle()
    for (;;) {
      const next = [...timers].sort((a, b) => a.at - b.at)[0]
      const alarm = clock.alarm
      const at = Math.min(next?.at ?? Number.POSITIVE_INFINITY, alarm ?? Number.POSITIVE_INFINITY)
      if (at > end) break
      clock.now = Math.max(clock.now, at)
      if (next && next.at <= at) {
        timers.delete(next)
        next.run()
      } else {
        clock.alarm = undefined
        revive()
        life.worker.wake()
      }
      await settle()
    }
    clock.now = end
  }

  /** Time passes while the computer sleeps: nothing rings before it wakes. */
  function sleep(ms: number): void {
    clock.now += ms
  }

  async function prepare(
    quoteId = 'q1',
    validFor = 600,
    more: Partial<InputOf<'prepareOrder'>> = {},
  ): Promise<{ orderId: string; digest: string }> {
    // Nobody opens another review in the millisecond of what was confirmed before.
    if (quoteId !== 'q1') clock.now += 1
    const from = fromTokens[source]
    const to = { chainId: toChainId, address: erc20, name: 'USDC', symbol: 'USDC', decimals: 6 }
    const now = Math.floor(clock.now / 1_000)
    const { orderId } = await call('prepareOrder', {
      quoteId,
      route: {
        routeId: 'r1',
        type: 'native-filler',
        quote: {
          amountIn,
          amountOut: '24900000',
          expectedDurationSeconds: 20,
          validBefore: now + validFor,
          quoteExpiresAt: now + validFor,
        },
      },
      request: {
        tradeType: 'EXACT_INPUT',
        fromChainId: from.chainId,
        fromToken: from.address,
        toChainId,
        toToken: more.toToken?.address ?? erc20,
        amount: amountIn,
        fromAddress: source === 'solana' ? solana.author : author,
        recipient: author,
      },
      fromToken: from,
      toToken: to,
      wallet: {
        family: source === 'solana' ? 'solana' : 'eip155',
        id: 'test.wallet',
        name: 'Test',
      },
      page: page.page,
      ...more,
    } as unknown as InputOf<'prepareOrder'>)
    return { orderId, digest: (await order(orderId)).digest }
  }

  async function order(id: string): Promise<SwapOrder> {
    const found = await getAsking(truth, id)
    if (!found) throw new AppError('order/not-found')
    options.onOrder?.(found)
    return found
  }

  return {
    source,
    clock,
    chain,
    /** Where the fillers pay out. */
    destination,
    solana,
    /** Nodes by host: makes them lie, lag, stand still, forget, fall silent. */
    nodes: simNodes,
    /** Where fillers pay, in a world with operators of its own. */
    payouts,
    service,
    page,
    asked,
    acknowledged,
    notices,
    changes,
    /** What waits for the person in a page of ours. */
    asks,
    /** Pages of ours that were opened: a tab with a path, or the popup. */
    opened,
    /** Sites whose access the person took back. */
    revoked,
    errors,
    restarts,
    /** Windows of ours: popup, panel, tabs. */
    windows,
    requests,
    hosts,
    heard,
    nodeFaults,
    reads,
    mirror,
    truth,
    call,
    deliver,
    tell,
    advance,
    sleep,
    settle,
    prepare,
    order,
    revive,
    kill: () => life.kill(),
    /** The browser ends and starts: what waited for the person is gone. */
    restartBrowser() {
      life.kill()
      browsers += 1
      asks.splice(0)
      revive()
    },
    isDead: () => life.isDead(),
    /** How many workers there were so far. */
    lives: () => lives,
    /** Resolves when the worker dies. */
    dead: () => life.death,
    worker: () => life.worker,
    writes: () => writes,
    /** Kills the worker right after its n-th write from now. */
    killAfter: (n: number) => {
      killAfter = writes + n
    },
    /** Kills the worker when a wallet is asked next: before it hears that the page took it. */
    killAtAsk: () => {
      killAtAsk = true
    },
    /** How many wait for a lock. */
    waiting: () => waiting,
    /** The disk takes nothing more; with `all`, `storage.local` neither. */
    fill: (what: typeof full) => {
      full = what
    },
    /** The person or the network sets the clock; timers count on, alarms do not. */
    moveClock: (ms: number) => {
      clock.now += ms
      skew += ms
      for (const timer of timers) timer.at += ms
    },
    neverKill: () => {
      killAfter = Number.POSITIVE_INFINITY
      killAtAsk = false
    },
    async dispose() {
      life.kill()
      await Promise.all([truth.close(), life.db.close()])
    },
  }
}

/** Nodes of the chain that is paid on whose payouts a test makes itself. */
const isPaidOn = ({ hostname, pathname }: URL) =>
  [...operatorHosts, 'own.test'].some((host) => host === hostname) &&
  pathname.endsWith(`/${toChainId}`)

/** The hosts of `twoOperators`. */
export const operatorHosts = ['one.test', 'two.test'] as const

/** Those two as nodes of a chain. */
export const operatorsOf = (chainId: number): readonly BuildNode[] =>
  operatorHosts.map((host) => ({
    chainId,
    name: host.slice(0, 3),
    url: `https://${host}/${chainId}`,
  }))

export const twoOperators = operatorsOf(toChainId)

const fromTokens = {
  native: { chainId, address: native, name: 'Ether', symbol: 'ETH', decimals: 18 },
  erc20: { chainId, address: erc20, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  solana: {
    chainId: solanaChainId,
    address: solanaNative,
    name: 'SOL',
    symbol: 'SOL',
    decimals: 9,
  },
}

export type World = ReturnType<typeof createWorld>

/** A database that tells of each write once it is on disk, and that a dead worker cannot use. */
function watched(
  db: Database,
  isDead: () => boolean,
  onWrite: () => void,
  isFull: () => boolean,
): Database {
  return {
    close: db.close,
    async use() {
      if (isDead()) return new Promise<Connection>(() => undefined)
      const connection = await db.use()
      return new Proxy(connection, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key)
          if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
          return (stores: never, mode: IDBTransactionMode, rest: IDBTransactionOptions) => {
            if (mode === 'readwrite' && isFull()) throw new DOMException('', 'QuotaExceededError')
            const tx = target.transaction(stores, mode, rest)
            if (mode === 'readwrite') tx.addEventListener('complete', onWrite)
            return tx
          }
        },
      })
    },
  }
}
