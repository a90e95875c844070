import type { Order } from '@/src/domain/order/order'
import { isKept, lacksField } from '@/src/domain/order/order-parts'
import { asksOf } from '@/src/domain/order/wallet-payment'
import { buyText } from '../copy/buy-text'
import { orderText } from '../copy/order-text'
import { isOver } from '../copy/status'
import { text } from '../copy/text'
import { hostOf, plainText } from '../format/text'
import { formatDateTime } from '../format/time'
import { Address, CopyButton } from '../parts/address'
import { Filled } from '../parts/filled'
import { Minimum } from '../parts/minimum'
import { NamedAddress } from '../parts/named-address'
import { SupportButton } from '../parts/support-button'
import { RemoveOrder } from './remove-order'

/** The facts of an order that somebody may need later; `support`: with its support data. */
export function OrderDetails(props: {
  order: Order
  support: boolean
  onRemoving(isRemoving: boolean): void
}) {
  const { order, support, onRemoving } = props
  const { accepted, service } = order
  const asks = asksOf(order)
  return (
    <details class="card details">
      <summary>{orderText.order.details}</summary>
      <dl class="detail-rows">
        <dt>{orderText.order.created}</dt>
        <dd class="num">
          {lacksField(order, 'createdAt')
            ? orderText.order.notReadable
            : formatDateTime(order.createdAt)}
        </dd>
        {asks !== undefined && (
          <>
            <dt>{orderText.order.wallet}</dt>
            <dd>
              <Filled
                say={text.wallets.through}
                parts={[
                  <bdi key="wallet">{plainText(asks.wallet.name, 32)}</bdi>,
                  <bdi key="host">{hostOf(asks.page.origin)}</bdi>,
                ]}
              />
            </dd>
          </>
        )}
        <dt>{orderText.review.minimum}</dt>
        <dd class="num">
          {lacksField(order, 'to') || lacksField(order, 'minAmountOut') ? (
            orderText.order.notReadable
          ) : (
            <Minimum accepted={accepted} />
          )}
        </dd>
        <dt>{orderText.review.recipient}</dt>
        <dd>
          <Party address={accepted.recipient} />
        </dd>
        {order.kind === 'purchase' && (
          <>
            <dt>{buyText.refund}</dt>
            <dd>
              <Party address={accepted.refundTo} />
            </dd>
            <dt>{buyText.order.provider}</dt>
            <dd>
              <bdi>{plainText(order.purchase.provider, 32)}</bdi>
            </dd>
          </>
        )}
        <dt>{orderText.order.orderId}</dt>
        <dd class="mono">
          {order.id} <CopyButton value={order.id} />
        </dd>
        {order.serviceUrl !== undefined && (
          <>
            <dt>{orderText.order.service}</dt>
            <dd>
              <bdi>{hostOf(order.serviceUrl)}</bdi>
            </dd>
          </>
        )}
        {order.kind === 'transfer' && order.transfer.depositAddress !== '' && (
          <>
            <dt>{orderText.order.depositAddress}</dt>
            <dd>
              <Address address={order.transfer.depositAddress} />
            </dd>
          </>
        )}
        {service.orderId !== undefined && (
          <>
            <dt>{orderText.order.serviceOrder}</dt>
            <dd class="mono">
              {plainText(service.orderId, 80)} <CopyButton value={service.orderId} />
            </dd>
          </>
        )}
      </dl>
      {support && <SupportButton orderId={order.id} />}
      {(isOver(order.status) || isKept(order)) && (
        <RemoveOrder order={order} onRemoving={onRemoving} />
      )}
    </details>
  )
}

/** An account of an order; of a purchase that was found by its number it may not be known. */
export function Party({ address }: { address: string }) {
  if (address === '') return <span class="sub">{buyText.order.notTold}</span>
  return <NamedAddress address={address} />
}
