import { useEffect, useState } from 'preact/hooks'
import { isInTheWay, mayShowOlder } from '@/src/domain/order/guard'
import type { Order } from '@/src/domain/order/order'
import { attemptsOf } from '@/src/domain/order/order-parts'
import { asksOf } from '@/src/domain/order/wallet-payment'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'
import { formatDateTime } from '../format/time'
import { runAgain } from '../models/again'
import type { OrderView } from '../models/order-view'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { OpenOrder } from './sent-note'

const words = orderText.other

/** What another order pays, where, and when its wallet was last asked. */
export function Named({ order }: { order: Order }) {
  const { catalog } = useApp()
  const { from } = order.accepted
  const asked = attemptsOf(order).at(-1)?.evidence.askedAt
  return (
    <p class="note-other">
      <bdi class="num">
        {formatExact(from.amount, from.decimals)} {plainText(from.symbol, 14)}
      </bdi>
      {` · ${plainText(catalog.nameOf(from.chainId), 24)}`}
      {asked !== undefined && ` · ${orderText.unsure.askedAt(formatDateTime(asked))}`}
    </p>
  )
}

/** The order that has to be cleared up first, by its id, and the way to it; inside a note. */
export function InTheWay({ orderId }: { orderId: string }) {
  const { backend } = useApp()
  const [order, setOrder] = useState<Order | undefined>(undefined)
  useEffect(() => {
    setOrder(undefined)
    // What cannot be read is not named; the way to it is there all the same, and says why.
    backend.readOrder(orderId).then(setOrder, () => undefined)
  }, [backend, orderId])
  return (
    <>
      {order !== undefined && <Named order={order} />}
      <OpenOrder orderId={orderId} main />
    </>
  )
}

/**
 * Says before an ask, and while it is open, what else was asked for and nobody answered: an older request
 * that the wallet may still show, or, before it, a payment of the account that has to be cleared up first.
 */
export function OlderAsk({ order }: { order: Order }) {
  const { running } = useApp()
  const isBefore = order.status === 'planned'
  const held = isBefore ? running.value.find((each) => isInTheWay(order, each)) : undefined
  const older = held ?? running.value.find((each) => mayShowOlder(order, each))
  if (older === undefined) return null
  const wallet = plainText(asksOf(order)?.wallet.name ?? '', 32)
  return (
    <section class="note note-warn">
      <Alert />
      <div class="note-body">
        <div class="note-body" role="status">
          <p class="note-title">{held ? words.held : words.older(wallet)}</p>
          <p>{held ? words.heldHint : words.olderHint}</p>
        </div>
        <div class="note-actions">
          <Named order={older} />
          <OpenOrder orderId={older.id} />
        </div>
      </div>
    </section>
  )
}

/** Says of a review that another window cancelled it, and leads to the form for a fresh one. */
export function CancelledElsewhere({ order }: { order: Order }) {
  const app = useApp()
  function startOver(): void {
    // It stands in the form as it was typed; one that came from elsewhere is filled in again.
    if (app.swap.draft.peek().made?.includes(order.id)) app.router.go({ screen: 'swap' })
    else void runAgain(app, order)
  }
  return (
    <section class="note note-warn" role="alert">
      <Alert />
      <div class="note-body">
        <p class="note-title">{words.cancelled}</p>
        <p>{words.cancelledHint}</p>
        <div class="note-actions">
          <button type="button" class="button button-small button-main" onClick={startOver}>
            {words.startOver}
          </button>
        </div>
      </div>
    </section>
  )
}

/** The form with this order filled in again, for who pays meanwhile from elsewhere. */
export function PayMeanwhile({ view }: { view: OrderView }) {
  const app = useApp()
  const order = view.order.value
  if (order.state !== 'ready') return null
  return (
    <button
      type="button"
      class="button button-small"
      onClick={() => void runAgain(app, order.value)}
    >
      {words.meanwhile}
    </button>
  )
}
