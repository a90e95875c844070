import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isDenied } from '@/src/domain/order/guard'
import { afterKey, freeOf, heldOf, tookUp } from '@/src/domain/order/held'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { sameToken } from '@/src/domain/token/token-id'
import { orderText } from '../copy/order-text'
import { plainText } from '../format/text'
import { runFrom } from '../models/again'
import type { OrderView } from '../models/order-view'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { DeniedNote, type WayOn } from './denied-choice'

const copy = orderText.held

/** The newest order that took up what this one left: null for none, undefined until that is read. */
export function useNext(order: Order | undefined): Order | null | undefined {
  const { backend } = useApp()
  const [next, setNext] = useState<Order | null>()
  const left = order !== undefined && freeOf(order) !== undefined ? order.id : undefined
  useEffect(() => {
    if (left === undefined) return undefined
    const key = { text: afterKey(left), limit: 25 }
    let alive = true
    async function read(): Promise<void> {
      try {
        const { orders } = await backend.listOrders(key)
        if (alive) setNext(orders.find((each) => tookUp(each) === left) ?? null)
      } catch (caught) {
        // What cannot be read hides no way on; what was wrong is said above the screen.
        if (alive) setNext((now) => now ?? null)
        throw caught
      }
    }
    void read()
    const off = backend.onChange(({ kind }) => {
      if (kind === 'order') void read()
    })
    return () => {
      alive = false
      off()
    }
  }, [backend, left])
  return left === undefined ? null : next
}

/**
 * Why the order went no further than a swap before its payment, and the two ways on from there; or the order
 * that took it up.
 */
export function HeldPanel(props: {
  order: SwapOrder
  view: OrderView
  next: Order | null | undefined
}) {
  const { order, view, next } = props
  const app = useApp()
  const held = freeOf(order)
  if (isEnded(order.status) && heldOf(order) !== undefined && isDenied(order)) {
    return <HeldDenied order={order} view={view} />
  }
  if (held === undefined || next === undefined) return null
  const { from, to } = order.accepted
  const isAny = BigInt(held.token.amount) > 0n
  const title = copy.title[reasonOf(order)]
  if (next !== null) {
    return (
      <Note tone="info" title={title}>
        <div class="note-actions">
          <button
            type="button"
            class="button button-small"
            onClick={() => app.router.go({ screen: 'order', orderId: next.id })}
          >
            {orderText.other.open}
          </button>
        </div>
      </Note>
    )
  }
  return (
    <Note tone="warn" title={title}>
      {isAny && <p>{copy.next(plainText(held.token.symbol, 12))}</p>}
      {isAny && (
        <div class="note-actions">
          {!sameToken(held.token, to) && (
            <button
              type="button"
              class="button button-small button-main"
              onClick={() => runFrom(app, order, held, 'on')}
            >
              {copy.on}
            </button>
          )}
          <button
            type="button"
            class="button button-small"
            onClick={() => runFrom(app, order, held, 'back')}
          >
            {copy.back(plainText(from.symbol, 12))}
          </button>
        </div>
      )}
    </Note>
  )
}

/** Only the page of its wallet says that the payment after it was rejected: what is left is free by the person's word. */
function HeldDenied({ order, view }: { order: SwapOrder; view: OrderView }) {
  const show: WayOn = {
    label: copy.show,
    disabled: view.busy.value,
    run: (said) => void view.stop(said),
  }
  return <DeniedNote order={order} ways={[show]} money={null} />
}

function Note(props: { tone: 'info' | 'warn'; title: string; children: ComponentChildren }) {
  return (
    <section class={`note note-${props.tone}`} aria-labelledby="held-title">
      <Alert />
      <div class="note-body">
        <h2 class="note-title" id="held-title">
          {props.title}
        </h2>
        {props.children}
      </div>
    </section>
  )
}

function reasonOf({ halted }: SwapOrder): keyof typeof copy.title {
  if (halted === undefined) return 'failed'
  if (halted.why === 'person') return 'person'
  if (halted.code === 'policy/quote-expired') return 'price'
  return halted.code === 'policy/would-revert' ? 'revert' : 'changed'
}
