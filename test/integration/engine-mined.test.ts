import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { chainId } from './engine/chain'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(source: 'native' | 'erc20'): World {
  count += 1
  world = createWorld({ name: `mined-${count}`, source })
  return world
}
afterEach(() => world.dispose())

/** Long enough for the looks at a mined payment that judge it. */
const looks = 120_000

/** Pays for an order, and has the payment's contract take more than it was called with. */
async function paidWith(w: World, more: bigint): Promise<string> {
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  for (let each = 0; each < 2; each += 1) {
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    for (const tx of w.chain.deposits()) tx.more = more
    await w.advance(5_000)
  }
  return orderId
}

describe('what a payment really took', () => {
  it('given no more than was accepted, no alarm is raised', async () => {
    const w = open('erc20')
    const orderId = await paidWith(w, 0n)
    await w.advance(looks)
    const order = await w.order(orderId)
    expect([order.status, order.alarm]).toEqual(['filled', undefined])
    expect(w.notices).toEqual([`filled:${orderId}`])
  })

  it('given more, the alarm says how much, whatever the service says of the order', async () => {
    const w = open('erc20')
    const orderId = await paidWith(w, 7n)
    await w.advance(looks)
    const order = await w.order(orderId)
    expect(order.status).toBe('filled')
    expect(order.alarm).toMatchObject({
      kind: 'took',
      code: 'chain/took-more',
      hash: w.chain.deposits()[0]?.hash,
      detail: '25.000007 USDC left, 25 USDC were accepted',
    })
    expect(w.notices).toContain(`alarm:${orderId}`)
    expect(w.notices.filter((each) => each.startsWith('alarm'))).toHaveLength(1)
  })

  it('given only one node answers, waits for another', async () => {
    const w = open('erc20')
    const orderId = await paidWith(w, 7n)
    const [, ...others] = w.nodes.operatorsOf(chainId)
    for (const host of others) w.nodes.silence(host)
    await w.advance(15_000)
    expect((await w.order(orderId)).alarm).toBeUndefined()
    for (const host of others) w.nodes.heal(host)
    await w.advance(looks)
    expect((await w.order(orderId)).alarm).toMatchObject({ kind: 'took' })
  })
})
