import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, describe, expect, it } from 'vitest'
import { readHistory } from '@/src/store/read-history'
import { makeOlder, type Rows, readRows } from '../support/older-database'
import { follow } from './engine/person'
import { createWorld, type World } from './engine/world'

const worlds: World[] = []
function open(name: string): World {
  const world = createWorld({ name, source: 'native' })
  worlds.push(world)
  return world
}
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.dispose()))
})

async function confirm(w: World, quoteId: string): Promise<string> {
  const plan = await w.prepare(quoteId)
  await w.call('confirmOrder', plan)
  return plan.orderId
}

/** How far an order is when the browser puts the newer release in the place of the older. */
const moments: Record<string, (w: World) => Promise<void>> = {
  'about to ask the wallet': async () => undefined,
  'with its prompt open': (w) => w.settle(),
  'paid for, and the wallet has said so to nobody': async (w) => {
    await w.settle()
    w.page.approve()
  },
  'paid for and not submitted': async (w) => {
    await w.settle()
    w.page.approve()
    await w.deliver()
  },
  'followed until the money arrives': async (w) => {
    await w.settle()
    w.page.approve()
    await w.deliver()
    w.chain.mine()
    await w.advance(1_000)
  },
}

/** Every row of the older database is in the present one, with what it said; effects go on by themselves. */
function expectKept(older: Rows, present: Rows): void {
  for (const store of ['settings', 'catalog', 'events', 'book', 'spent']) {
    expect(present[store] ?? []).toEqual(expect.arrayContaining(older[store] ?? []))
  }
  const ids = (rows: Rows, store: string, key: string) => rows[store]?.map((row) => row[key])
  for (const [store, key] of [
    ['orders', 'id'],
    ['attempts', 'attemptId'],
  ] as const) {
    expect(ids(present, store, key)).toEqual(expect.arrayContaining(ids(older, store, key) ?? []))
  }
}

describe.each([1, 2, 3, 4, 5] as const)('a database of version %i', (version) => {
  it.each(Object.entries(moments))(
    'given an order %s, loses nothing and pays it once',
    async (moment, until) => {
      const name = `update-${version}-${moment}`
      const w = open(name)
      await w.call('writeSettings', { theme: 'dark', slippageTolerance: 0.02 })
      const ended = (await follow(w, await confirm(w, 'q1'))).id
      const orderId = await confirm(w, 'q2')
      await until(w)
      const before = await w.order(orderId)
      const archived = await w.order(ended)
      w.kill()
      const older = await makeOlder(name, version)

      w.revive()
      expect(await w.call('readSettings', {})).toMatchObject({
        theme: 'dark',
        slippageTolerance: 0.02,
      })
      expect(await w.order(ended)).toEqual(archived)
      expect((await w.order(orderId)).accepted).toEqual(before.accepted)
      const done = await follow(w, orderId)
      expect(done.status).toBe('filled')
      expect(done.attempts.slice(0, before.attempts.length)).toMatchObject(
        before.attempts.map(({ attemptId, action }) => ({ attemptId, action })),
      )
      expect(w.chain.deposits()).toHaveLength(2)

      const { orders } = await readHistory(w.truth, {})
      expect(orders.map(({ id }) => id)).toEqual([orderId, ended])
      const now = await openDB(name)
      expectKept(older, await readRows(now))
      now.close()
      expect(w.errors).toEqual([])
    },
  )
})
