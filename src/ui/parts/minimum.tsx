import type { Accepted } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { TokenSum } from './token-sum'

/** The least that a route promised to deliver, in full, or that it promised nothing. */
export function Minimum({ accepted }: { accepted: Accepted }) {
  const { minAmountOut, to } = accepted
  if (minAmountOut === undefined) return <>{orderText.review.noMinimum}</>
  return <TokenSum of={to} units={minAmountOut} />
}
