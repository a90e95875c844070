import { tidy } from '@/src/lib/tidy'
import type { ErrorCode } from '../error'
import type { AttemptId, TxHash } from '../names'
import type { EffectTask } from './effect'
import { isInDoubt } from './guard'
import type { Attempt, Check, Source, Step, StepState, SwapOrder } from './order'
import {
  attemptById,
  attemptOf,
  codedOf,
  hashesOf,
  hashOf,
  isAwaited,
  isEnded,
  isFailedByWord,
  isProvedVoid,
  isShallow,
  minedPlaceOf,
  stepBehind,
  stepOfAttempt,
  takesBack,
  withAttempt,
  withEnd,
  withSeen,
  withState,
} from './order-parts'
import { canonical } from './plan'
import type { Reason } from './reason'
import { endUnpaid, followOther, reopened } from './reduce-end'
import { afterSent, type Change, type Rules, watchUndone } from './reduce-rule'
import { tell } from './reduce-service'
import { answeredLate, comesBack, toUnsure } from './reduce-step'

type SentLevel =
  | 'sent'
  | 'strayed'
  | 'verified'
  | 'mismatched'
  | 'leftRead'
  | 'overtaken'
  | 'replaced'
  | 'cancelled'
  | 'reverted'
  | 'buried'
  | 'mined'

type Due = { task: EffectTask; dueAt: number }

type OutState = Extract<StepState, { status: 'sent' | 'verified' }>

/** Rules for a transaction that is out: seen, compared, replaced, mined. */
export const sentRules: Rules<SentLevel> = {
  sent(order, { at, attemptId, by, hash, signedBytes }) {
    const attempt = attemptById(order, attemptId)
    if (!attempt || (by === 'service' && isDisproved(attempt, hash))) return undefined
    const step = stepBehind(order, attempt)
    const bytes = signedBytes === undefined ? {} : { signedBytes }
    const seen = withSeen(order, attemptId, { at, by, hash, ...bytes })
    if (!step || !isFree(step, attempt, by)) return beside(order, seen, attempt, hash, at)
    const next = withState(withEnd(seen, attemptId, at, undefined), step.id, {
      status: 'sent',
      attemptId,
      hash,
      sentAt: at,
    })
    return {
      order: reopened(next, step, isOther(step, attempt, by, hash)),
      tasks: [...afterSent(step, attemptId, at), ...leftBehind(order, step, { hash, at })],
    }
  },

  strayed(order, { at, attemptId, hash, like, apart }) {
    const attempt = attemptById(order, attemptId)
    const followed = attempt && stepBehind(order, attempt)
    const known = order.steps.some((step) => hashOf(step.state) === hash)
    const told = order.alarm?.kind === 'second' && order.alarm.hash === hash
    if (!followed || known || told) return undefined
    const { state } = followed
    // What was asked for since may pay a second time: whoever looks at it is told before it is answered.
    const isKnown = order.attempts.some(({ seen }) => seen.some((each) => each.hash === hash))
    const isOpen = like && !isKnown && isInDoubt(followed) && attemptOf(state) !== attemptId
    // It may be what is followed, under a hash that nobody named, until that is mined.
    const isApart = state.status === 'confirmed' || (apart && hashOf(state) !== undefined)
    if (!isOpen && !isApart) return undefined
    const second = { kind: 'second', code: 'order/attention', at, attemptId, hash } as const
    if (!like) {
      const seen = withSeen(order, attemptId, { at, by: 'chain', hash })
      return { order: tell({ ...withEnd(seen, attemptId, at, 'mined'), alarm: second }, 'alarm') }
    }
    // Another alarm says no less.
    if (order.alarm) return undefined
    const seen = withSeen(order, attemptId, { at, by: 'chain', hash, differs: true })
    return { order: tell({ ...seen, alarm: { ...second, like } }, 'alarm') }
  },

  verified(order, { at, attemptId, hash, nonce, witnessed, approved }) {
    const step = stepOfAttempt(order, attemptId)
    if (step?.state.status !== 'sent' || step.state.hash !== hash) return undefined
    const tasks: Due[] = [{ task: { kind: 'awaitReceipt', attemptId }, dueAt: at }]
    if (step.deposit) tasks.push({ task: { kind: 'submitDeposit' }, dueAt: at })
    const taken = nonce === undefined ? {} : { nonce }
    const state = { ...step.state, ...taken, status: 'verified' as const }
    const shown = { ...(witnessed && taken), ...(approved && { approved }) }
    const next = withAttempt(order, attemptId, (attempt) => ({
      ...attempt,
      seen: attempt.seen.map((each) => (each.hash === hash ? { ...each, ...shown } : each)),
    }))
    return { order: withState(next, step.id, state), tasks }
  },

  mismatched(order, { at, attemptId, code, found }) {
    const attempt = attemptById(order, attemptId)
    if (!attempt) return undefined
    const seen =
      found.kind === 'signed'
        ? withSeen(order, attemptId, { at, by: 'page', signedBytes: found.bytes, differs: true })
        : order
    const alarm =
      found.kind === 'signed'
        ? { kind: found.kind, code, at, attemptId, fact: found.fact, found: found.bytes }
        : { kind: found.kind, code, at, attemptId, found: found.transaction }
    const told = JSON.stringify({ ...order.alarm, at }) === JSON.stringify(alarm)
    const next = told ? seen : tell({ ...seen, alarm }, 'alarm')
    const step = stepBehind(order, attempt)
    const isOpen = step && isOpenTo(order, step, attempt)
    // What was asked may have been sent all the same: it is looked for, and nothing is asked again.
    if (!step || !isOpen) {
      const late = found.kind === 'signed' ? answeredLate(next, attemptId, at) : undefined
      return late ?? (next === order ? undefined : { order: next })
    }
    const { hash } = found.kind === 'altered' ? found.transaction : { hash: '' }
    const check: Check =
      found.kind === 'signed'
        ? { at, what: 'answer', code }
        : { at, what: 'hash', hash, state: 'other' }
    return toUnsure(next, step, attemptId, check)
  },

  leftRead(order, { attemptId, hash, left, byEvents, gas, got }) {
    const step = stepOfAttempt(order, attemptId)
    if (step?.state.status !== 'confirmed' || step.state.hash !== hash) return undefined
    const { left: _, byEvents: __, gas: ___, got: ____, ...rest } = step.state
    const state = { ...rest, ...tidy({ left, byEvents, gas, got }) }
    const isKnown = JSON.stringify(canonical(state)) === JSON.stringify(canonical(step.state))
    return isKnown ? undefined : { order: withState(order, step.id, state) }
  },

  overtaken(order, { at, attemptId, hash, fact, power }) {
    const step = stepOfAttempt(order, attemptId)
    // Another alarm says no less: the first one stays.
    if (order.alarm || step?.state.status !== 'confirmed' || step.state.hash !== hash) {
      return undefined
    }
    const alarm = {
      ...({ kind: 'took', code: 'chain/took-more', at, attemptId, hash, fact } as const),
      ...(power && { power }),
    }
    return { order: tell({ ...order, alarm }, 'alarm') }
  },

  replaced(order, { at, attemptId, hash }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || hashOf(step.state) === hash) return undefined
    if (!isOut(step) && !minedPlaceOf(step.state)) return undefined
    // What replaces one that was verified took its very nonce.
    const followed = step.state.status === 'sent' ? undefined : hashOf(step.state)
    const nonce = attemptById(order, attemptId)?.seen.find(({ hash }) => hash === followed)?.nonce
    const taken = nonce === undefined ? {} : { nonce }
    const seen = withSeen(order, attemptId, { at, by: 'chain', hash, ...taken })
    const next = withState(seen, step.id, { ...step.state, hash } as StepState)
    const tasks = (task: EffectTask) => [
      { task, dueAt: at },
      ...leftBehind(order, step, { hash, at }),
    ]
    // A message that was signed once more is compared before it is taken.
    if (step.state.status === 'sent' && step.action.kind === 'transaction') {
      return { order: next, tasks: tasks({ kind: 'verifyTransaction', attemptId }) }
    }
    // Only a transaction with the very same payload replaces a verified or a mined one: it stays so.
    return { order: next, tasks: step.deposit ? tasks({ kind: 'submitDeposit' }) : [] }
  },

  cancelled(order, { at, attemptId, code, reason, block, shownBy }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !mayStillFail(order, step)) return undefined
    // One that was mined before may be at the service: it is never asked for a second time.
    const retryable = isOut(step) || !step.deposit
    const what = code === 'chain/blockhash-expired' ? 'absent' : 'replaced'
    const next = withEnd(order, attemptId, at, what, { block, shownBy })
    return lost(next, step, { code, at, reason, retryable, attemptId })
  },

  reverted(order, { at, attemptId, reason, block, shownBy }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !mayStillFail(order, step)) return undefined
    const retryable = !step.deposit
    const next = withEnd(order, attemptId, at, 'reverted', { block, shownBy })
    return lost(next, step, { code: 'chain/reverted', at, reason, retryable, attemptId })
  },

  buried(order, { attemptId }) {
    const attempt = attemptById(order, attemptId)
    if (attempt?.end?.block === undefined) return undefined
    const { block: _, ...end } = attempt.end
    return { order: withAttempt(order, attemptId, (each) => ({ ...each, end })) }
  },

  mined(order, { at, attemptId, hash }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !isOut(step) || hashOf(step.state) !== hash) return undefined
    const state = { status: 'confirmed' as const, attemptId, hash, at, ...placeOf(order, step) }
    const mined = withEnd(withState(order, step.id, state), attemptId, at, 'mined')
    // The payment is in doubt again by then: that goes on, whatever became of its allowance.
    if (!isEnded(order.status) && takesBack(order, step)) return { order: mined }
    const next = { ...mined, current: order.steps.indexOf(step) + 1 }
    const following = next.steps[next.current]
    if (order.status !== 'running' || step.deposit || !following) return { order: next }
    const task: EffectTask = { kind: 'armStep', stepId: following.id }
    return { order: next, tasks: [{ task, dueAt: at }] }
  },
}

/**
 * What was named for a step of an account with code is watched on once another transaction is followed: that may have
 * done what another request asked, and this one may be carried out still.
 */
function leftBehind(
  order: SwapOrder,
  step: Step,
  { hash, at }: { hash: TxHash; at: number },
): Due[] {
  const isLeft = (each: Attempt) =>
    codedOf(order, each) !== undefined &&
    !isProvedVoid(each) &&
    stepBehind(order, each)?.id === step.id
  return order.attempts.filter(isLeft).flatMap((each) => {
    const left = hashesOf(each).filter((known) => known !== hash)
    return left.map((known) => watched(each.attemptId, known, at))
  })
}

/** A hash beside the one that is followed is looked after. */
function watched(attemptId: AttemptId, hash: TxHash, at: number): Due {
  return { task: { kind: 'watchStray', attemptId, hash }, dueAt: at }
}

function isOut(step: Step): boolean {
  return step.state.status === 'sent' || step.state.status === 'verified'
}

/** Whether a step goes on with the doubt about an ask: the step stands at it, or the ask comes back. */
function isOpenTo(order: SwapOrder, step: Step, attempt: Attempt): boolean {
  const { status } = step.state
  if (status !== 'sent' && status !== 'asking') return comesBack(order, step, attempt)
  return attemptOf(step.state) === attempt.attemptId
}

/** A transaction that is out, or was mined and may be taken back before the service paid anything for it. */
function mayStillFail(order: SwapOrder, step: Step): boolean {
  const isUnpaid = isAwaited(order) || isFailedByWord(order) || !step.deposit
  return isOut(step) || (minedPlaceOf(step.state) !== undefined && isUnpaid)
}

/** Where a mined EVM deposit is looked for again, and what took an allowance back that an order had left. */
function placeOf(
  order: SwapOrder,
  step: Step,
): { mined?: { nonce?: number; blockNumber?: string } } {
  const { deposit, state, action } = step
  const { nonce, attemptId } = state as OutState
  if (!(deposit || takesBack(order, step)) || action.kind !== 'transaction') return {}
  const blockNumber = attemptById(order, attemptId)?.evidence.blockNumber
  return {
    mined: {
      ...(nonce === undefined ? {} : { nonce }),
      ...(blockNumber === undefined ? {} : { blockNumber }),
    },
  }
}

/**
 * Whether a step may take up a transaction of this ask. What a page names for an ask that a newer one
 * took the place of is a hint: only the chain or the service makes it what is followed.
 */
function isFree(step: Step, { attemptId }: Attempt, by: Source): boolean {
  const { state } = step
  if (hashOf(state) !== undefined) return false
  return attemptOf(state) === attemptId || (by !== 'page' && by !== 'wallet')
}

/** Whether it was proved of this very hash that it will not be mined: no record says otherwise. */
function isDisproved(attempt: Attempt, hash: TxHash): boolean {
  return attempt.end?.what === 'absent' && hashesOf(attempt).includes(hash)
}

/**
 * Whether this is a payment beside the one that the step came to nothing with, or that one, which a reorganisation
 * made good; a page only names it.
 */
function isOther({ state }: Step, attempt: Attempt, by: Source, hash: TxHash): boolean {
  if (by === 'page' || by === 'wallet') return false
  const isKnown =
    attemptOf(state) === attempt.attemptId &&
    hashesOf(attempt).includes(hash) &&
    !isShallow(attempt)
  return !isKnown
}

/** A hash beside the one that is followed: a replacement, an older ask's, or a lie. It is watched. */
function beside(
  order: SwapOrder,
  seen: SwapOrder,
  attempt: Attempt,
  hash: TxHash,
  at: number,
): Change {
  const { attemptId } = attempt
  const step = stepOfAttempt(order, attemptId)
  if (step && hashOf(step.state) === hash) return seen === order ? undefined : { order: seen }
  if (seen === order) return undefined
  return { order: seen, tasks: [watched(attemptId, hash, at)] }
}

type Loss = {
  code: ErrorCode
  at: number
  reason: Reason | undefined
  retryable: boolean
  attemptId: AttemptId
}

/** The step did not happen; an order that is already at the service cannot be asked for again. */
function lost(order: SwapOrder, step: Step, loss: Loss): Change {
  const { code, at, reason, retryable, attemptId } = loss
  const tasks = watchUndone(order, attemptId, at)
  const other = followOther(order, step, at)
  if (other) return { ...other, tasks: [...other.tasks, ...tasks] }
  const told = reason === undefined ? {} : { reason }
  const state = { status: 'failed' as const, code, retryable, at, attemptId, ...told }
  // What takes an allowance back was mined before, and is to be asked for again where nothing else is.
  const isNext = step.deposit || order.steps[order.current] !== undefined
  const current = isNext ? order.current : order.steps.indexOf(step)
  // That the service does not take it is no news of what did not happen.
  const { blocker: _, ...rest } = order
  const failed = withState({ ...(step.deposit ? rest : order), current }, step.id, state)
  const again = retryable && order.status === 'running'
  if (again || (!step.deposit && retryable)) return { order: failed, tasks }
  return { order: endUnpaid(failed, code, at), tasks }
}
