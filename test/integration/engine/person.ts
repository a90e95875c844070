import type { SwapOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import type { World } from './world'

/** Rounds a patient person stays; each is three seconds. */
const patience = 60

/** Presses a button; a worker that dies under the finger is no reason to give up. */
export async function press(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()
    return true
  } catch {
    return false
  }
}

/** Prepares and confirms, again and again until the order is under way. */
export async function begin(world: World): Promise<string> {
  for (let i = 0; i < 6; i += 1) {
    try {
      const { orderId, digest } = await world.prepare()
      for (let pressed = 0; pressed < patience; pressed += 1) {
        if (await press(() => world.call('confirmOrder', { orderId, digest }))) return orderId
        world.revive()
        if ((await world.order(orderId)).status !== 'planned') return orderId
      }
      throw new Error('nobody presses that often')
    } catch {
      world.revive()
    }
  }
  throw new Error('the order could not be begun')
}

/** A person who approves what is asked, tries again what failed, and waits. */
export async function follow(world: World, orderId: string): Promise<SwapOrder> {
  for (let i = 0; i < patience; i += 1) {
    const order = await world.order(orderId)
    if (isEnded(order.status)) return order
    const step = order.steps[order.current]
    const state = step?.state
    if (step && (state?.status === 'declined' || state?.status === 'failed')) {
      await press(() => world.call('retryStep', { orderId, stepId: step.id, notSent: true }))
      await world.settle()
    }
    world.page.approve()
    await world.deliver()
    world.chain.mine()
    world.solana.mine()
    await world.advance(3_000)
  }
  return world.order(orderId)
}
