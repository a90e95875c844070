import type { Change } from '@/src/contract/rpc'
import { needsPerson } from '@/src/domain/needs-person'
import type { Database } from '@/src/store/open'
import { openOrders } from '@/src/store/orders'

/** What the toolbar's button shows: the mark (empty for none) and the words that a pointer brings up. */
export type Badge = { text: string; title: string }

/** Orders that are counted one by one. */
const most = 99

/**
 * Keeps the number of orders that wait for their owner on the toolbar's button. Give it every change;
 * changes that come while the store is read are read for together.
 */
export function createBadge(options: {
  db: Database
  show(badge: Badge): Promise<void>
  report(error: unknown): void
}): (change?: Change) => void {
  const { db, show, report } = options
  let shown: number | undefined
  let isReading = false
  let again = false

  async function read(): Promise<void> {
    isReading = true
    while (again) {
      again = false
      try {
        const count = (await openOrders(db)).filter(needsPerson).length
        if (count === shown) continue
        await show(toBadge(count))
        shown = count
      } catch (error) {
        report(error)
      }
    }
    isReading = false
  }

  return (change) => {
    if (change !== undefined && change.kind !== 'order') return
    again = true
    if (!isReading) void read()
  }
}

function toBadge(count: number): Badge {
  if (count === 0) return { text: '', title: 'Causeway' }
  const text = count > most ? `${most}+` : String(count)
  const waits = count === 1 ? '1 order waits for you' : `${text} orders wait for you`
  return { text, title: `Causeway: ${waits}` }
}
