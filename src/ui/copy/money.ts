import type { Order, OrderStatus } from '@/src/domain/order'
import { errorCopy } from './errors'
import { orderText } from './order-text'

const moneyByStatus: Record<OrderStatus, string> = {
  planned: 'Nothing has been asked yet. Your money is in your wallet.',
  running: 'Your money is in your wallet until the payment is approved there.',
  submitted: 'Your payment is on the chain. The service is being told of it.',
  tracking: 'Your payment has arrived at the service. The filler is paying out.',
  filled: 'Your money has arrived.',
  refunded: 'The swap did not happen. Your money was sent back.',
  failed: 'The order ended without a payout.',
  stopped: 'You stopped this order. Nothing was paid.',
  attention: 'This order is kept as it is. Nothing is asked for it.',
}

/** Where the money is, in one sentence, and never surer than what is known. */
export function whereTheMoneyIs(order: Order): string {
  if (order.alarm?.code === 'order/attention') return orderText.alarm.second.money
  if (order.alarm !== undefined) return errorCopy[order.alarm.code].money
  const current = order.steps[order.current]?.state
  if (current?.status === 'unsure') return errorCopy['order/unsure'].money
  const deposit = order.steps.find((step) => step.deposit)?.state
  if (order.status === 'running') {
    if (deposit?.status === 'sent')
      return 'Your wallet says that it sent your payment. It is not on the chain yet.'
    if (deposit?.status === 'verified' || deposit?.status === 'confirmed') {
      return 'Your payment is on the chain, exactly as you approved it.'
    }
  }
  return moneyByStatus[order.status]
}
