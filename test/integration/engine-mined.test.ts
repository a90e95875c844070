import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { chainId } from './engine/chain'
import { solanaChainId } from './engine/solana'
import { createWorld, type World } from './engine/world'

let world: World
let count = 0
function open(source: 'native' | 'erc20' | 'solana'): World {
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

/** Pays for an order on Solana, where the payment takes so many lamports more than it says. */
async function paidOnSolana(w: World, more: number): Promise<string> {
  w.solana.takeMore(more)
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  w.page.approve()
  await w.deliver()
  w.solana.mine(2)
  await w.advance(5_000)
  return orderId
}

/** What is known to have left with an order's payment. */
async function leftWith(w: World, orderId: string): Promise<string | undefined> {
  const { steps } = await w.order(orderId)
  const state = steps.find(({ deposit }) => deposit)?.state
  return state?.status === 'confirmed' ? state.left : undefined
}

describe('what a payment really took', () => {
  it('given no more than was accepted, no alarm is raised', async () => {
    const w = open('erc20')
    const orderId = await paidWith(w, 0n)
    await w.advance(looks)
    const order = await w.order(orderId)
    expect([order.status, order.alarm]).toEqual(['filled', undefined])
    expect(await leftWith(w, orderId)).toBe('25000000')
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
      fact: { kind: 'left', values: ['25000007', '25000000'] },
    })
    expect(w.notices).toContain(`alarm:${orderId}`)
    expect(w.notices.filter((each) => each.startsWith('alarm'))).toHaveLength(1)
  })

  it('given a payment on Solana, keeps what left, and raises no alarm where it is as accepted', async () => {
    const w = open('solana')
    const orderId = await paidOnSolana(w, 0)
    await w.advance(looks)
    const order = await w.order(orderId)
    expect([order.status, order.alarm]).toEqual(['filled', undefined])
    expect(await leftWith(w, orderId)).toBe(order.accepted.from.amount)
  })

  it('given a payment on Solana that took more, the alarm says so, once two nodes agree', async () => {
    const w = open('solana')
    const [, ...others] = w.nodes.operatorsOf(solanaChainId)
    for (const host of others) w.nodes.silence(host)
    const orderId = await paidOnSolana(w, 200_000_000)
    expect((await w.order(orderId)).alarm).toBeUndefined()
    for (const host of others) w.nodes.heal(host)
    await w.advance(looks)
    const order = await w.order(orderId)
    expect(order.alarm).toMatchObject({
      kind: 'took',
      code: 'chain/took-more',
      hash: [...w.solana.landed][0],
      fact: { kind: 'extra', values: ['200000000'] },
    })
    expect(await leftWith(w, orderId)).toBe(
      String(BigInt(order.accepted.from.amount) + 200_000_000n),
    )
    expect(w.notices.filter((each) => each === `alarm:${orderId}`)).toHaveLength(1)
  })

  it('given a payment on Solana that gives the account away, the alarm says so', async () => {
    const w = open('solana')
    w.solana.assignPayer()
    const orderId = await paidOnSolana(w, 0)
    await w.advance(looks)
    const order = await w.order(orderId)
    expect(order.alarm).toMatchObject({
      kind: 'took',
      code: 'chain/took-more',
      fact: { kind: 'assigned', values: [expect.any(String)] },
    })
    expect(await leftWith(w, orderId)).toBe(order.accepted.from.amount)
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
