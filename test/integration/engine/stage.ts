import { afterEach } from 'vitest'
import type { Step } from '@/src/domain/order/order'
import { begin } from './person'
import type { Source } from './service'
import { createWorld, type World } from './world'

/** Opens a world for each test of a file, with stores of its own, and puts it away after the test. */
export function createStage(name: string): (source?: Source) => World {
  let count = 0
  let world: World | undefined
  afterEach(() => world?.dispose())
  return (source = 'native') => {
    count += 1
    world = createWorld({ name: `${name}-${count}`, source })
    return world
  }
}

/** An order that is confirmed; gives its id. */
export async function confirmed(w: World): Promise<string> {
  const orderId = await begin(w)
  await w.settle()
  return orderId
}

/** The step of an order that moves the money. */
export async function depositOf(w: World, orderId: string): Promise<Step> {
  const step = (await w.order(orderId)).steps.find((each) => each.deposit)
  if (!step) throw new Error('no deposit')
  return step
}

/** Lets minutes pass. */
export async function wait(w: World, minutes: number): Promise<void> {
  for (let i = 0; i < minutes * 2; i += 1) await w.advance(30_000)
}
