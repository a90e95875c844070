import { AppError, toWireError } from '@/src/domain/error'
import type { OrderEvent } from '@/src/domain/order/event'
import type { BridgeLeg, PurchaseOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import {
  type FiatOrderRecord,
  followedFor,
  isFollowed,
  purchaseContradiction,
  sinceWord,
  toPurchaseView,
} from '@/src/domain/order/purchase'
import { reduce } from '@/src/domain/order/reduce'
import { type LegRecord, toBridgeLeg } from '@/src/domain/order/to-bridge-leg'
import { isServiceError } from '@/src/domain/service/service-error'
import { toAppError } from '@/src/service/errors'
import type { EffectRow } from '@/src/store/open'
import { requireOrder } from '@/src/store/orders'
import { asFound } from '../chain/token-facts'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { Next } from '../outbox/drain'
import { atService } from '../service/at-service'
import { fromIntent } from '../service/found-record'
import { isLasting, pauseAfter } from './pause-after'

const hour = 3_600_000
const day = 24 * hour
const rest = hour
/** How often a purchase of this age is read, ms; the interface's 3 s while a person may be paying. */
const rhythm: readonly { until: number; every: number }[] = [
  { until: 900_000, every: 3_000 },
  { until: 3_600_000, every: 30_000 },
  { until: 86_400_000, every: 300_000 },
]
/** What it adds to its last word (the payout's hash) is read now and then. */
const provingInterval = 15_000
/** How often one that ended by the service's word is read, by how long ago that was, ms. */
const afterEnd: typeof rhythm = [
  { until: day, every: hour },
  { until: 3 * day, every: 6 * hour },
  { until: followedFor, every: day },
]
/** A service that refuses this extension will not change its mind in seconds, ms. */
const refusedPause = 300_000

/** Reads how a purchase is at the fiat API, whose word alone moves it on. */
export async function pollPurchase(
  engine: Engine,
  order: PurchaseOrder,
  row: EffectRow,
): Promise<Next> {
  const { status } = order
  const at = engine.now()
  if (status === 'planned') {
    await alone(engine, order.id, () => endUnanswered(engine, order.id))
    return 'done'
  }
  if (!isFollowed(order)) return 'done'
  try {
    const isNews = await readAlone(engine, order.id)
    // After the reading: it may have delivered while nobody could ask.
    if (!isNews && sinceWord(order, at) > followedFor) return 'done'
    return { dueAt: engine.now() + paceOf(order, engine.now()), tries: 0 }
  } catch (error) {
    engine.report(error, 'pollOrder')
    const { code } = toWireError(toAppError(error))
    const refused = code === 'service/origin-not-allowed'
    // One answer that is lost is nothing to speak of.
    if (row.tries > 0 || refused) {
      const lasts = isLasting(row.tries)
      await commit(engine, order.id, { type: 'serviceUnread', at: engine.now(), code, lasts })
    }
    const least = isEnded(status) ? rest : refused ? refusedPause : 0
    return { dueAt: engine.now() + Math.max(least, pauseAfter(error, row.tries)) }
  }
}

/** Runs what asks the fiat API of a purchase after all else that does so. */
export function alone<T>(engine: Engine, orderId: string, run: () => Promise<T>): Promise<T> {
  return engine.lock(`purchase:${orderId}`, run)
}

/** Who ordered it is gone. What came of it may be in the mirror, where the database did not take it. */
async function endUnanswered(engine: Engine, orderId: string): Promise<void> {
  const kept = (await engine.mirror.readAll()).find(({ id }) => id === orderId)
  const number = kept?.service.orderId
  const at = engine.now()
  if (kept?.kind !== 'purchase' || number === undefined) {
    await commit(engine, orderId, { type: 'purchaseLost', at })
    return
  }
  const { action } = kept.purchase
  const view = { orderId: number, status: kept.service.status ?? '', stage: 'open' as const }
  const made = { ...view, ...(action ? { action } : {}) }
  await commit(engine, orderId, { type: 'purchaseMade', at, view: made })
}

/**
 * Reads a purchase of which no other look is under way: an answer never comes after a newer one. Fails as
 * the client does, and with `order/not-found`.
 */
export function readAlone(engine: Engine, orderId: string): Promise<boolean> {
  return alone(engine, orderId, async () =>
    readPurchase(engine, await requirePurchase(engine, orderId)),
  )
}

/** A purchase that the fiat API knows; fails with `order/not-found`. */
export async function requirePurchase(engine: Engine, orderId: string): Promise<PurchaseOrder> {
  const order = await requireOrder(engine.db, orderId)
  if (order.kind === 'purchase' && order.service.orderId !== undefined) return order
  throw new AppError('order/not-found', { orderId })
}

/** Reads a purchase and commits what is new of it; says whether anything was. Fails as the client does. */
export async function readPurchase(engine: Engine, order: PurchaseOrder): Promise<boolean> {
  const { fiat } = await engine.serviceOf(order)
  const record = await fiat.getOrder(order.service.orderId ?? '')
  const named = record.bridgeOrderId ?? order.purchase.bridgeOrderId
  const leg = named === undefined ? undefined : await readLeg(engine, order, named)
  const event = toEvent(order, record, { at: engine.now(), ...(leg ? { leg } : {}) })
  if (reduce(order, event).order === order) return false
  await commit(engine, order.id, event)
  return true
}

/** A record of something else changes nothing, whatever it says of its end. */
function toEvent(
  order: PurchaseOrder,
  record: FiatOrderRecord,
  read: { at: number; leg?: BridgeLeg },
): OrderEvent {
  const contradiction = purchaseContradiction(order, record)
  return contradiction
    ? { type: 'contradicted', at: read.at, ...contradiction }
    : { type: 'purchaseRead', ...read, view: toPurchaseView(record) }
}

/**
 * The order that bridges what the provider settled, as the service it runs at tells of it. It is read along
 * with its purchase, to that one's end: what it delivered may come back. What cannot be read now is as it was
 * read before.
 */
async function readLeg(
  engine: Engine,
  order: PurchaseOrder,
  orderId: string,
): Promise<BridgeLeg | undefined> {
  const { leg } = order.purchase
  const known = leg?.orderId === orderId ? leg : undefined
  const serviceUrl = known?.serviceUrl ?? (await engine.settings()).serviceUrl
  try {
    const record = await readRecord(atService(engine, { serviceUrl }), orderId)
    const told = toBridgeLeg(order, record, { orderId, serviceUrl }, known, leg?.from)
    const { from } = told
    const isRead = known?.from.address === from.address && known.from.decimals === from.decimals
    return isRead ? told : { ...told, from: await asFound(engine, from) }
  } catch (error) {
    engine.report(error, 'pollOrder')
    return known
  }
}

/** The backend may name an order or an intent. */
async function readRecord(engine: Engine, id: string): Promise<LegRecord> {
  const { orders, intents } = await engine.service()
  try {
    return await orders.get(id)
  } catch (error) {
    if (!isServiceError(error) || error.retryable) throw error
    return fromIntent(engine, await intents.get(id))
  }
}

const everyOf = (rows: typeof rhythm, age: number) =>
  rows.find(({ until }) => age < until)?.every ?? rest

/** How often is looked for what may come after an end by a word, by how long ago that was said; ms. */
export const paceAfterEnd = (age: number) => everyOf(afterEnd, age)

function paceOf(order: PurchaseOrder, now: number): number {
  if (isEnded(order.status)) return paceAfterEnd(sinceWord(order, now))
  const age = now - Math.max(order.confirmedAt ?? order.createdAt, order.purchase.openedAt ?? 0)
  const every = everyOf(rhythm, age)
  return order.arrival ? Math.max(every, provingInterval) : every
}
