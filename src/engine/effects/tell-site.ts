import { AppError } from '@/src/domain/error'
import { backOff } from '@/src/lib/back-off'
import type { Engine } from '../engine'
import type { Next } from '../outbox/drain'
import { sendSiteEvent } from '../site/site-news'
import type { AskingWork } from './work'

/** A page that does not answer may be asleep; after this many tries the site has to do without. */
const mostTries = 6
/** Wait before the next try, doubled each time; ms. */
const firstPause = 5_000
const longestPause = 300_000

/**
 * Keeps how far an order came for the site that asked for it, and tells it; a page that is gone is not told,
 * and hears of it once it takes its request up again.
 */
export async function tellSite(
  engine: Engine,
  { order, task, row }: AskingWork<'tellSite'>,
): Promise<Next> {
  if (!order.askedBy) return 'done'
  // It was asked for in another browser, of which no site here is to learn.
  if (order.fromBackup) return 'done'
  try {
    await sendSiteEvent(engine, order.askedBy, { name: task.news }, row.orderId)
    return 'done'
  } catch (error) {
    const gone = error instanceof AppError && error.code === 'page/gone'
    if (gone || row.tries + 1 >= mostTries) return 'done'
    return { dueAt: engine.now() + backOff(row.tries, firstPause, longestPause) }
  }
}
