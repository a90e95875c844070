/** Purchases in the simulated world, each test in one of its own, and the API that they are bought of. */

import type { PurchaseOrder } from '@/src/domain/order/order'
import { getOrder } from '@/src/store/orders'
import { author, erc20 } from './chain'
import { toChainId } from './service'
import { createWorld, twoOperators, type World } from './world'

export const fiatUrl = 'https://fiat.test'
export const host = 'fiat.test'
export const token = {
  chainId: toChainId,
  address: erc20,
  name: 'USDC',
  symbol: 'USDC',
  decimals: 6,
}
export const ask = {
  fiatCurrency: 'EUR',
  fiatAmount: '50',
  outputAsset: { chainId: toChainId, address: erc20 },
  recipient: author,
  refundTo: author,
}
export const least = '24900000'
export const minute = 60_000

/** The fiat API in memory: what it says of its one order is set by the test. */
function createFiat() {
  const fiat = {
    orders: 0,
    reads: 0,
    opened: 0,
    view: { status: 'created' } as Record<string, unknown>,
    /** Takes the place of the next answers, as long as it is set. */
    fault: undefined as (() => Response) | undefined,
    onCreate: () => undefined as unknown,
    onRead: () => undefined as unknown,
    async answer(method: string, url: URL): Promise<Response> {
      const made = { orderId: 'fiat-1', action: { type: 'wrapper', url: `${fiatUrl}/pay/1` } }
      if (method === 'POST') {
        fiat.orders += 1
        await fiat.onCreate()
      } else {
        fiat.reads += 1
        await fiat.onRead()
      }
      if (fiat.fault) return fiat.fault()
      if (url.pathname === '/v1/fiat/config') return Response.json({ providers: [] })
      return Response.json({ ...made, ...fiat.view })
    },
  }
  return fiat
}

let world: World
/** The API of the world that was opened last. */
export let fiat: ReturnType<typeof createFiat>
let count = 0

/** Closes the world that was opened last, after each test. */
export const close = () => world.dispose()

/** Opens a world for one test. */
export async function open(operators = twoOperators): Promise<World> {
  count += 1
  fiat = createFiat()
  world = createWorld({ name: `purchase-${count}`, source: 'native', operators })
  world.hosts.set('fiat.test', (method, url) => fiat.answer(method, url))
  await world.call('writeSettings', { fiatUrl })
  return world
}

/** An offer that counts for a minute more. */
export const offerAt = (w: World, more: object = {}) => ({
  quoteId: 'q1',
  providerName: 'Harbor Pay',
  expectedOutputAmount: '25000000',
  minOutputAmount: least,
  expiresAt: Math.floor(w.clock.now / 1_000) + 60,
  swapStrategy: 'direct',
  ...more,
})

/** Orders an offer as the popup does. */
export const buy = (w: World, more: object = {}, asked: object = ask) =>
  w.call('buy', { ask: asked, offer: offerAt(w, more), token } as never)

/** A purchase as it is stored; @throws where there is none. */
export async function read(w: World, id: string): Promise<PurchaseOrder> {
  const order = await getOrder(w.truth, id)
  if (order?.kind !== 'purchase') throw new Error('no purchase')
  return order
}

/** Every order on disk, those that are only planned included. */
export async function stored(w: World) {
  const rows = await (await w.truth.use()).getAll('orders')
  return rows.map(({ order }) => order as PurchaseOrder)
}

/** What a host that cannot be reached comes to. */
export const unreachable = (): Response => {
  throw new TypeError('connection refused')
}

/** An answer of the API that is an error with that code. */
export const refusal =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ error: { code, message: code, retryable: false } }, { status, headers })
