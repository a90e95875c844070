import { useLayoutEffect, useRef } from 'preact/hooks'
import { orderText } from '../copy/order-text'
import { transferText } from '../copy/transfer-text'
import type { Sent } from '../models/paid-elsewhere'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'

/** The way to another order, inside a note. */
export function OpenOrder({ orderId, main }: { orderId: string; main?: true }) {
  const { router } = useApp()
  return (
    <button
      type="button"
      class={`button button-small${main ? ' button-main' : ''}`}
      onClick={() => router.go({ screen: 'order', orderId })}
    >
      {orderText.other.open}
    </button>
  )
}

/**
 * Says that the same was just confirmed, in another window or for a site, and leads to that order. The button that led here is off by
 * then: the focus comes to the note, and the tick follows it.
 */
export function SentMeanwhile({ sent, hint }: { sent: Sent; hint: string }) {
  const words = sent.kind === 'transfer' ? transferText.beside : orderText.other
  const note = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches(':disabled'))
      note.current?.focus()
  }, [])
  return (
    <section
      ref={note}
      tabIndex={-1}
      class="note note-warn"
      role="alert"
      data-testid="sent-meanwhile"
    >
      <Alert />
      <div class="note-body">
        <p class="note-title">
          <bdi>{words.sent(...sent.names)}</bdi>
        </p>
        <p>{hint}</p>
        <div class="note-actions">
          <OpenOrder orderId={sent.id} />
        </div>
      </div>
    </section>
  )
}
