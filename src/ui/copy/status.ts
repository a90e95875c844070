import { sumOf, timeOfPayment } from '@/src/domain/order/deposit-sum'
import { isLeaving } from '@/src/domain/order/guard'
import { asksWallet, goesOn, needsPerson } from '@/src/domain/order/needs-person'
import type {
  Order,
  OrderStatus,
  StepFacts,
  StepState,
  TransferOrder,
} from '@/src/domain/order/order'
import {
  currentStepOf,
  depositOf,
  isAtService,
  isDepositMade,
  isDepositOut,
  isEnded,
  isKept,
  isMove,
  isRefundTold,
  isUnanswered,
  isUnlinked,
} from '@/src/domain/order/order-parts'
import { isPayOpen, isPayShown, isSaidOver } from '@/src/domain/order/transfer'
import { isPayDenied, isPayOut, isPayPending } from '@/src/domain/order/wallet-payment'
import { saysUnpaid } from '@/src/domain/service/fiat-words'
import { catalogue } from './catalogue'

/** One or two words for a list. */
export const orderStatusLabel: Record<OrderStatus, string> = catalogue('order-status', {
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
})

/** The same for what outweighs a status. */
const labelText = catalogue('labels', {
  tookMore: 'More was taken',
  gavePower: 'Power was given',
  attention: 'Needs attention',
  notPaid: 'Not paid yet',
  awaitsPayment: 'Waiting for your payment',
  paymentUnclear: 'Payment unclear',
  notKnown: 'Not known',
  asking: 'Waiting for you',
  needsYou: 'Needs you',
  checking: 'Being checked',
  sending: 'Sending',
  swapping: 'Swapping',
  approving: 'Approving',
  preparing: 'Preparing',
  stopped: 'Stopped midway',
  oddPayment: 'Look at the payment',
  onItsWay: 'On its way',
  expired: 'Expired',
  ended: 'Ended',
  noPayment: 'No payment seen',
  cancelled: 'Cancelled',
  refundTold: 'Refund announced',
  kept: 'From a backup',
})

/** Steps by what they do with a token. */
const stepText = catalogue('steps', {
  approve: (symbol: string) => `Approve ${symbol}`,
  reset: (symbol: string) => `Clear the ${symbol} approval`,
  wrap: (symbol: string) => `Wrap ${symbol}`,
  unwrap: (symbol: string) => `Unwrap ${symbol}`,
  swap: (symbol: string) => `Swap ${symbol}`,
  send: (symbol: string) => `Send ${symbol}`,
})

/** The label of an order: whom it waits for, and what is being checked, outweigh its own status. */
export function labelOf(order: Order): { label: string; tone: Tone } {
  // What went wrong outweighs that the rest went well.
  if (order.alarm !== undefined) {
    if (order.alarm.kind !== 'took') return { label: labelText.attention, tone: 'bad' }
    return { label: order.alarm.power ? labelText.gavePower : labelText.tookMore, tone: 'bad' }
  }
  if (
    order.kind === 'transfer' &&
    !isRefundTold(order) &&
    (!isEnded(order.status) || order.status === 'stopped')
  ) {
    const own = transferLabelOf(order)
    if (own !== undefined) return own
  }
  // It was under way where the backup was made: nobody is waited for here.
  if (isKept(order)) return { label: labelText.kept, tone: 'neutral' }
  const step = currentStepOf(order)
  if (order.kind === 'purchase' && order.status === 'submitted') {
    // The service speaks of something else in its place: it is not to be paid.
    if (order.contradiction) return { label: labelText.attention, tone: 'warn' }
    // A word that nobody here knows says neither that it is paid nor that it is not.
    const isUnpaid = saysUnpaid(order.service.status ?? '')
    // It is not paid from here: nobody waits for the person.
    if (isUnpaid && order.purchase.found) return { label: labelText.notPaid, tone: 'neutral' }
    return { label: isUnpaid ? labelText.awaitsPayment : labelText.paymentUnclear, tone: 'warn' }
  }
  if (order.kind === 'purchase' && isUnanswered(order))
    return { label: labelText.notKnown, tone: 'warn' }
  if (order.status === 'running' && isUnlinked(order)) {
    return { label: labelText.attention, tone: 'warn' }
  }
  // With its last step done, the payment is; that the service has not been told of it yet is no news.
  if (order.status === 'running' && step === undefined)
    return { label: orderStatusLabel.submitted, tone: 'active' }
  if (order.status === 'running' && step !== undefined) {
    const isLeft = order.kind === 'swap' && isLeaving(order)
    if (asksWallet(order) && !isLeft) return { label: labelText.asking, tone: 'warn' }
    if (needsPerson(order)) return { label: labelText.needsYou, tone: 'warn' }
    if (step.state.status === 'unsure' || order.blocker !== undefined) {
      return { label: labelText.checking, tone: 'warn' }
    }
    // Nothing is approved or sent before the wallet was asked for it.
    if (step.state.status === 'ready') return { label: labelText.preparing, tone: 'active' }
    const label = step.deposit
      ? labelText.sending
      : isMove(step.facts)
        ? labelText.swapping
        : labelText.approving
    return { label, tone: 'active' }
  }
  const isOpen = step?.state.status === 'unsure' || depositOf(order)?.state.status === 'failed'
  if (isAtService(order) && isOpen) {
    return { label: needsPerson(order) ? labelText.needsYou : labelText.checking, tone: 'warn' }
  }
  if (order.status === 'tracking' && order.arrival)
    return { label: labelText.checking, tone: 'active' }
  if (isRefundTold(order)) return { label: labelText.refundTold, tone: 'warn' }
  if (order.kind === 'swap' && order.status === 'stopped' && order.halted) {
    return { label: labelText.stopped, tone: 'warn' }
  }
  return { label: orderStatusLabel[order.status], tone: orderStatusTone[order.status] }
}

/** Where a payment by address stands while nothing of the payout is known. */
function transferLabelOf(order: TransferOrder): { label: string; tone: Tone } | undefined {
  const { transfer, arrival } = order
  if (arrival) return undefined
  const isAlive = isPayOut(order) || !transfer.closed
  if (isPayPending(order) && isAlive && !isDepositMade(order)) return payLabelOf(order)
  if (order.blocker !== undefined) return { label: labelText.attention, tone: 'warn' }
  if (isDepositOut(order)) {
    const isOnTime = timeOfPayment(transfer) === 'in-time'
    const odd = !isOnTime || isSaidOver(order) || ['short', 'excess'].includes(sumOf(transfer))
    return odd
      ? { label: labelText.oddPayment, tone: 'warn' }
      : { label: labelText.onItsWay, tone: 'active' }
  }
  if (order.contradiction) return { label: labelText.attention, tone: 'warn' }
  if (transfer.astray !== undefined) return { label: labelText.oddPayment, tone: 'warn' }
  if (transfer.closed?.why === 'expired') return { label: labelText.expired, tone: 'neutral' }
  if (transfer.closed?.why === 'ended') return { label: labelText.ended, tone: 'neutral' }
  if (transfer.closed?.why === 'found') return { label: labelText.noPayment, tone: 'neutral' }
  if (transfer.closed) return { label: labelText.cancelled, tone: 'neutral' }
  if (isPayShown(order)) return { label: labelText.needsYou, tone: 'warn' }
  if (isPayOpen(order)) return { label: labelText.checking, tone: 'warn' }
  return { label: labelText.awaitsPayment, tone: 'warn' }
}

/** Where what a connected wallet is asked for stands, until the chain shows it. */
function payLabelOf(order: TransferOrder): { label: string; tone: Tone } {
  const { status } = currentStepOf(order)?.state ?? {}
  if (asksWallet(order)) return { label: labelText.asking, tone: 'warn' }
  if (status === 'unsure') {
    return { label: needsPerson(order) ? labelText.needsYou : labelText.checking, tone: 'warn' }
  }
  if (order.pay?.blocker && goesOn(order.pay.blocker)) {
    return { label: labelText.checking, tone: 'warn' }
  }
  if (isPayDenied(order) || order.pay?.blocker || status === 'failed') {
    return { label: labelText.needsYou, tone: 'warn' }
  }
  return { label: labelText.sending, tone: 'active' }
}

/** How a status is coloured. */
export type Tone = 'neutral' | 'active' | 'good' | 'warn' | 'bad'

const orderStatusTone: Record<OrderStatus, Tone> = {
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

export const stepStatusLabel: Record<StepState['status'], string> = catalogue('step-status', {
  ready: 'Waiting',
  asking: 'Waiting for you',
  sent: 'Sent. Waiting to be confirmed.',
  verified: 'Sent exactly as you approved. Waiting to be confirmed.',
  confirmed: 'Done',
  declined: 'Rejected in wallet',
  failed: 'Failed',
  unsure: 'Being checked',
})

/** What only its page says of a step: it is being found out, and may be otherwise. */
export const claimLabel: Record<'declined' | 'failed', string> = catalogue('claim', {
  declined: 'Rejected, says your wallet',
  failed: 'Not sent, says your wallet',
})

/** Names a step by what it does. */
export function stepTitle(facts: StepFacts): string {
  const { symbol } = facts.token
  switch (facts.kind) {
    case 'deposit':
    case 'transfer':
    case 'solanaDeposit':
      return stepText.send(symbol)
    default:
      return stepText[facts.kind](symbol)
  }
}

/** Whether an order is over as far as a person is concerned: one that cannot be read may not be. */
export function isOver(status: OrderStatus): boolean {
  return isEnded(status) && status !== 'attention'
}
