import type { Order, OrderStatus, StepFacts, StepState } from '@/src/domain/order'
import { errorCopy } from './errors'

/** One or two words for a list. */
export const orderStatusLabel: Record<OrderStatus, string> = {
  planned: 'Not started',
  running: 'In your wallet',
  submitted: 'Deposit sent',
  tracking: 'On its way',
  filled: 'Received',
  refunded: 'Refunded',
  failed: 'Failed',
  stopped: 'Stopped',
  attention: 'Needs attention',
}

/** The label of an order; a step that is being checked outweighs the order's own status. */
export function labelOf(order: Order): { label: string; tone: Tone } {
  if (order.status === 'running' && order.steps[order.current]?.state.status === 'unsure') {
    return { label: 'Being checked', tone: 'warn' }
  }
  return { label: orderStatusLabel[order.status], tone: orderStatusTone[order.status] }
}

/** How a status is coloured. */
export type Tone = 'neutral' | 'active' | 'good' | 'warn' | 'bad'

export const orderStatusTone: Record<OrderStatus, Tone> = {
  planned: 'neutral',
  running: 'active',
  submitted: 'active',
  tracking: 'active',
  filled: 'good',
  refunded: 'warn',
  failed: 'bad',
  stopped: 'neutral',
  attention: 'warn',
}

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
  if (order.alarm !== undefined) return errorCopy[order.alarm.code].money
  const current = order.steps[order.current]?.state
  if (current?.status === 'unsure') return errorCopy['order/unsure'].money
  const deposit = order.steps.find((step) => step.deposit)?.state
  if (order.status === 'running') {
    if (deposit?.status === 'sent') return 'Your payment was sent and waits to appear on the chain.'
    if (deposit?.status === 'verified' || deposit?.status === 'confirmed') {
      return 'Your payment is on the chain, exactly as you approved it.'
    }
  }
  return moneyByStatus[order.status]
}

export const stepStatusLabel: Record<StepState['status'], string> = {
  ready: 'Waiting',
  asking: 'Answer in your wallet',
  sent: 'Sent, waiting to appear on the chain',
  verified: 'On the chain, as you approved it',
  confirmed: 'Done',
  declined: 'Declined',
  failed: 'Failed',
  unsure: 'Being checked',
}

/** Names a step by what it does. */
export function stepTitle(facts: StepFacts): string {
  switch (facts.kind) {
    case 'approve':
      return `Allow ${facts.token.symbol} to be used`
    case 'reset':
      return `Clear the old ${facts.token.symbol} approval`
    case 'deposit':
    case 'solanaDeposit':
      return `Pay ${facts.token.symbol}`
  }
}

/** Whether an order is over, so that nothing more will change by itself. */
export function isEnded(status: OrderStatus): boolean {
  return ['filled', 'refunded', 'failed', 'stopped'].includes(status)
}

/** Whether an order is under way and deserves a banner. */
export function isOpen(order: Pick<Order, 'status'>): boolean {
  return ['running', 'submitted', 'tracking'].includes(order.status)
}
