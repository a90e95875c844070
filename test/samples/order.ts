/** Orders for tests: built the way the product builds them. */
import type { OrderEvent } from '@/src/domain/order/event'
import type { AskEvidence, Step, SwapOrder } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { toPlannedOrder, toSteps } from '@/src/domain/order/plan'
import { reduce } from '@/src/domain/order/reduce'
import type { StepDraft } from '@/src/domain/policy/policy-draft'

export const author = '0x1111111111111111111111111111111111111111'
export const target = '0x2222222222222222222222222222222222222222'
export const usdc = '0x3333333333333333333333333333333333333333'
export const hash = `0x${'aa'.repeat(32)}`
export const otherHash = `0x${'bb'.repeat(32)}`
export const attempt = 'a'.repeat(32)
export const secondAttempt = 'b'.repeat(32)
export const start = 1_800_000_000_000

const token = { chainId: 8453, address: usdc, symbol: 'USDC', decimals: 6, amount: '25000000' }
const transaction = (data: string) => ({
  kind: 'transaction' as const,
  chainId: 8453,
  tx: { from: author, to: target, data, value: '0x0' },
  waitForReceipt: true,
})

export const approveDraft: StepDraft = {
  deposit: false,
  action: transaction('0x095ea7b3'),
  facts: { kind: 'approve', token, spender: target, exact: true },
}
export const depositDraft: StepDraft = {
  deposit: true,
  action: transaction('0xd0e30db0'),
  facts: { kind: 'deposit', token, target, method: 'deposit' },
}
export const solanaDraft: StepDraft = {
  deposit: true,
  action: { kind: 'solanaSign', chainId: 20_011_000_000, transaction: 'AQID' },
  facts: { kind: 'solanaDeposit', token, feePayer: 'payer', programs: [] },
}

export const page = { tabId: 7, frameId: 0, documentId: 'D1', origin: 'https://site.test' }
export const evidence: AskEvidence = { askedAt: start, nonce: 4, blockNumber: '100', page }

/** A planned order of these steps; one deposit unless said otherwise. */
export function planned(
  drafts: StepDraft[] = [depositDraft],
  patch: Partial<SwapOrder> = {},
): SwapOrder {
  const id = 'c'.repeat(32)
  const order = toPlannedOrder({
    id,
    at: start,
    serviceUrl: 'https://service.test',
    accepted: {
      quoteId: 'q1',
      routeId: 'r1',
      routeType: 'native-filler',
      tradeType: 'EXACT_INPUT',
      from: token,
      to: { ...token, chainId: 42161, amount: '24900000' },
      author,
      recipient: author,
      refundTo: author,
      expectedDurationSeconds: 20,
      quoteExpiresAt: start / 1_000 + 60,
      validBefore: start / 1_000 + 600,
    },
    wallet: { family: 'eip155', id: 'test.wallet', name: 'Test' },
    page,
    steps: toSteps(id, drafts),
    digest: 'digest',
  })
  return { ...order, ...patch }
}

/** The order after these events, each a second after the one before. */
export function orderAfter(order: SwapOrder, ...events: UntimedEvent[]): SwapOrder {
  return events.reduce(
    (now, event, index) => reduce(now, { at: start + index * 1_000, ...event } as OrderEvent).order,
    order,
  )
}

/** An event whose time does not matter to the test. */
export type UntimedEvent = OrderEvent extends infer E
  ? E extends OrderEvent
    ? Omit<E, 'at'> & { at?: number }
    : never
  : never

export const confirmed: UntimedEvent = { type: 'confirmed', digest: 'digest' }

export function asked(order: SwapOrder, attemptId = attempt): UntimedEvent {
  const after = attemptOf(stepOf(order).state)
  return {
    type: 'asked',
    stepId: stepOf(order).id,
    attemptId,
    evidence,
    ...(after === undefined ? {} : { after }),
  }
}

export const sent: UntimedEvent = { type: 'sent', attemptId: attempt, by: 'page', hash }
export const verified: UntimedEvent = { type: 'verified', attemptId: attempt, hash, nonce: 4 }
export const mined: UntimedEvent = { type: 'mined', attemptId: attempt, hash }
export const submitted: UntimedEvent = { type: 'submitted', hash, serviceOrderId: 'svc-1' }

/** An order whose deposit was asked for and refused. */
export const declined: SwapOrder = (() => {
  const running = orderAfter(planned(), confirmed)
  return orderAfter(running, asked(running), { type: 'declined', attemptId: attempt })
})()

/** The step under way, or the first. */
export function stepOf(order: SwapOrder): Step {
  const step = order.steps[order.current] ?? order.steps[0]
  if (!step) throw new Error('this order has no step')
  return step
}

/** What two nodes show of a payment that is enough. */
export const payment = {
  what: 'paid' as const,
  token: token.address,
  amount: '24900000',
  hash: otherHash,
  claims: [`42161:${otherHash}:0`],
  at: start,
  nodes: ['one', 'two'],
}
/** What two nodes show of a payout, and of a refund. */
export const payoutFound: UntimedEvent = { type: 'paymentFound', kind: 'payout', found: payment }
export const refundFound: UntimedEvent = { type: 'paymentFound', kind: 'refund', found: payment }
