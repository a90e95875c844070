import type { EffectTask } from './effect'
import type { ErrorCode } from './error'
import type { OrderEvent } from './event'
import type { AskEvidence, Order, Step, StepState } from './order'
import {
  evidenceOf,
  hashOf,
  isAwaited,
  minedPlaceOf,
  stepOfAttempt,
  withState,
} from './order-parts'
import type { Change, Rules } from './reduce-rule'
import { tell } from './reduce-service'

type SentLevel =
  | 'sent'
  | 'strayed'
  | 'verified'
  | 'mismatched'
  | 'replaced'
  | 'cancelled'
  | 'reverted'
  | 'mined'

type OutState = Extract<StepState, { status: 'sent' | 'verified' }>

const rules: Rules<SentLevel> = {
  sent(order, { at, attemptId, hash, signedBytes }) {
    const step = stepOfAttempt(order, attemptId)
    const status = step?.state.status ?? ''
    if (!step || !['asking', 'unsure', 'declined', 'failed'].includes(status)) {
      return beside(order, step, attemptId, hash, at)
    }
    const evidence: AskEvidence = evidenceOf(step.state) ?? { askedAt: at, page: order.page }
    const bytes = signedBytes === undefined ? {} : { signedBytes }
    const next = withState(order, step.id, {
      status: 'sent',
      attemptId,
      evidence,
      hash,
      ...bytes,
      sentAt: at,
    })
    return { order: reopened(next, step), tasks: afterSent(step, attemptId, at) }
  },

  strayed(order, { at, attemptId, hash }) {
    const known = order.steps.some((step) => hashOf(step.state) === hash)
    if (known || order.alarm?.found === hash) return undefined
    const alarm = { code: 'order/attention' as const, at, asked: attemptId, found: hash }
    return { order: tell({ ...order, alarm }, 'alarm') }
  },

  verified(order, { at, attemptId, hash, nonce }) {
    const step = stepOfAttempt(order, attemptId)
    if (step?.state.status !== 'sent' || step.state.hash !== hash) return undefined
    const tasks: { task: EffectTask; dueAt: number }[] = [
      { task: { kind: 'awaitReceipt', attemptId }, dueAt: at },
    ]
    if (step.deposit) tasks.push({ task: { kind: 'submitDeposit' }, dueAt: at })
    const taken = nonce === undefined ? {} : { nonce }
    const state = { ...step.state, ...taken, status: 'verified' as const }
    return { order: withState(order, step.id, state), tasks }
  },

  mismatched(order, { at, attemptId, code, asked, found }) {
    const step = stepOfAttempt(order, attemptId)
    const status = step?.state.status
    if (!step || (status !== 'sent' && status !== 'asking')) return undefined
    const failed = withState(order, step.id, {
      status: 'failed',
      code,
      retryable: false,
      at,
    })
    const alarm = { code, at, asked, found }
    return { order: tell({ ...ended(failed, code, at), alarm }, 'alarm') }
  },

  replaced(order, { at, attemptId, hash }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || hashOf(step.state) === hash) return undefined
    if (!isOut(step) && !minedPlaceOf(step.state)) return undefined
    const next = withState(order, step.id, { ...step.state, hash } as StepState)
    if (step.state.status === 'sent') {
      return { order: next, tasks: [{ task: { kind: 'verifyTransaction', attemptId }, dueAt: at }] }
    }
    // Only a transaction with the very same payload replaces a verified or a mined one: it stays so.
    return {
      order: next,
      tasks: step.deposit ? [{ task: { kind: 'submitDeposit' }, dueAt: at }] : [],
    }
  },

  cancelled(order, { at, attemptId, code, detail }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !mayStillFail(order, step)) return undefined
    // One that was mined before may be at the service: it is never asked for a second time.
    const retryable = isOut(step)
    return { order: lost(order, step, { code, at, detail, retryable }) }
  },

  reverted(order, { at, attemptId, detail }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !mayStillFail(order, step)) return undefined
    const retryable = !step.deposit
    return { order: lost(order, step, { code: 'chain/reverted', at, detail, retryable }) }
  },

  mined(order, { at, attemptId, hash }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !isOut(step) || hashOf(step.state) !== hash) return undefined
    const { signedBytes } = step.state as OutState
    const bytes = signedBytes === undefined ? {} : { signedBytes }
    const state = { status: 'confirmed' as const, attemptId, hash, ...bytes, at, ...placeOf(step) }
    const next = { ...withState(order, step.id, state), current: order.steps.indexOf(step) + 1 }
    const following = next.steps[next.current]
    if (order.status !== 'running' || !following) return { order: next }
    const task: EffectTask = { kind: 'armStep', stepId: following.id }
    return { order: next, tasks: [{ task, dueAt: at }] }
  },
}

/** Rules for a transaction that is out: seen, compared, replaced, mined. */
export function reduceSent(order: Order, event: Extract<OrderEvent, { type: SentLevel }>): Change {
  switch (event.type) {
    case 'sent':
      return rules.sent(order, event)
    case 'strayed':
      return rules.strayed(order, event)
    case 'verified':
      return rules.verified(order, event)
    case 'mismatched':
      return rules.mismatched(order, event)
    case 'replaced':
      return rules.replaced(order, event)
    case 'cancelled':
      return rules.cancelled(order, event)
    case 'reverted':
      return rules.reverted(order, event)
    case 'mined':
      return rules.mined(order, event)
  }
}

function isOut(step: Step): boolean {
  return step.state.status === 'sent' || step.state.status === 'verified'
}

/** A transaction that is out, or was mined and may be taken back before the service acts on it. */
function mayStillFail(order: Order, step: Step): boolean {
  return isOut(step) || (minedPlaceOf(step.state) !== undefined && isAwaited(order))
}

/** Where a mined EVM deposit is looked for again. */
function placeOf({ deposit, state }: Step): { mined?: { nonce: number; blockNumber?: string } } {
  const { nonce, evidence } = state as OutState
  if (!deposit || nonce === undefined) return {}
  const { blockNumber } = evidence
  return { mined: blockNumber === undefined ? { nonce } : { nonce, blockNumber } }
}

/** A signed Solana transaction goes to the service, which broadcasts it; an EVM one is out already. */
function afterSent(step: Step, attemptId: string, at: number) {
  if (step.action.kind === 'transaction') {
    return [{ task: { kind: 'verifyTransaction' as const, attemptId }, dueAt: at }]
  }
  const tasks: { task: EffectTask; dueAt: number }[] = [
    { task: { kind: 'awaitReceipt', attemptId }, dueAt: at + 1_000 },
  ]
  if (step.deposit) tasks.push({ task: { kind: 'submitDeposit' }, dueAt: at })
  return tasks
}

/** Money that turned out to be moving takes an order up again that the person had stopped. */
function reopened(order: Order, step: Step): Order {
  const { blocker: _, ...rest } = order
  return step.deposit && order.status === 'stopped' ? { ...rest, status: 'running' } : rest
}

/**
 * A hash beside the one that is followed: of an attempt that a newer ask took the place of, or a
 * second one of the same. It may be a replacement or a lie; it is watched before it is an alarm.
 */
function beside(
  order: Order,
  step: Step | undefined,
  attemptId: string,
  hash: string,
  at: number,
): Change {
  const superseded = order.steps.some((each) =>
    each.earlier?.some((entry) => entry.attemptId === attemptId),
  )
  const followed = step ? hashOf(step.state) : undefined
  if (!superseded && (followed === undefined || followed === hash)) return undefined
  const task: EffectTask = { kind: 'watchStray', attemptId, hash }
  return { order: { ...order }, tasks: [{ task, dueAt: at }] }
}

type Loss = {
  code: ErrorCode
  at: number
  detail: string | undefined
  retryable: boolean
}

/** The step did not happen; an order that is already at the service cannot be asked for again. */
function lost(order: Order, step: Step, { code, at, detail, retryable }: Loss): Order {
  const told = detail === undefined ? {} : { detail }
  const state = { status: 'failed' as const, code, retryable, at, ...told }
  const failed = withState(order, step.id, state)
  const again = retryable && order.status === 'running'
  if (again || (!step.deposit && retryable)) return failed
  return tell(ended(failed, code, at), 'failed')
}

function ended(order: Order, code: ErrorCode, at: number): Order {
  if (['filled', 'refunded', 'failed'].includes(order.status)) return order
  const { blocker: _, switching: __, ...rest } = order
  return { ...rest, status: 'failed', failure: { code, at } }
}
