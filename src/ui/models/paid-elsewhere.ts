import type { Signal } from '@preact/signals'
import type { Accepted, Order } from '@/src/domain/order/order'
import { currentStepOf, isEnded, isMoneyOut, isMoved } from '@/src/domain/order/order-parts'
import {
  isLeftDenied,
  isPaidBy,
  type Paying,
  paidBeside,
  sameFrom,
} from '@/src/domain/order/same-payment'
import { twiceText } from '../copy/twice-text'
import { formatExact } from '../format/amount'
import { plainText, shortInWords } from '../format/text'
import type { Backend } from './backend'
import type { Router } from './router'
import type { Swap } from './swap'

/** An order that paid the same, and what it pays to whom. */
export type Sent = {
  id: string
  kind: Order['kind']
  sum: string
  recipient: string
  /** Of one that is not known to be paid, who says that it was not sent: a page alone, or its allowance. */
  doubt?: 'denied' | 'unseen'
}

/** More than anybody makes in the time that is read. */
const MOST_READ = 100

/** A form that stands open, and where a note above it is put. */
export type OpenForm = {
  backend: Backend
  swap: Swap
  router: Pick<Router, 'route'>
  formNote: Signal<string | undefined>
}

/**
 * Empties a form that another window has paid since it became what it is, and says so. It comes back where that
 * is cancelled or declined before anything is paid.
 */
export async function emptyPaid(
  { backend, swap, router, formNote }: OpenForm,
  since: number,
  orderId: string,
  becomeOrder: () => void,
): Promise<void> {
  const [form, asked] = [swap.draft.peek(), wishIn(swap)]
  if (asked === undefined) return
  const order = await backend.readOrder(orderId)
  // What was typed while the store was read is not that order.
  if (swap.draft.peek() !== form) return
  if (!isPaidBy(order, asked.wish, since, asked.exact)) return
  if (order.kind !== 'swap') {
    // An address may have been made of this very form: it stays, and its review says so.
    if (!form.made) swap.put({ ...form, made: [], began: since })
    return
  }
  becomeOrder()
  // Where it is confirmed, the order itself follows.
  if (['review', 'order'].includes(router.route.peek().screen)) return
  const { sum, recipient } = namePayment(order.accepted)
  formNote.value = twiceText.emptied(sum, shortInWords(recipient))
  const emptied = swap.draft.peek()
  // What stood there before a site's request has come back already.
  if (emptied.text !== '') return
  const made = form.made?.filter((id) => id !== orderId) ?? []
  const back = { ...form, made, began: (form.made && form.began) ?? since }
  const off = backend.onChange(async (change) => {
    if (change.kind !== 'order' || change.orderId !== orderId) return
    const now = await backend.readOrder(orderId).catch(() => undefined)
    const isTyped = swap.draft.peek() !== emptied
    if (isTyped || (now && isEnded(now.status))) off()
    if (isTyped || !now || !isUnpaid(now)) return
    swap.put(back)
    formNote.value = twiceText.back
  })
}

/** Whether nothing of an order was paid, and nothing of it is asked for by itself. */
function isUnpaid(order: Order): boolean {
  const isLeft = order.status === 'stopped' || currentStepOf(order)?.state.status === 'declined'
  return isLeft && !isMoneyOut(order) && !isMoved(order)
}

/** Orders as they are now of which one may have paid the same at or after `since` (unix ms), and those of an id. */
export async function readBeside(
  backend: Pick<Backend, 'listOrders' | 'readOrder'>,
  since: number,
  ids: ReadonlySet<string>,
): Promise<Order[]> {
  const { orders } = await backend.listOrders({ limit: MOST_READ, since: sameFrom(since) })
  const older = [...ids].filter((id) => orders.every((each) => each.id !== id))
  const named = await Promise.all(older.map((id) => backend.readOrder(id)))
  return [...orders, ...named.flatMap((each) => each ?? [])]
}

/** Those of the orders by which the same was paid as by this one, at or after `since`, but for those it knows. */
export function toSent(orders: readonly Order[], order: Paying, since: number): Sent[] {
  return paidBeside(orders, order, since)
    .filter(({ id }) => !order.known?.includes(id))
    .map((each) => {
      const { id, kind, accepted } = each
      const isUnseen = !isPaidBy(each, order, since)
      const doubt = isLeftDenied(each) ? 'denied' : isUnseen ? 'unseen' : undefined
      return { id, kind, ...namePayment(accepted), ...(doubt && { doubt }) }
    })
}

/** What the form asks for; undefined as long as something is missing. */
function wishIn(swap: Swap): { wish: Paying; exact: boolean } | undefined {
  const side = swap.side.peek()
  const [pay, receive] = [swap.pay.peek(), swap.receive.peek()]
  const amount = swap[side === 'pay' ? 'payUnits' : 'receiveUnits'].peek()?.toString()
  const recipient = swap.destination.peek()
  if (!pay || !receive || amount === undefined || recipient === undefined) return undefined
  const tradeType = side === 'pay' ? 'EXACT_INPUT' : 'EXACT_OUTPUT'
  const [from, to] = [
    { ...pay, amount },
    { ...receive, amount },
  ]
  return {
    wish: { kind: 'swap', accepted: { tradeType, from, to, recipient } },
    exact: side === 'pay' && !swap.isMoney.peek(),
  }
}

/** What an order pays, and to whom, as a message names both. */
function namePayment({ from, recipient }: Accepted): Pick<Sent, 'sum' | 'recipient'> {
  const sum = `${formatExact(from.amount, from.decimals)} ${plainText(from.symbol, 14)}`
  return { sum, recipient }
}
