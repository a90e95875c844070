import { contradictionOf } from '@/src/domain/order/contradiction'
import type { Order, TransferOrder } from '@/src/domain/order/order'
import { isServiceError } from '@/src/domain/service/service-error'
import { toView } from '../effects/poll-order'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'
import type { FoundRecord } from './found-record'

/** Orders of an account that are looked through for one of its routes; far more than come in a week. */
const mostLookedThrough = 200
/** What the service made so long before is of another time, however wrong a clock may be, ms. */
const longBefore = 86_400_000

/**
 * Joins a payment by address to its order at the service, where this computer knows of none: the service
 * makes one once it is told of the payment, and another computer may have told it. An order that it called failed
 * hears what it says now, however long ago that was.
 */
export async function takeUp(engine: Engine, order: Order, found: FoundRecord): Promise<void> {
  if (order.kind === 'purchase' || contradictionOf(order, found)) return
  const { id, kind, status } = order
  const at = engine.now()
  const view = toView(found)
  const { orderId: serviceOrderId, depositTxHash: hash } = view
  await commit(engine, id, { type: 'serviceRead', at, view })
  const isUntold = kind === 'transfer' && status === 'running'
  if (!isUntold || serviceOrderId === undefined || hash === undefined) return
  await commit(engine, id, { type: 'submitted', at, hash, serviceOrderId })
}

/**
 * Looks at the service for the order of a payment by address out of a backup: it may have been paid, and
 * told of, where the backup was made. Says whether the service answered, or has nothing to say.
 */
export async function takeUpTold(engine: Engine, order: TransferOrder): Promise<boolean> {
  if (!order.fromBackup || order.status !== 'running') return true
  const { author, from, quoteId, routeId } = order.accepted
  let left = mostLookedThrough
  try {
    const client = await engine.serviceOf(order)
    for await (const each of client.orders.all(author, { fromChainId: from.chainId })) {
      if (each.quoteId === quoteId && each.routeId === routeId) {
        await takeUp(engine, order, each)
        return true
      }
      left -= 1
      // The newest come first.
      const isOlder = Date.parse(each.createdAt ?? '') < order.createdAt - longBefore
      if (left === 0 || isOlder) return true
    }
    return true
  } catch (error) {
    // How "of this account there is none" is answered is not said: an empty list, or not found.
    if (isServiceError(error) && error.details.status === 404) return true
    engine.report(error, 'take up')
    return false
  }
}
