import { AppError } from '@/src/domain/error'
import { isEnded } from '@/src/domain/order/order-parts'
import type { Handlers } from '@/src/messaging/serve'
import { requireOrder } from '@/src/store/orders'
import { hasten } from '@/src/store/outbox'
import { lookWide } from '../chain/look-wide'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

type Look = { done: Promise<void>; stop: AbortController }

/** Looks at other tokens and other chains on the person's word, one look an order at a time. */
export function lookProcedures(engine: Engine): Pick<Handlers, 'lookForPayment' | 'stopLooking'> {
  const looks = new Map<string, Look>()

  async function look(orderId: string, signal: AbortSignal): Promise<void> {
    const order = await requireOrder(engine.db, orderId)
    if (order.kind !== 'transfer' || isEnded(order.status)) {
      throw new AppError('order/changed', { orderId })
    }
    // No chain of its family is read, where it was paid from one of those; an address may not be known.
    if (order.accepted.from.family || order.transfer.depositAddress === '') {
      throw new AppError('order/changed', { orderId })
    }
    // What was asked for is looked for first, and by its own rules.
    await hasten(engine.db, orderId, engine.now(), ({ task }) => task.kind === 'watchDeposit')
    engine.wake()
    const { look, found } = await lookWide(engine, order, signal)
    // Who stops it has not looked everywhere: only what was found is news.
    if (signal.aborted && found.length === 0) return
    await commit(engine, orderId, { type: 'lookedWide', at: look.at, look, found })
  }

  return {
    async lookForPayment({ orderId }) {
      const known = looks.get(orderId)
      if (known) {
        await known.done
        return {}
      }
      const stop = new AbortController()
      const done = look(orderId, stop.signal)
      looks.set(orderId, { done, stop })
      try {
        await done
      } finally {
        looks.delete(orderId)
      }
      return {}
    },
    async stopLooking({ orderId }) {
      looks.get(orderId)?.stop.abort()
      return {}
    },
  }
}
