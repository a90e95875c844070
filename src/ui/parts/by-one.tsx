import type { Advice } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { plainText } from '../format/text'

/** Whether one node alone showed what a payment does, and no other one is asked any more. */
export const isByOne = (advice: Advice | undefined) =>
  advice?.outcome === 'passes' && !advice.open && advice.by?.length === 1

/** Says of what was asked for that one node alone had tried it. */
export function ByOne({ advice }: { advice: Advice | undefined }) {
  const [name, other] = advice?.by ?? []
  if (advice?.outcome !== 'passes' || name === undefined || other !== undefined) return null
  return <p class="sub">{orderText.order.checkedByOne(plainText(name, 24))}</p>
}
