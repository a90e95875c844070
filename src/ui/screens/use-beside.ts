import { computed } from '@preact/signals'
import type { Order } from '@/src/domain/order/order'
import type { Paying } from '@/src/domain/order/same-payment'
import { createBeside } from '../models/beside'
import type { OrderView } from '../models/order-view'
import { useApp } from '../parts/context'
import { useModel } from '../parts/use-model'

/** What other windows paid of the same as an order on screen, since it was wished for (`since`, unix ms). */
export function useBeside(
  { id }: Order,
  view: OrderView,
  since: number,
  toWish: (order: Order) => Paying | undefined = (order) => order,
) {
  const { backend, clock } = useApp()
  return useModel(() => {
    const wish = computed(() => {
      const order = view.order.value
      return order.state === 'ready' ? toWish(order.value) : undefined
    })
    return createBeside({ backend, clock, wish, since, busy: view.busy })
  }, id)
}
