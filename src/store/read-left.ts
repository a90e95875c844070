import { openAllowances } from '@/src/domain/order/open-allowances'
import type { OrderStatus, SwapOrder } from '@/src/domain/order/order'
import type { Database } from './open'
import { fromRow } from './row'

/** Where an order may have left an allowance: it goes on by no ask of its own. */
const statuses: readonly OrderStatus[] = [
  'running',
  'stopped',
  'failed',
  'unproved',
  'refunded',
  // More than it took may have been allowed in the wallet.
  'filled',
  'attention',
]
const batch = 500

/** Orders that left an allowance open as far as is stored (`now` unix ms), the newest first. */
export async function readLeft(db: Database, now: number): Promise<SwapOrder[]> {
  const index = (await db.use()).transaction('orders').store.index('statusListed')
  const found: SwapOrder[] = []
  for (const status of statuses) {
    let from: unknown[] = [status]
    for (let isMore = true; isMore; ) {
      // An array sorts after every number and text: it ends what begins with the status.
      const rows = await index.getAll(IDBKeyRange.bound(from, [status, []], true), batch)
      for (const row of rows) {
        const order = row.binned === undefined ? fromRow(row) : undefined
        if (order?.kind === 'swap' && openAllowances(order, now).length > 0) found.push(order)
      }
      from = rows.at(-1)?.statusListed ?? from
      isMore = rows.length === batch
    }
  }
  return found.sort((a, b) => b.createdAt - a.createdAt)
}
