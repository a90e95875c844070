import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { getOrder } from '@/src/store/orders'
import { begin, follow } from './engine/person'
import { createStage } from './engine/stage'
import type { World } from './engine/world'

const open = createStage('newer')

type Row = Record<string, unknown>

/** What a later version may have written: words that this one does not know. */
const words: [string, (order: Row) => Row][] = [
  ['a state', (order) => ({ ...order, status: 'teleported' })],
  ['an end of an ask', (order) => ({ ...order, attempts: [{ end: { what: 'lent', at: 1 } }] })],
  ['a kind of step', (order) => ({ ...order, steps: [{ facts: { kind: 'stake' } }] })],
  ['damage of all', () => ({ torn: true })],
]

/** Puts the record of an order as another version left it; gives what puts it back. */
async function exchange({ truth }: World, id: string, change: (order: Row) => Row) {
  const connection = await truth.use()
  const row = await connection.get('orders', id)
  if (!row) throw new Error('there is no such order')
  const newer = change(row.order as Row)
  await connection.put('orders', { ...row, order: newer })
  return {
    newer,
    read: async () => (await connection.get('orders', id))?.order,
    async back() {
      await connection.put('orders', row)
    },
  }
}

/** How far an order is as another version reads it. */
const moments: [string, (w: World) => Promise<void>][] = [
  ['before the ask', async () => undefined],
  ['while the wallet is asked', (w) => w.settle()],
  [
    'once it was mined',
    async (w) => {
      await w.settle()
      w.page.approve()
      await w.deliver()
      w.chain.mine()
      await w.advance(30_000)
    },
  ],
]

describe('an order of which a part cannot be read', () => {
  it.each(
    words.flatMap(([what, change]) =>
      moments.map(([when, reach]) => ({ what, when, change, reach })),
    ),
  )(
    'given $what, $when: is left alone, and goes on by the version that reads it',
    async (given) => {
      const w = open()
      const orderId = await begin(w)
      await given.reach(w)
      const { everAsked } = w.page.state
      const record = await exchange(w, orderId, given.change)
      w.kill()
      w.revive()
      // What its page tells meanwhile is not lost either.
      w.page.approve()
      for (let i = 0; i < 5; i += 1) {
        await w.deliver()
        await w.advance(10_000)
        w.chain.mine()
      }
      expect(w.page.state.everAsked).toBe(everAsked)
      expect(await record.read()).toEqual(record.newer)
      expect(await getOrder(w.truth, orderId)).toMatchObject({ status: 'attention' })
      const [stepId, digest] = ['', '']
      for (const press of [
        () => w.call('retryStep', { orderId, stepId }),
        () => w.call('confirmOrder', { orderId, digest }),
        () => w.call('stopOrder', { orderId }),
      ]) {
        await expect(press()).rejects.toMatchObject({ code: 'order/attention' })
      }
      await record.back()
      w.kill()
      w.revive()
      await w.advance(10_000)
      const { steps, status } = await w.order(orderId)
      if (given.when === 'before the ask' && status === 'running') {
        await w.call('retryStep', { orderId, stepId: steps[0]?.id ?? '' }).catch(() => undefined)
      }
      expect((await follow(w, orderId)).status).toBe('filled')
      const { author } = (await w.order(orderId)).accepted
      expect(w.chain.mined.filter(({ from }) => from === author)).toHaveLength(1)
    },
  )

  it('given its work is of a kind that this version does not know, then the version that reads it takes it up', async () => {
    const w = open()
    const orderId = await begin(w)
    await w.settle()
    w.page.approve()
    await w.deliver()
    const record = await exchange(w, orderId, (order) => ({ ...order, status: 'teleported' }))
    const connection = await w.truth.use()
    for (const row of await connection.getAll('outbox')) {
      await connection.put('outbox', { ...row, task: { kind: 'dance' } } as never)
    }
    w.mirror.clear()
    for (let start = 0; start < 2; start += 1) {
      w.kill()
      w.revive()
      await w.settle()
    }
    await record.back()
    w.kill()
    w.revive()
    expect((await follow(w, orderId)).status).toBe('filled')
  })

  it('given its wallet is asked, then the next order of its account is told which one is in the way', async () => {
    const w = open()
    const first = await begin(w)
    await w.settle()
    const record = await exchange(w, first, (order) => ({ ...order, status: 'teleported' }))
    const { orderId: second, digest } = await w.prepare('q2')
    await w.call('confirmOrder', { orderId: second, digest, known: [first] })
    await w.advance(10_000)
    const blocker = { code: 'order/busy', orderId: first }
    expect((await w.order(second)).blocker).toMatchObject(blocker)
    expect(w.page.state.everAsked).toBe(1)
    // Once it is over, the next one is asked for.
    await record.back()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(30_000)
    expect(w.page.state.everAsked).toBe(2)
  })

  it('given its wallet is asked, and the person says that the request is gone, then the next order of its account is asked for', async () => {
    const w = open()
    const first = await begin(w)
    await w.settle()
    const gone = { orderId: first, stepId: '', attemptId: '' }
    const record = await exchange(w, first, (order) => ({ ...order, status: 'teleported' }))
    expect((await getOrder(w.truth, first))?.unread?.asked).toBe(true)
    const { orderId: second, digest } = await w.prepare('q2')
    await w.call('confirmOrder', { orderId: second, digest, known: [first] })
    await w.advance(10_000)
    const blocker = { code: 'order/busy', orderId: first }
    expect((await w.order(second)).blocker).toMatchObject(blocker)
    await w.call('promptGone', gone)
    expect((await getOrder(w.truth, first))?.unread?.asked).toBeUndefined()
    expect(await record.read()).toEqual(record.newer)
    await w.advance(60_000)
    expect((await w.order(second)).blocker).toBeUndefined()
    expect(w.page.state.everAsked).toBe(2)
    // There is nothing more to let go.
    await expect(w.call('promptGone', gone)).rejects.toMatchObject({ code: 'order/attention' })
  })

  it('has its work looked at a few times a day, and told of once', async () => {
    const w = open()
    const orderId = await begin(w)
    await w.settle()
    w.page.approve()
    await w.deliver()
    const record = await exchange(w, orderId, (order) => ({ ...order, status: 'teleported' }))
    await w.advance(3_600_000)
    const said = w.errors.filter((each) => each.includes('order/attention'))
    const work = await (await w.truth.use()).getAll('outbox')
    expect(said.length).toBeGreaterThan(0)
    expect(said.length).toBeLessThanOrEqual(work.length)
    await record.back()
    w.kill()
    w.revive()
    await follow(w, orderId)
    await w.advance(900_000)
    expect((await w.order(orderId)).status).toBe('filled')
  })

  it('given the database was lost, then its page keeps what came of the ask', async () => {
    const w = open('solana')
    const orderId = await begin(w)
    await w.settle()
    const connection = await w.truth.use()
    const stores = [...connection.objectStoreNames]
    const tx = connection.transaction(stores, 'readwrite')
    await Promise.all(stores.map((each) => tx.objectStore(each).clear()))
    await tx.done
    const key = `order:${orderId}`
    const copy = w.mirror.get(key) as Row
    w.mirror.set(key, { ...copy, status: 'teleported' })
    w.kill()
    w.revive()
    w.page.approve()
    await w.deliver()
    expect(w.page.outcomes).toHaveLength(1)
    w.mirror.set(key, copy)
    const row = await connection.get('orders', orderId)
    await connection.put('orders', { ...row, order: copy } as never)
    w.kill()
    w.revive()
    await w.deliver()
    expect(w.page.outcomes).toEqual([])
    const { attempts } = await w.order(orderId)
    expect(attempts[0]?.seen[0]).toMatchObject({ by: 'page', signedBytes: expect.any(String) })
  })
})
