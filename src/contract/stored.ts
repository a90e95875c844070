/**
 * The order as it lies in the store. What another version wrote, or what was damaged, is read as an
 * order that needs attention: it is shown, and nothing is done with it.
 */
import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '@/src/domain/error'
import type { Order } from '@/src/domain/order'

const errorCode = z.custom<ErrorCode>(isErrorCode)
const amount = z.string().check(z.regex(/^\d{1,78}$/))
const opt = z.optional

const tokenAmount = z.object({
  chainId: z.number(),
  address: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  amount,
  name: opt(z.string()),
  logoUri: opt(z.string()),
  isRisk: opt(z.boolean()),
})

const accepted = z.object({
  quoteId: z.string(),
  routeId: z.string(),
  routeType: z.string(),
  tradeType: z.enum(['EXACT_INPUT', 'EXACT_OUTPUT']),
  from: tokenAmount,
  to: tokenAmount,
  minAmountOut: opt(amount),
  author: z.string(),
  recipient: z.string(),
  refundTo: z.string(),
  slippageTolerance: opt(z.number()),
  expectedDurationSeconds: z.number(),
  quoteExpiresAt: z.number(),
  validBefore: z.number(),
})

const page = z.object({
  tabId: z.number(),
  frameId: z.number(),
  documentId: opt(z.string()),
  origin: z.string(),
  title: opt(z.string()),
})

const wallet = z.object({
  family: z.enum(['eip155', 'solana']),
  id: z.string(),
  name: z.string(),
  icon: opt(z.string()),
})

const evidence = z.object({
  askedAt: z.number(),
  nonce: opt(z.number()),
  blockNumber: opt(z.string()),
  blockhash: opt(z.string()),
  lastValidBlockHeight: opt(z.string()),
  page,
})

const check = z.object({
  at: z.number(),
  what: z.enum(['ledger', 'service', 'nonce', 'intent', 'allowance', 'expiry', 'signature']),
  found: z.string(),
})

const sent = {
  attemptId: z.string(),
  evidence,
  hash: z.string(),
  signedBytes: opt(z.string()),
  sentAt: z.number(),
  nonce: opt(z.number()),
}

const stepState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ready') }),
  z.object({ status: z.literal('asking'), attemptId: z.string(), evidence }),
  z.object({ status: z.literal('sent'), ...sent }),
  z.object({ status: z.literal('verified'), ...sent }),
  z.object({
    status: z.literal('confirmed'),
    attemptId: z.string(),
    hash: z.string(),
    signedBytes: opt(z.string()),
    at: z.number(),
  }),
  z.object({
    status: z.literal('declined'),
    attemptId: z.string(),
    at: z.number(),
    evidence: opt(evidence),
  }),
  z.object({
    status: z.literal('failed'),
    code: errorCode,
    retryable: z.boolean(),
    at: z.number(),
    detail: opt(z.string()),
    attemptId: opt(z.string()),
    evidence: opt(evidence),
    overridden: opt(z.boolean()),
  }),
  z.object({
    status: z.literal('unsure'),
    attemptId: z.string(),
    evidence,
    since: z.number(),
    checks: z.array(check),
    needsPerson: z.boolean(),
  }),
])

const action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transaction'),
    chainId: z.number(),
    tx: z.object({
      from: z.string(),
      to: z.string(),
      data: z.string(),
      value: z.string(),
      gas: opt(z.string()),
      maxFeePerGas: opt(z.string()),
      maxPriorityFeePerGas: opt(z.string()),
    }),
    waitForReceipt: z.boolean(),
  }),
  z.object({ kind: z.literal('solanaSign'), chainId: z.number(), transaction: z.string() }),
])

const facts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approve'),
    token: tokenAmount,
    spender: z.string(),
    requested: opt(z.string()),
    exact: z.literal(true),
  }),
  z.object({ kind: z.literal('reset'), token: tokenAmount, spender: z.string() }),
  z.object({
    kind: z.literal('deposit'),
    token: tokenAmount,
    target: z.string(),
    method: z.string(),
    fee: opt(z.string()),
  }),
  z.object({
    kind: z.literal('solanaDeposit'),
    token: tokenAmount,
    feePayer: z.string(),
    programs: z.array(z.string()),
    lastValidBlockHeight: opt(z.number()),
  }),
])

const step = z.object({
  id: z.string(),
  deposit: z.boolean(),
  action,
  facts,
  state: stepState,
  earlier: opt(z.array(z.object({ attemptId: z.string(), evidence: opt(evidence) }))),
})

const moved = z.object({
  txHash: opt(z.string()),
  chainId: opt(z.number()),
  amount: opt(z.string()),
  at: opt(z.number()),
})

const shape = {
  id: z.string(),
  revision: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  accepted,
  wallet,
  page,
  steps: z.array(step),
  current: z.number(),
  digest: z.string(),
  confirmedAt: opt(z.number()),
  service: z.object({
    orderId: opt(z.string()),
    status: opt(z.string()),
    depositTxHash: opt(z.string()),
    fill: opt(moved),
    refund: opt(moved),
    lastReadAt: opt(z.number()),
  }),
  blocker: opt(
    z.object({
      code: errorCode,
      since: z.number(),
      expected: opt(z.string()),
      actual: opt(z.string()),
    }),
  ),
  switching: opt(
    z.object({
      attemptId: z.string(),
      stage: z.enum(['switch', 'add']),
      chainId: z.number(),
      since: z.number(),
      settledAt: opt(z.number()),
      missing: opt(z.boolean()),
      added: opt(z.boolean()),
    }),
  ),
  failure: opt(z.object({ code: errorCode, at: z.number(), detail: opt(z.string()) })),
  alarm: opt(z.object({ code: errorCode, at: z.number(), asked: z.string(), found: z.string() })),
  notified: z.array(z.enum(['filled', 'refunded', 'failed', 'late', 'needs-you', 'alarm'])),
}

export const storedOrder = z.object({
  ...shape,
  status: z.enum([
    'planned',
    'running',
    'submitted',
    'tracking',
    'filled',
    'refunded',
    'failed',
    'stopped',
    'attention',
  ]),
})

/** An order of which only the outline can be read. */
const outline = z.object({
  ...shape,
  status: z.string(),
  steps: z.unknown(),
  notified: z.unknown(),
})

/**
 * Reads a stored order. Never throws: what is not understood comes back with the status `attention`,
 * and as much of the rest as can be read.
 */
export function readStoredOrder(id: string, value: unknown): Order {
  const whole = z.safeParse(storedOrder, value)
  // `exactOptionalPropertyTypes`: zod's optional admits undefined, which IndexedDB never holds here.
  if (whole.success) return whole.data as Order
  const part = z.safeParse(outline, value)
  if (part.success) {
    return { ...part.data, status: 'attention', steps: [], current: 0, notified: [] } as Order
  }
  return { ...blank, id }
}

const blankToken = { chainId: 0, address: '', symbol: '?', decimals: 0, amount: '0' }

const blank: Omit<Order, 'id'> = {
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
  accepted: {
    quoteId: '',
    routeId: '',
    routeType: '',
    tradeType: 'EXACT_INPUT',
    from: blankToken,
    to: blankToken,
    author: '',
    recipient: '',
    refundTo: '',
    expectedDurationSeconds: 0,
    quoteExpiresAt: 0,
    validBefore: 0,
  },
  wallet: { family: 'eip155', id: '', name: '' },
  page: { tabId: -1, frameId: 0, origin: '' },
  status: 'attention',
  steps: [],
  current: 0,
  digest: '',
  service: {},
  notified: [],
}
