import type { SwapOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import type { EffectRow } from '@/src/store/open'
import { effectsOf } from '@/src/store/outbox'
import type { Engine } from '../engine'

/**
 * What is believed for good of an order that has ended is not found out anew after a loss: with the last search of it
 * (`row`), its second copy goes.
 */
export async function forgetLoss(
  engine: Engine,
  { id, status }: SwapOrder,
  { key }: EffectRow,
): Promise<void> {
  if (!isEnded(status)) return
  const isSearch = (each: EffectRow) =>
    each.key !== key && (each.task.kind === 'reconcile' || each.task.kind === 'watchStray')
  if (!(await effectsOf(engine.db, id)).some(isSearch)) await engine.mirror.forget([id])
}
