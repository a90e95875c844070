import type { AttemptId, TxHash } from '../names'
import type { EffectTask } from './effect'
import { isInDoubt, mayTake } from './guard'
import { endsTheWay } from './held'
import type {
  Attempt,
  AttemptEnd,
  Check,
  Source,
  Step,
  StepAction,
  StepState,
  SwapOrder,
} from './order'
import {
  attemptById,
  attemptOf,
  depositOf,
  hashOf,
  isAskable,
  isAtService,
  isAwaited,
  isByAddress,
  isEnded,
  isForPerson,
  isMove,
  isMoved,
  mayAsk,
  mayBeShown,
  minedPlaceOf,
  movesMoney,
  type Proved,
  revokeOf,
  stepBehind,
  stepOfAttempt,
  withAttempt,
  withEnd,
  withSeen,
  withState,
} from './order-parts'
import { owedWork } from './owed'
import { endUnpaid, followOther } from './reduce-end'
import { type Change, type Rules, type Tasks, watchUndone } from './reduce-rule'
import { tell } from './reduce-service'

type AskLevel =
  | 'switchAsked'
  | 'switchSettled'
  | 'unarmable'
  | 'asked'
  | 'declined'
  | 'notSent'
  | 'doubted'
  | 'promptClosed'
  | 'checked'

/** A page that said "not sent" is believed only after the chain was given time to contradict it. */
const doubtDelay = 5_000
/** The page's ledger is asked for the first time when a person has had time to read the prompt. */
const firstLookDelay = 20_000
/** A switch of the chain that was not answered is looked after this late. */
const switchPatience = 15_000
/** What an ask came to, by who says that nothing was sent. */
const endBy: Readonly<Record<Source, AttemptEnd>> = {
  page: 'refused',
  wallet: 'refused',
  ledger: 'not-asked',
  chain: 'absent',
  service: 'absent',
  person: 'given-up',
}
/** Checks kept on an unsure step; older ones are dropped. */
const keptChecks = 20

/** Rules for the asking of a step and for what is not known of it. */
export const stepRules: Rules<AskLevel> = {
  switchAsked(order, { at, switching }) {
    const step = current(order)
    if (!step || order.switching?.attemptId === switching.attemptId) return undefined
    const ask = switching.stage === 'add' ? 'addChain' : 'switchChain'
    const { blocker: _, ...rest } = order
    return {
      order: { ...rest, switching: { ...switching, since: at } },
      tasks: [
        { task: { kind: 'askWallet', attemptId: switching.attemptId, ask }, dueAt: at },
        // Should no answer ever come, the wallet itself is looked at.
        {
          task: { kind: 'armStep', stepId: step.id, switching: switching.attemptId },
          dueAt: at + switchPatience,
        },
      ],
    }
  },

  switchSettled(order, { at, attemptId, code, reason }) {
    const step = current(order)
    const { switching } = order
    if (!step || switching?.attemptId !== attemptId || switching.settledAt) return undefined
    const missing =
      code === 'wallet/chain-not-added' && switching.stage === 'switch' && !switching.added
    if (code === undefined || missing) {
      const settled = { ...switching, settledAt: at, ...(missing ? { missing } : {}) }
      return {
        order: { ...order, switching: settled },
        tasks: [{ task: { kind: 'armStep', stepId: step.id }, dueAt: at }],
      }
    }
    // Whatever the wallet says, the chain may be missing there or the wallet unable: the person chooses.
    const told = reason === undefined ? {} : { reason }
    const state: StepState = { status: 'failed', code, retryable: true, at, ...told, ...past(step) }
    const settled = { ...switching, settledAt: at }
    return { order: withState({ ...order, switching: settled }, step.id, state) }
  },

  unarmable(order, { at, stepId, code, reason, gas }) {
    const step = current(order)
    if (step?.id !== stepId) return undefined
    const { blocker: _, switching: __, ...rest } = order
    const told = reason === undefined ? {} : { reason }
    // While a payment that was asked for may still take it, nobody can say what is held.
    const isFree = order.status === 'running' && isMoved(order) && !mayTake(order)
    const isOver = isFree && endsTheWay(code)
    const failure = { status: 'failed', code, at, ...told, ...past(step) } as const
    const next = withState(withGas(rest, stepId, gas), stepId, { ...failure, retryable: !isOver })
    if (!isOver) return { order: next }
    const halted = { at, why: 'refused' as const, code, ...told }
    const stopped = tell({ ...next, status: 'stopped', halted }, 'held')
    return { order: stopped, tasks: owedWork(stopped).map((task) => ({ task, dueAt: at })) }
  },

  asked(order, { at, stepId, attemptId, evidence, gas, after }) {
    const step = current(order)
    // Another ask, and its end, since this one was decided: nobody wished for two.
    if (step?.id !== stepId || attemptOf(step.state) !== after || after === attemptId) {
      return undefined
    }
    if (attemptById(order, attemptId)) return undefined
    const { blocker: _, switching: __, ...rest } = order
    const asking = withState(withGas(rest, stepId, gas), stepId, { status: 'asking', attemptId })
    const { deposit, facts } = step
    const action = actionWith(step.action, gas)
    const moves = isMove(facts) ? { moves: true as const } : {}
    const attempt = { attemptId, stepId, deposit, ...moves, action, evidence, seen: [] }
    return {
      order: { ...asking, attempts: [...order.attempts, attempt] },
      tasks: [
        { task: { kind: 'askWallet', attemptId, ask: 'step' }, dueAt: at },
        { task: { kind: 'reconcile', attemptId }, dueAt: at + firstLookDelay },
      ],
    }
  },

  declined(order, { at, attemptId }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !isInDoubt(step)) return answeredLate(order, attemptId, at)
    if (isTaken(order, step)) return undefined
    const next = withState(order, step.id, { status: 'declined', attemptId, at })
    return { order: withEnd(next, attemptId, at, 'refused'), tasks: doubt(step, attemptId, at) }
  },

  notSent(order, { at, attemptId, by, code, retryable, reason, block, shownBy, typed }) {
    const step = stepOfAttempt(order, attemptId)
    if (!step || !isInDoubt(step)) {
      if (by === 'chain') return disproved(order, attemptId, at, { block, shownBy })
      // What is sent stays sent, whoever says otherwise: a page may, and a look that began before it.
      return by === 'wallet' ? answeredLate(order, attemptId, at) : undefined
    }
    const taken = isTaken(order, step)
    if (taken && by !== 'chain' && by !== 'person') return undefined
    const state: StepState = {
      status: 'failed',
      code,
      retryable,
      at,
      attemptId,
      ...(reason === undefined ? {} : { reason }),
    }
    const given =
      by === 'person' && step.state.status === 'unsure' && step.state.checks.some(isForPerson)
    const known = given ? withoutAbsent(order, at) : order
    const told = withState(known, step.id, state)
    const next = withEnd(told, attemptId, at, endBy[by], { block, shownBy, typed })
    const other = followOther(next, step, at)
    if (other) return other
    const why = by === 'person' ? 'order/given-up' : code
    const tasks = [...doubt(step, attemptId, at), ...watchUndone(next, attemptId, at)]
    return { order: taken ? endUnpaid(next, why, at) : next, tasks }
  },

  doubted(order, { at, attemptId, check, hash, from }) {
    const attempt = attemptById(order, attemptId)
    if (isForPerson(check)) {
      const behind = attempt && stepBehind(order, attempt)
      const isBack = behind && comesBack(order, behind, attempt)
      return isBack ? toUnsure(order, behind, attemptId, check) : undefined
    }
    if (check.what === 'prompt' && attempt && mayBeShown(attempt)) return closed(order, at)
    const step = stepOfAttempt(order, attemptId)
    const isUndone = step && isUndoable(order, step, hash)
    const isOpen = step && (isUndone || isDoubtful(step.state, hash))
    if (!attempt || !isOpen || (from !== undefined && step.state.status !== from)) {
      return check.what === 'answer' ? answeredLate(order, attemptId, at) : undefined
    }
    // What follows it is not to be asked for any more.
    const current = isUndone ? order.steps.indexOf(step) : order.current
    const known = check.what === 'prompt' ? withAttempt(order, attemptId, goneAt(at)) : order
    return toUnsure({ ...known, current }, step, attemptId, check)
  },

  promptClosed(order, { attemptId, landsUntil, over }) {
    const attempt = attemptById(order, attemptId)
    const isNews = attempt?.landsUntil === undefined || (over && !attempt.over)
    if (!attempt || !mayBeShown(attempt) || !isNews) return undefined
    const known = { landsUntil, ...(over && { over }) }
    return { order: withAttempt(order, attemptId, (each) => ({ ...each, ...known })) }
  },

  checked(order, { attemptId, checks: read, needsPerson }) {
    const step = stepOfAttempt(order, attemptId)
    if (step?.state.status !== 'unsure') return undefined
    const { state } = step
    const fresh = read.filter((check) => !isLast(state.checks, check))
    const needs = state.needsPerson || needsPerson
    if (fresh.length === 0 && needs === state.needsPerson) return undefined
    const all = [...state.checks, ...fresh]
    // Findings that await the user's decision are kept, however many checks came since.
    const checks = all.filter(
      (each, place) => isForPerson(each) || place >= all.length - keptChecks,
    )
    const known = fresh.reduce((each, check) => withLike(each, attemptId, check), order)
    const next = withState(known, step.id, { ...state, checks, needsPerson: needs })
    return { order: tell(next, needs && goesOnWith(order, step) ? 'needs-you' : undefined) }
  },
}

/** Whether something follows from what becomes of a step: of an order that is over, its money or what takes back alone. */
const goesOnWith = (order: SwapOrder, step: Step): boolean =>
  !isEnded(order.status) || movesMoney(step) || step.id === revokeOf(order)?.id

/** Whether the service was told of this payment: no page unsays then that there is one. */
function isTaken(order: SwapOrder, { deposit }: Step): boolean {
  return deposit && isAtService(order)
}

/**
 * Whether an ask that was called absent, or rejected by its page, may have paid after all, and its step may be
 * asked for anew: a wallet may have put a newer block hash in.
 */
export function comesBack(order: SwapOrder, { state }: Step, { end }: Attempt): boolean {
  const isOpen = mayAsk(order) || order.status === 'stopped'
  return end !== undefined && mayComeBack.includes(end.what) && isOpen && isAskable(state)
}

const mayComeBack: readonly AttemptEnd[] = ['absent', 'refused', 'given-up']

/** The word that something like them is no payment of theirs is one on all asks that were called absent. */
function withoutAbsent(order: SwapOrder, at: number): SwapOrder {
  const attempts = order.attempts.map((each) =>
    each.end?.what === 'absent' && each.action.kind === 'solanaSign'
      ? { ...each, end: { what: endBy.person, at } }
      : each,
  )
  return { ...order, attempts }
}

/**
 * Whoever is answered only now showed the request until now, whoever said that it was gone: what was signed of it may
 * land for as long again.
 */
export function answeredLate(order: SwapOrder, attemptId: AttemptId, at: number): Change {
  const attempt = attemptById(order, attemptId)
  if (attempt?.landsUntil === undefined) return undefined
  const task: EffectTask = { kind: 'reconcile', attemptId }
  return { order: reopenedPrompt(order, attemptId), tasks: [{ task, dueAt: at }] }
}

const reopenedPrompt = (order: SwapOrder, attemptId: AttemptId) =>
  withAttempt(order, attemptId, ({ landsUntil: _, over: __, ...attempt }) => attempt)

const goneAt =
  (at: number) =>
  (attempt: Attempt): Attempt => ({ ...attempt, gone: at })

/** The wallet shows none of the requests that came to nothing: what waits for that goes on. */
function closed(order: SwapOrder, at: number): Change {
  const step = current(order)
  const attempts = order.attempts.map((each) =>
    mayBeShown(each) && !each.gone ? goneAt(at)(each) : each,
  )
  const isNews = attempts.some((each, place) => each !== order.attempts[place])
  // An address is hidden for it whether its wallet is to be asked again or not.
  if (!isNews || !(step || isByAddress(order))) return undefined
  // Of all that may be in the way, nothing else waits for this word.
  const isWaiting = step && order.blocker?.code === 'wallet/pending-request'
  const tasks: Tasks = isWaiting ? [{ task: { kind: 'armStep', stepId: step.id }, dueAt: at }] : []
  return { order: { ...order, attempts }, tasks }
}

/** What was asked may have been sent: it is looked for, and nothing is asked again before it is known. */
export function toUnsure(
  { blocker: _, ...before }: SwapOrder,
  step: Step,
  attemptId: AttemptId,
  check: Check,
): Change {
  const { at } = check
  const order = movesMoney(step) ? leftAgain(before, step, at) : before
  const state = { status: 'unsure' as const, attemptId, since: at, checks: [check] }
  const known = check.what === 'answer' ? reopenedPrompt(order, attemptId) : order
  const next = withState(withLike(known, attemptId, check), step.id, {
    ...state,
    needsPerson: false,
  })
  return {
    order: withEnd(next, attemptId, at, undefined),
    tasks: [{ task: { kind: 'reconcile', attemptId }, dueAt: at }],
  }
}

/** A cancelled order that may be paid after all: it is cancelled once it is known that it was not, and told of anew. */
function leftAgain(order: SwapOrder, { id }: Step, at: number): SwapOrder {
  if (order.status !== 'stopped') return order
  const { halted: _, ...open } = order
  const current = order.steps.findIndex((each) => each.id === id)
  const notified = order.notified.filter((topic) => topic !== 'needs-you')
  return { ...open, current, status: 'running', stopWanted: order.stopWanted ?? at, notified }
}

/** What is like an ask stays with it, under its hash: a word that it is not its payment is on that one alone. */
function withLike(order: SwapOrder, attemptId: AttemptId, check: Check): SwapOrder {
  if (check.what !== 'hash' || check.state !== 'like') return order
  const { at, hash } = check
  return withSeen(order, attemptId, { at, by: 'chain', hash, differs: true })
}

/** A refusal that was only a page's word turned out to be true. */
function disproved(order: SwapOrder, attemptId: AttemptId, at: number, proof: Proved): Change {
  if (attemptById(order, attemptId)?.end?.what !== 'refused') return undefined
  const next = withEnd(order, attemptId, at, 'absent', proof)
  const state = depositOf(next)?.state
  // It was all that was waited for, where the one that the service was told of came to nothing.
  if (!isAtService(next) || state?.status !== 'failed') return { order: next }
  return { order: endUnpaid(next, state.code, at) }
}

/** With another limit of gas (0x) for one of its steps. */
function withGas(order: SwapOrder, stepId: string, gas: string | undefined): SwapOrder {
  if (gas === undefined) return order
  const steps = order.steps.map((step) =>
    step.id === stepId ? { ...step, action: actionWith(step.action, gas) } : step,
  )
  return { ...order, steps }
}

function actionWith(action: StepAction, gas: string | undefined): StepAction {
  if (gas === undefined || action.kind !== 'transaction') return action
  return { ...action, tx: { ...action.tx, gas } }
}

/** The step that may be asked for now, if the order may ask at all. */
function current(order: SwapOrder): Step | undefined {
  const step = order.steps[order.current]
  return mayAsk(order) && step && isAskable(step.state) ? step : undefined
}

/** What an askable state remembers of an earlier ask. */
function past(step: Step): { attemptId?: AttemptId } {
  const attemptId = attemptOf(step.state)
  return attemptId ? { attemptId } : {}
}

/** A payment that the page says was not sent is looked for on the chain all the same. */
function doubt(step: Step, attemptId: AttemptId, at: number): Tasks {
  if (!movesMoney(step)) return []
  return [{ task: { kind: 'reconcile', attemptId }, dueAt: at + doubtDelay }]
}

/** An answer may come while a doubt arises: what is sent by then is doubted by its hash only. */
function isDoubtful(state: StepState, hash: TxHash | undefined): boolean {
  if (state.status === 'sent' || state.status === 'verified') return hash === state.hash
  return hash === undefined && ['asking', 'declined', 'failed'].includes(state.status)
}

/**
 * Whether a deposit that was mined, and that the service has not acted on, can turn out not to have
 * happened: a reorganisation may take it back, and one node alone may have invented it.
 */
function isUndoable(order: SwapOrder, step: Step, hash: TxHash | undefined): boolean {
  const { state, action, deposit } = step
  const isLanded = deposit && action.kind === 'solanaSign' && state.status === 'confirmed'
  const isMined = isLanded || minedPlaceOf(state) !== undefined
  return isMined && hashOf(state) === hash && isAwaited(order)
}

/** Whether the last finding of its kind says the same; of what the person judges, any does. */
function isLast(checks: readonly Check[], check: Check): boolean {
  const same = checks.filter((each) => each.what === check.what)
  const known = isForPerson(check) ? same : same.slice(-1)
  const write = (each: Check) => JSON.stringify({ ...each, at: 0 })
  return known.some((each) => write(each) === write(check))
}
