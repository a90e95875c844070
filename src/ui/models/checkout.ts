import { type ReadonlySignal, signal } from '@preact/signals'
import { AppError, toWireError, type WireError } from '@/src/domain/error'
import type { PurchaseOrder } from '@/src/domain/order'
import { checkoutOf } from '@/src/domain/purchase'
import type { Backend, Clock } from './backend'
import { onWrapperEvent } from './wrapper-events'

export type Checkout = {
  /** Of the window that this page opened: `closed` once somebody has shut it. */
  phase: ReadonlySignal<'none' | 'opening' | 'open' | 'closed'>
  error: ReadonlySignal<WireError | undefined>
  /** Opens the checkout; must be called inside the person's own gesture. */
  open(order: PurchaseOrder): Promise<void>
  dispose(): void
}

/** A window of its own, as large as a checkout needs. */
const FEATURES = 'popup,width=480,height=760'
const LOOK_MS = 1_000

/**
 * Opens a purchase's checkout from a page that lives on. The service's wrapper has a window with this
 * page as its opener, so that its messages come here; every other page of a stranger has none.
 */
export function createCheckout(options: {
  backend: Pick<Backend, 'call' | 'openUrl'>
  clock: Clock
  page: Pick<Window, 'open' | 'addEventListener' | 'removeEventListener'>
}): Checkout {
  const { backend, clock, page } = options
  const phase = signal<'none' | 'opening' | 'open' | 'closed'>('none')
  const error = signal<WireError | undefined>(undefined)
  let stop: (() => void) | undefined

  function follow(opened: Window, order: PurchaseOrder): void {
    const { orderId = '' } = order.service
    // What the page says changes nothing: the service is asked, and at once.
    const look = () => {
      backend.call('refreshOrder', { orderId: order.id }).catch(() => undefined)
    }
    const expected = { fiatUrl: order.serviceUrl ?? '', source: opened, orderId }
    const off = onWrapperEvent(page, expected, look)
    let cancel: () => void
    const watch = () => {
      if (opened.closed) {
        stop?.()
        phase.value = 'closed'
        look()
      } else cancel = clock.after(LOOK_MS, watch)
    }
    cancel = clock.after(LOOK_MS, watch)
    stop = () => {
      off()
      cancel()
    }
  }

  async function open(order: PurchaseOrder): Promise<void> {
    const step = checkoutOf(order)
    if (step?.kind !== 'open' || phase.value === 'opening') return
    error.value = undefined
    stop?.()
    // At once, as a gesture does not outlast the question to the service that comes first.
    const opened = step.how === 'wrapper' ? page.open('about:blank', '_blank', FEATURES) : undefined
    phase.value = 'opening'
    try {
      if (opened === null) throw new AppError('order/window-blocked')
      const { how, url } = await backend.call('openCheckout', { orderId: order.id })
      if (how === 'wrapper' && opened) {
        opened.location.replace(url)
        follow(opened, order)
      } else {
        opened?.close()
        await backend.openUrl(url)
      }
      phase.value = 'open'
    } catch (caught) {
      opened?.close()
      phase.value = 'none'
      error.value = toWireError(caught)
    }
  }

  return { phase, error, open, dispose: () => stop?.() }
}
