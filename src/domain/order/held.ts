/**
 * What is held once a step before the deposit turned what was paid into another token, and the deposit does
 * not take it.
 */
import type { ErrorCode } from '../error'
import type { AttemptId, OrderId } from '../names'
import { mayTake } from './guard'
import type { Order, TokenAmount } from './order'
import { isEnded, isMoneyOut, isMove, isMoved } from './order-parts'

/** A token that came with mined steps of an order, and is still the person's. */
export type Held = {
  /** How much came by those steps, net, smallest unit: nothing of what was held before. */
  token: TokenAmount
  /** The amount was read on the chain; else it is what the trial before the review showed. */
  isRead: boolean
  /** The ask of the last of those steps. */
  attemptId: AttemptId
}

/**
 * What mined steps before the deposit gave, where nothing of it is on its way to the service; undefined
 * where nothing was moved, or where the deposit is out or was mined. What a file tells of may have gone on
 * where it was made.
 */
export function heldOf(order: Order): Held | undefined {
  if (order.kind !== 'swap' || order.fromBackup || isMoneyOut(order)) return undefined
  let held: Held | undefined
  for (const { facts, state } of order.steps) {
    if (!isMove(facts) || state.status !== 'confirmed') continue
    const before = held === undefined ? 0n : BigInt(held.token.amount)
    const amount = state.got ?? String(before + BigInt(facts.gets.amount))
    const { attemptId } = state
    held = { token: { ...facts.gets, amount }, isRead: state.got !== undefined, attemptId }
  }
  return held
}

/** The ask of the last swap before the deposit, where it is not known yet what it gave. */
export function unreadOf(order: Order): string | undefined {
  const held = heldOf(order)
  return held?.isRead === false ? held.attemptId : undefined
}

/**
 * What is held of an order that goes on no more, to be swapped from there; undefined while an ask of a
 * payment that nothing is proved of may still take it.
 */
export function freeOf(order: Order): Held | undefined {
  const isOver = order.kind === 'swap' && isEnded(order.status) && !mayTake(order)
  return isOver ? heldOf(order) : undefined
}

/** What the orders that were made from what an order left are found by in the history. */
export const afterKey = (id: OrderId) => `after:${id}`

/**
 * The order whose held token this one took up; undefined for none, and of one that was only looked at, or
 * came to nothing and moved nothing: what was left is still there.
 */
export function tookUp(order: Order): OrderId | undefined {
  if (order.kind !== 'swap' || order.status === 'planned') return undefined
  const isNothing = isEnded(order.status) && !isMoneyOut(order) && !isMoved(order)
  return isNothing && !mayTake(order) ? undefined : order.follows
}

/**
 * Whether a step that was refused for this reason is not asked for a second time once the money is another
 * token: the price is over, or what was accepted does not come out of it any more. That no node could try
 * it, that one says otherwise than another, or that coins for the network's fee are missing, may pass; that
 * it takes more gas now, the person may accept.
 */
export function endsTheWay(code: ErrorCode): boolean {
  return code.startsWith('policy/') && !goesOn.includes(code)
}

const goesOn: readonly ErrorCode[] = ['policy/untried', 'policy/nodes-differ', 'policy/gas-grew']
