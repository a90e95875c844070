import type { Accepted } from '@/src/domain/order'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'

/** The least that a route promised to deliver, in full, or that it promised nothing. */
export function Minimum({ accepted }: { accepted: Accepted }) {
  const { minAmountOut, to } = accepted
  if (minAmountOut === undefined) return <>{orderText.review.noMinimum}</>
  return (
    <bdi dir="ltr">{`${formatExact(minAmountOut, to.decimals)} ${plainText(to.symbol, 14)}`}</bdi>
  )
}
