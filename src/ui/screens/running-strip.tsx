import { asksWallet, needsPerson } from '@/src/domain/order/needs-person'
import { asksOf } from '@/src/domain/order/wallet-payment'
import { labelOf } from '../copy/status'
import { text } from '../copy/text'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'
import { ChevronRight, To } from '../parts/icons'
import { onIntent } from '../parts/lazy'
import { HistoryScreen, OrderScreen } from './late-screens'

/** Leads back to the orders under way: to the one that waits for the person, where there is one. */
export function RunningStrip() {
  const app = useApp()
  const running = app.running.value
  const waits = running.filter(needsPerson)
  // Of one that cannot be read whole there is nothing to do here.
  const waiting = waits.find((each) => !each.unread) ?? waits[0]
  const order = waiting ?? running[0]
  if (order === undefined) return null
  const single = waiting !== undefined || running.length === 1
  const asking = asksWallet(order) ? asksOf(order) : undefined
  return (
    <button
      type="button"
      class={waiting === undefined ? 'banner' : 'banner banner-warn'}
      onClick={() =>
        app.router.go(single ? { screen: 'order', orderId: order.id } : { screen: 'history' })
      }
      {...onIntent(single ? OrderScreen : HistoryScreen)}
    >
      <span class="pulse" aria-hidden="true" />
      <span class="banner-text">
        {!single ? (
          text.swap.runningMany(running.length)
        ) : (
          <>
            <span>
              <bdi>{plainText(order.accepted.from.symbol, 12)}</bdi> <To />{' '}
              <bdi>{plainText(order.accepted.to.symbol, 12)}</bdi>
            </span>
            <span class="sub">
              {asking !== undefined
                ? text.swap.waitingIn(plainText(asking.wallet.name, 20))
                : labelOf(order).label}
            </span>
          </>
        )}
      </span>
      <span class="flip-rtl">
        <ChevronRight size={16} />
      </span>
    </button>
  )
}
