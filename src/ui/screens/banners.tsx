import { asksWallet, needsPerson } from '@/src/domain/needs-person'
import { asksOf } from '@/src/domain/wallet-payment'
import { labelOf } from '../copy/status'
import { text } from '../copy/text'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'
import { Alert, ChevronRight, To } from '../parts/icons'
import { lazy, onIntent } from '../parts/lazy'
import { HistoryScreen, OrderScreen } from './late-screens'

const RequestNotes = lazy(() => import('./request-bar').then((room) => room.RequestNotes))

/** What concerns the whole page: orders under way, no connection, a service that does not answer. */
export function Banners() {
  const app = useApp()
  const online = app.online.value
  const running = app.running.value
  const waiting = running.find(needsPerson)
  const order = waiting ?? running[0]
  const single = waiting !== undefined || running.length === 1
  const asking = order && asksWallet(order) ? asksOf(order) : undefined
  return (
    <>
      {order !== undefined && (
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
      )}
      {app.requests.value !== undefined && <RequestNotes />}
      {!online && (
        <p class="note note-warn note-slim" role="status">
          <Alert size={18} />
          <span>{text.app.offline}</span>
        </p>
      )}
      {online && app.catalog.stale.value && (
        <p class="note note-warn note-slim" role="status">
          <Alert size={18} />
          <span>{text.app.stale}</span>
        </p>
      )}
    </>
  )
}
