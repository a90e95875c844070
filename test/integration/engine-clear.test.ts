import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { keepSought } from '@/src/store/looks'
import { readHistory } from '@/src/store/read-history'
import { author, erc20 } from './engine/chain'
import { createWorld, twoOperators, type World } from './engine/world'

const undoFor = 600_000
const hour = 3_600_000
const due = '24900000'

let world: World
let count = 0
function open(): World {
  count += 1
  world = createWorld({ name: `clear-${count}`, source: 'native', operators: twoOperators })
  const { payouts, service } = world
  service.terms.pay = () => payouts.pay(erc20, author, due)
  return world
}
afterEach(() => world.dispose())

async function begun(w: World, quoteId = 'q1', known: string[] = []): Promise<string> {
  const { orderId, digest } = await w.prepare(quoteId)
  await w.call('confirmOrder', { orderId, digest, known })
  await w.settle()
  return orderId
}

async function filled(w: World, quoteId = 'q1', known: string[] = []): Promise<string> {
  const orderId = await begun(w, quoteId, known)
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(60_000)
  expect((await w.order(orderId)).status).toBe('filled')
  // The deposit's receipt is looked at until no reorganisation goes as deep.
  await w.advance(2 * hour)
  return orderId
}

const listed = async (w: World) => (await readHistory(w.truth)).orders.map(({ id }) => id)
const rowsOf = async (w: World, store: 'orders' | 'events' | 'attempts' | 'looks' | 'spent') =>
  (await w.truth.use()).count(store)

describe('finished orders', () => {
  it('are out of every list at once, can be brought back, and are gone for good later', async () => {
    const w = open()
    const orderId = await filled(w)
    const first = await w.call('clearOrders', {})
    expect(first).toMatchObject({ removed: 1, kept: 0 })
    expect(await listed(w)).toEqual([])
    expect(await w.call('undoClear', { at: first.at })).toEqual({ restored: 1 })
    expect(await listed(w)).toEqual([orderId])

    await keepSought(w.truth, { orderId, attemptId: 'a'.repeat(32) }, 'carriers', 7n)
    const { at } = await w.call('clearOrders', { orderId })
    await w.advance(undoFor + 60_000)
    expect(await w.call('undoClear', { at })).toEqual({ restored: 0 })
    expect([
      await rowsOf(w, 'orders'),
      await rowsOf(w, 'events'),
      await rowsOf(w, 'attempts'),
      await rowsOf(w, 'looks'),
    ]).toEqual([0, 0, 0, 0])
    expect([...w.mirror.keys()].filter((key) => key.startsWith('order:'))).toEqual([])
    expect(w.mirror.get('authors')).toEqual([])
    expect(w.errors.filter((each) => /^(bin|mirror)/.test(each))).toEqual([])
  })

  it('come back by a backup that has them, as long as they are not deleted', async () => {
    const w = open()
    const orderId = await filled(w)
    const kept = JSON.parse(JSON.stringify(await w.order(orderId)))
    await w.call('clearOrders', { orderId })
    const restored = () => w.call('restoreOrders', { orders: [kept] })
    expect(await restored()).toMatchObject({ added: 1, known: 0 })
    expect(await listed(w)).toEqual([orderId])
    await w.advance(undoFor + 60_000)
    expect(await listed(w)).toEqual([orderId])
    expect(await restored()).toMatchObject({ added: 0, known: 1 })
  })

  it('come back to every open screen by a search that finds them', async () => {
    const w = open()
    const orderId = await filled(w)
    await w.call('clearOrders', { orderId })
    const { depositTxHash = '' } = (await w.order(orderId)).service
    const before = w.changes.length
    expect(await w.call('recoverOrders', { query: depositTxHash })).toMatchObject({ found: 1 })
    expect(await listed(w)).toEqual([orderId])
    expect(w.changes.slice(before)).toContainEqual(
      expect.objectContaining({ kind: 'order', orderId }),
    )
  })

  it('are deleted though the worker died in between', async () => {
    const w = open()
    await filled(w)
    await w.call('clearOrders', {})
    w.kill()
    w.revive()
    await w.advance(undoFor + 60_000)
    expect(await rowsOf(w, 'orders')).toBe(0)
  })

  it('once deleted, lend their payment to no other order', async () => {
    const w = open()
    let old = ''
    w.service.terms.pay = () => {
      old ||= w.payouts.pay(erc20, author, due)
      return old
    }
    await filled(w)
    await w.call('clearOrders', {})
    await w.advance(undoFor + 60_000)
    expect(await rowsOf(w, 'orders')).toBe(0)
    expect(await (await w.truth.use()).getAllKeys('spent')).toContain(old.toLowerCase())
    const second = await begun(w, 'q2')
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(hour)
    expect((await w.order(second)).status).toBe('tracking')
  })
})

describe('what may still come to something', () => {
  it('stays while the wallet is asked, and while it is not known what it did', async () => {
    const w = open()
    const orderId = await begun(w)
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 0, kept: 1 })
    expect(await w.call('clearOrders', { orderId })).toMatchObject({ removed: 0, kept: 1 })
    w.page.close()
    await w.advance(60_000)
    expect((await w.order(orderId)).steps[0]?.state.status).toBe('unsure')
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 0, kept: 1 })
    expect(await listed(w)).toEqual([orderId])
  })

  it('keeps what ended while it was under way, and frees it when it is over', async () => {
    const w = open()
    const first = await begun(w)
    w.page.reject()
    await w.deliver()
    await filled(w, 'q2', [first])
    expect((await w.order(first)).status).toBe('running')
    expect(await w.call('clearOrders', {})).toMatchObject({ removed: 0, kept: 2 })
  })
})
