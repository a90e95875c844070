import type { Order } from '@/src/domain/order'
import { text } from '../copy/text'
import { formatExact } from '../format/amount'
import { hostOf, plainText } from '../format/text'
import { formatDateTime } from '../format/time'
import { Address, CopyButton } from '../parts/address'

/** The facts of an order that somebody may need later: numbers, addresses, times. */
export function OrderDetails({ order }: { order: Order }) {
  const { accepted, service } = order
  return (
    <details class="card details">
      <summary>{text.order.details}</summary>
      <dl class="detail-rows">
        <dt>{text.order.created}</dt>
        <dd class="num">{formatDateTime(order.createdAt)}</dd>
        <dt>{text.order.wallet}</dt>
        <dd>
          <bdi>{plainText(order.wallet.name, 32)}</bdi>{' '}
          <span class="sub">{text.wallets.through(hostOf(order.page.origin))}</span>
        </dd>
        <dt>{text.review.minimum}</dt>
        <dd class="num">
          {accepted.minAmountOut === undefined
            ? text.review.noMinimum
            : `${formatExact(accepted.minAmountOut, accepted.to.decimals)} ${plainText(accepted.to.symbol, 14)}`}
        </dd>
        <dt>{text.review.recipient}</dt>
        <dd>
          <Address address={accepted.recipient} />
        </dd>
        <dt>{text.order.orderId}</dt>
        <dd class="mono">
          {order.id} <CopyButton value={order.id} />
        </dd>
        {service.orderId !== undefined && (
          <>
            <dt>{text.order.serviceOrder}</dt>
            <dd class="mono">
              {plainText(service.orderId, 80)} <CopyButton value={service.orderId} />
            </dd>
          </>
        )}
      </dl>
    </details>
  )
}
