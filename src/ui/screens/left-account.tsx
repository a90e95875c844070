import { isNativeAddress } from '@/src/domain/address/address'
import type { Order } from '@/src/domain/order/order'
import { depositOf } from '@/src/domain/order/order-parts'
import { asksOf } from '@/src/domain/order/wallet-payment'
import { orderText } from '../copy/order-text'
import { TokenSum } from '../parts/token-sum'

/** What left the account with an order's payment, as nodes of the chain show it, beside what was accepted. */
export function LeftAccount({ order }: { order: Order }) {
  const state = depositOf(order)?.state
  if (state?.status !== 'confirmed' || state.left === undefined) return null
  const { from } = order.accepted
  const fee = isNativeAddress(from.address) ? asksOf(order)?.advice?.leaves?.fee : undefined
  const accepted = BigInt(from.amount) + BigInt(fee ?? 0)
  return (
    <>
      <dl class="delivered">
        <div>
          <dt>{orderText.order.leftAccount}</dt>
          <dd class="num">
            <TokenSum of={from} units={state.left} />
          </dd>
        </div>
        <div>
          <dt>{orderText.order.acceptedToLeave}</dt>
          <dd class="num">
            <TokenSum of={from} units={accepted} />
          </dd>
        </div>
        {state.gas?.map((each) => (
          <div key={each.address}>
            <dt>{orderText.order.gasInToken}</dt>
            <dd class="num">
              <TokenSum of={each} units={each.amount} />
            </dd>
          </div>
        ))}
      </dl>
      {state.byEvents && <p class="sub">{orderText.order.leftByEvents}</p>}
    </>
  )
}
