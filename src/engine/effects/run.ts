import { askingOf } from '@/src/domain/order/asking'
import type { EffectKind, EffectTask } from '@/src/domain/order/effect'
import { attemptById, stepOfAttempt } from '@/src/domain/order/order-parts'
import type { EffectRow } from '@/src/store/open'
import { getWhole } from '@/src/store/orders'
import type { Engine } from '../engine'
import type { Next, Runner } from '../outbox/drain'
import { armStep } from './arm-step'
import { askWallet } from './ask-wallet'
import { awaitReceipt } from './await-receipt'
import { notify } from './notify'
import { pollOrders } from './poll-order'
import { proveArrival } from './prove-arrival'
import { reconcile } from './reconcile'
import { submitDeposit } from './submit-deposit'
import { tellSite } from './tell-site'
import { verifyTransaction } from './verify-transaction'
import { watchStray } from './watch-stray'
import type { AskingWork, AttemptWork, OrderWork } from './work'

/** What runs each kind of effect: each is handed its task, and what that is about as it stands now. */
export const runners: Record<EffectKind, Runner> = {
  armStep: one(ofAsking('armStep'), armStep),
  askWallet: one(ofAsking('askWallet'), askWallet),
  verifyTransaction: one(ofAttempt('verifyTransaction'), verifyTransaction),
  awaitReceipt: one(ofAttempt('awaitReceipt'), awaitReceipt),
  watchStray: one(ofAttempt('watchStray'), watchStray),
  submitDeposit: one(ofOrder('submitDeposit'), submitDeposit),
  // All that are due are read in one go.
  pollOrder: pollOrders,
  // Few orders are paid to an address.
  watchDeposit: one(ofOrder('watchDeposit'), async (engine, work) =>
    (await import('./watch-deposit')).watchDeposit(engine, work),
  ),
  proveArrival: one(ofOrder('proveArrival'), proveArrival),
  reconcile: one(ofAttempt('reconcile'), reconcile),
  notify: one(ofOrder('notify'), notify),
  tellSite: one(ofAsking('tellSite'), tellSite),
}

/** Reads what work is about; undefined where there is nothing to work on any more. */
type Read<Work> = (engine: Engine, row: EffectRow) => Promise<Work | undefined>

function one<Work>(read: Read<Work>, run: (engine: Engine, work: Work) => Promise<Next>): Runner {
  return (engine, rows) =>
    rows.map(async (row) => {
      const work = await read(engine, row)
      return work ? run(engine, work) : 'done'
    })
}

function ofOrder<Kind extends EffectKind>(kind: Kind): Read<OrderWork<Kind>> {
  return async ({ db }, row) => {
    const { task, orderId } = row
    // What cannot be read stays, and its work with it.
    const order = await getWhole(db, orderId)
    return order && isOf(task, kind) ? { row, task, order } : undefined
  }
}

/** Of an order that asks a wallet. */
function ofAsking<Kind extends EffectKind>(kind: Kind): Read<AskingWork<Kind>> {
  return async (engine, row) => {
    const work = await ofOrder(kind)(engine, row)
    const order = work && askingOf(work.order)
    return order && { ...work, order }
  }
}

/** The kinds that are about one ask. */
type AttemptKind = Extract<EffectTask, { attemptId: string }>['kind']

/** Of one ask, as long as its order knows it. */
function ofAttempt<Kind extends AttemptKind>(kind: Kind): Read<AttemptWork<Kind>> {
  return async (engine, row) => {
    const work = await ofAsking(kind)(engine, row)
    if (!work || !('attemptId' in row.task)) return undefined
    const { attemptId } = row.task
    const attempt = attemptById(work.order, attemptId)
    return attempt && { ...work, attempt, step: stepOfAttempt(work.order, attemptId) }
  }
}

function isOf<Kind extends EffectKind>(
  task: EffectTask,
  kind: Kind,
): task is Extract<EffectTask, { kind: Kind }> {
  return task.kind === kind
}
