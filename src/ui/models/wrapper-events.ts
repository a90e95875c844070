import * as z from 'zod/mini'
import { type FiatWidgetEvent, fiatWidgetEvent } from '@/src/contract/service/fiat'
import { withoutPrototypeKeys } from '@/src/lib/prototype-keys'

/** What of a browser message is looked at. */
export type WrapperMessage = { origin: string; source: unknown; data: unknown }

/** Where a message must come from, and which order it must name, to be listened to. */
export type WrapperExpectation = { fiatUrl: string; source: unknown; orderId: string }

/**
 * Reads a message of the fiat wrapper page, or gives null unless it comes from the fiat API's origin,
 * from the very window that was opened, and names this order.
 *
 * The event never changes an order: all it may cause is an early poll.
 */
export function readWrapperEvent(
  message: WrapperMessage,
  expected: WrapperExpectation,
): FiatWidgetEvent | null {
  if (message.origin !== new URL(expected.fiatUrl).origin) return null
  if (message.source === null || message.source !== expected.source) return null
  let clean: unknown
  try {
    clean = withoutPrototypeKeys(message.data)
  } catch {
    // Nested without end: nothing of the wrapper's.
    return null
  }
  const read = z.safeParse(fiatWidgetEvent, clean)
  return read.success && read.data.orderId === expected.orderId ? read.data : null
}

/** A window as far as messages go. */
export type MessageTarget = {
  addEventListener(type: 'message', listener: (event: WrapperMessage) => void): void
  removeEventListener(type: 'message', listener: (event: WrapperMessage) => void): void
}

/**
 * Listens for the wrapper page's events of one order.
 *
 * @returns the off-switch
 */
export function onWrapperEvent(
  target: MessageTarget,
  expected: WrapperExpectation,
  run: (event: FiatWidgetEvent) => void,
): () => void {
  const listener = (message: WrapperMessage) => {
    const event = readWrapperEvent(message, expected)
    if (event) run(event)
  }
  target.addEventListener('message', listener)
  return () => target.removeEventListener('message', listener)
}
