import { useLayoutEffect, useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import { askInDoubt } from '@/src/domain/order/guard'
import type { SwapOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { requote } from '../models/requote'
import { useApp } from '../parts/context'

/**
 * Plans an order anew at a new price, on its own page or on another; `onPlanned` gets the new order's
 * id, and the old order is stopped. One that goes on is shown instead: another window may have it paid. Who leaves
 * meanwhile is not brought back, and no order is left over.
 */
export function useRequote(order: SwapOrder, onPlanned: (orderId: string) => void) {
  const { backend, router } = useApp()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<WireError | undefined>(undefined)
  const [life] = useState(() => new AbortController())
  // Not after the paint: a panel that closes at once counts as closed.
  useLayoutEffect(() => () => life.abort(), [life])

  const stop = (orderId: string) => backend.call('stopOrder', { orderId })

  /** Whether it may be stopped: to cancel a payment in doubt is another wish than a new price. */
  async function isIdle(): Promise<boolean> {
    const now = await backend.readOrder(order.id)
    if (now?.kind !== 'swap') return true
    return (now.status === 'planned') === (order.status === 'planned') && !askInDoubt(now)
  }

  /** Whether it ended as it was stopped: it was asked for just before, or was paid after all. */
  async function isOver(): Promise<boolean> {
    const now = await backend.readOrder(order.id)
    return now === undefined || isEnded(now.status)
  }

  async function ask(page = order.page): Promise<void> {
    let from = router.route.peek()
    const left = () => router.route.peek() !== from
    const showOld = () => {
      if (!left()) router.go({ screen: 'order', orderId: order.id }, { replace: true })
    }
    let next: string | undefined
    setAsking(true)
    setError(undefined)
    try {
      const made = await requote(backend, { ...order, page }, life.signal)
      next = made
      if (life.signal.aborted || left()) return
      if (!(await isIdle())) return showOld()
      const underWay = order.status !== 'planned'
      // Before anything new can be confirmed. Its panel goes as it stops, so that only another screen says
      // that the person left.
      if (underWay) {
        await stop(order.id)
        if (!(await isOver())) return showOld()
      }
      if (left()) return
      onPlanned(made)
      from = router.route.peek()
      next = undefined
      // Only now: a review whose order is stopped closes itself.
      if (underWay) return
      await stop(order.id)
      if (await isOver()) return
      next = made
      showOld()
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
