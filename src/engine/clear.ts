import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { undoFor } from '@/src/contract/undo'
import { isRemovable, isWitness } from '@/src/domain/removable'
import { binOrders, deleteBinned, hasOrders, oldestBinned, unbinOrders } from '@/src/store/bin'
import type { Engine } from './engine'

/** Removes finished orders: out of every list at once, deleted once it can no longer be undone. */
export async function clearOrders(
  engine: Engine,
  { orderId, at = engine.now(), cursor }: InputOf<'clearOrders'>,
): Promise<OutputOf<'clearOrders'>> {
  const now = engine.now()
  const swept = await engine.guard(() =>
    binOrders(
      engine.db,
      // No time to come: it would stay for as long.
      { at: Math.min(at, now), orderId, cursor },
      (order, underWay) =>
        isRemovable(order, now) && !underWay.some((other) => isWitness(order, other)),
    ),
  )
  const ids = swept.removed.map(({ id }) => id)
  await engine.mirror.forget(ids).catch((error: unknown) => engine.report(error, 'mirror'))
  announce(engine, ids)
  const { kept, cursor: next } = swept
  const done = { removed: ids.length, kept, at: Math.min(at, now) }
  return next ? { ...done, cursor: next } : done
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

/** When something removed is to be deleted, unix ms. */
export async function binDue(db: Engine['db']): Promise<number | undefined> {
  const oldest = await oldestBinned(db)
  return oldest === undefined ? undefined : oldest + undoFor
}

/**
 * Deletes what was removed too long ago to be undone, and has the mirror forget accounts of which no
 * order is left. Never fails: the next wake-up tries again.
 */
export async function emptyBin(engine: Engine): Promise<void> {
  try {
    const until = engine.now() - undoFor
    const oldest = await oldestBinned(engine.db)
    if (oldest === undefined || oldest > until) return
    for (let more = true; more; ) {
      const deleted = await engine.guard(() => deleteBinned(engine.db, until))
      await engine.mirror.forget(deleted.orderIds)
      more = deleted.more
    }
    await engine.mirror.keepAuthors((author) => hasOrders(engine.db, author))
  } catch (error) {
    engine.report(error, 'bin')
  }
}
