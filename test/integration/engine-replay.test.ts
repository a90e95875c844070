import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { begin, follow } from './engine/person'
import { createWorld, type World } from './engine/world'

type Scenario = {
  name: string
  source: 'native' | 'erc20' | 'solana'
  deposits: number
  setUp: (world: World) => void
}

const scenarios: Scenario[] = [
  { name: 'native coin', source: 'native', deposits: 1, setUp: () => undefined },
  { name: 'token with an approval', source: 'erc20', deposits: 2, setUp: () => undefined },
  {
    name: 'wallet on another chain',
    source: 'native',
    deposits: 1,
    setUp: (world) => {
      world.page.state.chain = 1
    },
  },
  {
    name: 'a service that fails now and then',
    source: 'native',
    deposits: 1,
    setUp: (world) => {
      world.service.faults.push('malformed', 'error')
    },
  },
  { name: 'SOL', source: 'solana', deposits: 1, setUp: () => undefined },
]

let count = 0
async function run(scenario: Scenario, killAfter: number) {
  count += 1
  const world = createWorld({ name: `replay-${count}`, source: scenario.source })
  scenario.setUp(world)
  world.killAfter(killAfter)
  const orderId = await begin(world)
  const order = await follow(world, orderId)
  const result = {
    order,
    writes: world.writes(),
    mined: world.chain.mined.length + world.solana.landed.size,
    asked: [...world.asked],
    killed: world.isDead() || world.lives() > 1,
  }
  await world.dispose()
  return result
}

describe('all memory dropped after the n-th write, for every n', () => {
  it.each(scenarios)('$name: comes to the same end', async (scenario) => {
    const whole = await run(scenario, Number.POSITIVE_INFINITY)
    expect(whole.killed).toBe(false)
    const points = Array.from({ length: whole.writes }, (_, index) => index + 1)
    for (const point of points) {
      const { order, mined, asked, killed, writes } = await run(scenario, point)
      expect.soft(killed, `killed after write ${point}`).toBe(point <= writes)
      expect.soft(order.status, `killed after write ${point}`).toBe('filled')
      expect.soft(mined, `transactions after write ${point}`).toBe(scenario.deposits)
      const attempts = asked.map((each) => each.attemptId)
      expect.soft(new Set(attempts).size, `asks after write ${point}`).toBe(attempts.length)
      const steps = asked.filter((each) => each.kind !== 'switchChain')
      expect.soft(steps.every((each) => each.stored === 'asking')).toBe(true)
    }
    console.log(`${scenario.name}: ${points.length} points tried`)
  })
})
