import type { Backend } from './backend'
import type { Swap } from './swap'

/**
 * Empties the form once an order that was planned of it, as it stands, was confirmed, and so whatever comes
 * back in its place. Fetched with the first such order. Rejects where the store cannot be read.
 */
export async function settle(options: {
  backend: Pick<Backend, 'readOrder'>
  swap: Pick<Swap, 'draft'>
  /** Empties the form, or puts what stood there before a site's request. */
  becomeOrder(): void
}): Promise<void> {
  const { backend, swap, becomeOrder } = options
  for (;;) {
    const { made } = swap.draft.peek()
    const orders = await Promise.all((made ?? []).map((id) => backend.readOrder(id)))
    const isMade = orders.some((order) => order && !['planned', 'stopped'].includes(order.status))
    if (!isMade) return
    // What was typed while the store was read is not that order.
    if (swap.draft.peek().made === made) becomeOrder()
  }
}
