import type { AttemptId } from '@/src/domain/names'
import type { Attempt, SwapOrder } from '@/src/domain/order/order'
import { type AttemptRow, type Database, toStoreError } from './open'
import { readAttempt } from './read-rows'
import { watch } from './watch'

/** Records that a wallet is being asked for something that belongs to no order. */
export async function addAttempt(db: Database, attempt: AttemptRow): Promise<void> {
  const connection = await db.use()
  try {
    const tx = connection.transaction('attempts', 'readwrite', { durability: 'strict' })
    watch(tx)
    await tx.store.add(attempt)
    await tx.done
  } catch (cause) {
    throw toStoreError(cause)
  }
}

/** What a wallet is asked for a step of an order, and since when (unix ms), as a row. */
export function stepAsk(
  { id: orderId, wallet }: Pick<SwapOrder, 'id' | 'wallet'>,
  { attemptId, stepId, evidence: { page } }: Pick<Attempt, 'attemptId' | 'stepId' | 'evidence'>,
  createdAt: number,
): AttemptRow {
  return { kind: 'step', orderId, wallet, attemptId, stepId, page, createdAt }
}

/** One attempt, or undefined where there is none that can be read. */
export async function getAttempt(
  db: Database,
  attemptId: AttemptId,
): Promise<AttemptRow | undefined> {
  return readAttempt(await (await db.use()).get('attempts', attemptId))
}

/** Whether there is such an attempt, be it one that cannot be read. */
export async function wasAsked(db: Database, attemptId: AttemptId): Promise<boolean> {
  return (await (await db.use()).getKey('attempts', attemptId)) !== undefined
}

/** Whether a page told what became of an ask. */
export async function isSettled(db: Database, attemptId: AttemptId): Promise<boolean> {
  return (await getAttempt(db, attemptId))?.settledAt !== undefined
}

/** Settles an attempt that belongs to no order; says whether this was the first outcome. */
export async function settleAttempt(
  db: Database,
  attemptId: AttemptId,
  outcome: Pick<AttemptRow, 'accounts' | 'chainId' | 'code'> & { settledAt: number },
): Promise<boolean> {
  const tx = (await db.use()).transaction('attempts', 'readwrite', { durability: 'strict' })
  watch(tx)
  const row = await tx.store.get(attemptId)
  const first = row !== undefined && row.settledAt === undefined
  if (first) await tx.store.put({ ...row, ...outcome })
  await tx.done
  return first
}

/** Forgets attempts that belong to no order and are older than `before` (unix ms). */
export async function forgetConnects(db: Database, before: number): Promise<void> {
  const tx = (await db.use()).transaction('attempts', 'readwrite')
  watch(tx)
  const range = IDBKeyRange.upperBound(before)
  let cursor = await tx.store.index('createdAt').openCursor(range)
  while (cursor) {
    if (cursor.value.orderId === undefined) await cursor.delete()
    cursor = await cursor.continue()
  }
  await tx.done
}

/** A connect older than this is nobody's any more, ms. */
const connectAge = 86_400_000

/** Settles the open connects of a tab that is gone, and names them. */
export async function failConnects(db: Database, tabId: number, now: number): Promise<string[]> {
  const tx = (await db.use()).transaction('attempts', 'readwrite')
  watch(tx)
  const recent = IDBKeyRange.lowerBound(now - connectAge)
  const rows = (await tx.store.index('createdAt').getAll(recent)).filter(
    (row) => row.kind === 'connect' && row.settledAt === undefined && row.page.tabId === tabId,
  )
  const code = 'page/gone'
  await Promise.all(rows.map((row) => tx.store.put({ ...row, settledAt: now, code })))
  await tx.done
  return rows.map((row) => row.attemptId)
}
