import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { timeOfPayment } from '@/src/domain/order/deposit-sum'
import { getOrder } from '@/src/store/orders'
import { labelOf } from '@/src/ui/copy/status'
import {
  asked,
  createAddressService,
  depositAddress,
  serviceUrl,
  type Way,
} from './engine/address-service'
import { erc20 } from './engine/chain'
import { picked, sourceAt } from './engine/transfer-model'
import { createWorld, type World } from './engine/world'

const minute = 60_000
const skews = [10 * minute, -10 * minute]

let world: World
let count = 0
function open(source: 'native' | 'erc20', skew: number, dated?: 'service'): World {
  count += 1
  world = createWorld({ name: `clock-${count}`, source, ...(dated ? { dated } : {}) })
  world.moveClock(skew)
  return world
}
afterEach(() => world.dispose())

/** An address of a service that says when it answers, by the true time. */
async function askForAddress(w: World, way: Way, skew: number) {
  const { chain, destination } = w
  const service = createAddressService({
    way,
    chain,
    destination,
    now: () => chain.timeOf(chain.height()) * 1_000,
    other: w.service.answer,
  })
  w.hosts.set(service.host, async (method, url, body) => {
    const response = await service.answer(method, url, body)
    response.headers.set('date', new Date(w.clock.now - skew).toUTCString())
    return response
  })
  await w.call('writeSettings', { serviceUrl })
  const { orderId } = await w.call('createTransfer', picked(w, sourceAt(service.token)) as never)
  return { orderId, service }
}

describe.each(skews)('a computer whose clock is wrong by %i ms', (skew) => {
  it.each(['native', 'erc20'] as const)('swaps %s to the end, and says so once', async (source) => {
    const w = open(source, skew)
    const { orderId, digest } = await w.prepare()
    await w.call('confirmOrder', { orderId, digest })
    for (let step = 0; step < 2; step += 1) {
      await w.advance(10_000)
      w.page.approve()
      await w.deliver()
      w.chain.mine()
      await w.advance(30_000)
    }
    await w.advance(5 * minute)
    const order = await w.order(orderId)
    expect(order).toMatchObject({ status: 'filled', notified: ['filled'] })
    expect(order.arrival?.found?.nodes).toHaveLength(2)
    expect(w.notices).toEqual([`filled:${orderId}`])
  })

  it.each(['token', 'coins', 'told'] as const)(
    'follows a payment by address (%s) to the end, and says so once',
    async (way: Way) => {
      const w = open(way === 'coins' ? 'native' : 'erc20', skew)
      const { chain } = w
      const { orderId, service } = await askForAddress(w, way, skew)
      const read = async () => {
        const order = await getOrder(w.truth, orderId)
        if (order?.kind !== 'transfer') throw new Error('no payment')
        return order
      }
      await w.advance(minute)
      expect(labelOf(await read()).label).toBe('Waiting for your payment')
      chain.pay({
        token: way === 'coins' ? service.token : erc20,
        to: depositAddress,
        amount: asked,
      })
      await w.advance(10 * minute)
      const order = await read()
      expect(order.transfer.seen).toHaveLength(1)
      expect(order.transfer.seen[0]?.nodes).toHaveLength(2)
      expect(order).toMatchObject({ status: 'filled', notified: ['filled'] })
      expect(w.notices).toEqual([`filled:${orderId}`])
      // The service waits for half an hour, whatever this computer thinks the time is.
      const left = order.transfer.expiresAt * 1_000 - order.createdAt
      expect(Math.abs(left - 30 * minute)).toBeLessThan(minute)
    },
  )

  it.each([
    ['in time, and seen after it was closed', false, 'in-time'],
    ['after it was closed', true, 'late'],
  ] as const)('says of a payment by address that it came %s', async (_, isLate, time) => {
    const w = open('erc20', skew)
    const { orderId, service } = await askForAddress(w, 'token', skew)
    const close = () => w.call('stopOrder', { orderId })
    const pay = () => w.chain.pay({ token: service.token, to: depositAddress, amount: asked })
    await w.advance(minute)
    if (!isLate) pay()
    // Not deep enough to be seen.
    await w.advance(4_000)
    await close()
    await w.advance(minute)
    if (isLate) pay()
    await w.advance(40 * minute)
    const order = await getOrder(w.truth, orderId)
    if (order?.kind !== 'transfer') throw new Error('no payment')
    const { seen, closed } = order.transfer
    expect(seen).toHaveLength(1)
    expect(seen[0]?.at).toBeGreaterThan(closed?.at ?? 0)
    expect(timeOfPayment(order.transfer)).toBe(time)
  })

  it('does not take a node that stands still for one that is current', async () => {
    const w = open('native', skew)
    const [first = ''] = w.nodes.operatorsOf(w.destination.id)
    w.nodes.freeze(first)
    await w.advance(20 * minute)
    const { orderId, digest } = await w.prepare()
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(10 * minute)
    const order = await w.order(orderId)
    expect(order.status).toBe('filled')
    expect(order.arrival?.found?.nodes).toHaveLength(2)
  })
  it('does so where the service alone says when it answers, as browsers hide it of nodes', async () => {
    const w = open('native', skew, 'service')
    const [first = ''] = w.nodes.operatorsOf(w.destination.id)
    w.nodes.freeze(first)
    await w.advance(20 * minute)
    const { orderId, digest } = await w.prepare()
    await w.call('confirmOrder', { orderId, digest })
    await w.settle()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(10 * minute)
    const order = await w.order(orderId)
    expect(order).toMatchObject({ status: 'filled', notified: ['filled'] })
    expect(order.arrival?.found?.nodes).toHaveLength(2)
    expect(w.notices).toEqual([`filled:${orderId}`])
  })
})
