import { useEffect, useState } from 'preact/hooks'
import type { PurchaseOrder } from '@/src/domain/order/order'
import { fillOf, isGivenUp, isUnanswered } from '@/src/domain/order/order-parts'
import { checkoutOf, isPaymentSeen, mayGiveUp, otherNameOf } from '@/src/domain/order/purchase'
import { saidIn } from '@/src/domain/order/reason'
import { saysUnpaid } from '@/src/domain/service/fiat-words'
import { toSaid } from '@/src/domain/service/service-said'
import { formatMinor, formatMoney } from '@/src/domain/token/written-money'
import { buyText } from '../copy/buy-text'
import { errorCopy } from '../copy/errors'
import { orderText } from '../copy/order-text'
import { isOver, labelOf } from '../copy/status'
import { plainText } from '../format/text'
import { formatTime } from '../format/time'
import { handle } from '../handles'
import { type Checkout, createCheckout } from '../models/checkout'
import { createOpenerFrame } from '../models/opener-frame'
import type { OrderView } from '../models/order-view'
import { CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Filled } from '../parts/filled'
import { Alert } from '../parts/icons'
import { Minimum } from '../parts/minimum'
import { useAloud } from '../parts/use-aloud'
import { useModel } from '../parts/use-model'
import { BridgeRow } from './bridge-row'
import { GivenUp, GiveUp } from './give-up'
import { HashLink } from './hash-link'
import { Party } from './order-details'
import { Row } from './order-timeline'
import { PressError } from './press-error'

/** What there is to do with a purchase: its number, its checkout, and what went wrong with it. */
export function PurchasePanel({ order, view }: { order: PurchaseOrder; view: OrderView }) {
  const app = useApp()
  const checkout = useModel(
    () =>
      createCheckout({
        backend: app.backend,
        clock: app.clock,
        frame: () => createOpenerFrame(document),
      }),
    order.id,
  )
  const { failure, blocker } = order
  const away =
    blocker && !isOver(order.status) ? buyText.order.away(errorCopy[blocker.code].what) : undefined
  useAloud(away)
  return (
    <>
      {failure?.code === 'order/failed-at-service' && <Ended order={order} view={view} />}
      {isGivenUp(order) && <GivenUp />}
      {failure !== undefined && failure.code !== 'order/failed-at-service' && !isGivenUp(order) && (
        <ErrorNote error={{ code: failure.code, context: toSaid(saidIn(failure.reason)) }} />
      )}
      <PressError view={view} />
      {away !== undefined && (
        <p class="note note-warn note-slim">
          <Alert size={18} />
          <span class="note-body">{away}</span>
        </p>
      )}
      {order.status === 'submitted' && (
        <>
          {order.purchase.found && <Found order={order} />}
          <Unknown order={order} />
          <Pay order={order} />
          <Way order={order} checkout={checkout} />
        </>
      )}
      {order.status === 'tracking' && order.purchase.action?.type === 'none' && (
        <p class="note note-info note-slim">
          <span class="note-body">{buyText.order.nothingToOpen}</span>
        </p>
      )}
      {mayGiveUp(order) && <GiveUp view={view} />}
    </>
  )
}

/** Everything to look at before it is paid. */
function Pay({ order }: { order: PurchaseOrder }) {
  const { accepted, purchase, service } = order
  const { from } = accepted
  const money = formatMinor(from.amount, from.decimals, from.symbol)
  const provider = plainText(purchase.provider, 32)
  const other = otherNameOf(order)
  return (
    <section class="card buy-pay" aria-label={buyText.order.checkout}>
      <dl class="detail-rows">
        <dt>{buyText.order.kept}</dt>
        <dd class="mono" data-testid={handle.orderNumber}>
          {plainText(service.orderId ?? '', 80)}
        </dd>
      </dl>
      <p class="sub">{buyText.order.keptHint}</p>
      <CopyButton value={service.orderId ?? ''} label={buyText.order.copyNumber} />
      <dl class="detail-rows">
        <dt>{buyText.order.youPay}</dt>
        <dd class="num">
          {purchase.fee === undefined
            ? money
            : buyText.withFee(money, formatMoney(purchase.fee, from.symbol))}
        </dd>
        <dt>{buyText.order.provider}</dt>
        <dd>
          {other === undefined ? (
            <bdi>{provider}</bdi>
          ) : (
            <Filled
              say={buyText.order.orderNames}
              parts={[
                <bdi key="provider">{provider}</bdi>,
                <bdi key="other">{plainText(other, 32)}</bdi>,
              ]}
            />
          )}
        </dd>
        <dt>{orderText.review.minimum}</dt>
        <dd class="num">
          {purchase.found && accepted.minAmountOut === undefined ? (
            buyText.order.notTold
          ) : (
            <Minimum accepted={accepted} />
          )}
        </dd>
        <dt>{buyText.recipient}</dt>
        <dd>
          <Party address={accepted.recipient} />
        </dd>
        <dt>{buyText.refund}</dt>
        <dd>
          <Party address={accepted.refundTo} />
        </dd>
      </dl>
    </section>
  )
}

/** What was agreed is not known here: there is nothing to open, and nothing is lost. */
function Found({ order }: { order: PurchaseOrder }) {
  return (
    <p class="note note-info note-slim">
      <span class="note-body">{buyText.order.found(plainText(order.purchase.provider, 32))}</span>
    </p>
  )
}

/** How it goes on is nothing that this version knows: said above what there is to look at. */
function Unknown({ order }: { order: PurchaseOrder }) {
  const step = checkoutOf(order)
  if (step?.kind !== 'unknown') return null
  return (
    <div class="note note-warn">
      <Alert size={18} />
      <div class="note-body">
        <p>{buyText.order.unknown(plainText(step.type, 32))}</p>
        <p>{buyText.order.unknownHint(plainText(order.purchase.provider, 32))}</p>
      </div>
    </div>
  )
}

function Way({ order, checkout }: { order: PurchaseOrder; checkout: Checkout }) {
  const app = useApp()
  const { openedAt } = order.purchase
  const step = checkoutOf(order)
  const phase = checkout.phase.value
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (phase === 'closed') app.announce(buyText.order.closed)
    else if (phase === 'open' && openedAt) app.announce(buyText.order.opened(formatTime(openedAt)))
  }, [phase, openedAt])
  if (step?.kind !== 'open' || order.contradiction) return null
  // A popup closes as soon as anything else has the focus, and with it what it was about to open.
  const goesToTab = app.view === 'popup'
  const opening = phase === 'opening'
  const isAgain = openedAt !== undefined
  // A word that does not say "unpaid" may stand for a payment: whoever paid must not do so twice.
  const unclear = !saysUnpaid(order.service.status ?? '')
  return (
    <div class="actions">
      {isAgain && (
        <p class="sub">
          {phase === 'closed' ? buyText.order.closed : buyText.order.opened(formatTime(openedAt))}
        </p>
      )}
      {isAgain && asked && (
        <p class="sub">{unclear ? buyText.order.unclearHint : buyText.order.againHint}</p>
      )}
      {goesToTab && !isAgain && <p class="sub">{buyText.order.inTabHint}</p>}
      {checkout.error.value !== undefined && (
        <ErrorNote error={checkout.error.value} money={null} />
      )}
      <p class="sub">
        <Filled
          say={buyText.order.opens}
          parts={[
            <bdi key="host" class="mono">
              {URL.parse(step.url)?.host}
            </bdi>,
          ]}
        />
      </p>
      <button
        type="button"
        class={`button${isAgain ? '' : ' button-main'}`}
        data-testid={handle.checkout}
        aria-busy={opening}
        // While it is being opened it keeps the focus of who pressed it.
        disabled={!app.online.value}
        aria-disabled={opening}
        onClick={() => {
          if (opening) return
          if (isAgain && !asked) setAsked(true)
          else if (goesToTab) void checkout.goToTab(order)
          else void checkout.open(order)
        }}
      >
        {opening && <span class="spinner" aria-hidden="true" />}
        {!app.online.value
          ? buyText.next.offline
          : goesToTab
            ? isAgain && unclear
              ? buyText.order.unclearAgain
              : buyText.order.inTab
            : opening
              ? buyText.order.opening
              : isAgain
                ? unclear
                  ? buyText.order.unclearAgain
                  : buyText.order.again
                : buyText.order.open}
      </button>
    </div>
  )
}

function Ended({ order, view }: { order: PurchaseOrder; view: OrderView }) {
  const app = useApp()
  const [same, setSame] = useState(false)
  const reason = saidIn(order.failure?.reason)
  const busy = view.busy.value
  async function ask(): Promise<void> {
    setSame(false)
    const answered = await view.askNow()
    const now = view.order.value
    // What it says anew stands in the order by now.
    if (!answered || now.state !== 'ready' || now.value.revision !== order.revision) return
    setSame(true)
    app.announce(buyText.order.saysSame)
  }
  return (
    <section
      class="note note-bad"
      role="alert"
      data-testid={handle.error}
      data-code="order/failed-at-service"
    >
      <Alert />
      <div class="note-body">
        <p class="note-title">{buyText.order.endedTitle}</p>
        <p>{buyText.order.ended}</p>
        <p class="note-money">
          {isPaymentSeen(order) ? buyText.order.endedPaid : buyText.order.endedMoney}
        </p>
        <p>{buyText.order.endedNext}</p>
        {reason !== undefined && (
          <p class="note-said">
            {buyText.order.reason} <bdi>{plainText(reason, 200)}</bdi>
          </p>
        )}
        <div class="note-actions">
          <button
            type="button"
            class="button button-small"
            aria-busy={busy}
            disabled={busy || !app.online.value}
            onClick={() => void ask()}
          >
            {busy && <span class="spinner" aria-hidden="true" />}
            {buyText.order.askNow}
          </button>
          {same && <span class="sub">{buyText.order.saysSame}</span>}
        </div>
      </div>
    </section>
  )
}

/** The way of a purchase: the order, the payment, the bridge of a `jump`, and the delivery. */
export function PurchaseTimeline({ order }: { order: PurchaseOrder }) {
  const { catalog } = useApp()
  const { purchase, service, accepted, status } = order
  const { order: words } = buyText
  const made = service.orderId !== undefined
  const over = isOver(status)
  const paid = isPaymentSeen(order)
  const chain = plainText(catalog.nameOf(accepted.to.chainId), 24)
  // Nobody answered: neither that it was made nor that it was not.
  const never = isUnanswered(order) ? labelOf(order).label : words.notReached
  const later = over ? never : words.waiting
  const said = service.status === undefined ? undefined : plainText(service.status, 40)
  const delivered = status === 'filled'
  const fill = fillOf(order)
  // What came back is not under way: the word on that is the bridge's, and no provider's.
  const isBack = order.arrival?.kind === 'refund'
  const coming = status === 'tracking' && !isBack
  return (
    <ol class="timeline">
      <li class="timeline-row">
        <Row
          mark={made ? 'done' : over ? 'bad' : 'now'}
          title={words.made}
          note={made ? words.done : later}
        />
      </li>
      <li class="timeline-row" aria-current={status === 'submitted' ? 'step' : undefined}>
        <Row
          mark={paid ? 'done' : over && made ? 'bad' : made ? 'now' : 'wait'}
          title={words.payment(plainText(purchase.provider, 24))}
          note={paid ? words.done : made && said ? words.saidStatus(said) : later}
        />
      </li>
      {(purchase.strategy === 'jump' || purchase.bridgeOrderId !== undefined) && (
        <BridgeRow order={order} later={later} />
      )}
      <li class="timeline-row" aria-current={coming ? 'step' : undefined}>
        <Row
          mark={delivered ? 'done' : coming ? 'now' : paid && (over || isBack) ? 'bad' : 'wait'}
          title={words.arrives(chain)}
          note={
            delivered
              ? words.done
              : coming && said
                ? words.saidStatus(said === 'filled' ? 'completed' : said)
                : isBack
                  ? words.notReached
                  : later
          }
        >
          {fill?.txHash !== undefined && (
            <HashLink chainId={accepted.to.chainId} hash={fill.txHash} />
          )}
        </Row>
      </li>
    </ol>
  )
}
