import type { Order, StepAction } from '@/src/domain/order'
import { verifyEvmTransaction } from '@/src/domain/verify-evm'
import { backOff } from '@/src/lib/back-off'
import type { EffectRow } from '@/src/store/open'
import { getOrder } from '@/src/store/orders'
import { commit } from '../commit'
import type { Next } from '../drain'
import type { Engine } from '../engine'

const firstLook = 2_000
const longestPause = 120_000
/** A hash that was not mined this long after the order's deadline is let go, ms. */
const patience = 600_000

/** Follows a hash that a page named beside the one that is followed; mined, it raises the alarm. */
export async function watchStray(engine: Engine, row: EffectRow): Promise<Next> {
  const order = await getOrder(engine.db, row.orderId)
  if (row.task.kind !== 'watchStray' || !order) return 'done'
  const { attemptId, hash } = row.task
  const action = actionOf(order, attemptId)
  if (action?.kind !== 'transaction') return 'done'
  const reader = await engine.evm(action.chainId)
  const found = await reader.transaction(hash)
  const at = engine.now()
  if (found?.blockNumber !== undefined) {
    const receipt = await reader.receipt(hash)
    const happened = receipt?.status === 'success'
    if (happened && verifyEvmTransaction(action, found).verdict === 'equal') {
      await commit(engine, order.id, { type: 'strayed', at, attemptId, hash })
    }
    return 'done'
  }
  if (at > order.accepted.validBefore * 1_000 + patience) return 'done'
  return { dueAt: at + backOff(row.tries, firstLook, longestPause) }
}

function actionOf(order: Order, attemptId: string): StepAction | undefined {
  return order.steps.find(
    ({ state, earlier }) =>
      ('attemptId' in state && state.attemptId === attemptId) ||
      earlier?.some((each) => each.attemptId === attemptId),
  )?.action
}
