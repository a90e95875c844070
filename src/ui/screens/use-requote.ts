import { useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order'
import { requote } from '../models/requote'
import { useApp } from '../parts/context'

/**
 * Plans an order anew at a new price, on its own page or on another; `onPlanned` gets the new order's
 * id, and the old order is stopped.
 */
export function useRequote(order: Order, onPlanned: (orderId: string) => void) {
  const { backend } = useApp()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<WireError | undefined>(undefined)

  async function ask(page = order.page): Promise<void> {
    setAsking(true)
    setError(undefined)
    try {
      onPlanned(await requote(backend, { ...order, page }, new AbortController().signal))
      // Only now: a review whose order is stopped closes itself.
      await backend.call('stopOrder', { orderId: order.id })
    } catch (caught) {
      setError(toWireError(caught))
    } finally {
      setAsking(false)
    }
  }

  return { asking, error, ask }
}
