import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { undoFor } from '@/src/contract/undo'
import { openAllowances } from '@/src/domain/order/open-allowances'
import type { Order } from '@/src/domain/order/order'
import { isRemovable, isWitness } from '@/src/domain/order/removable'
import { binOrders, deleteBinned, hasOrders, unbinOrders } from '@/src/store/bin'
import type { Engine } from '../engine'

/** Orders whose allowances are read at a time: each takes a few requests to nodes. */
const readAtOnce = 10

/**
 * Removes finished orders: out of every list at once, deleted once it can no longer be undone. One that
 * left an allowance open stays, as nothing else names what a contract may take, until nodes prove that
 * nothing is left of it.
 */
export async function clearOrders(
  engine: Engine,
  { orderId, at = engine.now(), cursor }: InputOf<'clearOrders'>,
): Promise<OutputOf<'clearOrders'>> {
  const now = engine.now()
  // No time to come: it would stay for as long.
  const binnedAt = Math.min(at, now)
  const left: string[] = []
  const mayGo = (order: Order, underWay: readonly Order[]) =>
    isRemovable(order, now) && !underWay.some((other) => isWitness(order, other))
  const swept = await engine.guard(() =>
    binOrders(engine.db, { at: binnedAt, orderId, cursor }, (order, underWay) => {
      if (!mayGo(order, underWay)) return false
      const isOpen = order.kind === 'swap' && openAllowances(order, now).length > 0
      if (isOpen) left.push(order.id)
      return !isOpen
    }),
  )
  const ids = swept.removed.map(({ id }) => id)
  for (const id of await findClosed(engine, left)) {
    const query = { at: binnedAt, orderId: id }
    const more = await engine.guard(() => binOrders(engine.db, query, mayGo))
    ids.push(...more.removed.map((order) => order.id))
  }
  await engine.mirror.forget(ids).catch((error: unknown) => engine.report(error, 'mirror'))
  announce(engine, ids)
  const kept = swept.kept + swept.removed.length - ids.length
  const done = { removed: ids.length, kept, at: binnedAt }
  return swept.cursor ? { ...done, cursor: swept.cursor } : done
}

/** The orders of whose allowances nothing is left, by what nodes prove. */
async function findClosed(engine: Engine, orderIds: readonly string[]): Promise<string[]> {
  const closed: string[] = []
  for (let from = 0; from < orderIds.length; from += readAtOnce) {
    const part = orderIds.slice(from, from + readAtOnce)
    const { readAllowances } = await import('./allowances')
    const read = await Promise.all(part.map((orderId) => readAllowances(engine, { orderId })))
    closed.push(
      ...part.filter((_, index) => read[index]?.allowances.every(({ amount }) => amount === '0')),
    )
  }
  return closed
}

/** Brings back what was removed at that time, as long as it is there. */
export async function undoClear(
  engine: Engine,
  { at }: InputOf<'undoClear'>,
): Promise<OutputOf<'undoClear'>> {
  const restored = await unbinOrders(engine.db, at)
  if (restored > 0) announce(engine, [''])
  return { restored }
}

/** Something of the history is newer: whoever shows it reads it again. */
function announce(engine: Engine, [orderId]: string[]): void {
  if (orderId === undefined) return
  engine.announce({ kind: 'order', orderId, revision: 0 })
  engine.wake()
}

/**
 * Deletes what was removed too long ago to be undone, and has the mirror forget accounts of which no
 * order is left. What the store or the mirror refuses is tried again by the next wake-up.
 */
export async function emptyBin(engine: Engine): Promise<void> {
  const until = engine.now() - undoFor
  for (let more = true; more; ) {
    const deleted = await engine.guard(() => deleteBinned(engine.db, until))
    await engine.mirror.forget(deleted.orderIds)
    more = deleted.more
  }
  await engine.mirror.keepAuthors((author) => hasOrders(engine.db, author))
}
