import { isNativeAddress } from '@/src/domain/address'
import type { Order } from '@/src/domain/order'
import { depositOf } from '@/src/domain/order-parts'
import { asksOf } from '@/src/domain/wallet-payment'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'

/** What left the account with an order's payment, as nodes of the chain show it, beside what was accepted. */
export function LeftAccount({ order }: { order: Order }) {
  const state = depositOf(order)?.state
  if (state?.status !== 'confirmed' || state.left === undefined) return null
  const { from } = order.accepted
  const fee = isNativeAddress(from.address) ? asksOf(order)?.advice?.leaves?.fee : undefined
  const accepted = BigInt(from.amount) + BigInt(fee ?? 0)
  const size = (units: bigint, { decimals, symbol } = from) =>
    `${formatExact(units, decimals)} ${plainText(symbol, 12)}`
  return (
    <dl class="delivered">
      <div>
        <dt>{orderText.order.leftAccount}</dt>
        <dd class="num">
          <bdi dir="ltr">{size(BigInt(state.left))}</bdi>
        </dd>
      </div>
      <div>
        <dt>{orderText.order.acceptedToLeave}</dt>
        <dd class="num">
          <bdi dir="ltr">{size(accepted)}</bdi>
        </dd>
      </div>
      {state.gas?.map((each) => (
        <div key={each.address}>
          <dt>{orderText.order.gasInToken}</dt>
          <dd class="num">
            <bdi dir="ltr">{size(BigInt(each.amount), each)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
