import { useLayoutEffect, useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import type { SwapOrder } from '@/src/domain/order/order'
import { requote } from '../models/requote'
import { useApp } from '../parts/context'

/**
 * Plans an order anew at a new price, on its own page or on another; `onPlanned` gets the new order's
 * id, and the old order is stopped. Who leaves meanwhile is not brought back, and no order is left over.
 */
export function useRequote(order: SwapOrder, onPlanned: (orderId: string) => void) {
  const { backend, router } = useApp()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<WireError | undefined>(undefined)
  const [life] = useState(() => new AbortController())
  // Not after the paint: a panel that closes at once counts as closed.
  useLayoutEffect(() => () => life.abort(), [life])

  const stop = (orderId: string) => backend.call('stopOrder', { orderId })

  async function ask(page = order.page): Promise<void> {
    const from = router.route.peek()
    const left = () => router.route.peek() !== from
    let next: string | undefined
    setAsking(true)
    setError(undefined)
    try {
      next = await requote(backend, { ...order, page }, life.signal)
      if (life.signal.aborted || left()) return
      const underWay = order.status !== 'planned'
      // Before anything new can be confirmed: an order that was paid after all refuses to stop. Its
      // panel goes as it stops, so that only another screen says that the person left.
      if (underWay) await stop(order.id)
      if (left()) return
      onPlanned(next)
      next = undefined
      // Only now: a review whose order is stopped closes itself.
      if (!underWay) await stop(order.id)
    } catch (caught) {
      setError(toWireError(caught))
    } finally {
      setAsking(false)
      // Nobody asked the wallet for it: left over, it runs out by itself.
      if (next !== undefined) stop(next).catch(() => undefined)
    }
  }

  return { asking, error, ask }
}
