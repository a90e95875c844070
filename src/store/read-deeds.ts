import type { FillerDeed } from '@/src/domain/service/filler-record'
import type { Database } from './open'
import { fromDeedKey } from './row'

/** The newest orders of a filler that it is judged by: what it was years ago says little of it now. */
const newest = 100

/**
 * What orders say of each of these fillers, by the index alone: no order is read, and the cost follows the
 * number of fillers, never that of orders.
 */
export async function readDeeds(db: Database, fillers: readonly string[]): Promise<FillerDeed[][]> {
  const index = (await db.use()).transaction('orders').store.index('deed')
  return Promise.all(
    fillers.map(async (filler) => {
      const deeds: FillerDeed[] = []
      // An array sorts after every number: it ends what begins with the filler.
      const range = IDBKeyRange.bound([filler], [filler, []])
      let cursor = await index.openKeyCursor(range, 'prev')
      while (cursor && deeds.length < newest) {
        deeds.push(fromDeedKey(cursor.key))
        cursor = await cursor.continue()
      }
      return deeds
    }),
  )
}
