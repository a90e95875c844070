import { AppError } from '@/src/domain/error'
import type { Order } from '@/src/domain/order/order'
import type { Database } from './open'
import { eventsOf, openOrders } from './orders'
import { effectsOf } from './outbox'
import { readOrder } from './read-order'

/** Steps of a redaction: what a helper needs stays, what names a person's device goes. */
const hidden = new Set(
  'page askedBy url icon logoUri title documentId signedBytes stored'.split(' '),
)

/**
 * What may be given to somebody who helps, as JSON text: states, hashes and times of one order, or of all that
 * are open. No tab, no site, no signature; addresses and hashes are public on their chains anyway. `head` stands
 * first in it. It needs no worker: that may be what help is asked for.
 *
 * @throws AppError `order/not-found`
 */
export async function readSupport(
  db: Database,
  head: Record<string, string>,
  orderId?: string,
): Promise<string> {
  const orders = orderId === undefined ? await openOrders(db) : [await requireRead(db, orderId)]
  const parts = await Promise.all(orders.map((order) => describe(db, order)))
  return JSON.stringify({ ...head, orders: parts }, redact, 2)
}

async function requireRead(db: Database, orderId: string): Promise<Order> {
  const order = await readOrder(db, orderId)
  if (order === null) throw new AppError('order/not-found', { orderId })
  return order
}

async function describe(db: Database, order: Order): Promise<unknown> {
  const events = await eventsOf(db, order.id)
  const waiting = await effectsOf(db, order.id)
  return {
    order,
    events: events.map(({ revision, event }) => ({ revision, at: event.at, type: event.type })),
    waiting: waiting.map(({ key, dueAt, tries }) => ({ key, dueAt, tries })),
  }
}

function redact(key: string, value: unknown): unknown {
  if (hidden.has(key)) return undefined
  if (key !== 'alarm' || (value as Order['alarm'])?.kind !== 'signed') return value
  // What was signed otherwise than asked stands whole in its alarm.
  return { ...(value as Order['alarm']), found: undefined }
}
