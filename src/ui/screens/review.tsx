import { useEffect, useRef, useState } from 'preact/hooks'
import type { WireError } from '@/src/domain/error'
import { secondsToAsk } from '@/src/domain/order/ask-time'
import type { Order, PageRef, SwapOrder } from '@/src/domain/order/order'
import { askText } from '../copy/ask-text'
import { safeText } from '../copy/form-errors'
import { orderText } from '../copy/order-text'
import { hasWrongDecimals } from '../format/look-alike'
import { hostOf } from '../format/text'
import { createOrderView, type OrderView } from '../models/order-view'
import type { RouteView } from '../models/routes'
import { Boundary } from '../parts/boundary'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Globe } from '../parts/icons'
import { ReadAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { useBook } from '../parts/use-book'
import { useModel } from '../parts/use-model'
import { AlikeWarning, useAlike } from './alike-note'
import { BetterRoute, type FeesSeen } from './better-route'
import { NameNote, useNameAgain } from './name-again'
import { CancelledElsewhere, OlderAsk } from './other-order'
import { asksElsewhere, PageChoice } from './page-choice'
import { ReviewActions } from './review-actions'
import {
  Asks,
  ByService,
  RateChanged,
  Sides,
  Terms,
  Trial,
  TrialFailed,
  WhoAsks,
} from './review-facts'
import { useRouteFee, useWholeFee } from './review-fee'
import { Ticks, useTicks } from './review-ticks'
import { ScreenHead } from './screen-head'
import { SentMeanwhile } from './sent-note'
import { OwnStanding, StandingNote, useStanding } from './standing-note'
import { useBeside } from './use-beside'
import { useRequote } from './use-requote'

/** What was offered before the last re-quote, kept while the review is open. */
type Before = { orderId: string; accepted: SwapOrder['accepted'] }

/**
 * Everything the wallet will ask, decoded, before anything is asked. Of an order that gives way to another
 * no more is kept than what it offered and which fees were seen: all else is given anew.
 */
export function ReviewScreen({ orderId }: { orderId: string }) {
  const [before, onBefore] = useState<Before | undefined>(undefined)
  const [seen, onSeen] = useState<FeesSeen>(new Map())
  return (
    <Boundary key={orderId}>
      <Review {...{ orderId, before, onBefore, seen, onSeen }} />
    </Boundary>
  )
}

type ReviewProps = {
  orderId: string
  before: Before | undefined
  onBefore(before: Before): void
  seen: FeesSeen
  onSeen(fees: FeesSeen): void
}

function Review({ orderId, before, onBefore, seen, onSeen }: ReviewProps) {
  const app = useApp()
  const view = useModel(
    () => createOrderView({ backend: app.backend, clock: app.clock, orderId }),
    orderId,
  )
  const book = useBook()
  const order = view.order.value
  const shown = useRef<Order | undefined>(undefined)
  if (order.state === 'ready') shown.current = order.value
  // Nothing stays of an order that is cancelled before it was confirmed.
  const isGone = order.state === 'failed' && order.error.code === 'order/not-found'

  useEffect(() => {
    if (order.state !== 'ready') return
    const { id, status } = order.value
    if (status === 'planned') return
    // Confirmed elsewhere, in another window, or by a popup that closed before it heard so: it is over.
    void app.settleForm()
    app.router.go(status === 'stopped' ? { screen: 'swap' } : { screen: 'order', orderId: id }, {
      replace: true,
    })
  }, [order, app])

  function cancel(): void {
    // The worker may be confirming, and the wallet be asked next: what is under way is not left.
    if (view.busy.value) return
    void view.stop()
    // At once: a new price that is still asked for must not find its way back here.
    app.router.go({ screen: 'swap' }, { replace: true })
  }

  async function confirm(...shown: Parameters<OrderView['confirm']>): Promise<void> {
    if (!(await view.confirm(...shown))) return
    const confirmed = order.state === 'ready' ? order.value.accepted : undefined
    if (confirmed) void book.use([confirmed.recipient])
    void app.settleForm()
    const route = app.router.route.peek()
    // Who went elsewhere meanwhile stays there.
    if (route.screen === 'review' && route.orderId === orderId) {
      app.router.go({ screen: 'order', orderId }, { replace: true })
    }
  }

  /** Builds another route of the same prices, and reviews that; the one on screen is dropped then. */
  async function switchTo(other: RouteView, fees: FeesSeen): Promise<void> {
    app.swap.quotes.pick(other.key)
    const next = await app.swap.prepare()
    // It was left meanwhile, or could not be built: the form says why.
    const { screen } = app.router.route.peek()
    if (screen !== 'review') return
    if (next === undefined) return cancel()
    onSeen(fees)
    app.router.go({ screen: 'review', orderId: next }, { replace: true })
    await app.backend.call('stopOrder', { orderId })
  }

  return (
    <div class="review">
      <ScreenHead title={orderText.review.title} onBack={cancel} disabled={view.busy.value} />
      {order.state === 'loading' && <SkeletonRows count={5} />}
      {isGone && shown.current && <CancelledElsewhere order={shown.current} />}
      {order.state === 'failed' && !(isGone && shown.current) && (
        <ReadAgain error={order.error} read={view.readAgain} />
      )}
      {order.state === 'ready' && order.value.kind === 'swap' && (
        <ReviewBody
          order={order.value}
          view={view}
          before={before?.orderId === orderId ? before : undefined}
          seen={seen}
          onSwitch={switchTo}
          onConfirm={(...shown) => void confirm(...shown)}
          onCancel={cancel}
          onName={(name) => {
            // In the form it is looked up, and its address confirmed, like any other.
            app.swap.setRecipient(name)
            cancel()
          }}
          onRequoted={(next) => {
            app.swap.mark(next, orderId)
            onBefore({ orderId: next, accepted: order.value.accepted })
            app.router.go({ screen: 'review', orderId: next }, { replace: true })
          }}
        />
      )}
    </div>
  )
}

type BodyProps = {
  order: SwapOrder
  view: OrderView
  before: Before | undefined
  seen: FeesSeen
  onSwitch(view: RouteView, fees: FeesSeen): Promise<void>
  /** With the orders that pay the same, which are ticked, and the fee that a word was typed for. */
  onConfirm(...shown: Parameters<OrderView['confirm']>): void
  onCancel(): void
  onName(name: string): void
  onRequoted(orderId: string): void
}

function ReviewBody(props: BodyProps) {
  const app = useApp()
  const { order, view } = props
  const [busy, error] = [view.busy.value, view.error.value]
  const { accepted } = order
  const [ticked, setTicked] = useState<string[]>([])
  const { asking: isRequoting, error: requoteError, ask } = useRequote(order, props.onRequoted)
  const [isSwitching, setSwitching] = useState(false)
  // What is about to be replaced is not confirmed.
  const asking = isRequoting || isSwitching
  const left = Math.ceil(secondsToAsk(order, app.now.value))
  const expired = left <= 0 || error?.code === 'policy/quote-expired'
  const alike = useAlike(accepted.recipient, order.id)
  const fee = useRouteFee(order)
  const whole = useWholeFee(order)
  const again = useNameAgain(order)
  const standing = useStanding(order)
  const beside = useBeside(order, view, order.wishedAt ?? order.createdAt)
  const sent = beside.shown.sent.value
  const asked = useTicks(order, typeof alike === 'string', whole, again?.kind === 'unread')
  const paid = sent.map(({ id }) => id)
  // Named for all of them: who accepted one has not accepted another.
  const ticks =
    paid.length > 0 ? [...asked, { id: `twice-${paid}`, text: orderText.other.sentTick }] : asked
  const askedBy = order.askedBy?.origin ?? app.askedBy.value
  // What has a note of its own is not said twice.
  const { refused } = order
  const isSaid =
    error?.code === 'policy/quote-expired' || (refused !== undefined && error?.code === refused)
  const refusal = isSaid ? undefined : error
  const errors = useRef<HTMLDivElement>(null)
  // What was amiss in the form is so here as well, whoever filled it in.
  const isWrong = [accepted.from, accepted.to].some((token) => hasWrongDecimals(token))
  const isLooked = alike !== undefined && beside.looked.value && again?.kind !== 'waits'
  const hasMoved = again?.kind === 'moved' || again?.kind === 'gone'
  const allTicked = isLooked && ticks.every((tick) => ticked.includes(tick.id))

  // The buttons stay in sight while the rest scrolls: what they led to must be in sight as well.
  useEffect(() => {
    if (refusal ?? requoteError) errors.current?.scrollIntoView({ block: 'center' })
  }, [refusal, requoteError])

  return (
    <div class="review-body" data-digest={order.digest}>
      {expired && <ErrorNote error={{ code: 'policy/quote-expired' }} tone="warn" money={null} />}
      {!expired && order.advice?.outcome === 'reverts' && <TrialFailed advice={order.advice} />}
      {order.advice?.byService && <ByService />}
      {refused && <ErrorNote error={{ code: refused }} money={safeText.nothingAsked} />}
      {isWrong && (
        <ErrorNote error={{ code: 'policy/wrong-decimals' }} money={safeText.nothingAsked} />
      )}
      <div class="review-errors" ref={errors}>
        {requoteError !== undefined && (
          <ErrorNote money={safeText.nothingAsked} error={requoteError} />
        )}
        {refusal !== undefined && (
          <Refused order={order} error={refusal} busy={busy || asking} onPage={ask} />
        )}
      </div>
      {again !== undefined && order.recipientName !== undefined && (
        <NameNote
          name={order.recipientName}
          again={again}
          onBack={() => props.onName(order.recipientName ?? '')}
        />
      )}
      {sent.map((each) => (
        <SentMeanwhile key={each.id} sent={each} hint={orderText.other.sentHint} />
      ))}
      <OlderAsk order={order} />
      {typeof alike === 'string' && <AlikeWarning alike={alike} />}
      {askedBy !== undefined && (
        <p class="note note-info note-slim review-asked">
          <Globe size={18} />
          <bdi>{askText.filledInBy(hostOf(askedBy))}</bdi>
        </p>
      )}
      <div class="column">
        <Sides accepted={accepted} />
        {props.before !== undefined && (
          <RateChanged accepted={accepted} before={props.before.accepted} />
        )}
        <BetterRoute
          {...{ order, fee, seen: props.seen, isSwitching }}
          busy={busy || asking}
          onSwitch={(next, fees) => {
            setSwitching(true)
            void props.onSwitch(next, fees).finally(() => setSwitching(false))
          }}
        />
        <Terms order={order} left={left} fee={fee} />
      </div>
      <div class="column">
        <section class="card asks-box">
          <Asks order={order} />
          <Trial order={order} />
          <OwnStanding order={order} standing={standing} />
          <WhoAsks order={order} />
        </section>
        <ReviewActions
          {...{ order, busy, asking, expired, allTicked }}
          refused={isWrong || hasMoved || refused !== undefined}
          onCancel={props.onCancel}
          onConfirm={() => props.onConfirm(beside, whole?.ask === 'word' ? whole.units : undefined)}
          onRequote={() => void ask()}
        >
          <StandingNote order={order} standing={standing} />
          <Ticks ticks={ticks} ticked={ticked} onTick={setTicked} />
        </ReviewActions>
      </div>
    </div>
  )
}

/** Why the confirmation was not taken, and another page where that helps. */
function Refused(props: {
  order: SwapOrder
  error: WireError
  busy: boolean
  onPage(page: PageRef): Promise<void>
}) {
  const [choosing, setChoosing] = useState(false)
  if (!asksElsewhere(props.error.code)) return <ErrorNote error={props.error} />
  return (
    <ErrorNote error={props.error} money={safeText.nothingAsked}>
      <button
        type="button"
        class="button button-small"
        disabled={props.busy}
        onClick={() => setChoosing(true)}
      >
        {orderText.order.choosePage}
      </button>
      {choosing && (
        <PageChoice
          order={props.order}
          onClose={() => setChoosing(false)}
          onPick={(page) => {
            setChoosing(false)
            void props.onPage(page)
          }}
        />
      )}
    </ErrorNote>
  )
}
