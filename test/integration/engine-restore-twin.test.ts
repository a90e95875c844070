import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Order } from '@/src/domain/order/order'
import { readHistory } from '@/src/store/read-history'
import { author, erc20 } from './engine/chain'
import { begin } from './engine/person'
import { createWorld, twoOperators, type World } from './engine/world'

const worlds: World[] = []
let count = 0
function open(): World {
  count += 1
  const world = createWorld({
    name: `restore-twin-${count}`,
    source: 'native',
    operators: twoOperators,
  })
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})
const copyOf = (order: Order) => JSON.parse(JSON.stringify(order)) as unknown

/** Computer one pays; computer two finds the same order by the account; both make a backup. */
async function two() {
  const one = open()
  one.service.terms.pay = () => undefined
  one.service.terms.lie = (record) => ({ ...record, status: 'published', transactions: {} })
  const orderId = await begin(one)
  await one.settle()
  one.page.approve()
  await one.deliver()
  one.chain.mine()
  await one.advance(30_000)
  const second = open()
  second.chain.mined.push(...one.chain.mined)
  second.service.orders.push(...one.service.orders)
  second.service.terms.lie = one.service.terms.lie
  second.sleep(one.clock.now - second.clock.now)
  const { orderIds } = await second.call('recoverOrders', { query: author })
  return {
    one,
    // Ids are random; those of two simulated worlds happen to be the same.
    files: [
      copyOf(await one.order(orderId)),
      { ...(await second.order(orderIds[0] ?? '')), id: 'd'.repeat(32) },
    ],
  }
}

describe('two backups that hold one payment', () => {
  it.each([
    ['the one that paid first', [0, 1]],
    ['the one that found it first', [1, 0]],
  ])('%s: it stands in the history once', async (_, places) => {
    const { one, files } = await two()
    const w = open()
    w.chain.mined.push(...one.chain.mined)
    w.service.orders.push(...one.service.orders)
    w.sleep(one.clock.now - w.clock.now)
    let hash = ''
    w.service.terms.pay = () => {
      hash ||= w.payouts.pay(erc20, author, '24900000')
      return hash
    }
    for (const place of places) await w.call('restoreOrders', { orders: [files[place]] })
    w.service.terms.lie = (record) => record
    await w.advance(2 * 86_400_000)
    expect((await readHistory(w.truth)).orders).toHaveLength(1)
  })
})
