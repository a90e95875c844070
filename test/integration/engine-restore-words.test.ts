import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { whereTheMoneyIs } from '@/src/ui/copy/money'
import { begin } from './engine/person'
import { createWorld, type World } from './engine/world'

const worlds: World[] = []
let count = 0
function open(): World {
  count += 1
  const world = createWorld({ name: `restore-words-${count}`, source: 'native' })
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})
const copyOf = (order: Order) => JSON.parse(JSON.stringify(order)) as unknown

describe('words of a swap out of a backup', () => {
  it('given wallet was being asked when the file was made, the person approves, it is mined', async () => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    const file = copyOf(await old.order(orderId))
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(30_000)
    expect((await old.order(orderId)).steps.at(-1)?.state.status).toBe('confirmed')

    const w = open()
    w.chain.mined.push(...old.chain.mined)
    w.service.orders.push(...old.service.orders)
    w.sleep(old.clock.now - w.clock.now)
    await w.call('restoreOrders', { orders: [file] })
    await w.advance(60_000)
    const order = await w.order(orderId)
    expect(order.status).toBe('attention')
    expect(order.steps.at(-1)?.state.status).toBe('asking')
    // The payment of the backup DID go through.
    expect(whereTheMoneyIs(order)).not.toContain('did not go through')
  })

  it('given in doubt in the file, kept as it is', async () => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    old.page.losePrompt()
    old.page.close()
    await old.advance(120_000)
    const file = (await old.order(orderId)) as SwapOrder
    expect(file.steps.at(-1)?.state.status).toBe('unsure')
    const w = open()
    w.sleep(old.clock.now - w.clock.now)
    await w.call('restoreOrders', { orders: [copyOf(file)] })
    await w.advance(60_000)
    const order = await w.order(orderId)
    expect(order.steps.at(-1)?.state.status).toBe('unsure')
    expect(whereTheMoneyIs(order)).not.toContain('did not go through')
  })

  it('given given up by the person’s word alone, while it is on its way', async () => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    old.page.state.relay = true
    old.page.approve()
    await old.deliver()
    const file = (await old.order(orderId)) as SwapOrder
    expect(file.steps.at(-1)?.state.status).toBe('sent')
    const w = open()
    w.sleep(old.clock.now - w.clock.now)
    await w.call('restoreOrders', { orders: [copyOf(file)] })
    await w.advance(2 * 3_600_000)
    const step = (await w.order(orderId)).steps.at(-1)
    if (step?.state.status !== 'unsure') throw new Error(`is ${step?.state.status}`)
    const { attemptId } = step.state
    const typed = { kind: 'not-sent' as const, typed: 'not sent' }
    await w.call('resolveUnsure', { orderId, stepId: step.id, attemptId, choice: typed })
    const order = await w.order(orderId)
    // Nobody proved it; the screen has to say that it is by word.
    expect(whereTheMoneyIs(order)).not.toContain('did not go through')
  })
})
