import type { FoundPayment, Order, SwapOrder } from '@/src/domain/order/order'
import { isFailedByWord, isUnanswered } from '@/src/domain/order/order-parts'
import type { EventRow } from '@/src/store/open'
import { createGrowth, type Told } from './growth'

const stepRank: Record<string, number> = { asking: 1, sent: 2, verified: 3, confirmed: 4 }
const orderRank: Record<string, number> = {
  planned: 0,
  running: 1,
  submitted: 2,
  tracking: 3,
  filled: 4,
  refunded: 4,
  failed: 4,
}

/**
 * An end of an order's own is taken back, as a stop is, by a payment of it that was sent after all; the service's
 * "failed" by another word of it, to be followed again.
 */
function isTakenUp(before: SwapOrder | undefined, { steps, status }: SwapOrder): boolean {
  if (before && isFailedByWord(before)) return status === 'tracking'
  return (
    before?.failure !== undefined && steps.some(({ deposit, state }) => deposit && 'hash' in state)
  )
}

/** Watches an order as it is read, and says when a state went back. */
export function createHistory(told: Told) {
  const violations: string[] = []
  const growth = createGrowth(told)
  const best = new Map<string, number>()
  let last: SwapOrder | undefined

  return {
    violations,
    see(order: SwapOrder): void {
      growth.see(order)
      violations.push(...growth.violations.splice(0))
      if (last && order.revision < last.revision) {
        violations.push(`I4: revision ${last.revision} became ${order.revision}`)
      }
      const before = isTakenUp(last, order) ? undefined : orderRank[last?.status ?? 'planned']
      const after = orderRank[order.status]
      if (before !== undefined && after !== undefined && after < before) {
        violations.push(`I4: ${last?.status} became ${order.status}`)
      }
      for (const { state } of order.steps) {
        if (!('attemptId' in state) || !state.attemptId) continue
        const rank = stepRank[state.status]
        const known = best.get(state.attemptId) ?? 0
        if (rank !== undefined && rank < known && state.status !== 'asking') {
          violations.push(`I4: an attempt went from ${known} back to ${state.status}`)
        }
        if (state.status === 'asking' && known > 1) violations.push('I4: an attempt is asked again')
        best.set(state.attemptId, Math.max(known, rank ?? 0))
      }
      last = order
    },
  }
}

/** Every revision has one event, in order, and no attempt is asked for twice. */
export function checkStates(events: readonly EventRow[]): string[] {
  const violations: string[] = []
  const attempts = new Set<string>()
  events.forEach(({ revision, event }, index) => {
    if (revision !== index + 1) violations.push(`I4: event ${index + 1} has revision ${revision}`)
    if (event.type !== 'asked') return
    if (attempts.has(event.attemptId)) violations.push(`I2: ${event.attemptId} was asked twice`)
    attempts.add(event.attemptId)
  })
  return violations
}

/** One node that alone shows something is named after this time, and not before; ms. */
const oneAloneAfter = 600_000

/** Whether as many operators showed it as it takes; of what only costs waiting, looked for since then (unix ms), one. */
export function isShownByEnough({ nodes, at }: Pick<FoundPayment, 'nodes' | 'at'>, since = at) {
  return new Set(nodes).size >= (at - since > oneAloneAfter ? 1 : 2)
}

const ends = ['filled', 'refunded', 'failed', 'unproved', 'unanswered']

/** A purchase of which no answer came may be an order all the same. */
const nameOf = (order: Order) => (isUnanswered(order) ? 'unanswered' : order.status)

/**
 * An end is told of under its own name, and nothing else is told as one; a failure by the service's word
 * alone may be followed by another end, and so may a purchase's delivery that was not proved in time.
 */
export function endNotices(notices: readonly string[], order: Order): string[] {
  const { id, kind, status, notified } = order
  const told = new Set(ends.filter((end) => notices.includes(`${end}:${id}`)))
  for (const word of kind === 'purchase'
    ? (['failed', 'unproved', 'unanswered'] as const)
    : ['failed' as const]) {
    if (nameOf(order) !== word && notified.includes(word)) told.delete(word)
  }
  const due = ends.filter((end) => end === nameOf(order))
  const isRight = told.size === due.length && due.every((each) => told.has(each))
  return isRight ? [] : [`N1: ${status}, told as ${[...told].join() || 'nothing'}`]
}
