import type { Change } from '@/src/contract/rpc'
import { needsPerson } from '@/src/domain/order/needs-person'
import { writeIn } from '@/src/lib/languages'
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
  /** Tag of the language that the words are in. */
  language(): Promise<string | undefined>
  /** Shows it; `tag` is the language, for what else the browser shows of us. One after the other. */
  show(badge: Badge, tag: string | undefined): Promise<void>
  report(error: unknown): void
}): (change?: Change) => void {
  const { db, language, show, report } = options
  const changed = new Set<string>()
  let waiting: Set<string> | undefined
  let shown: number | undefined
  /** What is shown may be in another language, or not be there at all. */
  let isNew = false
  let isReading = false
  let again = false

  async function look(): Promise<void> {
    waiting ??= new Set((await openOrders(db)).filter(needsPerson).map(({ id }) => id))
    for (const id of changed) {
      changed.delete(id)
      const order = await getOrder(db, id)
      if (order && needsPerson(order)) waiting.add(id)
      else waiting.delete(id)
    }
    const count = waiting.size
    if (count === shown && !isNew) return
    isNew = false
    const tag = await language()
    await show(await toBadge(count, tag), tag)
    shown = count
  }

  async function run(): Promise<void> {
    isReading = true
    while (again) {
      again = false
      await look().catch((error: unknown) => {
        // What was read of it may be old by now.
        waiting = undefined
        isNew = true
        report(error)
      })
    }
    isReading = false
  }

  return (change) => {
    if (change?.kind === 'order') changed.add(change.orderId)
    // It may be in another language now.
    else if (change?.kind === 'settings') isNew = true
    else if (change) return
    again = true
    if (!isReading) void run()
  }
}

/** Nothing waits, and by the plural rules of the language what does. */
const createBadgeText = () => ({
  name: 'Causeway',
  waiting: {
    one: 'Causeway: 1 order waits for you',
    other: (count: string) => `Causeway: ${count} orders wait for you`,
  } as { other(count: string): string } & Partial<
    Record<Intl.LDMLPluralRule, string | ((count: string) => string)>
  >,
})

async function toBadge(count: number, tag: string | undefined): Promise<Badge> {
  const { name, waiting, language } = await writeIn(tag, 'badge', createBadgeText())
  if (count === 0) return { text: '', title: name }
  const text = count > most ? `${most}+` : String(count)
  const say = waiting[new Intl.PluralRules(language).select(count)] ?? waiting.other
  return { text, title: typeof say === 'string' ? say : say(text) }
}
