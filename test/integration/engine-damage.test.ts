import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { begin, follow } from './engine/person'
import { createWorld, type World } from './engine/world'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.dispose()
})

/** Puts something else where the store had the work that is due. */
async function damage({ truth }: World, change: (row: object) => object): Promise<number> {
  const connection = await truth.use()
  const rows = await connection.getAll('outbox')
  for (const row of rows) await connection.put('outbox', { ...row, ...change(row) } as never)
  return rows.length
}

const damages: [string, (row: object) => object][] = [
  ['work of a kind that this version does not know', () => ({ task: { kind: 'dance' } })],
  ['work that says nothing', () => ({ task: undefined })],
  ['work without a time', () => ({ dueAt: undefined, waitingUntil: undefined })],
  ['work of a claim that cannot be read', () => ({ claim: 7, claimedBy: 'earlier' })],
]

async function send(world: World): Promise<void> {
  await world.settle()
  world.page.approve()
  await world.deliver()
}

/** How far an order is as its work is damaged. */
const moments: [string, (world: World) => Promise<void>][] = [
  ['before the ask', async () => undefined],
  ['while the wallet is asked', (world) => world.settle()],
  ['once it was sent', send],
  [
    'once it was mined',
    async (world) => {
      await send(world)
      world.chain.mine()
      await world.advance(30_000)
    },
  ],
]

describe('work in the store that cannot be read', () => {
  it.each(
    damages.flatMap(([what, change], index) =>
      moments.map(([when, reach], at) => ({ what, change, when, reach, name: `${index}-${at}` })),
    ),
  )('$what, $when: is put anew, and the order goes on', async ({ change, reach, name }) => {
    const world = createWorld({ name: `damage-${name}`, source: 'native' })
    worlds.push(world)
    const orderId = await begin(world)
    await reach(world)
    const before = await world.order(orderId)
    expect(await damage(world, change)).toBeGreaterThan(0)
    world.kill()
    world.revive()
    await world.settle()
    const { steps, blocker } = await world.order(orderId)
    // What was about to be asked for waits for the person; nothing else needs them.
    if (blocker) {
      expect(blocker.code).toBe('page/gone')
      await world.call('retryStep', { orderId, stepId: steps[0]?.id ?? '' })
    }
    const { status } = await follow(world, orderId)
    expect({ status, was: before.status }).toEqual({ status: 'filled', was: before.status })
    expect(world.chain.mined.filter(({ from }) => from === before.accepted.author)).toHaveLength(1)
  })
})
