import { askInDoubt } from '@/src/domain/order/guard'
import type { SwapOrder } from '@/src/domain/order/order'
import { isByAddress, isEnded, isMoneyOut } from '@/src/domain/order/order-parts'
import { orderText } from '../copy/order-text'
import type { OrderView } from '../models/order-view'

/** Cancels an order, at once or as soon as it is known that nothing was sent; absent where money is on its way. */
export function Leave(props: {
  order: SwapOrder
  view: OrderView
  /** How the person leaves it, where that is not to cancel the order. */
  leave?: { label: string; run(): void } | undefined
  look?: 'small' | 'quiet'
}) {
  const { order, view, leave, look = 'small' } = props
  const isLater = askInDoubt(order) !== undefined && !isByAddress(order) && !order.fromBackup
  const isOut = isMoneyOut(order) && (!isLater || order.stopWanted !== undefined)
  if (isEnded(order.status) || isOut) return null
  return (
    <button
      type="button"
      class={`button button-${look}`}
      disabled={view.busy.value}
      onClick={leave?.run ?? (() => void view.stop())}
    >
      {leave?.label ?? orderText.order.stop}
    </button>
  )
}
