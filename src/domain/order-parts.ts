import type { AskEvidence, Order, OrderStatus, Step, StepState } from './order'

const endings: readonly OrderStatus[] = ['filled', 'refunded', 'failed', 'stopped', 'attention']

/** Whether an order has come to an end; nothing is asked or submitted for it any more. */
export function isEnded(status: OrderStatus): boolean {
  return endings.includes(status)
}

/** Whether the service has taken the order and has not ended it yet. */
export function isAtService({ status }: Order): boolean {
  return status === 'submitted' || status === 'tracking'
}

/** The attempt a step's state speaks of, if it speaks of one. */
export function attemptOf(state: StepState): string | undefined {
  return 'attemptId' in state ? state.attemptId : undefined
}

/** What was known before the ask a step's state speaks of. */
export function evidenceOf(state: StepState): AskEvidence | undefined {
  return 'evidence' in state ? state.evidence : undefined
}

/** The transaction of a step, once one is known. */
export function hashOf(state: StepState): string | undefined {
  return 'hash' in state ? state.hash : undefined
}

/** The step whose present attempt is this one. */
export function stepOfAttempt(order: Order, attemptId: string): Step | undefined {
  return order.steps.find((step) => attemptOf(step.state) === attemptId)
}

/** The one step that moves the money; absent for an order that was found at the service. */
export function depositOf(order: Order): Step | undefined {
  return order.steps.find((step) => step.deposit)
}

/** Whether a step may be asked for: never asked, or asked in vain. */
export function isAskable(state: StepState): boolean {
  return (
    state.status === 'ready' ||
    state.status === 'declined' ||
    (state.status === 'failed' && state.retryable)
  )
}

/** Whether money may be on its way: the deposit was asked for and is not known to be unsent. */
export function isDepositOut(order: Order): boolean {
  const status = depositOf(order)?.state.status
  return (
    status !== undefined && ['asking', 'sent', 'verified', 'confirmed', 'unsure'].includes(status)
  )
}

/** Statuses of the service in which it still waits for the deposit. */
const waiting: readonly (string | undefined)[] = [undefined, 'created', 'deposited']

/** Whether the money still waits for the deposit: the service has not acted on it, nor ended. */
export function isAwaited({ status, service }: Order): boolean {
  return !isEnded(status) && waiting.includes(service.status)
}

/** Where a mined deposit is looked for, should a reorganisation take it back; EVM only. */
export function minedPlaceOf(state: StepState) {
  return state.status === 'confirmed' ? state.mined : undefined
}

/** The order with one step in another state. */
export function withState(order: Order, stepId: string, state: StepState): Order {
  return {
    ...order,
    steps: order.steps.map((step) => (step.id === stepId ? { ...step, state } : step)),
  }
}
