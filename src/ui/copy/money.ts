import type { Order, OrderStatus } from '@/src/domain/order'
import { isAwaited } from '@/src/domain/order-parts'
import { errorCopy } from './errors'
import { orderText } from './order-text'
import { stepStatusLabel } from './status'

const moneyByStatus: Record<OrderStatus, string> = {
  planned: 'Nothing is sent until you confirm.',
  running: 'Nothing has left your wallet.',
  submitted: 'Payment confirmed. Registering your swap.',
  tracking: 'Your payment has arrived at the service. The filler is paying out.',
  filled: 'Your money has arrived.',
  refunded: 'The swap did not happen. Your money was sent back.',
  failed: 'The order ended without a payout.',
  stopped: 'You stopped this order. Nothing was paid.',
  attention: 'This order is kept as it is. Nothing is asked for it.',
}

const sentOnly = 'Your wallet says that it sent your payment. Waiting to be confirmed.'
const whileAsked = 'Nothing leaves your wallet until you confirm there.'

/** Where the money is, in one sentence, and never surer than what is known. */
export function whereTheMoneyIs(order: Order): string {
  if (order.alarm?.code === 'order/attention') return orderText.alarm.second.money
  if (order.alarm !== undefined) return errorCopy[order.alarm.code].money
  const current = order.steps[order.current]?.state
  if (current?.status === 'unsure') return errorCopy['order/unsure'].money
  const deposit = order.steps.find((step) => step.deposit)?.state
  // A transaction that no block holds is neither on the chain nor with anybody yet.
  if (isAwaited(order) && (deposit?.status === 'sent' || deposit?.status === 'verified')) {
    return deposit.status === 'sent' ? sentOnly : stepStatusLabel.verified
  }
  if (order.status === 'running' && deposit?.status === 'asking') return whileAsked
  if (order.status === 'running' && deposit?.status === 'confirmed') return moneyByStatus.submitted
  return moneyByStatus[order.status]
}
