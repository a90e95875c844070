import { useEffect } from 'preact/hooks'
import type { Order } from '@/src/domain/order'
import { whereTheMoneyIs } from '../copy/money'
import { orderText } from '../copy/order-text'
import { isEnded, labelOf, orderStatusLabel } from '../copy/status'
import { formatAmount, formatExact } from '../format/amount'
import { plainText } from '../format/text'
import { formatDuration } from '../format/time'
import { handle } from '../handles'
import { createOrderView, type OrderView } from '../models/order-view'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { ArrowRight, Check } from '../parts/icons'
import { TokenLogo } from '../parts/logo'
import { SkeletonRows } from '../parts/skeleton'
import { useModel } from '../parts/use-model'
import { AlarmPanel } from './alarm-panel'
import { Attention } from './attention'
import { OrderDetails } from './order-details'
import { Timeline } from './order-timeline'
import { ScreenHead } from './shell'
import { UnsurePanel } from './unsure-panel'

/** One order from the first request to the money's arrival. */
export function OrderScreen({ orderId }: { orderId: string }) {
  const app = useApp()
  const view = useModel(
    () => createOrderView({ backend: app.backend, clock: app.clock, orderId }),
    orderId,
  )
  const order = view.order.value
  const status = order.state === 'ready' ? order.value.status : undefined
  const money = order.state === 'ready' ? whereTheMoneyIs(order.value) : ''
  useEffect(() => {
    if (status !== undefined) app.announce(`${orderStatusLabel[status]}. ${money}`)
  }, [status, money])
  return (
    <div class="order-screen">
      <ScreenHead title={orderText.order.title} onBack={() => app.router.go({ screen: 'swap' })} />
      {order.state === 'loading' && <SkeletonRows count={5} />}
      {order.state === 'failed' && <ErrorNote error={order.error} />}
      {order.state === 'ready' && <OrderBody order={order.value} view={view} />}
    </div>
  )
}

function OrderBody({ order, view }: { order: Order; view: OrderView }) {
  const app = useApp()
  const step = order.steps[order.current]
  const unsure = step?.state.status === 'unsure' ? step : undefined
  return (
    <div
      class="order"
      data-testid={handle.order}
      data-order-id={order.id}
      data-status={order.status}
    >
      <div class="column">
        <Headline order={order} />
        <AlarmPanel order={order} />
        {unsure !== undefined && <UnsurePanel order={order} step={unsure} view={view} />}
        {step !== undefined && <Attention order={order} step={step} view={view} />}
        {order.failure !== undefined && order.failure.code !== order.alarm?.code && (
          <ErrorNote error={{ code: order.failure.code }} />
        )}
        {view.error.value !== undefined && <ErrorNote error={view.error.value} />}
      </div>
      <div class="column">
        <section class="card" aria-label={orderText.order.progress}>
          <header class="card-head">
            <h2>{orderText.order.progress}</h2>
            <Expected order={order} />
          </header>
          <Timeline order={order} />
        </section>
        <OrderDetails order={order} />
        {isEnded(order.status) ? (
          <div class="actions">
            <button
              type="button"
              class="button button-main"
              onClick={() => app.router.go({ screen: 'swap' })}
            >
              {orderText.order.newSwap}
            </button>
          </div>
        ) : (
          order.status !== 'planned' && <p class="sub hint">{orderText.order.closeHint}</p>
        )}
      </div>
    </div>
  )
}

function Headline({ order }: { order: Order }) {
  const { from, to } = order.accepted
  const { label, tone } = labelOf(order)
  return (
    <section class={`headline headline-${tone}`}>
      <div class="headline-pair">
        <TokenLogo token={{ ...from, logoURI: from.logoUri }} size={36} />
        <span class="num">
          {formatAmount(from.amount, from.decimals)} <bdi>{plainText(from.symbol, 12)}</bdi>
        </span>
        <ArrowRight size={18} />
        <TokenLogo token={{ ...to, logoURI: to.logoUri }} size={36} />
        <span class="num">
          {formatAmount(order.service.fill?.amount ?? to.amount, to.decimals)}{' '}
          <bdi>{plainText(to.symbol, 12)}</bdi>
        </span>
      </div>
      <p class="headline-status">
        <span class={`badge badge-${tone}`}>
          {order.status === 'filled' && <Check size={14} />}
          {label}
        </span>
      </p>
      <p class="headline-money">
        {order.status === 'filled' ? orderText.order.filledTitle : whereTheMoneyIs(order)}
      </p>
      {order.status === 'filled' && <Delivered order={order} />}
      {order.status === 'refunded' && order.service.refund?.amount !== undefined && (
        <p class="num">
          {orderText.order.refundedAmount(
            `${formatExact(order.service.refund.amount, from.decimals)} ${plainText(from.symbol, 12)}`,
          )}
        </p>
      )}
    </section>
  )
}

function Delivered({ order }: { order: Order }) {
  const { to } = order.accepted
  const delivered = order.service.fill?.amount
  if (delivered === undefined) return null
  const difference = BigInt(delivered) - BigInt(to.amount)
  const symbol = plainText(to.symbol, 12)
  const size = (units: bigint) => `${formatExact(units, to.decimals)} ${symbol}`
  return (
    <>
      <dl class="delivered">
        <div>
          <dt>{orderText.order.delivered}</dt>
          <dd class="num">{size(BigInt(delivered))}</dd>
        </div>
        <div>
          <dt>{orderText.order.quoted}</dt>
          <dd class="num">{size(BigInt(to.amount))}</dd>
        </div>
      </dl>
      <p class={difference < 0n ? 'warn' : 'good'}>
        {difference === 0n
          ? orderText.order.exactlyQuoted
          : difference > 0n
            ? orderText.order.moreThanQuoted(size(difference))
            : orderText.order.lessThanQuoted(size(-difference))}
      </p>
    </>
  )
}

function Expected({ order }: { order: Order }) {
  const { now } = useApp()
  if (isEnded(order.status) || order.status === 'planned') return null
  const expected = order.accepted.expectedDurationSeconds
  const deposited = order.steps.find((step) => step.deposit)?.state
  const from = deposited !== undefined && 'sentAt' in deposited ? deposited.sentAt : undefined
  const since = from ?? (deposited?.status === 'confirmed' ? deposited.at : undefined)
  if (since === undefined) {
    return <span class="sub num">{orderText.order.expected(formatDuration(expected))}</span>
  }
  const left = expected - (now.value - since) / 1000
  return left < -60 ? (
    <span class="sub warn">{orderText.order.late}</span>
  ) : (
    <span class="sub num">{orderText.order.expected(formatDuration(Math.max(left, 5)))}</span>
  )
}
