import type { SwapOrder } from '@/src/domain/order/order'
import type { SimTransaction } from './chain'
import type { World } from './world'

export type Planned = { orderId: string; digest: string }

export type AccountRun = {
  world: World
  pair: readonly [Planned, Planned]
  /** It sends transactions of its own, too. */
  isDelegated: boolean
  /** Which ask a transaction carried out, by the transaction's hash. */
  askOf: Map<string, string>
  /** What was signed and is in no queue now. */
  held: SimTransaction[]
  /** Orders of which the person typed that nothing was sent, by how often. */
  overrides: Map<string, number>
}

/** Both orders as they are stored; a plan that was given up is gone. */
export function ordersOf({ world, pair }: AccountRun): Promise<(SwapOrder | undefined)[]> {
  return Promise.all(pair.map(({ orderId }) => world.order(orderId).catch(() => undefined)))
}
