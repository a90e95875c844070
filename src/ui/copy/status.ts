import type { Order, OrderStatus, StepFacts, StepState } from '@/src/domain/order'

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

export const stepStatusLabel: Record<StepState['status'], string> = {
  ready: 'Waiting',
  asking: 'Answer in your wallet',
  sent: 'Sent, waiting to appear on the chain',
  verified: 'Sent exactly as you approved. Waiting to be confirmed.',
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
