import { useEffect, useState } from 'preact/hooks'
import { sameAddress } from '@/src/domain/address'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Accepted, Advice, Order } from '@/src/domain/order'
import { nothingAsked } from '../copy/form-errors'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { formatAmount, formatExact } from '../format/amount'
import { formatBps, lossBps, toFiatValue } from '../format/fiat'
import { hostOf, plainText } from '../format/text'
import { formatCountdown, formatDuration } from '../format/time'
import { handle } from '../handles'
import { createOrderView } from '../models/order-view'
import { requote } from '../models/requote'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { ArrowRight, Globe, Shield } from '../parts/icons'
import { Logo, TokenLogo } from '../parts/logo'
import { Ring } from '../parts/ring'
import { SkeletonRows } from '../parts/skeleton'
import { useModel } from '../parts/use-model'
import { AlikeWarning, useAlike } from './alike-note'
import { AskList } from './ask-list'
import { ScreenHead } from './shell'

/** A price is called over this long before it is, so that there is time to answer the wallet. */
const MARGIN_SECONDS = 2
const TICK_BPS = 1_000

/** What was offered before the last re-quote, kept while the review is open. */
type Before = { orderId: string; received: string }

/** Everything the wallet will ask, decoded, before anything is asked. */
export function ReviewScreen({ orderId }: { orderId: string }) {
  const app = useApp()
  const view = useModel(
    () => createOrderView({ backend: app.backend, clock: app.clock, orderId }),
    orderId,
  )
  const [before, setBefore] = useState<Before | undefined>(undefined)
  const order = view.order.value

  useEffect(() => {
    // Confirmed elsewhere, or in another window: the review is over.
    if (order.state === 'ready' && order.value.status !== 'planned') {
      app.router.go(
        order.value.status === 'stopped'
          ? { screen: 'swap' }
          : { screen: 'order', orderId: order.value.id },
        { replace: true },
      )
    }
  }, [order, app])

  async function cancel(): Promise<void> {
    await view.stop()
    app.router.go({ screen: 'swap' }, { replace: true })
  }

  async function confirm(): Promise<void> {
    if (!(await view.confirm())) return
    app.swap.finish()
    app.forgetAsked()
    app.router.go({ screen: 'order', orderId }, { replace: true })
  }

  return (
    <div class="review">
      <ScreenHead title={orderText.review.title} onBack={() => void cancel()} />
      {order.state === 'loading' && <SkeletonRows count={5} />}
      {order.state === 'failed' && <ErrorNote error={order.error} />}
      {order.state === 'ready' && (
        <ReviewBody
          key={orderId}
          order={order.value}
          busy={view.busy.value}
          error={view.error.value}
          before={before?.orderId === orderId ? before : undefined}
          onConfirm={() => void confirm()}
          onCancel={() => void cancel()}
          onRequoted={(next) => {
            setBefore({ orderId: next, received: order.value.accepted.to.amount })
            app.router.go({ screen: 'review', orderId: next }, { replace: true })
          }}
        />
      )}
    </div>
  )
}

type BodyProps = {
  order: Order
  busy: boolean
  error: WireError | undefined
  before: Before | undefined
  onConfirm(): void
  onCancel(): void
  onRequoted(orderId: string): void
}

function ReviewBody(props: BodyProps) {
  const app = useApp()
  const { order, busy } = props
  const { accepted } = order
  const [ticked, setTicked] = useState<string[]>([])
  const [asking, setAsking] = useState(false)
  const [requoteError, setRequoteError] = useState<WireError | undefined>(undefined)
  const left = accepted.quoteExpiresAt - Math.floor(app.now.value / 1000) - MARGIN_SECONDS
  const expired = left <= 0 || props.error?.code === 'policy/quote-expired'
  const alike = useAlike(accepted.recipient, order.id)
  const ticks = useTicks(accepted, typeof alike === 'string')
  const askedBy = order.askedBy?.origin ?? app.askedBy.value
  const allTicked = alike !== undefined && ticks.every((tick) => ticked.includes(tick.id))

  async function getNewQuote(): Promise<void> {
    setAsking(true)
    setRequoteError(undefined)
    try {
      props.onRequoted(await requote(app.backend, order, new AbortController().signal))
      // Only now: a review whose order is stopped closes itself.
      await app.backend.call('stopOrder', { orderId: order.id })
    } catch (caught) {
      setRequoteError(toWireError(caught))
    } finally {
      setAsking(false)
    }
  }

  return (
    <div class="review-body" data-digest={order.digest}>
      <p class="lead lead-safe">
        <Shield size={18} />
        {orderText.review.intro}
      </p>
      {askedBy !== undefined && (
        <p class="note note-info note-slim review-asked">
          <Globe size={18} />
          <bdi>{text.swap.filledIn(hostOf(askedBy))}</bdi>
        </p>
      )}
      <div class="column">
        <Sides accepted={accepted} />
        {props.before !== undefined && props.before.received !== accepted.to.amount && (
          <RateChanged accepted={accepted} before={props.before.received} />
        )}
        <Terms accepted={accepted} left={left} />
      </div>
      <div class="column">
        <section class="card" aria-label={orderText.review.steps}>
          <header class="card-head">
            <h2>{orderText.review.steps}</h2>
            <span class="sub">{orderText.review.stepCount(order.steps.length)}</span>
          </header>
          <AskList steps={order.steps} />
          {order.advice !== undefined && <TrialRun advice={order.advice} />}
        </section>
        <WhoAsks order={order} />
        {typeof alike === 'string' && <AlikeWarning alike={alike} />}
        {ticks.length > 0 && (
          <fieldset class="ticks">
            <legend>{orderText.review.beforeConfirm}</legend>
            {ticks.map((tick) => (
              <label key={tick.id} class="tick">
                <input
                  type="checkbox"
                  checked={ticked.includes(tick.id)}
                  onChange={(event) =>
                    setTicked(
                      event.currentTarget.checked
                        ? [...ticked, tick.id]
                        : ticked.filter((id) => id !== tick.id),
                    )
                  }
                />
                <span>{tick.text}</span>
              </label>
            ))}
          </fieldset>
        )}
        {expired && (
          <ErrorNote error={{ code: 'policy/quote-expired' }} tone="warn">
            <button
              type="button"
              class="button button-small"
              disabled={asking}
              onClick={() => void getNewQuote()}
            >
              {asking ? orderText.review.gettingQuote : orderText.review.newQuote}
            </button>
          </ErrorNote>
        )}
        {requoteError !== undefined && <ErrorNote money={nothingAsked} error={requoteError} />}
        {props.error !== undefined && !(expired && props.error.code === 'policy/quote-expired') && (
          <ErrorNote error={props.error} />
        )}
        <div class="actions actions-two">
          <button
            type="button"
            class="button"
            data-testid={handle.cancel}
            disabled={busy}
            onClick={props.onCancel}
          >
            {orderText.review.cancel}
          </button>
          <button
            type="button"
            class="button button-main"
            data-testid={handle.confirm}
            disabled={busy || asking || expired || !allTicked}
            aria-busy={busy}
            onClick={props.onConfirm}
          >
            {busy && <span class="spinner" aria-hidden="true" />}
            {orderText.review.confirm}
          </button>
        </div>
      </div>
    </div>
  )
}

/** What must be accepted one by one: great or unknown loss, a foreign or mistakable recipient, a risky token. */
function useTicks(accepted: Accepted, alike: boolean): { id: string; text: string }[] {
  const app = useApp()
  const priced = (side: Accepted['from']) =>
    [app.swap.pay.value, app.swap.receive.value, ...app.catalog.top.value].find(
      (token) => token?.chainId === side.chainId && sameAddress(token.address, side.address),
    )
  const [from, to] = [priced(accepted.from), priced(accepted.to)]
  const loss =
    from === undefined || to === undefined
      ? null
      : lossBps(
          toFiatValue(BigInt(accepted.from.amount), from),
          toFiatValue(BigInt(accepted.to.amount), to),
        )
  const own = Object.values(app.wallets.connections.value).flatMap((item) => item?.accounts ?? [])
  const foreign = ![accepted.author, ...own].some((account) =>
    sameAddress(account, accepted.recipient),
  )
  const ticks: { id: string; text: string }[] = []
  if (loss === null) ticks.push({ id: 'impact', text: orderText.review.tickUnknown })
  else if (loss >= TICK_BPS)
    ticks.push({ id: 'impact', text: orderText.review.tickImpact(formatBps(loss)) })
  if (foreign) ticks.push({ id: 'recipient', text: orderText.review.tickRecipient })
  if (alike) ticks.push({ id: 'alike', text: orderText.review.tickAlike })
  if (accepted.to.isRisk === true) {
    ticks.push({ id: 'risky', text: orderText.review.tickRisky(plainText(accepted.to.symbol, 16)) })
  }
  return ticks
}

function Sides({ accepted }: { accepted: Accepted }) {
  const exactOut = accepted.tradeType === 'EXACT_OUTPUT'
  return (
    <div class="sides">
      <Side label={orderText.review.youPay} side={accepted.from} exact />
      <span class="sides-arrow">
        <ArrowRight size={18} />
      </span>
      <Side
        label={exactOut ? orderText.review.youReceiveExactly : orderText.review.youReceive}
        side={accepted.to}
        exact={exactOut}
      />
    </div>
  )
}

function Side({ label, side, exact }: { label: string; side: Accepted['from']; exact: boolean }) {
  const { catalog } = useApp()
  const amount = exact
    ? formatExact(side.amount, side.decimals)
    : formatAmount(side.amount, side.decimals, 9)
  return (
    <div class="side">
      <span class="sub">{label}</span>
      <span class="side-amount">
        <TokenLogo token={{ ...side, logoURI: side.logoUri }} size={32} />
        <span class={`num side-number${amount.length > 12 ? ' side-number-long' : ''}`}>
          {amount}
        </span>
        <bdi class="side-symbol">{plainText(side.symbol, 14)}</bdi>
      </span>
      <span class="sub">{text.tokens.on(plainText(catalog.nameOf(side.chainId), 24))}</span>
    </div>
  )
}

function RateChanged({ accepted, before }: { accepted: Accepted; before: string }) {
  const { decimals, symbol, amount } = accepted.to
  const name = plainText(symbol, 14)
  const worse = BigInt(amount) < BigInt(before)
  return (
    <p class={`note note-slim ${worse ? 'note-warn' : 'note-good'}`} role="status">
      <span>
        <strong>{orderText.review.rateChanged}.</strong>{' '}
        {orderText.review.rateFrom(
          `${formatAmount(before, decimals, 9)} ${name}`,
          `${formatAmount(amount, decimals, 9)} ${name}`,
        )}
      </span>
    </p>
  )
}

function Terms({ accepted, left }: { accepted: Accepted; left: number }) {
  const own = sameAddress(accepted.author, accepted.recipient)
  const [total] = useState(Math.max(1, left))
  return (
    <dl class="terms card">
      <div>
        <dt>{orderText.review.minimum}</dt>
        <dd class="num">
          {accepted.minAmountOut === undefined
            ? orderText.review.noMinimum
            : `${formatExact(accepted.minAmountOut, accepted.to.decimals)} ${plainText(accepted.to.symbol, 14)}`}
        </dd>
      </div>
      <div>
        <dt>{orderText.review.price}</dt>
        <dd class="num terms-clock">
          <Ring left={left} total={total} />
          {formatCountdown(left)}
        </dd>
      </div>
      <div>
        <dt>{orderText.review.time}</dt>
        <dd class="num">{formatDuration(accepted.expectedDurationSeconds)}</dd>
      </div>
      {accepted.slippageTolerance !== undefined && (
        <div>
          <dt>{orderText.review.slippage}</dt>
          <dd class="num">{formatBps(Math.round(accepted.slippageTolerance * 10_000))}</dd>
        </div>
      )}
      <div class="terms-wide">
        <dt>
          {orderText.review.recipient}
          {' · '}
          <span class={own ? '' : 'warn'}>
            {own ? orderText.review.recipientOwn : orderText.review.recipientOther}
          </span>
        </dt>
        <dd>
          <Address address={accepted.recipient} />
        </dd>
      </div>
      {!sameAddress(accepted.refundTo, accepted.author) && (
        <div class="terms-wide">
          <dt>{orderText.review.refund}</dt>
          <dd>
            <Address address={accepted.refundTo} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What a trial run said: one quiet line, and a warning where it failed. */
function TrialRun({ advice }: { advice: Advice }) {
  if (advice.outcome === 'reverts') {
    return (
      <p class="note note-warn note-slim" role="status">
        <span>
          {orderText.review.adviceReverts}
          {advice.detail !== undefined && <bdi class="sub"> {plainText(advice.detail, 160)}</bdi>}
        </span>
      </p>
    )
  }
  const passes = advice.outcome === 'passes'
  return (
    <p class="sub">{passes ? orderText.review.advicePasses : orderText.review.adviceUnknown}</p>
  )
}

/** Names the wallet, the tab and the origin: the wallet will judge that site. */
function WhoAsks({ order }: { order: Order }) {
  const { backend } = useApp()
  const host = hostOf(order.page.origin)
  return (
    <section class="card who">
      <Logo name={order.wallet.name} seed={order.wallet.id} url={order.wallet.icon} size={32} />
      <div class="who-text">
        <span>{orderText.review.asks(plainText(order.wallet.name, 32))}</span>
        <span class="sub">
          {orderText.review.site}: <bdi>{host}</bdi>
        </span>
      </div>
      <button
        type="button"
        class="button button-quiet button-small"
        onClick={() => void backend.showTab(order.page.tabId)}
      >
        {text.wallets.showTab}
      </button>
    </section>
  )
}
