import { AppError } from '@/src/domain/error'
import { type Paying, paidBeside, sameFrom } from '@/src/domain/order/same-payment'
import { type Database, type OrderRow, toStoreError } from './open'
import { fromRow, untilAnswered } from './row'

/** The orders, as a transaction that is under way has them. */
export type OrdersRead = {
  index(name: 'fromChain'): { getAll(range: IDBKeyRange): Promise<OrderRow[]> }
  index(name: 'plannedUntil'): { getAll(key: number): Promise<OrderRow[]> }
}

/**
 * Fails with `order/paid-beside` where an order pays the same as this one, at or after `since` (unix ms), and
 * is none of the known; nor, as its wallet is asked (`isAsked`), one that was wanted beside this one. Read in
 * the transaction that writes the order, or under a lock that all hold who write such orders, two windows are
 * never both the first.
 */
export async function requireFirst(
  orders: OrdersRead,
  order: Paying,
  since: number,
  known: readonly string[] = [],
  isAsked?: true,
): Promise<void> {
  const { id: own = '', accepted } = order
  const { chainId } = accepted.from
  // An array comes after every number: up to the newest of the chain.
  const range = IDBKeyRange.bound([chainId, [sameFrom(since)]], [chainId, [[]]])
  const rows = await orders.index('fromChain').getAll(range)
  // A purchase is in no list before its answer came: where a worker ended meanwhile, it may have been made.
  if (order.kind === 'purchase')
    rows.push(...(await orders.index('plannedUntil').getAll(untilAnswered)))
  const unseen = paidBeside(rows.map(fromRow), order, since).find(
    (each) => !known.includes(each.id) && !(isAsked && each.known?.includes(own)),
  )
  if (unseen) throw new AppError('order/paid-beside', { orderId: unseen.id })
}

/** The same in a transaction of its own. Fails with `store/unavailable` too. */
export async function lookForFirst(
  db: Database,
  ...asked: [order: Paying, since: number, known?: readonly string[], isAsked?: true]
): Promise<void> {
  try {
    await requireFirst((await db.use()).transaction('orders').store, ...asked)
  } catch (error) {
    throw toStoreError(error)
  }
}
