import type { EffectKind, EffectTask } from '@/src/domain/order/effect'
import { attemptById, stepOfAttempt } from '@/src/domain/order/order-parts'
import type { EffectRow } from '@/src/store/open'
import { getAsking, getOrder } from '@/src/store/orders'
import type { Engine } from '../engine'
import type { Next, Runner } from '../outbox/drain'
import type { AskingWork, AttemptWork, OrderWork } from './work'

/** The kinds that are about one ask of an order. */
type AttemptKind = Extract<EffectTask, { attemptId: string }>['kind']
/** Runs one piece of work; fetched when there is such a piece. */
type Load<Work> = () => Promise<(engine: Engine, work: Work) => Promise<Next>>

/** What runs each kind of effect. */
export const runners: Record<EffectKind, Runner> = {
  armStep: ofAsking('armStep', async () => (await import('./arm-step')).armStep),
  askWallet: ofAsking('askWallet', async () => (await import('./ask-wallet')).askWallet),
  verifyTransaction: ofAttempt(
    'verifyTransaction',
    async () => (await import('./verify-transaction')).verifyTransaction,
  ),
  awaitReceipt: ofAttempt(
    'awaitReceipt',
    async () => (await import('./await-receipt')).awaitReceipt,
  ),
  watchStray: ofAttempt('watchStray', async () => (await import('./watch-stray')).watchStray),
  submitDeposit: ofOrder(
    'submitDeposit',
    async () => (await import('./submit-deposit')).submitDeposit,
  ),
  pollOrder: together(async () => (await import('./poll-order')).pollOrders),
  watchDeposit: ofOrder('watchDeposit', async () => (await import('./watch-deposit')).watchDeposit),
  proveArrival: ofOrder('proveArrival', async () => (await import('./prove-arrival')).proveArrival),
  reconcile: ofAttempt('reconcile', async () => (await import('./reconcile')).reconcile),
  notify: ofOrder('notify', async () => (await import('./notify')).notify),
  tellSite: ofAsking('tellSite', async () => (await import('./tell-site')).tellSite),
}

/** Work on an order; none where it is not on record any more. */
function ofOrder<Kind extends EffectKind>(kind: Kind, load: Load<OrderWork<Kind>>): Runner {
  return one(async (engine, row) => {
    const order = await getOrder(engine.db, row.orderId)
    if (!order || !isOf(row.task, kind)) return 'done'
    return (await load())(engine, { row, task: row.task, order })
  })
}

/** Work on an order that asks a wallet; none where it asks none. */
function ofAsking<Kind extends EffectKind>(kind: Kind, load: Load<AskingWork<Kind>>): Runner {
  return one(async (engine, row) => {
    const order = await getAsking(engine.db, row.orderId)
    if (!order || !isOf(row.task, kind)) return 'done'
    return (await load())(engine, { row, task: row.task, order })
  })
}

/** Work on one ask of an order; none where its order does not know it. */
function ofAttempt<Kind extends AttemptKind>(kind: Kind, load: Load<AttemptWork<Kind>>): Runner {
  return one(async (engine, row) => {
    const { task } = row
    const order = await getAsking(engine.db, row.orderId)
    if (!order || !('attemptId' in task)) return 'done'
    const attempt = attemptById(order, task.attemptId)
    const step = stepOfAttempt(order, task.attemptId)
    if (!attempt || !isOf(task, kind)) return 'done'
    return (await load())(engine, { row, task, order, attempt, step })
  })
}

function isOf<Kind extends EffectKind>(
  task: EffectTask,
  kind: Kind,
): task is Extract<EffectTask, { kind: Kind }> {
  return task.kind === kind
}

function one(run: (engine: Engine, row: EffectRow) => Promise<Next>): Runner {
  return (engine, rows) => rows.map((row) => run(engine, row))
}

/** For effects that are run in one go. */
function together(load: () => Promise<Runner>): Runner {
  return (engine, rows) => {
    const running = load().then((run) => run(engine, rows))
    return rows.map(async (_row, index) => (await running)[index] ?? 'done')
  }
}
