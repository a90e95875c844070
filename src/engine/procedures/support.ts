import type { Order } from '@/src/domain/order/order'
import { eventsOf, openOrders, requireOrder } from '@/src/store/orders'
import { effectsOf } from '@/src/store/outbox'
import type { Engine } from '../engine'

/** Steps of a redaction: what a helper needs stays, what names a person's device goes. */
const hidden = new Set('page askedBy url icon logoUri title documentId signedBytes'.split(' '))

/**
 * What may be given to somebody who helps: states, hashes and times of one order, or of all that are
 * open. No tab, no site, no signature; addresses and hashes are public on their chains anyway.
 */
export async function toSupportText(
  engine: Engine,
  version: string,
  orderId: string | undefined,
): Promise<string> {
  const orders = orderId ? [await requireOrder(engine.db, orderId)] : await openOrders(engine.db)
  const parts = await Promise.all(orders.map((order) => describe(engine, order)))
  const head = { product: 'Causeway', version, at: new Date(engine.now()).toISOString() }
  return JSON.stringify({ ...head, orders: parts }, (key, value) => redact(key, value), 2)
}

async function describe(engine: Engine, order: Order): Promise<unknown> {
  const events = await eventsOf(engine.db, order.id)
  const waiting = await effectsOf(engine.db, order.id)
  return {
    order,
    events: events.map(({ revision, event }) => ({ revision, at: event.at, type: event.type })),
    waiting: waiting.map(({ key, dueAt, tries }) => ({ key, dueAt, tries })),
  }
}

function redact(key: string, value: unknown): unknown {
  return hidden.has(key) ? undefined : value
}
