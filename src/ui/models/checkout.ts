import { type ReadonlySignal, signal } from '@preact/signals'
import { AppError, toWireError, type WireError } from '@/src/domain/error'
import type { PurchaseOrder } from '@/src/domain/order/order'
import { checkoutOf } from '@/src/domain/order/purchase'
import type { Backend, Clock } from './backend'
import type { createOpenerFrame } from './opener-frame'
import { onWrapperEvent } from './wrapper-events'

export type Checkout = {
  /** Of the window that this page opened: `closed` once somebody has shut it. */
  phase: ReadonlySignal<'none' | 'opening' | 'open' | 'closed'>
  error: ReadonlySignal<WireError | undefined>
  /** Opens the checkout; must be called inside the person's own gesture. */
  open(order: PurchaseOrder): Promise<void>
  /** Shows the order in a tab, where the checkout is opened from; once, however often it is clicked. */
  goToTab(order: PurchaseOrder): Promise<void>
  dispose(): void
}

/** Whether a page is the service's own: of any other origin it could send ours elsewhere. */
function isOfService(url: string, { serviceUrl }: PurchaseOrder): boolean {
  const service = serviceUrl === undefined ? null : URL.parse(serviceUrl)
  return service !== null && URL.parse(url)?.origin === service.origin
}

/** A window of its own, as large as a checkout needs. */
const FEATURES = 'popup,width=480,height=760'
const LOOK_MS = 1_000

/**
 * Whether a window was closed; undefined where that cannot be seen. Firefox puts a page of the web that an
 * extension's page opened out of its reach, and that page out of the other's: neither an opener nor a
 * message passes between them.
 */
function seeClosed(opened: Window): boolean | undefined {
  try {
    return opened.closed
  } catch {
    return undefined
  }
}

/**
 * Opens a purchase's checkout from a page that lives on. The service's wrapper has a window with an empty
 * frame of this page as its opener, so that its messages come here and it can send nothing of ours
 * elsewhere; a page of any other origin has none, and in Firefox no page has. There the service alone
 * tells how it goes on.
 */
export function createCheckout(options: {
  backend: Pick<Backend, 'call' | 'openUrl' | 'openPage'>
  clock: Clock
  /** What the wrapper is opened from; a new one for each window. */
  frame: () => ReturnType<typeof createOpenerFrame>
}): Checkout {
  const { backend, clock, frame } = options
  const phase = signal<'none' | 'opening' | 'open' | 'closed'>('none')
  const error = signal<WireError | undefined>(undefined)
  let stop: (() => void) | undefined

  function follow(
    opened: Window,
    order: PurchaseOrder,
    { opener, remove }: ReturnType<typeof frame>,
  ): void {
    const { orderId = '' } = order.service
    // What the page says changes nothing: the service is asked, and at once.
    const look = () => {
      backend.call('refreshOrder', { orderId: order.id }).catch(() => undefined)
    }
    const expected = { fiatUrl: order.serviceUrl ?? '', source: opened, orderId }
    let isHeard = false
    const off = onWrapperEvent(opener, expected, () => {
      if (!isHeard) look()
      isHeard = true
    })
    let cancel: () => void
    const watch = () => {
      isHeard = false
      const isClosed = seeClosed(opened)
      if (isClosed === false) cancel = clock.after(LOOK_MS, watch)
      else stop?.()
      if (isClosed !== true) return
      phase.value = 'closed'
      look()
    }
    cancel = clock.after(LOOK_MS, watch)
    stop = () => {
      off()
      cancel()
      remove()
    }
  }

  async function open(order: PurchaseOrder): Promise<void> {
    const step = checkoutOf(order)
    if (step?.kind !== 'open' || phase.value === 'opening') return
    error.value = undefined
    stop?.()
    // At once, as a gesture does not outlast the question to the service that comes first.
    const isOwn = step.how === 'wrapper' && isOfService(step.url, order)
    const own = isOwn ? frame() : undefined
    const opened = own?.opener.open('about:blank', '_blank', FEATURES)
    phase.value = 'opening'
    try {
      if (opened === null) throw new AppError('order/window-blocked')
      const { openedAt } = order.purchase
      const { host } = new URL(step.url)
      const shown = { orderId: order.id, host, ...(openedAt === undefined ? {} : { openedAt }) }
      const { how, url } = await backend.call('openCheckout', shown)
      if (how === 'wrapper' && own && opened && isOfService(url, order)) {
        opened.location.replace(url)
        follow(opened, order, own)
      } else {
        opened?.close()
        own?.remove()
        await backend.openUrl(url)
      }
      phase.value = 'open'
    } catch (caught) {
      opened?.close()
      own?.remove()
      phase.value = 'none'
      error.value = toWireError(caught)
    }
  }

  async function goToTab(order: PurchaseOrder): Promise<void> {
    if (phase.value === 'opening') return
    error.value = undefined
    phase.value = 'opening'
    try {
      // The popup closes with it: until then it says so.
      await backend.openPage(`popup.html?view=tab#/orders/${order.id}`)
    } catch (caught) {
      phase.value = 'none'
      error.value = toWireError(caught)
    }
  }

  return { phase, error, open, goToTab, dispose: () => stop?.() }
}
