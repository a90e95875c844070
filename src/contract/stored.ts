/**
 * The order as it lies in the store. What another version wrote, or what was damaged, is read as an
 * order that needs attention: it is shown, nothing is done with it, and its record stays as it is.
 */
import * as z from 'zod/mini'
import type { ErrorCode } from '@/src/domain/error'
import {
  type Accepted,
  type Order,
  orderKinds,
  type SwapOrder,
  TOLD_FACTS,
  type WholeOrder,
} from '@/src/domain/order/order'
import { orderStatuses } from '@/src/domain/order/order-parts'
import { tidy } from '@/src/lib/tidy'
import type { Exactly } from './exactly'
import { address, attemptId, orderId, quoteId, routeId, serviceOrderId, txHash } from './names'
import { askedBy, notifyTopic, pageRef as page, usualTime, walletRef as wallet } from './refs'
import { listOf } from './service/common'
import {
  storedAlarm as alarm,
  storedAmount as amount,
  storedTime as at,
  storedAttempt as attempt,
  storedDecimals as decimals,
  storedErrorCode as errorCode,
  storedSeconds as seconds,
  storedStep as step,
  storedCoded,
  storedFailure,
  storedHalt,
  storedPayees,
  storedShownBy,
  storedTokenAmount as tokenAmount,
} from './stored-step'

const opt = z.exactOptional

const accepted = z.object({
  quoteId,
  routeId,
  routeType: z.string(),
  filler: opt(address),
  tradeType: z.enum(['EXACT_INPUT', 'EXACT_OUTPUT']),
  from: tokenAmount,
  to: tokenAmount,
  minAmountOut: opt(amount),
  author: address,
  recipient: address,
  refundTo: address,
  slippageTolerance: opt(z.number()),
  expectedDurationSeconds: seconds,
  quoteExpiresAt: seconds,
  validBefore: seconds,
})

const noWallet = { family: 'eip155' as const, id: '', name: '' }
const noPage = { tabId: -1, frameId: 0, origin: '' }

const movedByWord = z.object({
  txHash: opt(txHash),
  chainId: opt(z.number()),
  amount: opt(z.string()),
  // The service's word and only shown: a date that cannot be written is left out alone.
  at: z.catch(z.optional(at), undefined),
})
const moved = z.pipe(
  movedByWord,
  z.transform((read: z.output<typeof movedByWord>) => tidy(read)),
)

const found = z.object({
  what: z.enum(['paid', 'short', 'other-token']),
  token: z.string(),
  amount,
  hash: opt(txHash),
  claims: z.array(z.string()),
  at,
  block: opt(amount),
  upTo: opt(amount),
  inAll: opt(amount),
  time: opt(seconds),
  ...storedShownBy,
})

const arrival = z.object({
  kind: z.enum(['payout', 'refund']),
  since: at,
  words: opt(z.number()),
  scanned: opt(amount),
  found: opt(found),
})

const began = z.object({
  block: amount,
  holding: opt(z.object({ balance: amount, nonce: z.number() })),
  since: opt(at),
})

const blocker = z.object({
  code: errorCode,
  since: at,
  expected: opt(z.string()),
  actual: opt(z.string()),
  orderId: opt(orderId),
})

const otherwise = {
  // What only another version holds against a record is no reason not to read the order.
  field: z.catch(z.enum(TOLD_FACTS), 'other'),
  accepted: z.string(),
  told: z.string(),
}

const shape = {
  id: orderId,
  revision: z.number(),
  createdAt: at,
  updatedAt: at,
  accepted,
  serviceUrl: opt(z.string()),
  confirmedAt: opt(at),
  service: z.object({
    orderId: opt(serviceOrderId),
    status: opt(z.string()),
    depositTxHash: opt(txHash),
    fill: opt(moved),
    refund: opt(moved),
    told: opt(z.string()),
    lastReadAt: opt(at),
  }),
  began: opt(began),
  arrival: opt(arrival),
  contradiction: opt(z.object({ ...otherwise, at })),
  blocker: opt(blocker),
  failure: opt(storedFailure),
  alarm: opt(alarm),
  usual: opt(usualTime),
  known: opt(z.array(orderId)),
  notified: listOf(notifyTopic),
  fromBackup: opt(z.literal(true)),
}

const asks = {
  wallet,
  page,
  steps: z.array(step),
  attempts: z.array(attempt),
  switching: opt(
    z.object({
      attemptId,
      stage: z.enum(['switch', 'add']),
      chainId: z.number(),
      since: at,
      settledAt: opt(at),
      missing: opt(z.boolean()),
      added: opt(z.boolean()),
    }),
  ),
  advice: opt(
    z.object({
      at,
      outcome: z.enum(['passes', 'reverts', 'unknown']),
      detail: opt(z.string()),
      untried: opt(z.enum(['cannot', 'silent'])),
      by: opt(z.array(z.string())),
      weak: opt(z.literal(true)),
      byService: opt(z.literal(true)),
      open: opt(z.literal(true)),
      leaves: opt(z.object({ paid: z.string(), fee: z.string() })),
      goes: opt(storedPayees),
      network: opt(amount),
      gas: opt(amount),
    }),
  ),
}

const swap = {
  ...asks,
  current: z.number(),
  digest: z.string(),
  refused: opt(errorCode),
  askedBy: opt(askedBy),
  recipientName: opt(z.string()),
  wishedAt: opt(at),
  follows: opt(orderId),
  firstPaid: opt(
    z.object({ held: opt(amount), contracts: opt(z.array(address)), amount: opt(amount) }),
  ),
  coded: opt(storedCoded),
  otherCode: opt(z.literal(true)),
  halted: opt(storedHalt),
  stopWanted: opt(at),
}

const pay = z.object({
  ...asks,
  account: address,
  wanted: opt(z.literal(true)),
  blocker: opt(blocker),
})

const transfer = z.object({
  depositAddress: address,
  amount,
  memo: opt(z.string()),
  expiresAt: seconds,
  ahead: opt(z.number()),
  qrImageUrl: opt(z.string()),
  paymentUri: opt(z.string()),
  qrPayload: opt(z.string()),
  needsHash: opt(z.literal(true)),
  began: opt(began),
  scanned: opt(amount),
  scannedTime: opt(seconds),
  seen: z.array(found),
  lookedWide: opt(
    z.object({
      at,
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
        decimals,
        amount,
        hash: opt(txHash),
        time: opt(seconds),
        undated: opt(z.literal(true)),
        at,
        nodes: z.array(z.string()),
      }),
    ),
  ),
  named: opt(z.object({ hash: txHash, at })),
  refused: opt(z.array(txHash)),
  closed: opt(
    z.object({
      at,
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
  openedAt: opt(at),
  paidAt: opt(at),
  providerId: opt(z.string()),
  told: opt(z.string()),
  bridgeOrderId: opt(serviceOrderId),
  leg: opt(
    z.object({
      orderId: serviceOrderId,
      serviceUrl: z.string(),
      status: z.string(),
      from: tokenAmount,
      depositTxHash: opt(txHash),
      fillTxHash: opt(txHash),
      refundTxHash: opt(txHash),
      contradiction: opt(z.object(otherwise)),
    }),
  ),
  found: opt(z.literal(true)),
})

const status = z.enum(orderStatuses)
export const storedOrder = z.union([
  // Before there was another kind, none was written.
  z.object({ ...shape, ...swap, kind: z._default(z.literal('swap'), 'swap'), status }),
  z.object({ ...shape, kind: z.literal('transfer'), transfer, pay: opt(pay), status }),
  z.object({ ...shape, kind: z.literal('purchase'), purchase, status }),
])

const blankToken = { chainId: 0, address: '', symbol: '?', decimals: 0, amount: '0' }

const blankTerms: Accepted = {
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
}

// What is said of an end, of a failure or of what is in the way may be otherwise by what cannot be read.
const { accepted: _, arrival: __, blocker: ___, failure: ____, ...told } = shape
/** What is read of an order of which not all can be: each for itself, and only what nothing is done by. */
const outline = { ...told, wallet, page }

type Fields<T> = { [K in keyof T]?: z.ZodMiniType<T[K]> }

/** Those fields of a record that can be read, over what stands in for them; `lacks` is told of the others. */
function readParts<T extends object>(
  fields: Fields<T>,
  value: unknown,
  blank: T,
  lacks: string[],
): T {
  const read = { ...blank }
  for (const key in fields) {
    const field: z.ZodMiniType<T[typeof key]> | undefined = fields[key]
    const held = Object(value)[key]
    const part = field && z.safeParse(field, held)
    if (part?.success) read[key] = part.data
    else if (held !== undefined || key in blank) lacks.push(key)
  }
  return read
}

/**
 * Reads a stored order. Never throws: one of which not all is understood comes back as `unread`, with the
 * status `attention`, and as much of the rest as can be read.
 */
export function readStoredOrder(id: string, stored: unknown): Order {
  // A field that is there and holds nothing is one that is absent.
  const value = tidy(stored)
  const whole = z.safeParse(storedOrder, value)
  if (whole.success) {
    const order: Exactly<WholeOrder, typeof whole.data> = whole.data
    return withOwnBlockers(order)
  }
  const named = namesIn(value)
  const own = new Set(named.flatMap(({ name, isTold }) => (isTold ? [] : name)))
  const hashes = [...new Set(named.map(({ name }) => name))]
  const told = hashes.filter((each) => !own.has(each))
  const lacks: string[] = []
  const terms = readParts(accepted.shape, Object(value).accepted, blankTerms, lacks)
  // Nobody knows of which token that is the least.
  if (lacks.includes('to')) delete terms.minAmountOut
  const kind = z.safeParse(z.enum(orderKinds), Object(value).kind).data
  const unread = { hashes, told, ...(kind && { kind }), lacks, stored }
  return { ...readParts(outline, value, blank, lacks), id, accepted: terms, unread }
}

const namesHash = /^(?!block)\w*hash$/i
/** Under these stands what is another's word, or was found to be another's. */
const othersWords: readonly string[] = ['service', 'leg', 'alarm', 'checks']

type Named = { name: string; isTold: boolean }

/** Hashes of transactions, and claims, by the names that they stand under; `under`: what holds them. */
function namesIn(value: unknown, under = '', isTold = false): Named[] {
  const isClaims = under === 'claims' && Array.isArray(value)
  return Object.entries(Object(value)).flatMap(([key, each]) => {
    if (typeof each === 'string') {
      return isClaims || namesHash.test(key) ? [{ name: each, isTold }] : []
    }
    return namesIn(each, key, isTold || othersWords.includes(key))
  })
}

/** What stands in the way of an address; every other cause stands in the way of an ask. */
const ofAddress: readonly ErrorCode[] = ['order/unlinked', 'order/hash-taken']

/** Of a payment by address, the causes of both stood in one place once. */
function withOwnBlockers(order: WholeOrder): WholeOrder {
  if (order.kind !== 'transfer' || !order.blocker || ofAddress.includes(order.blocker.code)) {
    return order
  }
  const { blocker, pay, ...rest } = order
  return pay ? { ...rest, pay: pay.wanted ? { ...pay, blocker } : pay } : rest
}

const blank: SwapOrder = {
  id: '',
  kind: 'swap',
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
  accepted: blankTerms,
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
