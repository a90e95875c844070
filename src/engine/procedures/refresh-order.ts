import type { InputOf, OutputOf } from '@/src/contract/rpc'
import type { EffectKind } from '@/src/domain/order/effect'
import { isMove, stepOfAttempt } from '@/src/domain/order/order-parts'
import type { EffectRow } from '@/src/store/open'
import { getOrder } from '@/src/store/orders'
import { effectsOf, hasten } from '@/src/store/outbox'
import type { Engine } from '../engine'

/**
 * How many looks at nodes, the first ones of each kind, are done at once while somebody watches: what was just asked
 * or sent is followed closely, and whoever is to be asked of what nobody knows is so by then. An ask is never hurried.
 */
const closely: Partial<Record<EffectKind, number>> = {
  reconcile: 8,
  verifyTransaction: 24,
  awaitReceipt: 24,
}
/** A service is asked at once the first time: where it failed, or asked for patience, it is given it. */
const patient: readonly EffectKind[] = ['pollOrder', 'submitDeposit']
/** What the look of who comes later counts for: one in an hour, so that nodes are asked as of what only waits. */
const glance = 120

/**
 * Has an order looked at for who watches it, or at once as they ask. Nodes are asked early for its first looks and now
 * and then; else each look has its own pace, watched or not. Says what fails meanwhile.
 */
export async function refreshOrder(
  engine: Engine,
  { orderId, now: isAsked }: InputOf<'refreshOrder'>,
): Promise<OutputOf<'refreshOrder'>> {
  if (isAsked) {
    const { readAlone } = await import('../effects/poll-purchase')
    await readAlone(engine, orderId)
    return {}
  }
  const order = await getOrder(engine.db, orderId)
  /** A mined payment is watched for a reorganisation by the clock, whoever looks on. */
  const isWatch = ({ task }: EffectRow) => {
    const step = task.kind === 'awaitReceipt' && order && stepOfAttempt(order, task.attemptId)
    return step && step.state.status === 'confirmed' && !isMove(step.facts)
  }
  let isLate: boolean | undefined
  const isEarly = (row: EffectRow) => {
    const { task, tries } = row
    if (isWatch(row)) return false
    if (patient.includes(task.kind)) return tries === 0
    const first = closely[task.kind]
    if (first === undefined) return false
    if (tries < first) return true
    isLate ??= engine.nodeBudget.take(`${orderId} watched`, glance) === 0
    return isLate
  }
  const soon = await hasten(engine.db, orderId, engine.now(), isEarly)
  if (soon > 0) engine.wake()
  const rows = await effectsOf(engine.db, orderId)
  const failed = rows.find((row) => row.failed)?.failed
  return failed ? { failed } : {}
}
