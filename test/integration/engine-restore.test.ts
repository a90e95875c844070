import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Order } from '@/src/domain/order'
import { made, plannedPurchase, purchaseAfter, read } from '@/src/domain/purchase-samples'
import { readHistory } from '@/src/store/read-history'
import { begin } from './engine/person'
import { createWorld, twoOperators, type World } from './engine/world'

const worlds: World[] = []
let count = 0
function open(): World {
  count += 1
  const world = createWorld({ name: `restore-${count}`, source: 'native' })
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

const copyOf = (order: Order) => JSON.parse(JSON.stringify(order)) as unknown
const restore = (w: World, ...orders: unknown[]) => w.call('restoreOrders', { orders })

/** A swap of another computer, as its backup has it at this moment. */
async function other(until: (w: World, orderId: string) => Promise<void>): Promise<unknown> {
  const w = open()
  const orderId = await begin(w)
  await until(w, orderId)
  return copyOf(await w.order(orderId))
}

/** The wallet sends what it is asked for, and the service takes it. */
async function pay(w: World): Promise<void> {
  await w.settle()
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(6_000)
}

/** A file that anybody may have made, of which a service is another's. */
describe('a purchase of a backup that names another host', () => {
  async function restored(order: Order): Promise<{ added: number; said: string[] }> {
    const w = createWorld({
      name: `restore-host-${order.status}`,
      source: 'native',
      operators: twoOperators,
    })
    worlds.push(w)
    await w.call('writeSettings', { fiatUrl: 'https://fiat.test' })
    const said: string[] = []
    w.hosts.set('other.test', (_, url) => {
      said.push(url.href)
      return Response.json({ orderId: 'fiat-1', status: 'processing' })
    })
    const asked: string[] = []
    w.hosts.set('fiat.test', (_, url) => {
      asked.push(url.href)
      return Response.json({ orderId: 'fiat-1', status: 'bridging', bridgeOrderId: 'b-1' })
    })
    const at = w.clock.now
    const dated = {
      ...order,
      createdAt: at,
      updatedAt: at,
      ...(order.failure && { failure: { ...order.failure, at } }),
    }
    const { added } = await restore(w, copyOf(dated))
    await w.advance(2 * 3_600_000)
    // What is followed is asked for: silence would show nothing.
    expect(asked.length > 0).toBe(added === 1)
    return { added, said }
  }
  const bridging = purchaseAfter(
    plannedPurchase(),
    made,
    read('bridging', { bridgeOrderId: 'b-1' }),
  )

  it('given its provider called it failed, which is followed, then it is left out', async () => {
    const failed = purchaseAfter(plannedPurchase(), made, read('failed', { stage: 'over' }))
    expect(failed.status).toBe('failed')
    const order = { ...failed, serviceUrl: 'https://other.test' }
    expect(await restored(order)).toEqual({ added: 0, said: [] })
  })

  it('given its bridge does, then the bridge is asked for at the service that is set here', async () => {
    const { to } = bridging.accepted
    const leg = { orderId: 'b-1', serviceUrl: 'https://other.test', status: 'created', from: to }
    const order = {
      ...bridging,
      serviceUrl: 'https://fiat.test',
      purchase: { ...bridging.purchase, leg },
    }
    expect(await restored(order)).toEqual({ added: 1, said: [] })
  })
})

describe('orders of a backup', () => {
  it('given one that was on its way, then it is followed here', async () => {
    const w = open()
    const order = await other(pay)
    const { service } = order as Order
    expect((order as Order).status).toBe('tracking')
    expect(await restore(w, order)).toEqual({ added: 1, known: 0, unread: 0 })
    await w.advance(60_000)
    expect(w.requests).toContain(`/v1/orders/by-id/${service.orderId}`)
    expect(w.asked).toEqual([])
  })

  it('given one that its wallet was being asked for, then nobody is asked here', async () => {
    const w = open()
    const order = await other(async () => undefined)
    expect((order as Order).status).toBe('running')
    await restore(w, order)
    w.kill()
    w.revive()
    await w.advance(600_000)
    expect((await w.order((order as Order).id)).status).toBe('attention')
    expect(w.asked).toEqual([])
  })

  it('given one that is here already, then it stays as it is', async () => {
    const w = open()
    const orderId = await begin(w)
    const old = copyOf(await w.order(orderId)) as Order
    await pay(w)
    const now = await w.order(orderId)
    expect(await restore(w, { ...old, revision: 999 })).toEqual({ added: 0, known: 1, unread: 0 })
    expect(await w.order(orderId)).toEqual(now)
    // Another order of the same route would be the same payment again.
    const twin = { ...old, id: 'e'.repeat(32) }
    expect(await restore(w, twin)).toEqual({ added: 0, known: 1, unread: 0 })
  })

  it('given what is none, or of which only the outline can be read, then it is left out and counted', async () => {
    const w = open()
    const order = (await other(pay)) as Order
    const broken = { ...order, id: 'd'.repeat(32), steps: [{ what: 'junk' }] }
    const planned = { ...order, id: 'c'.repeat(32), status: 'planned' }
    const given = [null, 7, {}, { id: '../1' }, { id: 'a'.repeat(32) }, broken, planned]
    expect(await restore(w, ...given)).toEqual({ added: 0, known: 0, unread: 7 })
    expect((await readHistory(w.truth)).orders).toEqual([])
  })
})
