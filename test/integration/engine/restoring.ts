import { afterEach } from 'vitest'
import type { Order } from '@/src/domain/order/order'
import { createWorld, type World } from './world'

/** An order as a file has it. */
export const copyOf = (order: Order): unknown => JSON.parse(JSON.stringify(order))

/**
 * Computers on which Causeway is installed; each is taken down after its test. The file's own `name` keeps
 * its databases apart from those of other files.
 */
export function createComputers(
  name: string,
  options: Partial<Parameters<typeof createWorld>[0]> = {},
) {
  const worlds: World[] = []
  let count = 0
  afterEach(() => {
    for (const world of worlds.splice(0)) world.dispose()
  })

  function open(more: typeof options = {}): World {
    count += 1
    const world = createWorld({ name: `${name}-${count}`, source: 'native', ...options, ...more })
    worlds.push(world)
    return world
  }

  /** Another computer, at the time, with the chain and the service that the first one has by now. */
  function openBeside(first: World, more: typeof options = {}): World {
    const world = open(more)
    world.chain.mined.push(...first.chain.mined)
    world.chain.relay.push(...first.chain.relay)
    world.service.orders.push(...first.service.orders)
    world.sleep(first.clock.now - world.clock.now)
    return world
  }

  return { open, openBeside }
}
