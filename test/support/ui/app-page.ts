import { createApp, type View } from '@/src/ui/models/app'
import type { Backend, Clock } from '@/src/ui/models/backend'
import { writeRoute } from '@/src/ui/models/router'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'

export const NOW = 1_800_000_000_000
/** The orders of the fixtures, by name. */
export const all = orders(NOW)

/** A window with nothing but an address. */
export function fakePage(hash = '', hidden = false): Window {
  const location = { hash }
  const history = {
    length: 1,
    pushState: (_: unknown, __: string, next: string) => {
      location.hash = next
    },
    replaceState: (_: unknown, __: string, next: string) => {
      location.hash = next
    },
  }
  const document = { hidden, querySelector: () => null, querySelectorAll: () => [] }
  const listeners = new Map<string, () => void>()
  return {
    location,
    history,
    document,
    navigator: { onLine: true },
    addEventListener: (name: string, call: () => void) => listeners.set(name, call),
    dispatchEvent: ({ type }: Event) => listeners.get(type)?.(),
  } as unknown as Window
}

const patient: Clock = { now: () => NOW, after: () => () => undefined }

/** A page of ours, a popup unless that is said otherwise, before it reads anything. */
export function setUp(options: {
  session?: Record<string, unknown>
  backend?: Partial<Backend>
  clock?: Clock
  view?: View
  hash?: string
  hidden?: boolean
  calls?: { name: string; input: unknown }[]
  page?: Window
}) {
  const backend = {
    ...createFixtureBackend({
      now: () => NOW,
      orders: all,
      session: options.session ?? {},
      calls: options.calls ?? [],
    }),
    ...options.backend,
  }
  return createApp({
    backend,
    clock: options.clock ?? patient,
    view: options.view ?? 'popup',
    page: options.page ?? fakePage(options.hash, options.hidden),
  })
}

/** Reads what is fetched when first needed, before all tests: one turn is enough for all of it then. */
export async function fetchParts(): Promise<void> {
  await Promise.all([
    import('@/src/ui/models/read-session'),
    import('@/src/ui/models/prefill'),
    import('@/src/ui/models/requests'),
    import('@/src/ui/models/settle'),
    import('@/src/ui/models/paid-elsewhere'),
    import('@/src/domain/address/check-address'),
    import('@/src/ui/models/dollars'),
  ])
}

/** A request of a site; `name` is its host's first word, `digit` makes the id. */
export function bySite(name: string, digit: string, wish: object = {}) {
  const origin = `https://${name}.example.org`
  const requestId = digit.repeat(32)
  const askedBy = { origin, requestId, page: { tabId: 7, frameId: 0, origin } }
  return { id: requestId, origin, askedBy, ...wish }
}

export const usdc = { chainId: 8453, address: usdcBase.address }
export const eth = `eip155:42161:0x${'0'.repeat(40)}`
export const wish = { fromToken: usdc, toToken: eth, amount: '25000000' }
/** A form that the person filled in. */
export const typed = { pay: usdcBase, receive: ethArbitrum, side: 'pay', text: '5', recipient: '' }

export const idOf = (name: string) => all[name]?.id ?? ''
/** What a popup keeps that was closed on an order. */
export const left = (screen: 'review' | 'order', name: string) => ({
  route: writeRoute({ screen, orderId: idOf(name) }),
})
