import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { chainId } from './engine/chain'
import { erc20, filler, type SimTransaction } from './engine/chain-terms'
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

/** Pays for an order, and has the payment do more than it was called for. */
async function paidWith(
  w: World,
  more: bigint | ((tx: SimTransaction) => void),
  asks = 2,
): Promise<string> {
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  for (let each = 0; each < asks; each += 1) {
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    for (const tx of w.chain.deposits()) {
      if (typeof more === 'function') more(tx)
      else tx.more = more
    }
    await w.advance(5_000)
  }
  return orderId
}

/** Pays for an order on Solana, where the payment takes so many lamports more than it says. */
async function paidOnSolana(w: World, more: number, whenAsked = () => {}): Promise<string> {
  w.solana.takeMore(more)
  const { orderId, digest } = await w.prepare()
  await w.call('confirmOrder', { orderId, digest })
  await w.settle()
  whenAsked()
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

/** Whether what left with an order's payment is told by events alone. */
async function isByEvents(w: World, orderId: string): Promise<boolean | undefined> {
  const { steps } = await w.order(orderId)
  const state = steps.find(({ deposit }) => deposit)?.state
  return state?.status === 'confirmed' ? (state.byEvents ?? false) : undefined
}

describe('balances around a payment', () => {
  const unseen = (tx: SimTransaction) => {
    tx.unseen = 7n
  }

  it('given its token moves without an event, the alarm says so all the same', async () => {
    const w = open('erc20')
    const orderId = await paidWith(w, unseen)
    await w.advance(looks)
    expect((await w.order(orderId)).alarm).toMatchObject({
      kind: 'took',
      fact: { kind: 'left', values: ['25000007', '25000000'] },
    })
    expect([await leftWith(w, orderId), await isByEvents(w, orderId)]).toEqual(['25000007', false])
  })

  it('given its contract gives coins back, they have not left', async () => {
    const w = open('native')
    const orderId = await paidWith(w, (tx) => Object.assign(tx, { back: 1_000n }), 1)
    await w.advance(looks)
    const { accepted, alarm } = await w.order(orderId)
    expect(alarm).toBeUndefined()
    expect(await leftWith(w, orderId)).toBe(String(BigInt(accepted.from.amount) - 1_000n))
    expect(await isByEvents(w, orderId)).toBe(false)
  })

  it('given nodes that forget them, events say what left, which is said of it', async () => {
    const w = open('erc20')
    for (const host of w.nodes.operatorsOf(chainId)) w.nodes.prune(host, 0)
    const orderId = await paidWith(w, unseen)
    await w.advance(looks)
    expect((await w.order(orderId)).alarm).toBeUndefined()
    expect([await leftWith(w, orderId), await isByEvents(w, orderId)]).toEqual(['25000000', true])
  })

  it('given nodes that forget them later, what they said stays', async () => {
    const w = open('erc20')
    const orderId = await paidWith(w, 0n)
    await w.advance(20_000)
    expect(await isByEvents(w, orderId)).toBe(false)
    for (const host of w.nodes.operatorsOf(chainId)) w.nodes.prune(host, 0)
    await w.advance(looks)
    expect([await leftWith(w, orderId), await isByEvents(w, orderId)]).toEqual(['25000000', false])
  })

  it.each<[string, (w: World, tx: SimTransaction) => Partial<SimTransaction>]>([
    [
      'another transaction of the account',
      (_, tx) => ({ to: filler, data: '0x', nonce: tx.nonce + 1 }),
    ],
    [
      'somebody who pays it the token',
      (w, tx) => ({
        from: filler,
        payout: { token: erc20, to: tx.from, amount: 7n },
        to: erc20,
        nonce: w.chain.sentBy(filler),
      }),
    ],
  ])('given %s in the same block, they prove nothing', async (_, other) => {
    const w = open('erc20')
    let isPut = false
    const orderId = await paidWith(w, (tx) => {
      tx.unseen = 7n
      if (isPut) return
      isPut = true
      w.chain.mined.push({
        ...tx,
        unseen: 0n,
        hash: `0x${'e'.repeat(64)}`,
        value: 0n,
        ...other(w, tx),
      })
    })
    await w.advance(looks)
    expect((await w.order(orderId)).alarm).toBeUndefined()
    expect([await leftWith(w, orderId), await isByEvents(w, orderId)]).toEqual(['25000000', true])
  })
})

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
    const orderId = await paidOnSolana(w, 200_000_000, () => {
      for (const host of others) w.nodes.silence(host)
    })
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
