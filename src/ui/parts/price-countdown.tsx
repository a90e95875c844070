import { useEffect, useState } from 'preact/hooks'
import { lateText } from '../copy/late-text'
import { formatCountdown } from '../format/time'
import type { Quotes } from '../models/quotes'
import { expiryOf } from '../models/routes'
import { useApp } from './context'
import { Refresh } from './icons'
import { Ring } from './ring'

/** How long the picked price is good for, and a button that asks for prices anew. */
export function PriceCountdown({ quotes }: { quotes: Quotes }) {
  const { now } = useApp()
  const view = quotes.picked.value
  const [total, setTotal] = useState(60)
  const left = view === undefined ? 0 : expiryOf(view.route) - Math.ceil(now.value / 1000)
  // The ring is full when the price arrives, whatever its lifetime.
  useEffect(() => setTotal(Math.max(1, left)), [view?.quoteId])
  return (
    <span class="countdown">
      {quotes.paused.value ? (
        <span class="sub">{lateText.routes.paused}</span>
      ) : (
        view !== undefined && (
          <span
            class="countdown-time num sub"
            title={lateText.routes.refreshIn(formatCountdown(left))}
          >
            <Ring left={left} total={total} />
            {formatCountdown(left)}
          </span>
        )
      )}
      <button
        type="button"
        class="icon-button icon-button-small"
        aria-label={lateText.routes.refresh}
        title={lateText.routes.refresh}
        onClick={quotes.refresh}
      >
        <Refresh size={16} />
      </button>
    </span>
  )
}
