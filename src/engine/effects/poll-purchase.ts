import { AppError } from '@/src/domain/error'
import type { OrderEvent } from '@/src/domain/event'
import type { PurchaseOrder } from '@/src/domain/order'
import {
  type FiatOrderRecord,
  isFollowed,
  purchaseContradiction,
  toPurchaseView,
} from '@/src/domain/purchase'
import { reduce } from '@/src/domain/reduce'
import { toAppError } from '@/src/service/errors'
import type { EffectRow } from '@/src/store/open'
import { commit } from '../commit'
import type { Next } from '../drain'
import type { Engine } from '../engine'
import { pauseAfter } from './pause-after'

const rest = 3_600_000
/** How often a purchase of this age is read, ms; the interface's 3 s while a person may be paying. */
const rhythm: readonly { until: number; every: number }[] = [
  { until: 900_000, every: 3_000 },
  { until: 3_600_000, every: 30_000 },
  { until: 86_400_000, every: 300_000 },
]
/** What it adds to its last word (the payout's hash) is read now and then. */
const provingInterval = 15_000
/** A delivery may come late after all: an end that only the service speaks of is read again so long. */
const lastsFor = 86_400_000
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
    // Who ordered it is gone: an answer would have been committed by now.
    await commit(engine, order.id, { type: 'purchaseLost', at })
    return 'done'
  }
  if (!isFollowed(order)) return 'done'
  try {
    const isNews = await readPurchase(engine, order)
    // After the reading: it may have delivered while nobody could ask.
    if (!isNews && order.failure && at - order.failure.at > lastsFor) return 'done'
    return { dueAt: engine.now() + paceOf(order, engine.now()), tries: 0 }
  } catch (error) {
    engine.report(error, 'pollOrder')
    const told = toAppError(error)
    const code = told instanceof AppError ? told.code : 'app/unexpected'
    const refused = code === 'service/origin-not-allowed'
    // One answer that is lost is nothing to speak of.
    if (row.tries > 0 || refused) {
      await commit(engine, order.id, { type: 'purchaseUnread', at: engine.now(), code })
    }
    const least = status === 'failed' ? rest : refused ? refusedPause : 0
    return { dueAt: engine.now() + Math.max(least, pauseAfter(error, row.tries)) }
  }
}

/** Reads a purchase and commits what is new of it; says whether anything was. Fails as the client does. */
export async function readPurchase(engine: Engine, order: PurchaseOrder): Promise<boolean> {
  const { fiat } = await engine.serviceOf(order)
  const record = await fiat.getOrder(order.service.orderId ?? '')
  const event = toEvent(order, record, engine.now())
  if (reduce(order, event).order === order) return false
  await commit(engine, order.id, event)
  return true
}

/** A record of something else changes nothing, whatever it says of its end. */
function toEvent(order: PurchaseOrder, record: FiatOrderRecord, at: number): OrderEvent {
  const contradiction = purchaseContradiction(order, record)
  return contradiction
    ? { type: 'contradicted', at, ...contradiction }
    : { type: 'purchaseRead', at, view: toPurchaseView(record) }
}

function paceOf(order: PurchaseOrder, now: number): number {
  if (order.status === 'failed') return rest
  const age = now - Math.max(order.confirmedAt ?? order.createdAt, order.purchase.openedAt ?? 0)
  const every = rhythm.find(({ until }) => age < until)?.every ?? rest
  return order.arrival ? Math.max(every, provingInterval) : every
}
