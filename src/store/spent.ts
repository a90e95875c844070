import type { Database } from './open'
import { toKey } from './row'

/**
 * Whether a hash or a claim was a removed order's: it can be no other one's. An order that was found
 * again is the removed one: `depositHash` is its own deposit's, and what went with that is its own too.
 */
export async function isSpent(db: Database, text: string, depositHash?: string): Promise<boolean> {
  const connection = await db.use()
  const row = await connection.get('spent', toKey(text))
  if (!row || row.told) return false
  if (depositHash === undefined) return true
  const own = await connection.get('spent', toKey(depositHash))
  return own?.orderId !== row.orderId
}
