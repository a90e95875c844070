import { askingOf } from './asking'
import { isOdd } from './deposit-sum'
import type { EffectTask, NotifyTopic } from './effect'
import { deniedOf, soughtAfterEnd } from './guard'
import { unreadOf } from './held'
import type { Attempt, Order, Step, SwapOrder, TransferOrder } from './order'
import {
  attemptById,
  attemptOf,
  currentStepOf,
  depositHashOf,
  hashesOf,
  hashOf,
  isAtService,
  isEnded,
  isHashOwed,
  isProvedVoid,
  isShallow,
  isUnanswered,
  isUnderWay,
  isUnlinked,
  revokeOf,
} from './order-parts'
import { isFollowed } from './purchase'

const submit: EffectTask = { kind: 'submitDeposit' }
const prove: EffectTask = { kind: 'proveArrival' }
const toReconcile = ({ attemptId }: Pick<Attempt, 'attemptId'>): EffectTask => ({
  kind: 'reconcile',
  attemptId,
})

/** What must be looked after for a step in this state. */
function owedForStep(order: SwapOrder, { state, action }: Step): EffectTask[] {
  const attemptId = attemptOf(state)
  const attempt = attemptById(order, attemptId)
  if (state.status === 'ready' || attemptId === undefined || !attempt) return []
  switch (state.status) {
    case 'asking':
    case 'unsure':
    // A refusal may be only a page's word.
    case 'declined':
      return [{ kind: 'reconcile', attemptId }]
    case 'failed':
      return isProvedVoid(attempt) ? [] : [{ kind: 'reconcile', attemptId }]
    case 'sent':
      return action.kind === 'transaction'
        ? [{ kind: 'verifyTransaction', attemptId }]
        : [{ kind: 'awaitReceipt', attemptId }]
    case 'verified':
      return [{ kind: 'awaitReceipt', attemptId }]
    case 'confirmed':
      return state.mined || unreadOf(order) === attemptId
        ? [{ kind: 'awaitReceipt', attemptId }]
        : []
  }
}

/** Asks for the deposit that a newer one took the place of, and hashes beside the one followed. */
function owedForAttempts(order: SwapOrder): EffectTask[] {
  return order.attempts.flatMap((attempt): EffectTask[] => {
    const { attemptId, deposit } = attempt
    const isPresent = order.steps.some(({ state }) => attemptOf(state) === attemptId)
    const looks = deposit && !isPresent && !isProvedVoid(attempt) ? [toReconcile(attempt)] : []
    return [...looks, ...strays(order, attempt)]
  })
}

/** Hashes of an ask beside the one that is followed. */
function strays({ steps }: SwapOrder, attempt: Attempt): EffectTask[] {
  const followed = steps.map(({ state }) => hashOf(state))
  const { attemptId } = attempt
  const hashes = hashesOf(attempt).filter((hash) => !followed.includes(hash))
  return hashes.map((hash) => ({ kind: 'watchStray', attemptId, hash }))
}

/** What a wallet was asked for is looked after, of whatever kind the order is. */
function owedForAsks(asking: SwapOrder): EffectTask[] {
  return [...asking.steps.flatMap((step) => owedForStep(asking, step)), ...owedForAttempts(asking)]
}

/** What a wallet was asked for and nobody knows the end of is looked after beyond that of the order. */
function owedAfterEnd(order: Order): EffectTask[] {
  const asking = askingOf(order)
  if (!asking) return []
  const last = [unreadOf(order), attemptOf(revokeOf(order)?.state ?? { status: 'ready' })]
  const open = asking.steps.filter(({ state }) => {
    const attemptId = attemptOf(state)
    return isUnderWay(state) || (attemptId !== undefined && last.includes(attemptId))
  })
  return [
    ...open.flatMap((step) => owedForStep(asking, step)),
    ...[...deniedOf(asking), ...soughtAfterEnd(asking)].flatMap((each) => [
      toReconcile(each),
      ...(isShallow(each) ? strays(asking, each) : []),
    ]),
  ]
}

function owedForTransfer(order: TransferOrder): EffectTask[] {
  const told = isHashOwed(order) && depositHashOf(order) !== undefined
  // The service does not name the address of an order that was found there.
  const looks = order.transfer.depositAddress !== ''
  return [...(looks ? [{ kind: 'watchDeposit' as const }] : []), ...(told ? [submit] : [])]
}

/**
 * The work that an order in this state must have, whatever became of what was planned for it. Nothing
 * in it asks a wallet: that takes a person.
 */
export function owedWork(order: Order): EffectTask[] {
  if (isEnded(order.status)) {
    const asks = owedAfterEnd(order)
    if (!isFollowed(order)) return asks
    return [{ kind: 'pollOrder' }, ...(order.arrival ? [prove] : []), ...asks]
  }
  const asking = askingOf(order)
  return [
    ...(asking ? owedForAsks(asking) : []),
    ...(order.kind === 'swap' && order.status === 'running' ? [submit] : []),
    ...(order.kind === 'transfer' ? owedForTransfer(order) : []),
    ...(isAtService(order) || order.kind === 'purchase' ? [{ kind: 'pollOrder' as const }] : []),
    ...(isAtService(order) && order.arrival ? [prove] : []),
  ]
}

/**
 * What the person was told of and stands in the order still, so that it may be told again: whether a notice was shown, a
 * lost outbox does not say. No other topic is sure to be so by then.
 */
export function standingNotices(order: Order): NotifyTopic[] {
  const { notified, alarm, blocker } = order
  const state = currentStepOf(order)?.state
  const isAsked =
    order.kind === 'transfer'
      ? !isEnded(order.status) && isOdd(order.transfer)
      : state?.status === 'unsure' && state.needsPerson
  const isClosed =
    order.kind === 'transfer' && !isEnded(order.status) && order.transfer.closed?.why === 'ended'
  const stands: Partial<Record<NotifyTopic, boolean>> = {
    alarm: alarm !== undefined,
    'needs-you': blocker?.code === 'order/hash-taken' || isAsked,
    unlinked: isUnlinked(order),
    closed: isClosed,
    unanswered: isUnanswered(order),
  }
  return notified.filter((topic) => stands[topic])
}
