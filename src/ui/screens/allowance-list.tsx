import { useEffect, useState } from 'preact/hooks'
import type { SwapOrder } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { formatDateTime } from '../format/time'
import { type Async, idle, loading } from '../models/async'
import { useApp } from '../parts/context'
import { outcomeOf, ReadAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { Left, useAllowances } from './allowance-note'

/** Orders whose allowances are read at once: each takes a few requests to nodes. */
const atOnce = 10

/** All allowances that orders left open, read when it is opened, each with its way back. */
export function AllowanceList() {
  const { backend, clock } = useApp()
  const [orders, setOrders] = useState<Async<SwapOrder[]>>(idle)
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(atOnce)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const copy = orderText.allowance

  const read = async () => setOrders(await outcomeOf(backend.listLeft(clock.now())))
  useEffect(() => {
    if (!open) return
    setOrders(loading)
    void read()
  }, [open])

  const found = orders.state === 'ready' ? orders.value : []
  const inSight = found.slice(0, shown)
  const isAllClosed = inSight.length > 0 && inSight.every(({ id }) => closed.has(id))
  return (
    <details class="details approvals" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{copy.list}</summary>
      <p class="sub">{copy.listHint}</p>
      {orders.state === 'loading' && <SkeletonRows count={2} />}
      {orders.state === 'failed' && <ReadAgain money={null} error={orders.error} read={read} />}
      {orders.state === 'ready' && found.length === 0 && <p>{copy.none}</p>}
      {isAllClosed && <p>{copy.noneLeft}</p>}
      <ul class="left-open">
        {inSight.map((order) => (
          <Row
            key={order.id}
            order={order}
            onClosed={() => setClosed((now) => new Set([...now, order.id]))}
          />
        ))}
      </ul>
      {found.length > shown && (
        <button
          type="button"
          class="button button-small"
          onClick={() => setShown((now) => now + atOnce)}
        >
          {copy.more}
        </button>
      )}
    </details>
  )
}

/** The order that left them, and what is left; nothing where the chain shows that all are closed. */
function Row({ order, onClosed }: { order: SwapOrder; onClosed(): void }) {
  const { router } = useApp()
  const left = useAllowances(order)
  const isClosed = left.length === 0
  useEffect(() => {
    if (isClosed) onClosed()
  }, [isClosed])
  if (isClosed) return null
  return (
    <li>
      <p class="sub">{formatDateTime(order.createdAt)}</p>
      {left.map((each) => (
        <Left key={each.spender} order={order} allowance={each} />
      ))}
      <button
        type="button"
        class="button button-quiet button-small"
        onClick={() => router.go({ screen: 'order', orderId: order.id })}
      >
        {orderText.allowance.show}
      </button>
    </li>
  )
}
