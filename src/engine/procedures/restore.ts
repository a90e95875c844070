import * as z from 'zod/mini'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { readStoredOrder } from '@/src/contract/stored'
import { sameHash } from '@/src/domain/chain/hash'
import type { AttemptEnd, Order } from '@/src/domain/order/order'
import {
  attemptsOf,
  depositHashOf,
  hashesOf,
  isDealtWithHere,
} from '@/src/domain/order/order-parts'
import { isSettled, toRestored } from '@/src/domain/order/restored'
import { findByKey, findByRoute, insertFound } from '@/src/store/orders'
import { movesOf, toKey } from '@/src/store/row'
import type { Engine } from '../engine'
import { bringBack } from '../outbox/bring-back'
import { tell } from '../outbox/commit'
import { watch } from '../outbox/rebuild'

const outline = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) })

/**
 * Stores orders of a backup that this computer does not have, and follows those that are under way. What
 * is here already is newer than any backup and stays as it is; removed, it comes back as that.
 */
export async function restoreOrders(
  engine: Engine,
  { orders }: InputOf<'restoreOrders'>,
): Promise<OutputOf<'restoreOrders'>> {
  const done = { added: 0, known: 0, unread: 0 }
  const { serviceUrl, fiatUrl } = await engine.settings()
  for (const value of orders) {
    const at = engine.now()
    const read = outline.safeParse(value)
    const order = read.success && toRestored(readStoredOrder(read.data.id, value), at)
    // What can be read in part only is not taken: what else stands in it is nothing to be followed.
    const isWhole = order && !order.unread
    // What is under way is followed at the service that is set here, and at no other.
    const own = order && order.kind === 'purchase' ? fiatUrl : serviceUrl
    const isElsewhere = order && !isSettled(order) && order.serviceUrl !== own
    if (!order || !isWhole || isElsewhere) {
      done.unread += 1
      continue
    }
    const isNew = async () =>
      !(await isHere(engine, order)) && insertFound(engine.db, order, watch(order, at), at)
    if (await engine.guard(isNew)) {
      done.added += 1
      await tell(engine, order)
    } else if (await bringBack(engine, order.id)) {
      done.added += 1
    } else {
      done.known += 1
    }
  }
  return done
}

/**
 * Whether an order of a file is here under another id: its number at the service is, with all that it may have
 * been paid by, or the person dealt with its route or its deposit on this computer. What a service or a file
 * tells of either may be another payment.
 */
async function isHere(engine: Engine, order: Order): Promise<boolean> {
  const { id, accepted, service } = order
  const { orderId, depositTxHash } = service
  const ofRoute = await findByRoute(engine.db, accepted.quoteId, accepted.routeId)
  const numbered = orderId === undefined ? [] : await findByKey(engine.db, orderId)
  const paid = depositTxHash === undefined ? [] : await findByKey(engine.db, depositTxHash)
  const own = [ofRoute ?? [], paid.filter((each) => isPaidBy(each, depositTxHash))].flat()
  // An ask stands under each hash that was named for it, of which one is on the chain; of some nothing came.
  const asks = attemptsOf(order).filter(({ deposit, end }) => deposit && !isNothing(end?.what))
  const named = asks.map(hashesOf).filter((hashes) => hashes.length > 0)
  const holds = (each: Order) =>
    named.every((hashes) => hashes.some((hash) => movesOf(each).includes(toKey(hash))))
  const same = numbered.filter((each) => each.service.orderId === orderId && holds(each))
  return [...same, ...own.filter(isDealtWithHere)].some((each) => each.id !== id)
}

const isNothing = (what: AttemptEnd | undefined) =>
  what === 'absent' || what === 'not-asked' || what === 'replaced' || what === 'reverted'

/** Its service's word counts where nothing else tells by what it was paid. */
const isPaidBy = (order: Order, hash = '') =>
  sameHash(depositHashOf(order) ?? order.service.depositTxHash ?? '', hash)
