import type { Change } from '@/src/contract/rpc'
import { needsPerson } from '@/src/domain/needs-person'
import { isEnded } from '@/src/domain/order-parts'
import type { Database } from '@/src/store/open'
import { getOrder, openOrders } from '@/src/store/orders'

/** What the toolbar's button shows: the mark (empty for none) and the words that a pointer brings up. */
export type Badge = { text: string; title: string }

/** Orders that are counted one by one. */
const most = 99

/**
 * Keeps the number of orders that wait for their owner on the toolbar's button. All of them are read once;
 * after that each change has its own order read alone.
 */
export function createBadge(options: {
  db: Database
  show(badge: Badge): Promise<void>
  report(error: unknown): void
}): (change?: Change) => void {
  const { db, show, report } = options
  const changed = new Set<string>()
  let waiting: Set<string> | undefined
  let shown: number | undefined
  let isReading = false
  let again = false

  async function look(): Promise<void> {
    waiting ??= new Set((await openOrders(db)).filter(needsPerson).map(({ id }) => id))
    for (const id of changed) {
      changed.delete(id)
      const order = await getOrder(db, id)
      if (order && !isEnded(order.status) && needsPerson(order)) waiting.add(id)
      else waiting.delete(id)
    }
    if (waiting.size === shown) return
    await show(toBadge(waiting.size))
    shown = waiting.size
  }

  async function run(): Promise<void> {
    isReading = true
    while (again) {
      again = false
      await look().catch((error: unknown) => {
        // What was read of it may be old by now.
        waiting = undefined
        report(error)
      })
    }
    isReading = false
  }

  return (change) => {
    if (change !== undefined && change.kind !== 'order') return
    if (change) changed.add(change.orderId)
    again = true
    if (!isReading) void run()
  }
}

function toBadge(count: number): Badge {
  if (count === 0) return { text: '', title: 'Causeway' }
  const text = count > most ? `${most}+` : String(count)
  const waits = count === 1 ? '1 order waits for you' : `${text} orders wait for you`
  return { text, title: `Causeway: ${waits}` }
}
