import { type ReadonlySignal, signal } from '@preact/signals'

export type Route =
  /** With its list of tokens opened. */
  | { screen: 'swap'; tokens?: true }
  | { screen: 'buy' }
  | { screen: 'review'; orderId: string }
  | { screen: 'order'; orderId: string }
  | { screen: 'history' }
  | { screen: 'pay' }
  | { screen: 'settings' }
  | { screen: 'book' }

/** Screens that need nothing but their name. */
const plain = ['history', 'buy', 'book', 'pay', 'settings'] as const

/** Reads a route from the part of the address after `#`; anything unknown is the swap screen. */
export function readRoute(hash: string): Route {
  const [, first, second] = /^#?\/?([a-z]*)(?:\/([0-9a-f]{32}))?\/?$/.exec(hash) ?? []
  if (first === 'orders' && second !== undefined) return { screen: 'order', orderId: second }
  if (first === 'review' && second !== undefined) return { screen: 'review', orderId: second }
  if (first === 'orders') return { screen: 'history' }
  return { screen: plain.find((screen) => screen === first) ?? 'swap' }
}

/** Writes a route as the part of the address after `#`. */
export function writeRoute(route: Route): string {
  switch (route.screen) {
    case 'swap':
      return '#/'
    case 'order':
      return `#/orders/${route.orderId}`
    case 'review':
      return `#/review/${route.orderId}`
    default:
      return `#/${route.screen}`
  }
}

export type Router = {
  route: ReadonlySignal<Route>
  /** Where an order was opened from: its way back. */
  origin(): Route
  go(route: Route, options?: { replace?: boolean }): void
  back(): void
}

/** Follows the address of the page, so that the browser's back button and links to orders work. */
export function createRouter(page: Window): Router {
  const route = signal<Route>(readRoute(page.location.hash))
  let before: Route = { screen: 'swap' }
  const follow = (next: Route) => {
    if (next.screen !== route.value.screen) before = route.value
    route.value = next
  }
  page.addEventListener('hashchange', () => {
    follow(readRoute(page.location.hash))
  })
  return {
    route,
    go(next, options) {
      const hash = writeRoute(next)
      if (options?.replace === true) page.history.replaceState(null, '', hash)
      else if (page.location.hash !== hash) page.history.pushState(null, '', hash)
      follow(next)
    },
    origin: () => (['history', 'buy'].includes(before.screen) ? before : { screen: 'swap' }),
    back() {
      if (page.history.length > 1) page.history.back()
      else this.go({ screen: 'swap' })
    },
  }
}
