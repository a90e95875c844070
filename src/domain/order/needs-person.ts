import type { Blocker, Order, TransferOrder } from './order'
import {
  currentStepOf,
  isAtService,
  isDepositOut,
  isEnded,
  isKept,
  mayAskToPay,
} from './order-parts'
import { isPayOpen, isPayShown } from './transfer'
import { asksOf } from './wallet-payment'

/** Whether the wallet is open with a question of this order, for its chain or for a step. */
export function asksWallet(order: Order): boolean {
  const isOpen = order.kind === 'transfer' ? mayAskToPay(order) : order.status === 'running'
  const switching = asksOf(order)?.switching
  if (!isOpen) return false
  const switches = switching !== undefined && switching.settledAt === undefined
  return switches || currentStepOf(order)?.state.status === 'asking'
}

/** Whether what is in the way passes by itself, or is told of on and on. */
export function goesOn({ code }: Pick<Blocker, 'code'>): boolean {
  return code === 'order/may-land' || code === 'order/unlinked'
}

/** Whether an address waits for the person to pay to it: it is not closed, and taken for nothing else. */
const mayBePaid = ({ transfer, contradiction }: TransferOrder) =>
  transfer.closed === undefined && contradiction === undefined

/** Whether nothing goes on before the person has done something, in the wallet or here. */
export function needsPerson(order: Order): boolean {
  const state = currentStepOf(order)?.state
  if (order.kind === 'transfer' && !isEnded(order.status)) {
    if (state?.status === 'unsure' && state.needsPerson) return true
    if (asksWallet(order)) return true
    if (order.pay?.blocker && goesOn(order.pay.blocker)) return false
    // What time alone shows, nobody has to do anything for.
    if (isPayOpen(order) && !isPayShown(order)) return false
    return mayBePaid(order) && !isDepositOut(order)
  }
  if (isAtService(order)) return state?.status === 'unsure' && state.needsPerson
  if (order.status !== 'running') return order.status === 'attention' && !isKept(order)
  if (asksWallet(order)) return true
  if (order.blocker !== undefined) return !goesOn(order.blocker)
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
