import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { readHistory } from '@/src/store/read-history'
import { author } from './engine/chain'
import { createWorld, type World } from './engine/world'

const worlds: World[] = []
let count = 0
function open(): World {
  count += 1
  const world = createWorld({ name: `restore-recovered-${count}`, source: 'native' })
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

describe('a payment of a file that is on its way, and the one that was made anew', () => {
  it.each([
    ['restore', 'recover'],
    ['recover', 'restore'],
  ])('%s, then %s: both deposits are told of', async (first) => {
    const old = open()
    const { orderId, digest } = await old.prepare('q1', 7_200)
    await old.call('confirmOrder', { orderId, digest })
    await old.settle()
    old.page.state.relay = true
    old.page.approve()
    await old.deliver()
    // A private relay holds it: no public node knows it.
    // Ids are random; those of two simulated worlds happen to be the same.
    const copy = JSON.parse(JSON.stringify(await old.order(orderId))) as Order
    const file = { ...copy, id: 'd'.repeat(32) } as Order
    await old.advance(20 * 60_000)
    const step = (await old.order(orderId)).steps.at(-1)
    if (step?.state.status !== 'unsure') throw new Error(`is ${step?.state.status}`)
    const { attemptId } = step.state
    const at = { orderId, stepId: step.id, attemptId }
    await old.call('resolveUnsure', { ...at, choice: { kind: 'not-sent', typed: 'not sent' } })
    old.page.state.relay = false
    await old.call('retryStep', { orderId, stepId: step.id, page: old.page.page, notSent: true })
    await old.settle()
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(36_000)
    const paid = await old.order(orderId)
    expect(paid.service.orderId).toBeDefined()
    // That computer is gone. The other one has the file, and the service.
    const w = open()
    w.chain.mined.push(...old.chain.mined)
    w.chain.relay.push(...old.chain.relay)
    w.service.orders.push(...old.service.orders)
    w.sleep(old.clock.now - w.clock.now)
    const told = []
    for (const each of first === 'restore' ? ['restore', 'recover'] : ['recover', 'restore']) {
      told.push(
        each === 'restore'
          ? await w.call('restoreOrders', { orders: [file] })
          : await w.call('recoverOrders', { query: author }),
      )
    }
    const { orders } = await readHistory(w.truth)
    const own = (file as SwapOrder).attempts.flatMap(({ seen }) =>
      seen.flatMap(({ hash }) => hash ?? []),
    )
    expect(own).toHaveLength(1)
    expect(JSON.stringify(orders)).toContain(own[0])
  })
})
