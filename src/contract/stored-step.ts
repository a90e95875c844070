/** A step as it lies in the store, and the small records it shares with its order. */
import * as z from 'zod/mini'
import { type ErrorCode, isErrorCode } from '@/src/domain/error'
import { listOf } from './service/common'

const opt = z.optional

/** A code that only another version knows is still an error: the order it stands in goes on. */
export const storedErrorCode = z.catch(z.custom<ErrorCode>(isErrorCode), 'app/unexpected')
export const storedAmount = z.string().check(z.regex(/^\d{1,78}$/))

export const storedTokenAmount = z.object({
  chainId: z.number(),
  address: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  amount: storedAmount,
  name: opt(z.string()),
  logoUri: opt(z.string()),
  isRisk: opt(z.boolean()),
})

export const storedPage = z.object({
  tabId: z.number(),
  frameId: z.number(),
  documentId: opt(z.string()),
  origin: z.string(),
  title: opt(z.string()),
})

const evidence = z.object({
  askedAt: z.number(),
  nonce: opt(z.number()),
  blockNumber: opt(z.string()),
  blockhash: opt(z.string()),
  lastValidBlockHeight: opt(z.string()),
  page: storedPage,
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
    mined: opt(z.object({ nonce: z.number(), blockNumber: opt(z.string()) })),
  }),
  z.object({
    status: z.literal('declined'),
    attemptId: z.string(),
    at: z.number(),
    evidence: opt(evidence),
  }),
  z.object({
    status: z.literal('failed'),
    code: storedErrorCode,
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
    // What another version looked at is left out: it is shown, nothing is decided by it.
    checks: listOf(check),
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
    token: storedTokenAmount,
    spender: z.string(),
    requested: opt(z.string()),
    exact: z.literal(true),
  }),
  z.object({ kind: z.literal('reset'), token: storedTokenAmount, spender: z.string() }),
  z.object({
    kind: z.literal('deposit'),
    token: storedTokenAmount,
    target: z.string(),
    method: z.string(),
    fee: opt(z.string()),
  }),
  z.object({
    kind: z.literal('solanaDeposit'),
    token: storedTokenAmount,
    feePayer: z.string(),
    programs: z.array(z.string()),
    lastValidBlockHeight: opt(z.number()),
  }),
])

export const storedStep = z.object({
  id: z.string(),
  deposit: z.boolean(),
  action,
  facts,
  state: stepState,
  earlier: opt(z.array(z.object({ attemptId: z.string(), evidence: opt(evidence) }))),
})
