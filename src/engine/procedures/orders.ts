import type { Handlers } from '@/src/messaging/serve'
import type { Engine } from '../engine'

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

/** Everything a person does with an order; what changes one is fetched with its first call. */
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
    stopOrder: async (input) => (await import('./stop-order')).stopOrder(engine, input),
    resolveUnsure: async (input) => (await import('./resolve-unsure')).resolveUnsure(engine, input),
    promptGone: async (input) => (await import('./resolve-unsure')).promptGone(engine, input),
    refreshOrder: async (input) => (await import('./refresh-order')).refreshOrder(engine, input),
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
