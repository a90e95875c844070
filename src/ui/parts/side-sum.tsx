import type { Order } from '@/src/domain/order/order'
import { lacksField } from '@/src/domain/order/order-parts'
import { orderText } from '../copy/order-text'
import { TokenSum } from './token-sum'

/** What one side of an order is, or that it cannot be read. */
export function SideSum(props: {
  order: Order
  side: 'from' | 'to'
  /** Of the side's token, where they are others than were accepted. */
  units?: string | undefined
  write?: (units: string, decimals: number) => string
}) {
  const { order, side, units, write } = props
  const token = order.accepted[side]
  if (lacksField(order, side)) return <>{orderText.order.notReadable}</>
  return <TokenSum of={token} units={units ?? token.amount} {...(write && { write })} />
}
