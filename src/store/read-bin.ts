import type { Database } from './open'

/** What was removed last and can still be brought back; `at` is unix ms. */
export type Binned = { at: number; count: number }

/** The newest removal that is not deleted yet. */
export async function readBin(db: Database): Promise<Binned | undefined> {
  const index = (await db.use()).transaction('orders').store.index('binned')
  const at = (await index.openKeyCursor(null, 'prev'))?.key
  return at === undefined ? undefined : { at, count: await index.count(at) }
}
