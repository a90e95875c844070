import { describe, expect, it } from 'vitest'
import {
  approveDraft,
  depositDraft,
  hash,
  planned,
  start,
  target,
  usdc,
} from '@/test/samples/order'
import { askEndOf, secondsToAsk } from './ask-time'
import { QUOTE_MARGIN_SECONDS } from './quote-time'
import { reduce } from './reduce'

const order = planned([approveDraft, depositDraft])
const { quoteExpiresAt, validBefore } = order.accepted

describe('the time in which a step may be asked for', () => {
  it('ends with the price for the first step, and with the deadline for those after it', () => {
    expect(askEndOf(order)).toBe(quoteExpiresAt)
    expect(askEndOf({ ...order, current: 1 })).toBe(validBefore)
  })

  it('does not end for taking an allowance back', () => {
    const [approve, deposit] = order.steps
    const at = start
    const approved = { status: 'confirmed' as const, attemptId: 'a', hash, at }
    const steps = approve && deposit ? [{ ...approve, state: approved }, deposit] : []
    const stopped = { ...order, status: 'stopped' as const, steps, current: 1 }
    const { page } = order
    const event = { type: 'revokeWanted', at, token: usdc, spender: target, page } as const
    const revoking = reduce(stopped, event).order
    expect(revoking.current).toBe(2)
    expect(askEndOf(revoking)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is over as long before the end as a prompt takes to be read, to the millisecond', () => {
    const last = (quoteExpiresAt - QUOTE_MARGIN_SECONDS) * 1_000
    expect(secondsToAsk(order, last)).toBe(0)
    expect(secondsToAsk(order, last - 1)).toBeGreaterThan(0)
    expect(secondsToAsk(order, last + 1)).toBeLessThan(0)
  })
})
