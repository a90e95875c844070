import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SwapOrder } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { plainText } from '../format/text'
import { handle } from '../handles'
import { isByOne } from '../parts/by-one'
import { isAsked } from '../parts/keys'
import { useFresh } from '../parts/use-fresh'

/** What must be ticked, then the two answers, and why the confirmation cannot be given yet. */
export function ReviewActions(props: {
  order: SwapOrder
  busy: boolean
  asking: boolean
  expired: boolean
  allTicked: boolean
  /** No tick makes it right. */
  refused: boolean
  children: ComponentChildren
  onCancel(): void
  onConfirm(): void
  onRequote(): void
}) {
  const { busy, asking, expired, allTicked, refused } = props
  // What another node made of it meanwhile must have been seen before it is confirmed.
  const fresh = useFresh(props.order.digest)
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.repeat) return
      event.preventDefault()
      if (isAsked()) return
      // Grey, it takes no key either.
      confirm.current?.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const { advice } = props.order
  const intro = busy && advice?.open ? 'confirmWaits' : isByOne(advice) ? 'introOne' : 'intro'
  const reason = refused ? 'confirmNever' : allTicked ? intro : 'confirmTicks'
  const why = orderText.review[expired ? 'confirmExpired' : reason]
  return (
    <div class="actions actions-two">
      {!expired && props.children}
      <p class="actions-why sub" id="confirm-why" role="status">
        {why}
      </p>
      <button
        type="button"
        class="button"
        data-testid={handle.cancel}
        disabled={busy}
        onClick={props.onCancel}
      >
        {orderText.review.cancel}
      </button>
      {expired ? (
        <button
          type="button"
          class="button button-main"
          // Whoever pressed it keeps the focus there.
          aria-disabled={asking}
          aria-busy={asking}
          onClick={() => {
            if (!asking) props.onRequote()
          }}
        >
          {asking && <span class="spinner" aria-hidden="true" />}
          {asking ? orderText.review.gettingQuote : orderText.review.newQuote}
        </button>
      ) : (
        <button
          ref={confirm}
          type="button"
          class="button button-main"
          data-testid={handle.confirm}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={fresh || asking || refused || !allTicked}
          aria-disabled={busy}
          aria-busy={busy}
          aria-describedby="confirm-why"
          onClick={(event) => {
            if (event.detail <= 1 && !busy) props.onConfirm()
          }}
        >
          {busy && <span class="spinner" aria-hidden="true" />}
          {orderText.review.confirm(plainText(props.order.wallet.name, 20))}
        </button>
      )}
    </div>
  )
}
