import type { InputOf } from '@/src/contract/rpc'
import { AppError } from '@/src/domain/error'
import { isDepositMade, isMoneyOut } from '@/src/domain/order/order-parts'
import { isPayOut } from '@/src/domain/order/wallet-payment'
import type { Handlers } from '@/src/messaging/serve'
import { requireOrder, settlePlanned } from '@/src/store/orders'
import { effectsOf, hasten } from '@/src/store/outbox'
import type { Engine } from '../engine'
import { commit } from '../outbox/commit'

type Names =
  | 'prepareOrder'
  | 'confirmOrder'
  | 'retryStep'
  | 'stopOrder'
  | 'resolveUnsure'
  | 'promptGone'
  | 'refreshOrder'
  | 'recoverOrders'
  | 'closeAllowance'
  | 'readAllowances'
  | 'readStanding'
  | 'clearOrders'
  | 'undoClear'
  | 'createTransfer'
  | 'nameDeposit'
  | 'lookForPayment'
  | 'stopLooking'
  | 'payTransfer'
  | 'dropPayment'

const asking = () => import('./confirm-order')
const preparing = () => import('./prepare-order')
const purchases = () => import('../effects/poll-purchase')

/** Everything a person does with an order; what takes more than an event is fetched with its first call. */
export function orderProcedures(engine: Engine): Pick<Handlers, Names> {
  let looks: ReturnType<typeof import('./look-for-payment').lookProcedures> | undefined
  /** One for all calls: it knows which looks are under way. */
  const looking = async () => {
    const { lookProcedures } = await import('./look-for-payment')
    looks ??= lookProcedures(engine)
    return looks
  }
  return {
    prepareOrder: async (input) => (await preparing()).prepareOrder(engine, input),
    confirmOrder: async (input) => (await asking()).confirmOrder(engine, input),
    retryStep: async (input) => (await asking()).retryStep(engine, input),
    stopOrder: (input) => stop(engine, input),
    resolveUnsure: async (input) => (await import('./resolve-unsure')).resolveUnsure(engine, input),
    promptGone: async (input) => (await import('./resolve-unsure')).promptGone(engine, input),
    refreshOrder: (input) => refresh(engine, input),
    recoverOrders: async (input) =>
      (await import('../service/recover')).recoverOrders(engine, input),
    closeAllowance: async (input) => (await import('./allowances')).closeAllowance(engine, input),
    readAllowances: async (input) => (await import('./allowances')).readAllowances(engine, input),
    readStanding: async (input) => (await import('./standing')).readStanding(engine, input),
    clearOrders: async (input) => (await import('./clear')).clearOrders(engine, input),
    undoClear: async (input) => (await import('./clear')).undoClear(engine, input),
    createTransfer: async (input) => (await import('./transfers')).createTransfer(engine, input),
    nameDeposit: async (input) => (await import('./transfers')).nameDeposit(engine, input),
    lookForPayment: async (input) => (await looking()).lookForPayment(input),
    stopLooking: async (input) => (await looking()).stopLooking(input),
    payTransfer: async (input) => (await import('./pay-transfer')).payTransfer(engine, input),
    dropPayment: async (input) => (await import('./pay-transfer')).dropPayment(engine, input),
  }
}

async function stop(engine: Engine, { orderId, unpaid }: InputOf<'stopOrder'>) {
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
    await (await purchases())
      .readAlone(engine, orderId)
      .catch((error) => engine.report(error, 'stopOrder'))
  const at = engine.now()
  const event = unpaid
    ? ({ type: 'abandoned', at, by: 'person' } as const)
    : ({ type: 'stopped', at } as const)
  const done = await commit(engine, orderId, event)
  if (done.outcome === 'written') return {}
  const isOut = order.kind === 'swap' && isMoneyOut(order)
  throw isOut ? busy() : new AppError('order/not-confirmable', { orderId })
}

async function refresh(engine: Engine, { orderId, now: isAsked }: InputOf<'refreshOrder'>) {
  if (isAsked) {
    await (await purchases()).readAlone(engine, orderId)
    return {}
  }
  // An ask is never hurried: only what looks is done at once.
  const looks = ['pollOrder', 'awaitReceipt', 'verifyTransaction', 'submitDeposit', 'reconcile']
  const now = engine.now()
  // A service that failed or asked for patience is given it, whoever looks on.
  const patient = ['pollOrder', 'submitDeposit']
  const soon = await hasten(
    engine.db,
    orderId,
    now,
    ({ task, tries }) => looks.includes(task.kind) && !(tries > 0 && patient.includes(task.kind)),
  )
  if (soon > 0) engine.wake()
  const rows = await effectsOf(engine.db, orderId)
  const failed = rows.find((row) => row.failed)?.failed
  return failed ? { failed } : {}
}
