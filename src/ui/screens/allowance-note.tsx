import { mayStillLand } from '@/src/domain/guard'
import { type OpenAllowance, openAllowances } from '@/src/domain/open-allowances'
import type { SwapOrder } from '@/src/domain/order'
import { isEnded } from '@/src/domain/order-parts'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'

/** Which approvals an order left open, to whom, and how they are closed. */
export function AllowanceNote({ order }: { order: SwapOrder }) {
  const open = openAllowances(order)
  if (open.length === 0) return null
  const copy = orderText.allowance
  return (
    <section class="note note-warn" aria-labelledby="allowance-title">
      <Alert />
      <div class="note-body">
        <h2 class="note-title" id="allowance-title">
          {copy.title(open.length)}
        </h2>
        {open.map((each) => (
          <Left key={`${each.token.address}:${each.spender}`} allowance={each} />
        ))}
        <p>{useOf(order)}</p>
        <p>{copy.next(plainText(order.wallet.name, 32))}</p>
      </div>
    </section>
  )
}

/** What the order may still do with it. */
function useOf(order: SwapOrder): string {
  if (!isEnded(order.status)) return orderText.allowance.expired
  return mayStillLand(order) ? orderText.allowance.mayLand : orderText.allowance.ended
}

function Left({ allowance: { token, spender, isRead } }: { allowance: OpenAllowance }) {
  const { catalog } = useApp()
  const copy = orderText.allowance
  const amount = `${formatExact(token.amount, token.decimals)} ${plainText(token.symbol, 14)}`
  return (
    <>
      <p class="num">
        {copy.mayTake(amount, plainText(catalog.nameOf(token.chainId), 24))}
        {!isRead && ` ${copy.asAsked}`}
      </p>
      <dl class="ask-rows">
        <div class="ask-wide">
          <dt>{orderText.review.spender}</dt>
          <dd>
            <Address address={spender} />
          </dd>
        </div>
        <div class="ask-wide">
          <dt>{orderText.review.token}</dt>
          <dd>
            <Address address={token.address} />
          </dd>
        </div>
      </dl>
    </>
  )
}
