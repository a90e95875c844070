import { sumOf, timeOfPayment } from '@/src/domain/deposit-sum'
import { saysUnpaid } from '@/src/domain/fiat-words'
import { asksWallet, needsPerson } from '@/src/domain/needs-person'
import type { Order, OrderStatus, StepFacts, StepState, TransferOrder } from '@/src/domain/order'
import {
  currentStepOf,
  isAtService,
  isDepositMade,
  isDepositOut,
  isEnded,
  isMove,
  isUnanswered,
} from '@/src/domain/order-parts'
import { isPayDenied, isPayOut, isPayPending } from '@/src/domain/wallet-payment'

/** One or two words for a list. */
export const orderStatusLabel: Record<OrderStatus, string> = {
  planned: 'Not started',
  running: 'In progress',
  submitted: 'Payment sent',
  tracking: 'On its way',
  filled: 'Received',
  refunded: 'Refunded',
  failed: 'Failed',
  unproved: 'Not checked',
  stopped: 'Cancelled',
  attention: 'Needs attention',
}

/** The label of an order: whom it waits for, and what is being checked, outweigh its own status. */
export function labelOf(order: Order): { label: string; tone: Tone } {
  // What went wrong outweighs that the rest went well.
  if (order.alarm !== undefined) {
    return {
      label: order.alarm.kind === 'took' ? 'More was taken' : 'Needs attention',
      tone: 'bad',
    }
  }
  if (order.kind === 'transfer' && (!isEnded(order.status) || order.status === 'stopped')) {
    const own = transferLabelOf(order)
    if (own !== undefined) return own
  }
  const step = currentStepOf(order)
  if (order.kind === 'purchase' && order.status === 'submitted') {
    // A word that nobody here knows says neither that it is paid nor that it is not.
    const isUnpaid = saysUnpaid(order.service.status ?? '')
    // It is not paid from here: nobody waits for the person.
    if (isUnpaid && order.purchase.found) return { label: 'Not paid yet', tone: 'neutral' }
    return { label: isUnpaid ? 'Waiting for your payment' : 'Payment unclear', tone: 'warn' }
  }
  if (order.kind === 'purchase' && isUnanswered(order)) return { label: 'Not known', tone: 'warn' }
  if (order.status === 'running' && step !== undefined) {
    if (asksWallet(order)) return { label: 'Waiting for you', tone: 'warn' }
    if (needsPerson(order)) return { label: 'Needs you', tone: 'warn' }
    if (step.state.status === 'unsure') return { label: 'Being checked', tone: 'warn' }
    const label = step.deposit ? 'Sending' : isMove(step.facts) ? 'Swapping' : 'Approving'
    return { label, tone: 'active' }
  }
  if (isAtService(order) && step?.state.status === 'unsure') {
    return { label: needsPerson(order) ? 'Needs you' : 'Being checked', tone: 'warn' }
  }
  if (order.status === 'tracking' && order.arrival)
    return { label: 'Being checked', tone: 'active' }
  if (order.kind === 'swap' && order.status === 'stopped' && order.halted) {
    return { label: 'Stopped midway', tone: 'warn' }
  }
  return { label: orderStatusLabel[order.status], tone: orderStatusTone[order.status] }
}

/** Where a payment by address stands while nothing of the payout is known. */
function transferLabelOf(order: TransferOrder): { label: string; tone: Tone } | undefined {
  const { transfer, arrival } = order
  if (arrival) return undefined
  const isAlive = isPayOut(order) || !transfer.closed
  if (isPayPending(order) && isAlive && !isDepositMade(order)) return payLabelOf(order)
  if (order.blocker !== undefined) return { label: 'Needs attention', tone: 'warn' }
  if (isDepositOut(order)) {
    const isOnTime = timeOfPayment(transfer) === 'in-time'
    const odd = !isOnTime || ['short', 'excess'].includes(sumOf(transfer))
    return odd
      ? { label: 'Look at the payment', tone: 'warn' }
      : { label: 'On its way', tone: 'active' }
  }
  if (transfer.astray !== undefined) return { label: 'Look at the payment', tone: 'warn' }
  if (transfer.closed?.why === 'expired') return { label: 'Expired', tone: 'neutral' }
  if (transfer.closed?.why === 'ended') return { label: 'Ended', tone: 'neutral' }
  if (transfer.closed?.why === 'found') return { label: 'No payment seen', tone: 'neutral' }
  if (transfer.closed) return { label: 'Cancelled', tone: 'neutral' }
  return { label: 'Waiting for your payment', tone: 'warn' }
}

/** Where what a connected wallet is asked for stands, until the chain shows it. */
function payLabelOf(order: TransferOrder): { label: string; tone: Tone } {
  const { status } = currentStepOf(order)?.state ?? {}
  if (asksWallet(order)) return { label: 'Waiting for you', tone: 'warn' }
  if (status === 'unsure') {
    return { label: needsPerson(order) ? 'Needs you' : 'Being checked', tone: 'warn' }
  }
  if (isPayDenied(order) || order.pay?.blocker || status === 'failed') {
    return { label: 'Needs you', tone: 'warn' }
  }
  return { label: 'Sending', tone: 'active' }
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
  unproved: 'warn',
  stopped: 'neutral',
  attention: 'warn',
}

export const stepStatusLabel: Record<StepState['status'], string> = {
  ready: 'Waiting',
  asking: 'Waiting for you',
  sent: 'Sent. Waiting to be confirmed.',
  verified: 'Sent exactly as you approved. Waiting to be confirmed.',
  confirmed: 'Done',
  declined: 'Rejected in wallet',
  failed: 'Failed',
  unsure: 'Being checked',
}

/** Names a step by what it does. */
export function stepTitle(facts: StepFacts): string {
  switch (facts.kind) {
    case 'approve':
      return `Approve ${facts.token.symbol}`
    case 'reset':
      return `Clear the ${facts.token.symbol} approval`
    case 'wrap':
      return `Wrap ${facts.token.symbol}`
    case 'unwrap':
      return `Unwrap ${facts.token.symbol}`
    case 'swap':
      return `Swap ${facts.token.symbol}`
    case 'deposit':
    case 'transfer':
    case 'solanaDeposit':
      return `Send ${facts.token.symbol}`
  }
}

/** Whether an order is over as far as a person is concerned: one that cannot be read may not be. */
export function isOver(status: OrderStatus): boolean {
  return isEnded(status) && status !== 'attention'
}
