import { undoFor } from '@/src/contract/undo'
import type { Database } from './open'

/** When something removed is to be deleted, as it can be undone no more, unix ms. */
export async function binDue(db: Database): Promise<number | undefined> {
  const { store } = (await db.use()).transaction('orders')
  const oldest = (await store.index('binned').openKeyCursor())?.key
  return oldest === undefined ? undefined : oldest + undoFor
}
