/** States of one order on its way, and what an event does to them. */

import { expect } from 'vitest'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Check, SwapOrder } from '@/src/domain/order/order'
import { reduce } from '@/src/domain/order/reduce'
import {
  approveDraft,
  asked,
  attempt,
  confirmed,
  depositDraft,
  mined,
  orderAfter,
  planned,
  sent,
  start,
  submitted,
  type UntimedEvent,
  verified,
} from '@/test/samples/order'

export const at = start + 60_000
export const check = { at, what: 'nonce', mined: 1, waiting: 0 } satisfies Check

/** What an event makes of an order, a minute after it began. */
export function apply(order: SwapOrder, event: UntimedEvent) {
  return reduce(order, { at, ...event } as OrderEvent)
}

/** Kinds of the work that an event owes. */
export function kinds(order: SwapOrder, event: UntimedEvent): string[] {
  return apply(order, event).effects.map((effect) => effect.task.kind)
}

/** Expects that an event changes nothing. */
export function ignores(order: SwapOrder, event: UntimedEvent): void {
  const result = apply(order, event)
  expect(result.order).toBe(order)
  expect(result.effects).toEqual([])
}

export const running = orderAfter(planned(), confirmed)
export const asking = orderAfter(running, asked(running))
export const isSent = orderAfter(asking, sent)
export const isVerified = orderAfter(isSent, verified)
export const isSubmitted = orderAfter(isVerified, submitted)
export const isMined = orderAfter(isSubmitted, mined)
export const declined = orderAfter(asking, { type: 'declined', attemptId: attempt })
export const unsure = orderAfter(asking, { type: 'doubted', attemptId: attempt, check })
export const twoSteps = orderAfter(planned([approveDraft, depositDraft]), confirmed)

export const failedHere = orderAfter(asking, {
  type: 'notSent',
  attemptId: attempt,
  by: 'ledger',
  code: 'page/gone',
  retryable: true,
})
