import type { Order, SwapOrder } from './order'
import { currentStepOf, isAtService, isDepositOut, isEnded } from './order-parts'

/** Whether the wallet is open with a question of this order, for its chain or for a step. */
export function asksWallet(order: Order): order is SwapOrder {
  if (order.kind !== 'swap') return false
  const { status, switching, steps, current } = order
  const open = switching !== undefined && switching.settledAt === undefined
  return status === 'running' && (open || steps[current]?.state.status === 'asking')
}

/** Whether nothing goes on before the person has done something, in the wallet or here. */
export function needsPerson(order: Order): boolean {
  if (order.kind === 'transfer' && !isEnded(order.status)) {
    return order.transfer.closed === undefined && !isDepositOut(order)
  }
  const state = currentStepOf(order)?.state
  if (isAtService(order)) return state?.status === 'unsure' && state.needsPerson
  if (order.status !== 'running') return order.status === 'attention'
  if (asksWallet(order) || order.blocker !== undefined) return true
  switch (state?.status) {
    case 'declined':
      return true
    case 'failed':
      return state.retryable
    case 'unsure':
      return state.needsPerson
    default:
      return false
  }
}
