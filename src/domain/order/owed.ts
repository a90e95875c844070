import { askingOf } from './asking'
import type { EffectTask } from './effect'
import { deniedOf } from './guard'
import { unreadOf } from './held'
import type { Attempt, Order, Step, SwapOrder, TransferOrder } from './order'
import {
  attemptById,
  attemptOf,
  depositHashOf,
  hashesOf,
  hashOf,
  isAtService,
  isEnded,
  isHashOwed,
  revokeOf,
  stepOfAttempt,
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
  if (attemptId === undefined || !attemptById(order, attemptId)) return []
  switch (state.status) {
    case 'asking':
    case 'unsure':
    // A refusal may be only a page's word.
    case 'declined':
    case 'failed':
      return [{ kind: 'reconcile', attemptId }]
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
    default:
      return []
  }
}

/** Asks for the deposit that a newer one took the place of, and hashes beside the one followed. */
function owedForAttempts(order: SwapOrder): EffectTask[] {
  const followed = order.steps.map(({ state }) => hashOf(state))
  return order.attempts.flatMap((attempt): EffectTask[] => {
    const { attemptId, deposit } = attempt
    const isPresent = order.steps.some(({ state }) => attemptOf(state) === attemptId)
    const looks = deposit && !isPresent ? [toReconcile(attempt)] : []
    const hashes = hashesOf(attempt).filter((hash) => !followed.includes(hash))
    return [...looks, ...hashes.map((hash) => ({ kind: 'watchStray' as const, attemptId, hash }))]
  })
}

/** What a wallet was asked for is looked after, of whatever kind the order is. */
function owedForAsks(asking: SwapOrder): EffectTask[] {
  return [...asking.steps.flatMap((step) => owedForStep(asking, step)), ...owedForAttempts(asking)]
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
    if (order.kind === 'purchase' && isFollowed(order)) {
      return [{ kind: 'pollOrder' }, ...(order.arrival ? [prove] : [])]
    }
    if (order.kind !== 'swap') return []
    const unread = stepOfAttempt(order, unreadOf(order) ?? '')
    const steps = [unread, revokeOf(order)]
    const work = steps.flatMap((step) => (step ? owedForStep(order, step) : []))
    // What a page says was refused may land after the end as before it.
    return [...work, ...deniedOf(order).map(toReconcile)]
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
