import type { InputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { isDepositMade, isMoneyOut } from '@/src/domain/order/order-parts'
import { toWord } from '@/src/domain/order/persons-word'
import { isPayOut } from '@/src/domain/order/wallet-payment'
import { tidy } from '@/src/lib/tidy'
import { requireOrder, settlePlanned } from '@/src/store/orders'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

/**
 * Ends an order that nothing was paid for, or keeps the wish to where that is not known yet. `notSent`: the person's
 * word on what a page calls rejected, which counts for an order that has ended too.
 *
 * @throws AppError `order/busy` once something was paid, or where that goes on by itself;
 * `order/not-confirmable` where it has ended.
 */
export async function stopOrder(
  engine: Engine,
  { orderId, unpaid, notSent }: InputOf<'stopOrder'>,
): Promise<Record<string, never>> {
  const seen = await requireOrder(engine.db, orderId)
  // A purchase that is being ordered may have become an order at the provider.
  const isOurs = seen.status === 'planned' && seen.kind !== 'purchase'
  if (isOurs && (await settlePlanned(engine.db, orderId))) {
    engine.announce({ kind: 'order', orderId, revision: seen.revision + 1 })
    return {}
  }
  // Another window may have confirmed it meanwhile.
  const order = await requireOrder(engine.db, orderId)
  // An address is closed while what came to it may be a stranger's; it is followed all the same.
  const made = order.kind === 'transfer' && (isDepositMade(order) || isPayOut(order))
  const busy = () => new AppError('order/busy', { orderId })
  if (made) throw busy()
  // Who says so may have paid in a window that is forgotten; a provider that is gone holds nobody up.
  const isSold = order.kind === 'purchase' && unpaid === true
  if (isSold)
    await (await import('../effects/poll-purchase'))
      .readAlone(engine, orderId)
      .catch((error) => engine.report(error, 'stopOrder'))
  const at = engine.now()
  const said = tidy({ notSent: toWord(notSent) })
  const event = unpaid
    ? ({ type: 'abandoned', at, by: 'person', ...said } as const)
    : ({ type: 'stopped', at, ...said } as const)
  const done = await commit(engine, orderId, event)
  if (done.outcome === 'written') return {}
  const isOut = order.kind === 'swap' && isMoneyOut(order)
  throw isOut ? busy() : new AppError('order/not-confirmable', { orderId })
}
