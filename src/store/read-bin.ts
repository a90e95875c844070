import type { Database } from './open'

/** What was removed last and can still be brought back; `at` is unix ms. */
export type Binned = { at: number; count: number }

/** The newest removal that is not deleted yet, the one of this time, or the one that an order was part of. */
export async function readBin(db: Database, of?: number | string): Promise<Binned | undefined> {
  const { store } = (await db.use()).transaction('orders')
  const index = store.index('binned')
  const at =
    typeof of === 'string'
      ? (await store.get(of))?.binned
      : (await index.openKeyCursor(of, 'prev'))?.key
  return at === undefined ? undefined : { at, count: await index.count(at) }
}
