import { useState } from 'preact/hooks'
import { buyText } from '../copy/buy-text'
import type { OrderView } from '../models/order-view'

/** The way out of a purchase that nobody pays: the provider may never end it by itself. */
export function GiveUp({ view }: { view: OrderView }) {
  const [sure, setSure] = useState(false)
  const busy = view.busy.value
  return (
    <details class="card details">
      <summary>{buyText.order.unpaid}</summary>
      <p class="sub">{buyText.order.unpaidHint}</p>
      <label class="tick">
        <input
          type="checkbox"
          checked={sure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
        <span>{buyText.order.unpaidCheck}</span>
      </label>
      <button
        type="button"
        class="button"
        disabled={!sure || busy}
        aria-busy={busy}
        onClick={() => void view.sayUnpaid()}
      >
        {buyText.order.end}
      </button>
    </details>
  )
}

/** What became of a purchase that ended so, and what not to do any more. */
export function GivenUp() {
  return (
    <section class="note note-info" role="status">
      <div class="note-body">
        <p class="note-title">{buyText.order.givenUp}</p>
        <p>{buyText.order.givenUpNext}</p>
      </div>
    </section>
  )
}
