import '@/src/ui/styles/main.css'
import type { View } from '@/src/ui/models/app'
import { noFilters } from '@/src/ui/models/history-filters'
import { mount } from '@/src/ui/mount'
import { Root } from '@/src/ui/screens/root'
import { WelcomeScreen } from '@/src/ui/screens/welcome'
import { createFixtureBackend, type FixtureOptions } from './fixture-backend'
import { account, ethArbitrum, orders, usdcBase } from './fixture-data'
import { purchases } from './fixture-purchases'

/** Everything a picture can be asked for, in the address of the page. */
const wanted = new URLSearchParams(location.search)
const now = Date.now()
const all: FixtureOptions['orders'] = { ...orders(now), ...purchases(now) }
const scene = wanted.get('order')
const kept: FixtureOptions['orders'] =
  wanted.get('orders') === 'none'
    ? {}
    : wanted.get('orders') === 'one' && scene
      ? ({ [scene]: all[scene] ?? all.planned } as FixtureOptions['orders'])
      : all

if (wanted.has('offline')) {
  Object.defineProperty(navigator, 'onLine', { get: () => false })
}

const page = { tabId: 7, frameId: 0, origin: 'https://app.example.org', title: 'Example dApp' }
const wallet = { family: 'eip155', id: 'io.rabby', name: 'Rabby Wallet' }
const draft =
  wanted.get('draft') === 'empty'
    ? {}
    : {
        draft: {
          pay: usdcBase,
          receive: wanted.get('draft') === 'same' ? usdcBase : ethArbitrum,
          side: 'pay',
          text: wanted.get('amount') ?? '500',
          recipient: wanted.get('recipient') ?? '',
        },
      }
const wallets = (wanted.get('wallets') ?? 'connected') as NonNullable<FixtureOptions['wallets']>

const backend = createFixtureBackend({
  now: () => Date.now(),
  orders: kept,
  wallets,
  quotes: (wanted.get('quotes') ?? 'all') as NonNullable<FixtureOptions['quotes']>,
  hanging: (wanted.get('hanging') ?? '').split(',') as NonNullable<FixtureOptions['hanging']>,
  failing: {
    ...(wanted.has('gone') ? { confirmOrder: 'page/gone' } : {}),
    ...(wanted.get('left') === 'gone' ? { closeAllowance: 'page/gone' } : {}),
  },
  stale: wanted.has('stale'),
  ...(wanted.has('lost')
    ? { lost: ['https://api.example.com/*', 'https://embed.example.com/*'] }
    : {}),
  ...(wanted.has('bin') ? { bin: { at: now - 60_000, count: 12 } } : {}),
  session: {
    ...draft,
    ...(wanted.get('draft') === 'empty'
      ? {}
      : {
          'buy-draft': {
            currency: 'EUR',
            amount: wanted.get('amount') ?? '50',
            token: ethArbitrum,
            recipient: wanted.get('recipient') ?? '',
            refundTo: '',
          },
        }),
    ...(wanted.has('asker') ? { asker: { origin: 'https://shop.example.org' } } : {}),
    ...(wallets === 'connected'
      ? { connections: { eip155: { wallet, page, account, accounts: [account] } } }
      : {}),
  },
})

const theme = wanted.get('theme')
if (theme !== null) {
  await backend.call('writeSettings', { theme: theme as 'light' | 'dark' })
  localStorage.setItem('causeway-theme', theme)
}
if (scene !== null && all[scene] !== undefined) {
  const screen = wanted.get('screen') ?? 'orders'
  history.replaceState(null, '', `#/${screen}/${all[scene].id}`)
}
const app = await mount({
  backend,
  clock: {
    now: () => Date.now(),
    after: (ms, call) => {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    },
  },
  view: (wanted.get('view') ?? 'popup') as View,
  Page: wanted.get('page') === 'welcome' ? WelcomeScreen : Root,
})
const symbol = wanted.get('symbol')
if (symbol !== null) {
  const time = wanted.has('dates') ? 'dates' : 'any'
  app.historyFilters.value = { ...noFilters, symbol, time, group: 'filled' }
}
