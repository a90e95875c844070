import type { ErrorCode } from '@/src/domain/error'
import type { Effect } from '@/src/domain/order/effect'
import { flagKey } from './flags'
import { type Database, type EffectRow, toStoreError } from './open'
import { readEffect } from './read-rows'
import { watch } from './watch'

/** A row that waits for its time; `setAt` is the clock's reading at which the time was set, unix ms. */
export function waiting(effect: Effect, setAt: number): EffectRow {
  const { key, orderId, repeat, dueAt, tries, task } = effect
  return { key, orderId, repeat, dueAt, tries, task, waitingUntil: dueAt, setAt }
}

/**
 * Takes up to `limit` effects that are due at `now` (unix ms) for this start of the worker. The claim
 * is on disk before this resolves, so that a `once` effect can never be taken twice.
 */
export async function claimDue(
  db: Database,
  options: { now: number; boot: string; limit: number; newToken: () => string },
): Promise<EffectRow[]> {
  const connection = await db.use()
  const tx = connection.transaction('outbox', 'readwrite', { durability: 'strict' })
  watch(tx)
  try {
    const index = tx.store.index('waitingUntil')
    const rows = await index.getAll(IDBKeyRange.upperBound(options.now), options.limit)
    const claimed = rows.map(({ waitingUntil: _, ...row }) => {
      const claim = { boot: options.boot, token: options.newToken(), at: options.now }
      return { ...row, claim, claimedBy: options.boot }
    })
    await Promise.all(claimed.map((row) => tx.store.put(row)))
    await tx.done
    return claimed
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/** Forgets a claimed effect. One that was put anew meanwhile stays. */
export async function finishEffect(db: Database, row: EffectRow): Promise<void> {
  await replaceClaimed(db, row, undefined)
}

/**
 * Gives a claimed effect back for later, with what it `failed` with if it did; one that was put anew meanwhile
 * stays as it is.
 */
export async function postponeEffect(
  db: Database,
  row: EffectRow,
  next: { dueAt: number; tries: number; now: number; failed?: ErrorCode | undefined },
): Promise<void> {
  const { dueAt, tries, now, failed: code } = next
  const failed = code && { code, since: row.failed?.since ?? now }
  await replaceClaimed(db, row, {
    ...waiting({ ...row, dueAt, tries }, now),
    ...(failed && { failed }),
  })
}

async function replaceClaimed(db: Database, row: EffectRow, next: EffectRow | undefined) {
  const connection = await db.use()
  const tx = connection.transaction('outbox', 'readwrite')
  watch(tx)
  try {
    const now = await tx.store.get(row.key)
    if (now?.claim && now.claim.token === row.claim?.token) {
      if (next) await tx.store.put(next)
      else await tx.store.delete(row.key)
    }
    await tx.done
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/** Puts effects that follow from no event: a look at the person's wish, a watch taken up again. */
export async function putEffects(
  db: Database,
  effects: readonly Effect[],
  now: number,
): Promise<void> {
  const connection = await db.use()
  const tx = connection.transaction('outbox', 'readwrite', { durability: 'strict' })
  watch(tx)
  try {
    await Promise.all(effects.map((effect) => tx.store.put(waiting(effect, now))))
    await tx.done
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/**
 * Takes out what another version left, or damage: it could not be run, and would hold up what can. Gives the
 * orders that it was of, as far as it says (`unread`), and the effects that stay. The database counts as filled no
 * more until that work was put anew.
 */
export async function takeOutUnread(
  db: Database,
): Promise<{ unread: string[]; stay: EffectRow[] }> {
  const isUnread = (row: EffectRow) => !readEffect(row)
  const connection = await db.use()
  // Every start of the worker looks; hardly any finds one, and writes.
  const all = await connection.getAll('outbox')
  const stay = all.filter((row) => !isUnread(row))
  if (stay.length === all.length) return { unread: [], stay }
  const tx = connection.transaction(['outbox', 'catalog'], 'readwrite', { durability: 'strict' })
  watch(tx)
  const outbox = tx.objectStore('outbox')
  const unread = (await outbox.getAll()).filter(isUnread)
  await Promise.all([
    ...unread.map(({ key }) => outbox.delete(key)),
    tx.objectStore('catalog').delete(flagKey('filled')),
  ])
  await tx.done
  return { unread: unread.map(({ orderId }: { orderId: unknown }) => String(orderId)), stay }
}

/** Effects that a worker which is gone had taken. */
export async function orphanedEffects(db: Database, boot: string): Promise<EffectRow[]> {
  const connection = await db.use()
  const claimed = await connection.getAllFromIndex('outbox', 'claimedBy')
  return claimed.filter((row) => row.claimedBy !== boot)
}

/** Effects of an order that wait or run. */
export async function effectsOf(db: Database, orderId: string): Promise<EffectRow[]> {
  const connection = await db.use()
  return connection.getAllFromIndex('outbox', 'orderId', orderId)
}

/** When the next waiting effect is due (unix ms), and whether any is being worked on. */
export async function outlook(db: Database): Promise<{ due?: number; busy: boolean }> {
  const tx = (await db.use()).transaction('outbox')
  const [cursor, claimed] = await Promise.all([
    tx.store.index('waitingUntil').openKeyCursor(),
    tx.store.index('claimedBy').count(),
  ])
  const busy = claimed > 0
  return cursor ? { due: cursor.key, busy } : { busy }
}

/** Makes waiting effects of an order due at once, where `which` says so. */
export async function hasten(
  db: Database,
  orderId: string,
  now: number,
  which: (row: EffectRow) => boolean,
): Promise<number> {
  const connection = await db.use()
  const tx = connection.transaction('outbox', 'readwrite')
  watch(tx)
  const rows = await tx.store.index('orderId').getAll(orderId)
  const early = rows.filter((row) => (row.waitingUntil ?? 0) > now && which(row))
  const soon = { dueAt: now, waitingUntil: now, setAt: now }
  await Promise.all(early.map((row) => tx.store.put({ ...row, ...soon })))
  await tx.done
  return early.length
}

/**
 * Makes everything due whose time was set by a clock that has been moved back since. Without it an
 * hour of the clock would be an hour of silence.
 */
export async function rebase(db: Database, now: number): Promise<void> {
  const tx = (await db.use()).transaction('outbox', 'readwrite')
  watch(tx)
  const rows = await tx.store.index('waitingUntil').getAll(IDBKeyRange.lowerBound(now, true))
  const ahead = rows.filter((row) => (row.setAt ?? 0) > now)
  await Promise.all(
    ahead.map((row) => tx.store.put({ ...row, dueAt: now, waitingUntil: now, setAt: now })),
  )
  await tx.done
}
