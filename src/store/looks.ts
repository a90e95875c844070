import type { AttemptId, OrderId } from '@/src/domain/names'
import type { NonceLooks } from '@/src/domain/order/nonce-looks'
import type { Database, LookRow } from './open'
import { readLooks } from './read-rows'
import { watch } from './watch'

/** An ask of an order. */
type Ask = { orderId: OrderId; attemptId: AttemptId }

/** What was looked through for an ask by now, or undefined where nothing was, or it cannot be read. */
export async function getLooks(db: Database, attemptId: AttemptId): Promise<LookRow | undefined> {
  return readLooks(await (await db.use()).get('looks', attemptId))
}

/** Keeps what looks showed since an ask: lost with the worker, it is only looked for again. */
export async function keepLooks(db: Database, ask: Ask, looks: NonceLooks): Promise<void> {
  await change(db, ask, (row) => ({ ...row, looks }))
}

/** Keeps how many transactions the account had sent as of the last look that was made to its end. */
export async function keepThrough(db: Database, ask: Ask, through: number): Promise<void> {
  await change(db, ask, (row) => ({ ...row, through }))
}

/** Keeps up to which block the carrier of a hash was looked for; lost, it is looked for again. */
export async function keepSought(
  db: Database,
  ask: Ask,
  hash: string,
  until: bigint,
): Promise<void> {
  await change(db, ask, (row) => ({ ...row, sought: { ...row.sought, [hash]: until } }))
}

async function change(db: Database, ask: Ask, made: (row: LookRow) => LookRow): Promise<void> {
  const tx = (await db.use()).transaction('looks', 'readwrite', { durability: 'relaxed' })
  watch(tx)
  await tx.store.put(made(readLooks(await tx.store.get(ask.attemptId)) ?? ask))
  await tx.done
}
