import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { whereTheMoneyIs } from '@/src/ui/copy/money'
import { author } from './engine/chain'
import { begin } from './engine/person'
import { createWorld, type World } from './engine/world'

const worlds: World[] = []
let count = 0
function open(): World {
  count += 1
  const world = createWorld({ name: `restore-held-${count}`, source: 'native' })
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})
const copyOf = (order: Order) => JSON.parse(JSON.stringify(order)) as unknown

/** The order as if a wrap of the coin had been mined before its deposit. */
function afterWrap(order: SwapOrder): SwapOrder {
  const [deposit] = order.steps
  const [attempt] = order.attempts
  if (!deposit || !attempt) throw new Error('nothing was asked')
  const weth = { ...deposit.facts.token, address: `0x${'4'.repeat(40)}`, symbol: 'WETH' }
  const id = 'a'.repeat(32)
  const hash = `0x${'5a'.repeat(32)}`
  const facts = {
    kind: 'wrap',
    token: deposit.facts.token,
    gets: weth,
    target: weth.address,
  } as const
  const state = { status: 'confirmed', attemptId: id, hash, at: 1, got: weth.amount } as const
  const wrap = { id: 'wrap-1', deposit: false, action: deposit.action, facts, state }
  const end = { what: 'mined', at: 1 } as const
  const seen = [{ hash, by: 'wallet' as const, at: 1 }]
  const before = {
    ...attempt,
    attemptId: id,
    stepId: 'wrap-1',
    deposit: false,
    moves: true as const,
    seen,
    end,
  }
  return {
    ...order,
    steps: [wrap, { ...deposit, facts: { ...deposit.facts, token: weth } }],
    attempts: [before, ...order.attempts],
    current: 1,
  } as SwapOrder
}

describe('a swap out of a backup whose payment was cancelled, and was paid anew where the backup was made', () => {
  it.each([
    ['paid directly', (order: SwapOrder) => order],
    ['paid by a route that wraps first', afterWrap],
  ])('%s: nobody says that the service was paid nothing', async (_, as) => {
    const old = open()
    const orderId = await begin(old)
    await old.settle()
    old.service.faults.push(...Array<'error'>(400).fill('error'))
    old.page.approve()
    await old.deliver()
    await old.advance(5_000)
    const file = copyOf(as(await old.order(orderId)))
    old.chain.replace(old.chain.mempool[0]?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    old.chain.mine()
    await old.advance(60_000)
    const step = (await old.order(orderId)).steps.at(-1)
    await old.call('retryStep', { orderId, stepId: step?.id ?? '', page: old.page.page })
    old.service.faults.length = 0
    await old.settle()
    old.page.approve()
    await old.deliver()
    old.chain.mine()
    await old.advance(36_000)
    expect((await old.order(orderId)).service.orderId).toBeDefined()

    const w = open()
    w.chain.mined.push(...old.chain.mined)
    w.service.orders.push(...old.service.orders)
    w.sleep(old.clock.now - w.clock.now)
    expect(await w.call('restoreOrders', { orders: [file] })).toMatchObject({ added: 1 })
    await w.advance(3_600_000)
    const order = await w.order(orderId)
    expect(whereTheMoneyIs(order)).not.toContain('has been paid nothing')
  })
})
