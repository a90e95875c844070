import '@/src/ui/styles/main.css'
import { signal } from '@preact/signals'
import { options, render } from 'preact'
import type { TokenId } from '@/src/domain/token/token-id'
import { drawFirst } from '@/src/ui/draw-first'
import { languageKey } from '@/src/ui/first-paint'
import type { View } from '@/src/ui/models/app'
import type { Backend, Clock } from '@/src/ui/models/backend'
import { noFilters } from '@/src/ui/models/history-filters'
import { mount } from '@/src/ui/mount'
import { Root } from '@/src/ui/screens/root'
import { ALL_SITES } from '@/src/ui/screens/site-settings'
import { WelcomeScreen } from '@/src/ui/screens/welcome'
import { createFixtureBackend, type FixtureOptions } from './fixture-backend'
import { books, createFixtureBook } from './fixture-book'
import {
  account,
  deeds,
  ethArbitrum,
  scams,
  solanaAccount,
  solanaCoin,
  usdcBase,
} from './fixture-data'
import { extremes } from './fixture-extremes'
import { createFixtureMarks } from './fixture-marks'
import { payee } from './fixture-order'
import { orders, unreadOrders } from './fixture-orders'
import { purchases } from './fixture-purchases'
import { solanaReviews } from './fixture-solana'

declare global {
  /**
   * Shows another scene in this document, with nothing left of the last one; given as in the address.
   * The document has the attribute `data-shown` once it is there. Nobody is handed the promise of that:
   * DevTools lose one that nothing in the page holds.
   */
  var showScene: (address: string) => void
  /** Names of the components that any scene of this document has drawn. */
  var componentsDrawn: Set<string>
  /** The markup that this browser makes of a page before anything is read. */
  var drawView: (view: View) => string
}

globalThis.componentsDrawn = new Set()
const diffed = options.diffed
options.diffed = (vnode) => {
  diffed?.(vnode)
  if (typeof vnode.type === 'function') globalThis.componentsDrawn.add(vnode.type.name)
}

/** Ends what the scene on the page listens to and waits for. */
let leaving = new AbortController()

// The interface belongs to its document and never stops listening: the next scene is deaf to the last.
const listen = window.addEventListener.bind(window)
window.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | AddEventListenerOptions,
) => {
  const { signal, ...rest } = typeof options === 'object' ? options : { capture: options === true }
  const signals = signal === undefined ? [leaving.signal] : [leaving.signal, signal]
  listen(type, listener, { ...rest, signal: AbortSignal.any(signals) })
}

/** The machine's clock, as long as this scene is shown. */
function clockOf(shown: AbortSignal): Clock {
  return {
    now: () => Date.now(),
    after(ms, call) {
      const timer = setTimeout(() => {
        if (!shown.aborted) call()
      }, ms)
      return () => clearTimeout(timer)
    },
  }
}

/** What a backup brought in: nobody has looked at them on their chains. */
const fromFile = ['c0', 'd1'].map((byte) => ({ chainId: 8453, address: `0x${byte.repeat(20)}` }))

/** The form as it was left, and the wallet that was connected. */
function sessionOf(wanted: URLSearchParams, wallets: string): Record<string, unknown> {
  const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org', title: 'Example dApp' }
  const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby Wallet' }
  const recipient = wanted.get('recipient') ?? ''
  const draft = {
    pay: usdcBase,
    receive:
      wanted.get('draft') === 'same' ? usdcBase : wanted.has('shown') ? solanaCoin : ethArbitrum,
    side: wanted.get('side') ?? 'pay',
    text: wanted.get('amount') ?? '500',
    recipient,
    route: wanted.get('pick') ?? undefined,
    // Typed by a person, not filled in by a site.
    name: recipient.includes('.') && !wanted.has('asker') ? recipient : undefined,
  }
  const buyDraft = {
    currency: 'EUR',
    amount: wanted.get('amount') ?? '50',
    token: ethArbitrum,
    recipient,
    refundTo: '',
  }
  const abroad = {
    recipient: account,
    refundTo: '',
    bip122: wanted.get('refund') ?? '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    ckb: 'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqxwquc4',
    source: `${wanted.get('source') === 'ckb' ? 20_000_000_000_004 : 20_000_000_000_001}:native`,
    amount: '0.005',
  }
  const phantom = {
    ...{ wallet: { family: 'solana', id: 'Phantom', name: 'Phantom' }, page },
    ...{ account: solanaAccount, accounts: [solanaAccount] },
  }
  return {
    ...(wanted.get('draft') === 'empty' ? {} : { draft, 'buy-draft': buyDraft }),
    ...(wanted.has('typed')
      ? { 'typed-names': [{ address: recipient, name: wanted.get('typed') }] }
      : {}),
    ...(wanted.has('source') ? { 'pay-form': abroad } : {}),
    ...(wanted.has('asker') ? { asker: { origin: 'https://shop.example.org' } } : {}),
    ...(wanted.has('asks') ? { waiting: asksOf(Number(wanted.get('asks'))) } : {}),
    ...(wallets === 'connected'
      ? {
          connections: {
            eip155: { wallet, page, account, accounts: [account] },
            ...((wanted.has('shown') || wanted.get('order')?.startsWith('addressSolana')) && {
              solana: phantom,
            }),
          },
        }
      : {}),
  }
}

/** Requests of so many sites that wait for the person. */
function asksOf(count: number) {
  const [fromToken, toToken] = [usdcBase, ethArbitrum].map(({ chainId, address }) => ({
    chainId,
    address,
  }))
  return Array.from({ length: count }, (_, index) => {
    const origin = `https://${index === 0 ? 'shop' : 'other'}.example.org`
    const requestId = `${index}`.repeat(32)
    const askedBy = { origin, requestId, page: { tabId: 7, frameId: 0, origin } }
    return { id: requestId, origin, askedBy, fromToken, toToken, amount: '5000000' }
  })
}

/** What fails and how, as `procedure:code` with commas between. */
/** What the one who is paid may already take of what is paid, smallest unit, and of another token. */
function standingOf(amount: string): NonNullable<FixtureOptions['standing']> {
  const dai = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
  const own = { token: usdcBase.address, spender: payee, amount }
  return [own, { token: dai, spender: payee, amount: '2500000000000000000' }]
}

function failingOf(wanted: string | null): NonNullable<FixtureOptions['failing']> {
  const all = wanted === null ? [] : wanted.split(',').map((each) => each.split(/:(.*)/, 2))
  return Object.fromEntries(all)
}

/** Another window removes each order, or cancels the review of it, once it is shown here. */
function takeAway(backend: Backend, orders: FixtureOptions['orders']): void {
  const taken = new Set<string>()
  const listeners = new Set<Parameters<Backend['onChange']>[0]>()
  const { readOrder } = backend
  backend.readOrder = async (orderId) => {
    setTimeout(() => {
      if (taken.has(orderId)) return
      taken.add(orderId)
      for (const [name, { id }] of Object.entries(orders)) if (id === orderId) delete orders[name]
      for (const tell of listeners) tell({ kind: 'order', orderId, revision: 1 })
    })
    return readOrder(orderId)
  }
  backend.onChange = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}

/** Everything a picture can be asked for, as it stands in the address of the page. */
async function show(wanted: URLSearchParams): Promise<void> {
  const now = Date.now()
  const scene = wanted.get('order')
  const made = orders(now)
  const rare = extremes(now)[scene ?? ''] ?? unreadOrders(made)[scene ?? '']
  const all: FixtureOptions['orders'] = {
    ...made,
    ...purchases(now),
    ...solanaReviews(now),
    ...(scene !== null && rare ? { [scene]: rare } : {}),
  }
  const chosen: FixtureOptions['orders'] =
    wanted.get('orders') === 'none'
      ? {}
      : wanted.get('orders') === 'one' && scene
        ? ({ [scene]: all[scene] ?? all.planned } as FixtureOptions['orders'])
        : all
  // The same as the order that is looked at, just paid in another window, or not sent as a page or an allowance says.
  const { accepted } = (scene && all[scene]) || all.planned || {}
  const besides: Record<string, (typeof all)[string] | undefined> = {
    denied: all.leftDenied,
    unseen: all.unseenStopped,
  }
  const before = besides[wanted.get('sent') ?? ''] ?? all.filled
  const sent = { ...before, accepted, createdAt: now, confirmedAt: now, id: '5e'.repeat(16) }
  // Another window makes this one while a form is open.
  const beside = { ...all[wanted.get('beside') ?? ''], createdAt: now + 60_000 }
  const kept = {
    ...chosen,
    ...(wanted.has('sent') && { sent }),
    ...(wanted.has('beside') && { beside }),
  } as FixtureOptions['orders']
  const isOnline = !wanted.has('offline')
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true })

  const wallets = (wanted.get('wallets') ?? 'connected') as NonNullable<FixtureOptions['wallets']>
  const backend = createFixtureBackend({
    now: () => Date.now(),
    orders: kept,
    wallets,
    quotes: (wanted.get('quotes') ?? 'all') as NonNullable<FixtureOptions['quotes']>,
    hanging: (wanted.get('hanging') ?? '').split(',') as NonNullable<FixtureOptions['hanging']>,
    failing: {
      ...failingOf(wanted.get('failing')),
      ...(wanted.has('gone') ? { confirmOrder: 'page/gone' } : {}),
      ...(wanted.get('left') === 'gone' ? { closeAllowance: 'page/gone' } : {}),
    },
    ...(wanted.get('left') === 'all' && { left: [String(2n ** 256n - 1n)] }),
    stale: wanted.has('stale'),
    ...(wanted.has('silent') && { silent: wanted.get('silent') as 'chain' | 'service' }),
    endless: wanted.has('endless'),
    ...(wanted.has('closed') && { closedTab: 7 }),
    unreadable: wanted.has('unreadable'),
    ...(wanted.has('granted') && { granted: ALL_SITES }),
    both: wanted.has('both'),
    ...(wanted.has('shown') && { shown: solanaAccount }),
    book: createFixtureBook(books[wanted.get('book') ?? ''], {
      failing: wanted.get('book') === 'failed',
      unread: wanted.has('unread') ? 2 : 0,
    }),
    ...(wanted.has('marks') && {
      marks: createFixtureMarks(
        {
          pinned: [usdcBase, scams[1] as TokenId],
          recent: [ethArbitrum],
          ...(wanted.get('marks') === 'unchecked' && { unchecked: fromFile }),
        },
        wanted.get('marks') === 'failed',
      ),
    }),
    ...(wanted.has('lost')
      ? { lost: ['https://api.example.com/*', 'https://embed.example.com/*'] }
      : {}),
    ...(wanted.has('signer') ? { signer: 'Somebody changed it' } : {}),
    ...(wanted.has('bin') && {
      bin: { at: now - 60_000, count: Number(wanted.get('bin')) || 12 },
    }),
    ...(wanted.has('standing') && { standing: standingOf(wanted.get('standing') ?? '') }),
    ...(wanted.has('deeds') ? { deeds } : {}),
    session: sessionOf(wanted, wallets),
  })

  if (wanted.has('taken')) takeAway(backend, kept)
  // A site that asks while somebody is at the form: `dispatchEvent(new Event('site-asks'))`.
  addEventListener('site-asks', () => {
    void backend.session
      .write('waiting', asksOf(1))
      .then(() => dispatchEvent(new Event('visibilitychange')))
  })

  if (wanted.has('added')) await backend.call('writeSettings', { addedTokens: [ethArbitrum] })
  const theme = wanted.get('theme')
  if (theme !== null) {
    await backend.call('writeSettings', { theme: theme as 'light' | 'dark' | 'system' })
    localStorage.setItem('causeway-theme', theme)
  }
  const language = wanted.get('language') ?? ''
  await backend.call('writeSettings', { language })
  localStorage.setItem(languageKey, language)
  if (scene !== null && all[scene] !== undefined) {
    const screen = wanted.get('screen') ?? 'orders'
    history.replaceState(null, '', `#/${screen}/${all[scene].id}`)
  }
  // What is stored is read before the code of a later screen arrives: one that has it waits for that.
  const isRead = signal(location.hash === '')
  const Interface: typeof Root = (props) => <>{isRead.value && <Root {...props} />}</>
  const app = await mount({
    createBackend: () => backend,
    clock: clockOf(leaving.signal),
    view: (wanted.get('view') ?? 'popup') as View,
    Page: wanted.get('page') === 'welcome' ? WelcomeScreen : Interface,
  })
  const symbol = wanted.get('symbol')
  if (symbol !== null) {
    const time = wanted.has('dates') ? 'dates' : 'any'
    app.historyFilters.value = { ...noFilters, symbol, time, group: 'filled' }
  }
  isRead.value = true
  document.documentElement.dataset.shown = ''
}

globalThis.drawView = (view) => drawFirst(window, view)

globalThis.showScene = (address) => {
  delete document.documentElement.dataset.shown
  leaving.abort()
  leaving = new AbortController()
  const place = document.getElementById('app')
  if (place === null) throw new Error('The page has no place for the interface')
  render(null, place)
  history.replaceState(null, '', address)
  void show(new URLSearchParams(location.search))
}

await show(new URLSearchParams(location.search))
