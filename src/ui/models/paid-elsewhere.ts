import type { Signal } from '@preact/signals'
import { sameAddress } from '@/src/domain/address'
import type { Accepted, Order } from '@/src/domain/order'
import { sameToken, type TokenId } from '@/src/domain/token-id'
import { twiceText } from '../copy/twice-text'
import { formatExact } from '../format/amount'
import { plainText, shortAddress } from '../format/text'
import type { Backend } from './backend'
import type { Router } from './router'
import type { Swap } from './swap'

/** What two windows that were filled from one form have in common; `amount` is what was typed. */
type Wish = Pick<Accepted, 'tradeType' | 'recipient'> & {
  from: TokenId
  to: TokenId
  amount: bigint
  /** Another amount as soon as the price moves: typed in dollars, or what is to arrive, of which more may. */
  isRough?: boolean
}

/** An order that paid the same, and what it pays to whom. */
export type Sent = { id: string; names: [sum: string, recipient: string] }

/** Two prices of one minute are within a hundredth of each other. */
const ROUGH = 100n

/** Orders are read back this far: one that can still be confirmed is not older. */
const READ_MS = 86_400_000

/** A form that stands open, and where a note above it is put. */
export type OpenForm = {
  backend: Backend
  swap: Swap
  router: Pick<Router, 'route'>
  formNote: Signal<string | undefined>
}

/** Empties a form that another window has paid since it became what it is, and says so. */
export async function emptyPaid(
  { backend, swap, router, formNote }: OpenForm,
  since: number,
  orderId: string,
  becomeOrder: () => void,
): Promise<void> {
  const [form, wish] = [swap.draft.peek(), wishIn(swap)]
  if (wish === undefined) return
  const order = await backend.readOrder(orderId)
  // What was typed while the store was read is not that order.
  if (swap.draft.peek() !== form || !isPaidBy(order, wish, since)) return
  becomeOrder()
  // Where it is confirmed, the order itself follows; nobody was looking at a form.
  if (router.route.peek().screen !== 'swap') return
  formNote.value = twiceText.emptied(...namePayment(order.accepted))
}

/** Finds the order by which the same was paid as by this one, at or after `since`; null for none. */
export async function findPaid(
  backend: Pick<Backend, 'listOrders'>,
  { id, accepted }: Order,
  since: number,
): Promise<Sent | null> {
  const { orders } = await backend.listOrders({ limit: 25, since: since - READ_MS })
  const wish = { ...wishOf(accepted), isRough: true }
  const found = orders.find((each) => each.id !== id && isPaidBy(each, wish, since))
  return found ? { id: found.id, names: namePayment(found.accepted) } : null
}

/** Whether an order was confirmed, at or after `since`, and pays just what is wished. */
function isPaidBy(order: Order | undefined, wish: Wish, since: number): order is Order {
  if (order?.kind !== 'swap' || order.status === 'stopped') return false
  if (order.confirmedAt === undefined || order.confirmedAt < since) return false
  const paid = wishOf(order.accepted)
  const gap = paid.amount > wish.amount ? paid.amount - wish.amount : wish.amount - paid.amount
  return (
    paid.tradeType === wish.tradeType &&
    sameToken(paid.from, wish.from) &&
    sameToken(paid.to, wish.to) &&
    sameAddress(paid.recipient, wish.recipient) &&
    (wish.isRough ? gap * ROUGH <= paid.amount : gap === 0n)
  )
}

/** What an order was made of. */
function wishOf({ tradeType, recipient, from, to }: Accepted): Wish {
  const { amount } = tradeType === 'EXACT_INPUT' ? from : to
  return { tradeType, recipient, from, to, amount: BigInt(amount) }
}

/** What the form asks for; undefined as long as something is missing. */
function wishIn(swap: Swap): Wish | undefined {
  const side = swap.side.peek()
  const [from, to] = [swap.pay.peek(), swap.receive.peek()]
  const amount = swap[side === 'pay' ? 'payUnits' : 'receiveUnits'].peek()
  const recipient = swap.destination.peek()
  if (!from || !to || amount === undefined || recipient === undefined) return undefined
  const tradeType = side === 'pay' ? 'EXACT_INPUT' : 'EXACT_OUTPUT'
  const isRough = side === 'receive' || swap.isMoney.peek()
  return { tradeType, from, to, amount, recipient, isRough }
}

/** What an order pays, and to whom, as a message names both. */
function namePayment({ from, recipient }: Accepted): Sent['names'] {
  const sum = `${formatExact(from.amount, from.decimals)} ${plainText(from.symbol, 14)}`
  return [sum, shortAddress(recipient)]
}
