/**
 * The order as it lies in the store. What another version wrote, or what was damaged, is read as an
 * order that needs attention: it is shown, and nothing is done with it.
 */
import * as z from 'zod/mini'
import type { Order, SwapOrder } from '@/src/domain/order'
import { orderStatuses } from '@/src/domain/order-parts'
import { listOf } from './service/common'
import {
  storedAlarm as alarm,
  storedAmount as amount,
  storedAttempt as attempt,
  storedErrorCode as errorCode,
  storedPage as page,
  storedStep as step,
  storedTokenAmount as tokenAmount,
} from './stored-step'

const opt = z.optional

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

const noWallet = { family: 'eip155' as const, id: '', name: '' }
const noPage = { tabId: -1, frameId: 0, origin: '' }

const wallet = z.object({
  family: z.enum(['eip155', 'solana']),
  id: z.string(),
  name: z.string(),
  icon: opt(z.string()),
})

const moved = z.object({
  txHash: opt(z.string()),
  chainId: opt(z.number()),
  amount: opt(z.string()),
  at: opt(z.number()),
})

const found = z.object({
  what: z.enum(['paid', 'short', 'other-token']),
  token: z.string(),
  amount,
  hash: opt(z.string()),
  claims: z.array(z.string()),
  at: z.number(),
  time: opt(z.number()),
  nodes: z.array(z.string()),
  ownNode: opt(z.literal(true)),
})

const arrival = z.object({
  kind: z.enum(['payout', 'refund']),
  since: z.number(),
  scanned: opt(amount),
  found: opt(found),
})

const began = z.object({
  block: amount,
  holding: opt(z.object({ balance: amount, nonce: z.number() })),
})

const shape = {
  id: z.string(),
  revision: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  accepted,
  serviceUrl: opt(z.string()),
  confirmedAt: opt(z.number()),
  service: z.object({
    orderId: opt(z.string()),
    status: opt(z.string()),
    depositTxHash: opt(z.string()),
    fill: opt(moved),
    refund: opt(moved),
    lastReadAt: opt(z.number()),
  }),
  began: opt(began),
  arrival: opt(arrival),
  contradiction: opt(
    z.object({ at: z.number(), field: z.string(), accepted: z.string(), told: z.string() }),
  ),
  blocker: opt(
    z.object({
      code: errorCode,
      since: z.number(),
      expected: opt(z.string()),
      actual: opt(z.string()),
    }),
  ),
  failure: opt(z.object({ code: errorCode, at: z.number(), detail: opt(z.string()) })),
  alarm: opt(alarm),
  notified: listOf(
    z.enum(['filled', 'refunded', 'failed', 'unproved', 'late', 'needs-you', 'alarm']),
  ),
}

const asks = {
  wallet,
  page,
  steps: z.array(step),
  attempts: z.array(attempt),
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
  advice: opt(
    z.object({
      at: z.number(),
      outcome: z.enum(['passes', 'reverts', 'unknown']),
      detail: opt(z.string()),
      by: opt(z.array(z.string())),
      leaves: opt(z.object({ paid: z.string(), fee: z.string() })),
    }),
  ),
}

const swap = {
  ...asks,
  current: z.number(),
  digest: z.string(),
  askedBy: opt(z.object({ origin: z.string(), requestId: z.string(), page })),
  firstPaid: opt(z.object({ held: opt(z.string()) })),
}

const pay = z.object({ ...asks, account: z.string(), wanted: opt(z.literal(true)) })

const transfer = z.object({
  depositAddress: z.string(),
  amount,
  memo: opt(z.string()),
  expiresAt: z.number(),
  qrImageUrl: opt(z.string()),
  paymentUri: opt(z.string()),
  qrPayload: opt(z.string()),
  needsHash: opt(z.literal(true)),
  began: opt(began),
  scanned: opt(amount),
  scannedTime: opt(z.number()),
  seen: z.array(found),
  lookedWide: opt(
    z.object({
      at: z.number(),
      chains: z.array(
        z.object({ chainId: z.number(), outcome: z.enum(['whole', 'part', 'unread']) }),
      ),
      unlisted: opt(z.literal(true)),
    }),
  ),
  astray: opt(
    z.array(
      z.object({
        chainId: z.number(),
        token: z.string(),
        symbol: z.string(),
        decimals: z.number(),
        amount,
        hash: opt(z.string()),
        time: opt(z.number()),
        undated: opt(z.literal(true)),
        at: z.number(),
        nodes: z.array(z.string()),
      }),
    ),
  ),
  named: opt(z.object({ hash: z.string(), at: z.number() })),
  refused: opt(z.array(z.string())),
  closed: opt(
    z.object({
      at: z.number(),
      why: z.enum(['cancelled', 'expired', 'ended', 'found']),
      unpaid: opt(z.literal(true)),
    }),
  ),
})

const purchase = z.object({
  provider: z.string(),
  strategy: z.string(),
  fee: opt(z.string()),
  action: opt(z.object({ type: z.string(), url: opt(z.string()) })),
  openedAt: opt(z.number()),
  paidAt: opt(z.number()),
  providerId: opt(z.string()),
  told: opt(z.string()),
  bridgeOrderId: opt(z.string()),
  leg: opt(
    z.object({
      orderId: z.string(),
      serviceUrl: z.string(),
      status: z.string(),
      from: tokenAmount,
      depositTxHash: opt(z.string()),
      fillTxHash: opt(z.string()),
      refundTxHash: opt(z.string()),
      contradiction: opt(z.object({ field: z.string(), accepted: z.string(), told: z.string() })),
    }),
  ),
  found: opt(z.literal(true)),
})

const status = z.enum(orderStatuses)
const storedOrder = z.union([
  // Before there was another kind, none was written.
  z.object({ ...shape, ...swap, kind: z._default(z.literal('swap'), 'swap'), status }),
  z.object({ ...shape, kind: z.literal('transfer'), transfer, pay: opt(pay), status }),
  z.object({ ...shape, kind: z.literal('purchase'), purchase, status }),
])

/** An order of which only the outline can be read: it asks nothing of anybody, whatever it was. */
const outline = z.object({
  ...shape,
  status: z.string(),
  wallet: z.catch(wallet, noWallet),
  page: z.catch(page, noPage),
  digest: z.catch(z.string(), ''),
  notified: opt(z.unknown()),
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
    return {
      ...part.data,
      kind: 'swap',
      status: 'attention',
      steps: [],
      attempts: [],
      current: 0,
      notified: [],
    } as Order
  }
  return { ...blank, id }
}

const blankToken = { chainId: 0, address: '', symbol: '?', decimals: 0, amount: '0' }

const blank: Omit<SwapOrder, 'id'> = {
  kind: 'swap',
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
  wallet: noWallet,
  page: noPage,
  status: 'attention',
  steps: [],
  current: 0,
  attempts: [],
  digest: '',
  service: {},
  notified: [],
}
