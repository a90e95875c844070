import type { OrderId, TxHash } from '@/src/domain/names'
import { isHeld } from '@/src/domain/order/claim'
import type { Order } from '@/src/domain/order/order'
import { attemptsOf, hashesOf, isMadeHere } from '@/src/domain/order/order-parts'
import { findByKey } from '@/src/store/orders'
import { mayHold, movesOf, ownMovesOf, toKey } from '@/src/store/row'
import { isSpent } from '@/src/store/spent'
import type { Engine } from '../engine'

/**
 * Whether a transaction belongs to no other order of ours, removed ones included. `named`: the order's own
 * wallet, or the person, names it, and it is held against the ask: a service's or a file's word of another order
 * does not take it away. One in an order of which not all can be read is that one's.
 */
export async function isFree(
  engine: Engine,
  orderId: OrderId,
  hash: TxHash,
  { named = false } = {},
): Promise<boolean> {
  if (await isSpent(engine.db, hash)) return false
  const known = await findByKey(engine.db, hash)
  const isOthers = (each: Order) =>
    mayHold(each, hash) || (named ? ownMovesOf(each).includes(toKey(hash)) : isIts(each, hash))
  return known.every((each) => each.id === orderId || !isOthers(each))
}

/**
 * A service's word makes nothing an order's own, as it could name any payment. Nor does anything of an order that
 * it alone tells of: what another one asked for carries that one's own payload. Plain payments are told apart
 * by nothing else.
 */
function isIts(order: Order, hash: TxHash): boolean {
  const isOwn = isMadeHere(order)
  const moves = movesOf(isOwn ? { ...order, service: {} } : order)
  return (isOwn || order.kind !== 'swap') && moves.includes(hash.toLowerCase())
}

/**
 * Whether nodes proved a transaction to be another order's. A page and a service can name it for any order,
 * and a file can hold what it likes: by that, nobody is told that nothing was sent.
 */
export async function isProvedElsewhere(
  engine: Engine,
  orderId: OrderId,
  hash: TxHash,
): Promise<boolean> {
  const known = await findByKey(engine.db, hash)
  return known.some((each) => each.id !== orderId && !each.fromBackup && isProved(each, hash))
}

function isProved(order: Order, hash: TxHash): boolean {
  const isEnd = (what: string | undefined) => what === 'mined' || what === 'reverted'
  const landed = attemptsOf(order).filter(({ end }) => isEnd(end?.what))
  // Of several that were named for one ask, which of them landed is not kept.
  return isHeld(order, hash) || landed.some((each) => hashesOf(each).join() === hash)
}

/** Whether a transaction stands in an order as a payment to its address already, whoever made it. */
export async function isSeenPayment(
  engine: Engine,
  orderId: OrderId,
  hash: TxHash,
): Promise<boolean> {
  const [order] = (await findByKey(engine.db, hash)).filter(({ id }) => id === orderId)
  return order?.kind === 'transfer' && order.transfer.seen.some((each) => each.hash === hash)
}
