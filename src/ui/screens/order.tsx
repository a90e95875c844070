import { useEffect, useRef, useState } from 'preact/hooks'
import type { ErrorCode } from '@/src/domain/error'
import { passing } from '@/src/domain/error-codes'
import { receivedOf, returnedOf } from '@/src/domain/order/arrival'
import { refundTokenOf } from '@/src/domain/order/bridge-leg'
import { expectedOf, isOverdue, usualOf } from '@/src/domain/order/late'
import { needsPerson } from '@/src/domain/order/needs-person'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import {
  attemptsOf,
  depositOf,
  howPaid,
  isKept,
  isMoved,
  isUnlinked,
  revokeOf,
} from '@/src/domain/order/order-parts'
import { isSaidOver } from '@/src/domain/order/transfer'
import { paidAt } from '@/src/domain/service/filler-record'
import { toSaid } from '@/src/domain/service/service-said'
import { formatMinor } from '@/src/domain/token/written-money'
import { buyText } from '../copy/buy-text'
import { lateText } from '../copy/late-text'
import { failureWords, whereTheMoneyIs } from '../copy/money'
import { orderText } from '../copy/order-text'
import { proofText } from '../copy/proof-text'
import { isOver, labelOf } from '../copy/status'
import { text } from '../copy/text'
import { transferText } from '../copy/transfer-text'
import { formatExact, formatPaid, formatTold } from '../format/amount'
import { addressLink } from '../format/explorer'
import { plainText } from '../format/text'
import { formatDateTime, formatDuration, formatTime } from '../format/time'
import { handle } from '../handles'
import { canRunAgain } from '../models/again'
import { createOrderView, type OrderView } from '../models/order-view'
import { OutLink } from '../parts/address'
import { ByOne } from '../parts/by-one'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { focusHeading } from '../parts/focus-heading'
import { Alert, ArrowRight, Check } from '../parts/icons'
import { TokenLogo } from '../parts/logo'
import { NamedAddress } from '../parts/named-address'
import { ReadAgain } from '../parts/read-again'
import { SideSum } from '../parts/side-sum'
import { SkeletonRows } from '../parts/skeleton'
import { SupportButton } from '../parts/support-button'
import { TokenSum } from '../parts/token-sum'
import { useAloud } from '../parts/use-aloud'
import { useModel } from '../parts/use-model'
import { AgainButton, againLabel } from './again-button'
import { AlarmPanel } from './alarm-panel'
import { AllowanceNote } from './allowance-note'
import { Attention } from './attention'
import { StoppedBy, useEndedBy } from './ended-by'
import { GoneOrder } from './gone-order'
import { HeldPanel, useNext } from './held-panel'
import { LeftAccount } from './left-account'
import { OrderDetails } from './order-details'
import { isAtRest, Timeline } from './order-timeline'
import { PressError } from './press-error'
import { ProofNote } from './proof-note'
import { PurchasePanel, PurchaseTimeline } from './purchase-body'
import { ScreenHead } from './screen-head'
import { sayCame, TransferPanel } from './transfer-panel'
import { UnreadNote } from './unread-note'
import { UnsurePanel } from './unsure-panel'
import { useRequote } from './use-requote'

/** One order from the first request to the money's arrival. */
export function OrderScreen({ orderId }: { orderId: string }) {
  const app = useApp()
  const view = useModel(
    () => createOrderView({ backend: app.backend, clock: app.clock, orderId }),
    orderId,
  )
  const order = view.order.value
  const moves = order.state === 'ready' ? order.value : undefined
  const isOpenTransfer = moves?.kind === 'transfer' && !isOver(moves.status)
  const came = isOpenTransfer ? sayCame(moves, app.now.value) : ''
  const next = useNext(moves)
  const said = moves === undefined || next === undefined ? '' : sayOrder(moves, came, next !== null)
  const busy = view.busy.value
  const holder = useRef<HTMLElement | undefined>(undefined)
  const wasShown = useRef(false)
  const [removing, setRemoving] = useState(false)
  wasShown.current ||= moves !== undefined
  // What was pressed was off meanwhile: who works by keyboard goes on there, else at the heading.
  useEffect(() => {
    const isLost = () => document.activeElement === document.body
    if (!holder.current || busy || !isLost()) return
    holder.current.focus({ preventScroll: true })
    if (isLost()) focusHeading()
  }, [busy])
  useAloud(said)
  return (
    <div
      class="order-screen"
      onFocusCapture={({ target }) => {
        holder.current = target as HTMLElement
      }}
    >
      <ScreenHead title={orderText.order.title} onBack={() => app.router.go(app.router.origin())} />
      {order.state === 'loading' && <SkeletonRows count={5} />}
      {order.state === 'failed' &&
        (removing ? (
          <SkeletonRows count={5} />
        ) : order.error.code === 'order/not-found' ? (
          <GoneOrder orderId={orderId} wasShown={wasShown.current} read={view.readAgain} />
        ) : (
          <ReadAgain error={order.error} read={view.readAgain} />
        ))}
      {order.state === 'ready' && (
        <OrderBody order={order.value} view={view} next={next} onRemoving={setRemoving} />
      )}
    </div>
  )
}

/** What is read out when an order moves: the step, whom it waits for, and where the money is. */
function sayOrder(order: Order, came: string, isTakenUp: boolean): string {
  const titles = [...sayStep(order), labelOf(order).label].map(text.app.said)
  return [...titles, sayMoney(order, isTakenUp), came].join(' ').trim()
}

/** Which of its steps an order is at; nothing of one that asks for none now. */
function sayStep(order: Order): string[] {
  if (order.kind !== 'swap' || order.status !== 'running') return []
  const { current, steps } = order
  return current < steps.length ? [orderText.order.stepOf(current + 1, steps.length)] : []
}

const sayMoney = (order: Order, isTakenUp: boolean) =>
  isTakenUp ? orderText.held.wentOn : whereTheMoneyIs(order)

function OrderBody(props: {
  order: Order
  view: OrderView
  next: Order | null | undefined
  onRemoving(isRemoving: boolean): void
}) {
  const { order, view, next, onRemoving } = props
  return (
    <div
      class="order"
      data-testid={handle.order}
      data-order-id={order.id}
      data-status={order.status}
    >
      <div class="column">
        <Headline order={order} isTakenUp={Boolean(next)} />
        <AlarmPanel order={order} />
        {order.unread && (
          <UnreadNote unread={order.unread} accounts={<Accounts order={order} />} view={view} />
        )}
        {order.kind === 'swap' && <Asks order={order} view={view} />}
        {order.kind === 'swap' && <HeldPanel order={order} view={view} next={next} />}
        {order.kind === 'purchase' ? (
          <PurchasePanel order={order} view={view} />
        ) : (
          <Errors order={order} view={view} />
        )}
        {order.kind === 'transfer' && <TransferPanel order={order} view={view} />}
        {order.kind === 'swap' && <AllowanceNote order={order} />}
      </div>
      <div class="column">
        {!order.unread && (
          <section class="card" aria-label={orderText.order.progress}>
            <header class="card-head">
              <h2>{orderText.order.progress}</h2>
              <Expected order={order} />
            </header>
            <Elapsed order={order} />
            {order.kind === 'swap' && <ByOne advice={order.advice} />}
            {order.kind === 'purchase' ? (
              <PurchaseTimeline order={order} />
            ) : (
              <Timeline order={order} />
            )}
          </section>
        )}
        <OrderDetails order={order} support={!isWrong(order)} onRemoving={onRemoving} />
        {isOver(order.status) || order.alarm !== undefined ? (
          <Endings order={order} />
        ) : (
          order.status !== 'planned' &&
          (order.kind === 'transfer' || !needsPerson(order)) && (
            <p class="sub hint">{orderText.order.closeHint}</p>
          )
        )}
      </div>
    </div>
  )
}

/** What is said of a payment that the service does not take, where it is not known to be on the chain. */
function unlinkedWhat(order: Order): string | undefined {
  const how = howPaid(order)
  return isUnlinked(order) && how !== 'mined' ? orderText.order.unlinked[how] : undefined
}

/** How an order failed, and what did not work just now. */
function Errors({ order, view }: { order: Order; view: OrderView }) {
  const { failure, alarm, blocker } = order
  const isTold = !isOver(order.status) && (order.kind === 'transfer' || isUnlinked(order))
  const endedBy = useEndedBy(order)
  return (
    <>
      {isTold && blocker !== undefined && (
        <ErrorNote
          money={null}
          tone="warn"
          error={{
            code: blocker.code,
            context: isUnlinked(order) ? toSaid(blocker.actual) : {},
          }}
          what={unlinkedWhat(order)}
        />
      )}
      {failure !== undefined && failure.code !== alarm?.code && (
        <ErrorNote
          error={{ code: failure.code }}
          by={endedBy(
            attemptsOf(order).find(({ deposit, end }) => deposit && end?.at === failure.at),
          )}
          {...failureWords(order, failure.code)}
          {...nextAfter(failure.code)}
        >
          {failure.code === 'order/failed-at-service' ? <Accounts order={order} /> : undefined}
        </ErrorNote>
      )}
      <PressError view={view} money={null} />
      <Silent order={order} view={view} />
    </>
  )
}

/** That nobody answers who could tell how it is; whoever follows it does so all the same. */
function Silent({ order, view }: { order: Order; view: OrderView }) {
  const { status, arrival } = order
  const { catalog } = useApp()
  const silence = isOver(status) ? undefined : view.silence.value
  const { silent } = orderText.order
  // What comes is looked for on the chain that it comes on.
  const awaited = arrival?.kind === 'payout' ? order.accepted.to : refundTokenOf(order)
  const since = silence && formatTime(silence.since)
  const words =
    since &&
    (silence.of === 'chain'
      ? silent.chain(plainText(catalog.nameOf(awaited.chainId), 24), since)
      : silent.service(since))
  useAloud(words)
  return words ? (
    <p class="note note-warn note-slim">
      <Alert size={18} />
      <span class="note-body">{words}</span>
    </p>
  ) : null
}

/** Where money that came or was sent back would be seen. */
function Accounts({ order }: { order: Order }) {
  const { catalog } = useApp()
  const { from, to, refundTo, recipient } = order.accepted
  const sides = [
    { chainId: from.chainId, address: refundTo },
    { chainId: to.chainId, address: recipient },
  ]
  return (
    <>
      {sides.map(({ chainId, address }) => {
        const href = address === '' ? null : addressLink(catalog.chain(chainId), address)
        return (
          href !== null && (
            <OutLink key={href} href={href}>
              {proofText.look(plainText(catalog.nameOf(chainId), 24))}
            </OutLink>
          )
        )
      })}
    </>
  )
}

/** What the wallet is asked for, and what is not known of it. */
function Asks({ order, view }: { order: SwapOrder; view: OrderView }) {
  const { router } = useApp()
  /** A price of its own, and a review of its own: nothing is asked again on what was shown before. */
  const anew = useRequote(order, (orderId) =>
    router.go({ screen: 'review', orderId }, { replace: true }),
  )
  const step = order.steps[order.current]
  if (step === undefined) return null
  // What a step before the payment turned into another token is not paid a second time.
  const mayStartOver = order.status === 'running' && !isMoved(order) && !order.fromBackup
  return (
    <>
      {step.state.status === 'unsure' && !(isKept(order) && step !== revokeOf(order)) && (
        <UnsurePanel
          order={order}
          step={step}
          view={view}
          onNotSent={mayStartOver ? anew.ask : undefined}
        />
      )}
      {anew.error && <ErrorNote money={null} error={anew.error} />}
      {anew.asking && (
        <p class="note note-info note-slim" role="status">
          <span class="spinner" aria-hidden="true" />
          <span>{orderText.review.gettingQuote}</span>
        </p>
      )}
      {!anew.asking && <Attention order={order} step={step} view={view} />}
    </>
  )
}

/** An order that is over cannot be gone on with, whatever may help against the like of its failure. */
function nextAfter(code: ErrorCode): { next?: string } {
  return passing.some((each) => each === code) ? { next: orderText.order.over } : {}
}

/** The way to another order of the same kind. */
const nextOrder = {
  swap: { screen: 'swap', label: () => orderText.order.newSwap },
  purchase: { screen: 'buy', label: () => buyText.order.buyAgain },
  transfer: { screen: 'pay', label: () => transferText.closed.start },
} as const

/** Whether help comes first: its support data stands at the main button then. */
const isWrong = ({ alarm, status }: Order) => alarm !== undefined || status === 'failed'

/** What there is to do with an order that is over, or that went wrong: help first, then a new swap. */
function Endings({ order }: { order: Order }) {
  const app = useApp()
  const wrong = isWrong(order)
  const again = canRunAgain(order)
  const came = order.status === 'filled'
  const isMain = again && !came && !wrong
  const next = nextOrder[order.kind]
  return (
    // What was found wrong is compared whole: nothing lies over it.
    <div class={`actions${again ? ' actions-halves' : ''}${wrong ? ' actions-flat' : ''}`}>
      {wrong && <SupportButton main orderId={order.id} />}
      {again && (
        <AgainButton
          order={order}
          class={`button${isMain ? ' button-main' : ''}`}
          label={came ? againLabel(order) : orderText.order.again}
        />
      )}
      <button
        type="button"
        class={`button${came && !wrong ? ' button-main' : ''}`}
        onClick={() => app.router.go({ screen: next.screen })}
      >
        {next.label()}
      </button>
    </div>
  )
}

function Headline({ order, isTakenUp }: { order: Order; isTakenUp: boolean }) {
  const { catalog } = useApp()
  const { from, to } = order.accepted
  const { label, tone } = labelOf(order)
  const back = returnedOf(order, refundTokenOf(order))
  const chain = plainText(catalog.nameOf(to.chainId), 24)
  return (
    <section class={`headline headline-${tone}`}>
      <div class="headline-pair">
        {order.kind === 'purchase' ? (
          <span class="num">{formatMinor(from.amount, from.decimals, from.symbol)}</span>
        ) : (
          <span class="headline-side">
            <TokenLogo token={{ ...from, logoURI: from.logoUri }} size={36} />
            <span
              class="num"
              {...(!order.unread && { title: formatExact(from.amount, from.decimals) })}
            >
              <SideSum order={order} side="from" write={formatPaid} />
            </span>
          </span>
        )}
        <span class="flip-rtl">
          <ArrowRight size={18} />
        </span>
        <span class="headline-side">
          <TokenLogo token={{ ...to, logoURI: to.logoUri }} size={36} />
          <span class="num">
            <SideSum order={order} side="to" units={paidAmountOf(order)} write={formatTold} />
          </span>
        </span>
      </div>
      <p class="sub">
        {order.kind === 'purchase'
          ? buyText.order.by(plainText(order.purchase.provider, 24), chain)
          : orderText.order.chains(plainText(catalog.nameOf(from.chainId), 24), chain)}
      </p>
      <p class="headline-status">
        <span class={`badge badge-${tone}`}>
          {tone === 'good' && <Check size={14} />}
          {label}
        </span>
        {sayStep(order).map((step) => (
          <span key={step} class="sub num">
            {step}
          </span>
        ))}
      </p>
      <p class="headline-money">
        {order.status === 'filled' ? filledTitleOf(order) : sayMoney(order, isTakenUp)}
      </p>
      <LeftAccount order={order} />
      {order.status === 'filled' && <Delivered order={order} />}
      {order.status === 'refunded' && order.arrival?.found && (
        <p class="num">
          {orderText.order.refundedAmount(
            `${formatExact(order.arrival.found.amount, back.decimals)} ${plainText(back.symbol, 12)}`,
          )}
          <NamedAddress address={order.accepted.refundTo} />
        </p>
      )}
      <StoppedBy order={order} />
      <Told order={order} />
      <ProofNote order={order} />
      {order.fromBackup && <p class="sub">{proofText.fromBackup}</p>}
    </section>
  )
}

/** Why it came to nothing, in the service's own words. */
function Told({ order }: { order: Order }) {
  const { status, service } = order
  const isOpen = !isOver(status) && !isSaidOver(order)
  if (service.told === undefined || status === 'filled' || isOpen) return null
  return (
    <p class="sub note-said">
      {lateText.serviceSaid} <bdi>{plainText(service.told, 200)}</bdi>
    </p>
  )
}

const filledTitleOf = ({ alarm }: Order) =>
  alarm === undefined ? orderText.order.filledTitle : orderText.order.filledWithAlarm

/** What came, as nodes of the chain show it; never what the service says of it. */
function paidAmountOf({ status, arrival }: Order): string | undefined {
  return status === 'filled' ? arrival?.found?.amount : undefined
}

function Delivered({ order }: { order: Order }) {
  const to = receivedOf(order)
  const delivered = paidAmountOf(order)
  if (delivered === undefined) return null
  // Of an order that was found at the service it may not be known.
  const isQuoted = to.amount !== '0'
  const difference = BigInt(delivered) - BigInt(to.amount)
  const symbol = plainText(to.symbol, 12)
  const size = (units: bigint) => `${formatExact(units, to.decimals)} ${symbol}`
  return (
    <>
      <dl class="delivered">
        <div>
          <dt>{orderText.order.delivered}</dt>
          <dd class="num">
            <TokenSum of={to} units={delivered} />
          </dd>
        </div>
        {isQuoted && (
          <div>
            <dt>{orderText.order.quoted}</dt>
            <dd class="num">
              <TokenSum of={order.accepted.to} units={to.amount} />
            </dd>
          </div>
        )}
      </dl>
      {isQuoted && (
        <p class={difference < 0n ? 'warn' : 'good'}>
          {difference === 0n
            ? orderText.order.exactlyQuoted
            : difference > 0n
              ? orderText.order.moreThanQuoted(size(difference))
              : orderText.order.lessThanQuoted(size(-difference))}
        </p>
      )}
      {order.service.fill?.at !== undefined && (
        <div class="sub">
          {orderText.order.arrivedAt(formatDateTime(order.service.fill.at))}
          <NamedAddress address={order.accepted.recipient} />
        </div>
      )}
    </>
  )
}

/** When it was paid, unix ms; undefined where that is not known, and of one that takes no time any more. */
function paidSince(order: Order): number | undefined {
  if (order.kind === 'purchase') return undefined
  const deposited = depositOf(order)?.state
  const from = deposited !== undefined && 'sentAt' in deposited ? deposited.sentAt : undefined
  return paidAt(order) ?? from ?? (deposited?.status === 'confirmed' ? deposited.at : undefined)
}

/** Nothing more is to be waited for, nothing was paid yet, or nobody told how long it takes. */
const isUntimed = (order: Order) =>
  isAtRest(order) || order.status === 'planned' || order.kind === 'purchase' || isSaidOver(order)

/** How much of the expected time is over, for the eye: what is read out stands beside it. */
function Elapsed({ order }: { order: Order }) {
  const { now } = useApp()
  const since = paidSince(order)
  if (isUntimed(order) || since === undefined) return null
  const expected = expectedOf(order)
  const elapsed = Math.max(0, (now.value - since) / 1000)
  return (
    <progress
      class="elapsed"
      aria-hidden="true"
      max={expected}
      value={Math.min(elapsed, expected)}
    />
  )
}

function Expected({ order }: { order: Order }) {
  const { now } = useApp()
  if (isUntimed(order)) return null
  const expected = expectedOf(order)
  const since = paidSince(order)
  if (since === undefined) {
    return <span class="sub num">{orderText.order.expected(formatDuration(expected))}</span>
  }
  const elapsed = (now.value - since) / 1000
  return (
    <span class="sub num">
      {orderText.order.elapsed(formatDuration(elapsed), formatDuration(expected))}
      {isOverdue(order, since, now.value) && <span class="warn"> {sayLate(order)}</span>}
    </span>
  )
}

/** By what it is late: by what is usual here, else by what was promised. */
function sayLate(order: Order): string {
  const usual = usualOf(order)
  return usual === undefined
    ? orderText.order.late
    : orderText.order.lateHere(formatDuration(usual.typical))
}
