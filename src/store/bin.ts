import type { Order } from '@/src/domain/order/order'
import { type Database, type OrderRow, type SpentRow, toStoreError } from './open'
import { fromRow, movesOf, ownMovesOf, toRow } from './row'
import { watch } from './watch'

/** Rows of one transaction: nothing else waits long for it. */
const batch = 200

export type Swept = { removed: Order[]; kept: number; cursor?: [number, string] }

/**
 * Takes orders out of every list, the oldest first, a part of them at a call. `mayGo` is told of each
 * one, and of all that are under way or still looked after. Nothing is deleted yet.
 */
export async function binOrders(
  db: Database,
  query: { at: number; orderId?: string | undefined; cursor?: [number, string] | undefined },
  mayGo: (order: Order, underWay: readonly Order[]) => boolean,
): Promise<Swept> {
  const connection = await db.use()
  const tx = connection.transaction(['orders', 'outbox'], 'readwrite', { durability: 'strict' })
  watch(tx)
  try {
    const orders = tx.objectStore('orders')
    const open = await orders.index('open').getAll()
    const busy = new Set((await tx.objectStore('outbox').getAll()).map(({ orderId }) => orderId))
    const looked = await Promise.all([...busy].map((id) => orders.get(id)))
    const underWay = [...open, ...looked.flatMap((row) => (row ? [row] : []))].map(fromRow)
    const after = query.cursor && IDBKeyRange.lowerBound(query.cursor, true)
    const rows = query.orderId
      ? [await orders.get(query.orderId)]
      : await orders.index('listed').getAll(after, batch)
    const listed = rows.flatMap((row) => (row?.listed ? [row] : []))
    const going = listed.filter((row) => mayGo(fromRow(row), underWay))
    await Promise.all(going.map((row) => orders.put(toBinned(row, query.at))))
    await tx.done
    const last = listed.at(-1)?.listed
    return {
      removed: going.map(fromRow),
      kept: listed.length - going.length,
      ...(last && !query.orderId && listed.length === batch ? { cursor: last } : {}),
    }
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/** Still found by what is its own, and in no list. */
function toBinned(
  { listed: _, statusListed: __, open: ___, deed: ____, ...row }: OrderRow,
  at: number,
): OrderRow {
  return { ...row, binned: at }
}

/** In every list again; of one that cannot be read, found by what it was found by. */
function fromBinned({ binned: _, ...kept }: OrderRow): OrderRow {
  const order = fromRow(kept)
  return { ...toRow(order), ...(order.unread && kept) }
}

/** Brings back what was taken out at this time; gives how many orders that were. */
export async function unbinOrders(db: Database, at: number): Promise<number> {
  const connection = await db.use()
  let restored = 0
  for (;;) {
    const tx = connection.transaction('orders', 'readwrite', { durability: 'strict' })
    watch(tx)
    const rows = await tx.store.index('binned').getAll(at, batch)
    await Promise.all(rows.map((row) => tx.store.put(fromBinned(row))))
    await tx.done
    restored += rows.length
    if (rows.length < batch) return restored
  }
}

/** Brings one order back; says whether it had been taken out. */
export async function unbin(db: Database, orderId: string): Promise<boolean> {
  const tx = (await db.use()).transaction('orders', 'readwrite')
  watch(tx)
  const row = await tx.store.get(orderId)
  const binned = row?.binned !== undefined
  if (binned) await tx.store.put(fromBinned(row))
  await tx.done
  return binned
}

/**
 * Deletes a part of what was taken out at `until` (unix ms) or before, with everything of it but its
 * hashes and claims. Gives the ids; none are left once there are fewer than were asked for.
 */
export async function deleteBinned(
  db: Database,
  until: number,
): Promise<{ orderIds: string[]; more: boolean }> {
  const connection = await db.use()
  const stores = ['orders', 'events', 'attempts', 'looks', 'spent'] as const
  const tx = connection.transaction(stores, 'readwrite', { durability: 'strict' })
  watch(tx)
  try {
    const orders = tx.objectStore('orders')
    const rows = await orders.index('binned').getAll(IDBKeyRange.upperBound(until), batch)
    // What one holds that cannot be read is not known: it stays, where nobody sees it.
    const going = rows.map(fromRow).filter(({ unread }) => !unread)
    for (const order of going) {
      const { id: orderId } = order
      const [attempts, looks] = await Promise.all([
        tx.objectStore('attempts').index('orderId').getAllKeys(orderId),
        tx.objectStore('looks').index('orderId').getAllKeys(orderId),
      ])
      const events = IDBKeyRange.bound([orderId, 0], [orderId, Number.MAX_SAFE_INTEGER])
      await Promise.all([
        ...spentOf(order).map(async (spent) => {
          const known = spent.told && (await tx.objectStore('spent').get(spent.key))
          // Keep what belongs to another deleted order.
          if (!known) await tx.objectStore('spent').put(spent)
        }),
        ...attempts.map((key) => tx.objectStore('attempts').delete(key)),
        ...looks.map((key) => tx.objectStore('looks').delete(key)),
        tx.objectStore('events').delete(events),
        orders.delete(orderId),
      ])
    }
    await tx.done
    const more = rows.length === batch && going.length > 0
    return { orderIds: going.map(({ id }) => id), more }
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/** Whether any order of an account is left. */
export async function hasOrders(db: Database, author: string): Promise<boolean> {
  return (await (await db.use()).countFromIndex('orders', 'author', author.toLowerCase())) > 0
}

/** What no other order is to take for its own once this one is gone; `told`: by its service or a file alone. */
function spentOf(order: Order): SpentRow[] {
  const own = new Set(ownMovesOf(order))
  return movesOf(order).map((key) => ({
    key,
    orderId: order.id,
    ...(own.has(key) ? {} : { told: true as const }),
  }))
}
