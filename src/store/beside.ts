import { AppError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import { type Paying, paidBeside, sameAs, sameFrom } from '@/src/domain/order/same-payment'
import { type Database, type OrderRow, toStoreError } from './open'
import { fromRow, isUnread, leftKeyOf, untilAnswered } from './row'

/** The orders, as a transaction that is under way has them. */
export type OrdersRead = {
  index(name: 'open'): { getAll(): Promise<OrderRow[]> }
  index(name: 'fromChain'): { getAll(range: IDBKeyRange): Promise<OrderRow[]> }
  index(name: 'keys'): { getAll(key: string): Promise<OrderRow[]> }
  index(name: 'plannedUntil'): { getAll(key: number): Promise<OrderRow[]> }
}

/**
 * Orders of the chain that is paid on, of which one may have paid at or after `since` (unix ms), and those of any
 * time that may be paid after all, or of which not all can be read: when and where those pay is not known.
 */
async function readBeside(
  orders: OrdersRead,
  { accepted }: Paying,
  since: number,
): Promise<OrderRow[]> {
  const { chainId } = accepted.from
  // An array comes after every number: up to the newest of the chain.
  const range = IDBKeyRange.bound([chainId, [sameFrom(since)]], [chainId, [[]]])
  const [fresh, left, open] = await Promise.all([
    orders.index('fromChain').getAll(range),
    orders.index('keys').getAll(leftKeyOf(chainId)),
    orders.index('open').getAll(),
  ])
  return [...fresh, ...left, ...open.filter(isUnread)]
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
  const { id: own = '' } = order
  const rows = await readBeside(orders, order, since)
  // A purchase is in no list before its answer came: where a worker ended meanwhile, it may have been made.
  if (order.kind === 'purchase')
    rows.push(...(await orders.index('plannedUntil').getAll(untilAnswered)))
  const unseen = paidBeside(rows.map(fromRow), order, since).find(
    (each) => !known.includes(each.id) && !(isAsked && each.known?.includes(own)),
  )
  if (unseen) throw new AppError('order/paid-beside', { orderId: unseen.id })
}

/**
 * Other orders that pay the same: of a day before `at` (unix ms), and those of any time that may be paid after all.
 * Fails with `store/unavailable`.
 */
export async function readSame(db: Database, order: Paying, at: number): Promise<Order[]> {
  try {
    const rows = await readBeside((await db.use()).transaction('orders').store, order, at)
    return sameAs(rows.map(fromRow), order)
  } catch (error) {
    throw toStoreError(error)
  }
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
