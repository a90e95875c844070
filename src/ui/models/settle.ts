import type { ReadonlySignal } from '@preact/signals'
import type { OpenForm } from './paid-elsewhere'
import type { Requests } from './requests'

type Settled = {
  app: OpenForm & { requests: ReadonlySignal<Pick<Requests, 'finish'> | undefined> }
  asker: ReadonlySignal<unknown>
  /** The order that was heard of, if any. */
  heard?: string | undefined
  /** When the form became what it is. */
  since: number
}

/**
 * Empties the form once an order that was planned of it, as it stands, was confirmed, and so whatever comes
 * back in its place; once another window confirmed the very same as well. Fetched with the first order.
 * Rejects where the store cannot be read.
 */
export async function settle(options: Settled): Promise<void> {
  const { app, asker, heard } = options
  const { backend, swap, requests } = app
  /** Empties the form, or puts what stood there before a site's request. */
  function becomeOrder(): void {
    swap.finish()
    if (asker.value) requests.value?.finish()
  }
  if (heard)
    await (await import('./paid-elsewhere')).emptyPaid(app, options.since, heard, becomeOrder)
  for (;;) {
    const { made } = swap.draft.peek()
    const orders = await Promise.all((made ?? []).map((id) => backend.readOrder(id)))
    const isMade = orders.some((order) => order && !['planned', 'stopped'].includes(order.status))
    if (!isMade) return
    // What was typed while the store was read is not that order.
    if (swap.draft.peek().made === made) becomeOrder()
  }
}
