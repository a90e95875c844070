import { longPatience } from '../support/patience'
import type { Product } from '../support/product'
import { createSwapScreen, type SwapScreen } from '../support/swap-screen'
import type { ViewPage } from '../support/view'
import { actInCheckout, type Bought, buyFrom, openCheckout } from './buy-screen'
import { expect } from './expect'
import { readOwnBalance, usdcAcross } from './steps'
import { askForAddress, pay } from './transfer-screen'

/** Names of the moments of orders that ask no wallet, in the order of their life. */
const otherMomentIds = [
  'address-asked',
  'address-shown',
  'payment-seen',
  'hash-submitted',
  'purchase-asked',
  'checkout-ready',
  'checkout-open',
  'charged',
  'bridging',
] as const
export type OtherMomentId = (typeof otherMomentIds)[number]

/** Those that a walk comes to. */
export type ReachedMomentId = Exclude<OtherMomentId, 'address-asked' | 'purchase-asked'>

export const otherKinds = ['payment by address', 'purchase'] as const
export type OtherKind = (typeof otherKinds)[number]

/** The moments that a walk of this kind comes to, one after the other. */
export const otherMoments: Record<OtherKind, readonly ReachedMomentId[]> = {
  'payment by address': ['address-shown', 'payment-seen', 'hash-submitted'],
  purchase: ['checkout-ready', 'checkout-open', 'charged', 'bridging'],
}

/** An order on its way, and what is known of it outside the product. */
export type Walk = {
  product: Product
  screen: SwapScreen
  orderId: string
  /** The provider's window, once it is open. */
  checkout?: ViewPage
  /** What the person does outside the product: pays to the address, or in the checkout. */
  pay(): Promise<void>
  /** What came to the recipient on the chain since the order was made. */
  received(): Promise<bigint>
  bought?: Bought
}

/** Makes an order of this kind, up to its first moment; the service holds what comes of it. */
export async function beginWalk(product: Product, kind: OtherKind): Promise<Walk> {
  await product.control.setNextOrder('held')
  if (kind === 'purchase') {
    const bought = await buyFrom(product, 'ferry')
    const { page, orderId, number, received } = bought
    const screen = createSwapScreen(page)
    return {
      product,
      screen,
      orderId,
      bought,
      received,
      pay: () => actInCheckout(product, number, 'pay'),
    }
  }
  await product.control.setFault('submit', { kind: 'hold' }, 1)
  const { from, to } = usdcAcross(product.info)
  const before = await readOwnBalance(product, to)
  const shown = await askForAddress(product, { from, to, pay: '25' }, 'route-liquidity')
  return {
    product,
    screen: createSwapScreen(shown.page),
    orderId: shown.orderId,
    pay: async () => void (await pay(product, from, shown.address, 25_000_000n)),
    received: async () => (await readOwnBalance(product, to)) - before,
  }
}

type OtherMoment = {
  /** As it is told in a test's title. */
  name: string
  /** Whether the person has paid when it happens. */
  paid: boolean
  /** Brings a walk here from the moment before. */
  reach(walk: Walk): Promise<void>
}

export const otherMoment: Record<ReachedMomentId, OtherMoment> = {
  'address-shown': { name: 'once the address is shown', paid: false, async reach() {} },
  'payment-seen': {
    name: 'once its payment was seen',
    paid: true,
    async reach({ screen, pay }) {
      await pay()
      await expect(screen.page.locator('[data-sum="exact"]')).toBeVisible()
    },
  },
  'hash-submitted': {
    name: 'once the service was told of it',
    paid: true,
    async reach({ product, screen }) {
      await product.control.release()
      await screen.waitForStatus('tracking')
    },
  },
  'checkout-ready': { name: 'once there is a checkout', paid: false, async reach() {} },
  'checkout-open': {
    name: 'while the checkout is open',
    paid: false,
    async reach(walk) {
      if (walk.bought) walk.checkout = await openCheckout(walk.bought)
    },
  },
  charged: {
    name: 'once the card was charged',
    paid: true,
    async reach({ screen, pay }) {
      await pay()
      await screen.waitForStatus('tracking')
    },
  },
  bridging: {
    name: 'while it is bridged',
    paid: true,
    // Its own number, and what paid for it once the service tells of that.
    reach: ({ screen }) => expect(screen.page.locator('.timeline .hash').first()).toBeVisible(),
  },
}

/** The end that every order must come to: what was paid is on the chain, and is told of once. */
export async function expectOneEnd(walk: Walk): Promise<void> {
  const { product, screen, orderId, received } = walk
  const order = screen.page.locator('[data-testid="order"]').first()
  const status = async () => {
    await product.control.release()
    return order.getAttribute('data-status')
  }
  await expect.poll(status, { timeout: longPatience }).toBe('filled')
  expect(await received()).toBeGreaterThan(0n)
  await expect.poll(() => readEndNotices(product)).toEqual([`filled:${orderId}`])
}

/** Ids of the notices that are shown. */
export const readNotices = (product: Product): Promise<string[]> =>
  product.inside('chrome.notifications.getAll().then((all) => Object.keys(all).sort())')

/** Those of an end, or of a purchase of which no answer came. */
export async function readEndNotices(product: Product): Promise<string[]> {
  const all = await readNotices(product)
  return all.filter((id) => /^(filled|refunded|failed|unproved|unanswered):/.test(id))
}
