import type { InputOf, OutputOf, ProcedureName, QuoteEvent } from '@/src/contract/rpc'
import type { QuoteRequest, Route } from '@/src/contract/service/quote'
import { isNativeAddress } from '@/src/domain/address/address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type { OrderEvent } from '@/src/domain/order/event'
import { afterKey } from '@/src/domain/order/held'
import { openAllowances } from '@/src/domain/order/open-allowances'
import { isOpen } from '@/src/domain/order/open-statuses'
import type { Order } from '@/src/domain/order/order'
import { reduce } from '@/src/domain/order/reduce'
import type { FillerDeed } from '@/src/domain/service/filler-record'
import { encodeHex } from '@/src/lib/bytes'
import { sha256 } from '@/src/lib/sha256'
import type { BookStore } from '@/src/store/account-book'
import type { TokenMarkStore } from '@/src/store/token-marks'
import type { Backend, HistoryQuery } from '@/src/ui/models/backend'
import { createFixtureBook } from './fixture-book'
import {
  account,
  chains,
  foreign,
  foreignTokens,
  hosts,
  hub,
  names,
  routes,
  scams,
  settings,
  tokens,
} from './fixture-data'
import { createFixtureMarks } from './fixture-marks'
import { fiatConfig, heldAgainst, type Offered, offers } from './fixture-purchases'

export type FixtureOptions = {
  now(): number
  orders: Record<string, Order>
  /** Session storage as it was left. */
  session?: Record<string, unknown>
  /** Procedures that fail, and how. */
  failing?: Partial<Record<ProcedureName, ErrorCode>>
  /** Whose answer the worker goes without. */
  silent?: 'chain' | 'service'
  /** Procedures that never answer. */
  hanging?: ProcedureName[]
  /** `falling`, `fewer`: each time less is offered, or by fewer; `some`: what came is not all. */
  quotes?: Offered
  /** `bare`: a page without a wallet; `alike`: one whose name two programs claim. */
  wallets?: 'connected' | 'found' | 'locked' | 'none' | 'bare' | 'alike' | 'blocked'
  /** The wallet of the page has accounts on Solana as well. */
  both?: boolean
  /** The account that a wallet on Solana shows in the page as well. */
  shown?: string
  /** What is stored of orders cannot be read. */
  unreadable?: boolean
  /** A file of all orders is never done. */
  endless?: boolean
  /** Access that was granted, in place of one site's. */
  granted?: string[]
  /** The service does not answer, and the chains are those of last time. */
  stale?: boolean
  /** A tab that is closed by now. */
  closedTab?: number
  /** Access that came with the installation and was taken back. */
  lost?: string[]
  /** What was removed and can be brought back. */
  bin?: { at: number; count: number }
  /** What the chain shows of open allowances, smallest units; without one nobody can say. */
  left?: readonly string[]
  /** What older approvals let those who are paid take of other tokens, for every order. */
  standing?: OutputOf<'readStanding'>['standing']
  /** What orders say of fillers, by their key. */
  deeds?: Record<string, FillerDeed[]>
  /** Without one, the account book is empty. */
  book?: BookStore
  /** Without them, no token is pinned or was picked. */
  marks?: TokenMarkStore
  /** What the address of the signing page gives; this version's page where it is left out. */
  signer?: string
  /** Every call that was made, in order. */
  calls?: { name: string; input: unknown }[]
}

type Answers = {
  [N in ProcedureName]?: (input: InputOf<N>) => OutputOf<N> | Promise<OutputOf<N>>
}

/** Stands for this version's signing page. */
const signerPage = '<!doctype html><title>Causeway wallet page</title>'

const sha256Of = (text: string) =>
  encodeHex(sha256(new TextEncoder().encode(text))).replace(/^0x/, '')

const icon =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="%238697ff"/><circle cx="4" cy="4" r="2" fill="white"/></svg>'

function pages(options: FixtureOptions): OutputOf<'findWallets'>['pages'] {
  const found = (id: string, name: string, accounts: string[], ambiguous = false) => ({
    family: 'eip155' as const,
    id,
    name,
    icon,
    ambiguous,
    accounts,
    chainId: '0x2105',
  })
  if (options.wallets === 'none') return []
  const app = { tabId: 7, frameId: 0, origin: 'https://app.example.org', title: 'Example dApp' }
  const news = { tabId: 9, frameId: 0, origin: 'https://news.example', title: 'The news today' }
  const locked = options.wallets === 'locked'
  const accounts = options.wallets === 'connected' ? [account] : []
  if (options.wallets === 'bare' || options.wallets === 'alike') {
    const alike = found('io.rabby', 'Rabby Wallet', [], true)
    const wallets = options.wallets === 'alike' ? [alike] : []
    return [{ page: app, active: true, access: true, signer: false, wallets }]
  }
  if (options.wallets === 'blocked') {
    return [{ page: app, active: true, access: true, signer: false, wallets: [], blocked: true }]
  }
  return [
    {
      page: app,
      active: true,
      access: !locked,
      signer: false,
      wallets: locked
        ? []
        : [
            found('io.rabby', 'Rabby Wallet', accounts),
            ...(options.shown === undefined
              ? []
              : [
                  {
                    ...found('Phantom', 'Phantom', [options.shown]),
                    family: 'solana' as const,
                  },
                ]),
            ...(options.both
              ? [{ ...found('Rabby Wallet', 'Rabby Wallet', []), family: 'solana' as const }]
              : []),
            found('io.metamask', 'MetaMask', []),
            found('io.copy', 'Copycat', [], true),
          ],
    },
    { page: news, active: false, access: false, signer: false, wallets: [] },
  ]
}

function stored({ orders }: FixtureOptions): Order[] {
  return Object.values(orders).filter(({ status }) => status !== 'planned')
}

function fits(order: Order, query: HistoryQuery): boolean {
  const { status, createdAt, accepted } = order
  const {
    statuses,
    text = '',
    chainId,
    symbol,
    since = 0,
    until = Number.POSITIVE_INFINITY,
  } = query
  const sides = [accepted.from, accepted.to]
  return (
    (statuses?.includes(status) ?? true) &&
    keysOf(order).some((key) => key.toLowerCase().startsWith(text.toLowerCase())) &&
    (chainId === undefined || sides.some((side) => side.chainId === chainId)) &&
    (symbol === undefined || sides.some((side) => side.symbol === symbol)) &&
    createdAt >= since &&
    createdAt < until
  )
}

/** Of what the history finds an order by, as much as scenes need. */
const keysOf = (order: Order) => [
  order.accepted.to.symbol,
  ...(order.kind === 'swap' && order.follows ? [afterKey(order.follows)] : []),
]

/** What the chain shows of an allowance: as it was asked for, unless an amount or none is told. */
const readOf = ({ left = ['500000000'] }: FixtureOptions, place: number) => {
  const amount = left[place]
  return amount === undefined ? {} : { amount }
}

/** The routes as they are paid in other tokens, where an exact amount is wanted. */
const paidFrom =
  ({ tradeType, fromToken, fromChainId }: QuoteRequest) =>
  (route: Route): Route => {
    const asEther = isNativeAddress(fromToken) ? '160900000000000000' : undefined
    const amountIn = asEther ?? (fromChainId === 42_161 ? '500310000' : undefined)
    if (tradeType === 'EXACT_INPUT' || amountIn === undefined) return route
    return { ...route, quote: { ...route.quote, amountIn } }
  }

/** Less is offered by so many hundredths. */
const loweredBy =
  (hundredths: bigint) =>
  (route: Route): Route => {
    const amountOut = (BigInt(route.quote.amountOut) * (100n - hundredths)) / 100n
    return { ...route, quote: { ...route.quote, amountOut: amountOut.toString() } }
  }

/** A backend that lives in memory: for pictures of every screen and for tests of the models. */
export function createFixtureBackend(options: FixtureOptions): Backend {
  const session: Record<string, unknown> = { ...options.session }
  let current = settings
  const book = options.book ?? createFixtureBook()
  const marks = options.marks ?? createFixtureMarks()
  /** Orders that the person ended since, or said something of; one that was only planned is gone. */
  const changed = new Map<string, Order | undefined>()
  const orderOf = (id: string) =>
    changed.has(id)
      ? changed.get(id)
      : Object.values(options.orders).find((order) => order.id === id)
  function change(id: string, event: OrderEvent): Record<string, never> {
    const order = orderOf(id)
    if (order) changed.set(id, reduce(order, event).order)
    return {}
  }
  const answers: Answers = {
    listChains: () => ({ chains, foreign, stale: options.stale === true }),
    readHub: () => hub,
    listForeign: () => ({ tokens: foreignTokens, unchecked: ['Dogecoin', 'Sui'] }),
    listTokens: () => ({ data: [...tokens, ...scams] }),
    searchTokens: ({ q }) => ({
      tokens: [...tokens, ...scams].filter((token) =>
        `${token.symbol} ${token.name} ${token.address}`.toLowerCase().includes(q.toLowerCase()),
      ),
    }),
    topTokens: () => ({ tokens }),
    readToken: ({ chainId }) => ({
      kind: 'found',
      symbol: `0x57494646${'0'.repeat(56)}`,
      name: `0x646f672077696620686174${'0'.repeat(42)}`,
      decimals: 9,
      ...(familyOfChain(chainId) === 'solana' && { rules: ['fee', 'delegate', 'freezable'] }),
    }),
    autocomplete: ({ text }) =>
      text === ''
        ? {
            items: [],
            seeds: ['swap 50 USDC to ETH on Base', 'buy 0.1 ETH with USDC', '$20 of ETH'],
          }
        : { items: [], seeds: [] },
    resolveName: ({ name }) => names[name] ?? { kind: 'none' },
    readBalances: () => ({
      tokens: [...tokens, ...scams].filter((token) => token.extensions?.balance !== undefined),
    }),
    readBalance: ({ token, chainId }) => ({
      amount:
        tokens.find((item) => item.address === token && item.chainId === chainId)?.extensions
          ?.balance ?? '0',
    }),
    estimateReserve: () => ({ amount: '210000000000000' }),
    findWallets: () => ({
      pages: pages(options),
      ...(options.wallets === 'blocked' && { lookedInto: 24 }),
    }),
    connectWallet: () => ({ attemptId: 'a'.repeat(32) }),
    readConnection: () => ({ state: 'open' }),
    readSettings: () => current,
    writeSettings: (change) => {
      current = { ...current, ...(change as Partial<typeof current>) }
      return current
    },
    stopOrder: ({ orderId }) => {
      const order = orderOf(orderId)
      if (order?.status !== 'planned' || order.kind === 'purchase')
        return change(orderId, { type: 'stopped', at: options.now() })
      changed.set(orderId, undefined)
      return {}
    },
    resolveUnsure: ({ orderId, attemptId, choice }) =>
      choice.kind === 'not-sent'
        ? change(orderId, {
            ...{ type: 'notSent', at: options.now(), attemptId, by: 'person' },
            ...{ code: 'order/not-sent', retryable: true },
          })
        : {},
    prepareOrder: () => ({ orderId: options.orders.planned?.id ?? '' }),
    createTransfer: () => ({ orderId: options.orders.address?.id ?? '' }),
    // It takes a while: the picture shows it under way.
    lookForPayment: () => new Promise<never>(() => undefined),
    readFiatConfig: () => ({ config: fiatConfig }),
    buy: () => ({ orderId: options.orders.buyMade?.id ?? '' }),
    clearOrders: () => ({ removed: 4, kept: 2, at: options.now() }),
    undoClear: () => ({ restored: 4 }),
    listHosts: () => ({ hosts }),
    checkNode: () => ({}),
    // As offline: every logo is drawn.
    readPicture: () => Promise.reject(new AppError('service/unreachable')),
    readAllowances: ({ orderId }) => ({
      allowances: Object.values(options.orders)
        .filter(({ id }) => id === orderId)
        .flatMap((order) => (order.kind === 'swap' ? openAllowances(order, options.now()) : []))
        .map(({ spender }, place) => ({ spender, ...readOf(options, place) })),
    }),
    readStanding: () => ({ standing: options.standing ?? [] }),
    recoverOrders: () => ({ found: 0, orderIds: [], isPartial: true }),
    readSigner: () => ({ bytes: btoa(options.signer ?? signerPage) }),
    refreshOrder: () =>
      options.silent === undefined
        ? {}
        : { failed: { code: `${options.silent}/unreachable`, since: options.now() - 150_000 } },
  }
  let rounds = 0
  return {
    async call(name, input) {
      options.calls?.push({ name, input })
      if (options.hanging?.includes(name)) return new Promise(() => undefined)
      const code = options.failing?.[name]
      if (code !== undefined) throw new AppError(code)
      return (answers[name]?.(input) ?? {}) as OutputOf<typeof name>
    },
    streamQuotes(_request, on, signal) {
      options.calls?.push({ name: 'streamQuotes', input: _request })
      const emit = (event: QuoteEvent) => {
        if (!signal.aborted) on(event)
      }
      if (options.quotes === 'hang') return
      const late = { code: 'service/timeout', message: '', context: {} } as const
      if (options.quotes === 'fail') {
        emit({ type: 'error', error: late })
        return
      }
      const lower = options.quotes === 'falling' ? BigInt(rounds++) : 0n
      const offered =
        options.quotes === 'none'
          ? []
          : routes(options.now()).map(paidFrom(_request)).map(loweredBy(lower))
      for (const route of offered) emit({ type: 'route', quoteId: 'q1', route })
      if (options.quotes === 'some') emit({ type: 'error', error: late })
      else emit({ type: 'done', count: offered.length, others: 0 })
    },
    streamOffers(request, on, signal) {
      options.calls?.push({ name: 'streamOffers', input: request })
      for (const event of offers(options.now(), options.quotes ?? 'all', rounds++)) {
        if (!signal.aborted) on(heldAgainst(request, event))
      }
    },
    readOrder: async (id) => {
      if (options.unreadable) throw new AppError('store/unavailable')
      return orderOf(id)
    },
    listOrders: async (query) => {
      if (options.unreadable) throw new AppError('store/unavailable')
      // Whoever writes a file asks for more at once than a screen shows.
      if (options.endless && (query.limit ?? 0) >= 50) return new Promise(() => undefined)
      return { orders: stored(options).filter((each) => fits(each, query)) }
    },
    listUnderWay: async () => {
      if (options.unreadable) throw new AppError('store/unavailable')
      return stored(options).filter(({ status, unread }) => unread !== undefined || isOpen(status))
    },
    readChoices: async () => {
      const sides = stored(options).flatMap(({ accepted }) => [accepted.from, accepted.to])
      return {
        chainIds: [...new Set(sides.map(({ chainId }) => chainId))],
        symbols: [...new Set(sides.map(({ symbol }) => symbol))],
      }
    },
    countStored: async () => ({
      orders: stored(options).length,
      events: 120,
      outbox: 1,
      attempts: 24,
      looks: 2,
      catalog: 3,
      spent: 0,
      settings: 1,
      book: 4,
    }),
    book: async () => book,
    tokenMarks: async () => marks,
    readBin: async () => options.bin,
    readSupport: async (head, orderId) => {
      options.calls?.push({ name: 'readSupport', input: orderId })
      return JSON.stringify({ ...head, orders: [] })
    },
    readDeeds: async (fillers) => fillers.map((filler) => options.deeds?.[filler] ?? []),
    listLeft: async () => {
      if (options.unreadable) throw new AppError('store/unavailable')
      return stored(options).flatMap((each) =>
        each.kind === 'swap' && openAllowances(each, options.now()).length > 0 ? [each] : [],
      )
    },
    countOrders: async () => stored(options).length,
    saveFile: (name, content) => {
      options.calls?.push({ name: 'saveFile', input: { name, content } })
    },
    onChange: () => () => undefined,
    session: {
      read: async (key) => session[key],
      write: async (key, value) => {
        session[key] = value
      },
      change: async (key, change) => {
        session[key] = change(session[key])
      },
    },
    requestAccess: async () => true,
    listAccess: async () => options.granted ?? ['https://app.example.org/*'],
    listLostAccess: async () => options.lost ?? [],
    removeAccess: async () => true,
    onTabs: () => () => undefined,
    hasTab: async (tabId) => options.closedTab !== tabId,
    showTab: async () => undefined,
    openUrl: async () => undefined,
    openPage: async () => undefined,
    openPanel: async () => undefined,
    version: '0.1.0',
    signerHash: sha256Of(signerPage),
    sandbox: true,
  }
}
