import * as z from 'zod/mini'
import { element, setting } from './element'
import { frameMessageSchema } from './frame-message'

/**
 * The service's wrapper page: keeps the provider's frame in a sandbox and tells the window that
 * opened it what happens. What it tells follows the order's own status, never the frame's word.
 */
const pollMs = 250

const stateSchema = z.object({
  status: z.string(),
  terminal: z.boolean(),
  outputAmount: z.optional(z.string()),
  transferTxHash: z.optional(z.string()),
  failure: z.optional(z.object({ message: z.string(), reason: z.string() })),
})
type State = z.infer<typeof stateSchema>

type WidgetEvent =
  | 'widget_ready'
  | 'order_created'
  | 'order_processing'
  | 'order_completed'
  | 'order_failed'
  | 'widget_close'

const status = element('checkout-status', HTMLElement)
const frame = element('provider-frame', HTMLIFrameElement)
const told = new Set<WidgetEvent>()

/** Each event is told once. */
function tell(event: WidgetEvent, data: object = {}): void {
  if (told.has(event)) return
  told.add(event)
  const { orderId, provider } = document.querySelector('main')?.dataset ?? {}
  const message = { type: 'FIAT_WIDGET_EVENT', event, orderId, provider, data }
  // The page cannot know who opened it, and nothing in the message is a secret.
  const opener: Window | null = window.opener
  opener?.postMessage(message, '*')
}

const waitingStatuses = ['created', 'awaiting_payment']

function show(state: State): void {
  status.dataset.status = state.status
  if (!state.terminal) {
    const isWaiting = waitingStatuses.includes(state.status)
    status.textContent = isWaiting ? 'Waiting for your payment' : 'Paid. Sending your tokens'
    if (!isWaiting) tell('order_processing', { status: state.status })
    return
  }
  if (state.status === 'completed') {
    status.textContent = 'Done. You can close this window.'
    // A quick order may be over before its processing was seen; openers still hear of both.
    tell('order_processing', { status: state.status })
    tell('order_completed', state)
    return
  }
  status.textContent = state.failure?.message ?? 'The order did not complete'
  tell('order_failed', state)
}

async function poll(): Promise<void> {
  let isOver = false
  try {
    const response = await fetch(setting('stateUrl'))
    const state = stateSchema.parse(await response.json())
    show(state)
    isOver = state.terminal
  } catch (error) {
    status.textContent = `The connection is interrupted: ${String(error)}`
  }
  if (!isOver) setTimeout(() => void poll(), pollMs)
}

function close(): void {
  tell('widget_close')
  window.close()
}

window.addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow) return
  const message = z.safeParse(frameMessageSchema, event.data)
  if (!message.success || message.data.event !== 'ready') return
  tell('widget_ready')
  tell('order_created')
  void poll()
  if (setting('auto') === 'close') close()
})
window.addEventListener('pagehide', () => tell('widget_close'))
element('close', HTMLButtonElement).addEventListener('click', close)
// Only now: the frame may be ready before this script is.
frame.src = setting('frameUrl')
