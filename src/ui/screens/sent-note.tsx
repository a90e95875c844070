import { useLayoutEffect, useRef } from 'preact/hooks'
import { orderText } from '../copy/order-text'
import { transferText } from '../copy/transfer-text'
import { twiceText } from '../copy/twice-text'
import type { Beside } from '../models/beside'
import type { Sent } from '../models/paid-elsewhere'
import { useApp } from '../parts/context'
import { Filled } from '../parts/filled'
import { Alert } from '../parts/icons'
import { ShortAddress } from '../parts/short-address'

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

/** Says of each order by which another window had the same made that it was; wants a word on all of them. */
export function SentElsewhere({ sent, hint, tick }: { sent: Beside; hint: string; tick: string }) {
  const all = sent.sent.value
  return (
    <>
      {all.map((each) => (
        <SentMeanwhile key={each.id} sent={each} hint={hint} />
      ))}
      {all.length > 0 && (
        <label class="tick">
          <input
            type="checkbox"
            checked={sent.sentAgreed.value}
            onChange={(event) => sent.agreeSent(event.currentTarget.checked)}
          />
          <span>{tick}</span>
        </label>
      )}
    </>
  )
}

/**
 * Says that the same was just confirmed, in another window or for a site, and leads to that order. The button
 * that led here is off by then: the focus comes to the note, and the tick follows it.
 */
export function SentMeanwhile({ sent, hint }: { sent: Sent; hint: string }) {
  const { other } = orderText
  const made = { swap: other.sent, transfer: transferText.beside.sent, purchase: twiceText.bought }
  const doubts = {
    denied: { say: other.denied, hint: other.deniedHint },
    unseen: { say: other.unseen, hint: other.unseenHint },
  }
  const said = sent.doubt ? doubts[sent.doubt] : { say: made[sent.kind], hint }
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
          <bdi>
            <Filled
              say={said.say}
              parts={[
                <bdi key="sum">{sent.sum}</bdi>,
                <ShortAddress key="to" address={sent.recipient} />,
              ]}
            />
          </bdi>
        </p>
        <p>{said.hint}</p>
        <div class="note-actions">
          <OpenOrder orderId={sent.id} />
        </div>
      </div>
    </section>
  )
}
