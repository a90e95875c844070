/**
 * Rows beside the orders, as they lie in the store. Each is declared here alone: what is stored, and the schema
 * that it is read by.
 */
import * as z from 'zod/mini'
import type { Effect, EffectTask } from '@/src/domain/order/effect'
import type { NonceLooks } from '@/src/domain/order/nonce-looks'
import type { Covered, Exactly } from './exactly'
import { attemptId, orderId, stepId, txHash } from './names'
import { notifyTopic, pageRef, walletRef } from './refs'
import { storedErrorCode } from './stored-step'

const opt = z.exactOptional
const at = z.number()

const readTask = z.union([
  z.object({ kind: z.literal('armStep'), stepId, switching: opt(z.string()) }),
  z.object({
    kind: z.literal('askWallet'),
    attemptId,
    ask: z.enum(['step', 'switchChain', 'addChain']),
  }),
  z.object({ kind: z.enum(['reconcile', 'verifyTransaction', 'awaitReceipt']), attemptId }),
  z.object({ kind: z.literal('watchStray'), attemptId, hash: txHash }),
  z.object({ kind: z.enum(['submitDeposit', 'pollOrder', 'watchDeposit', 'proveArrival']) }),
  z.object({
    kind: z.literal('notify'),
    topic: notifyTopic,
  }),
  z.object({
    kind: z.literal('tellSite'),
    news: z.enum(['started', 'submitted', 'filled', 'refunded', 'failed', 'dismissed']),
  }),
])
const task: z.ZodMiniType<Covered<EffectTask, z.output<typeof readTask>>> = readTask

const effect = {
  key: z.string(),
  orderId,
  repeat: z.enum(['safe', 'once']),
  dueAt: at,
  tries: z.number(),
  task,
} satisfies { [K in keyof Effect]: z.ZodMiniType<Effect[K]> }

/** An effect waits (`waitingUntil`) or is held by one start of the worker (`claim`), never both. */
export const effectRow = z.object({
  ...effect,
  waitingUntil: opt(at),
  /** Unix ms at which its time was set; later than now means that the clock was moved back. */
  setAt: opt(at),
  claim: opt(z.object({ boot: z.string(), token: z.string(), at })),
  /** The start of the worker that claims it, indexed; absent while unclaimed. */
  claimedBy: opt(z.string()),
  /** With what it failed last, and since when it does each time, unix ms. */
  failed: opt(z.object({ code: storedErrorCode, since: at })),
})
export type EffectRow = z.output<typeof effectRow>

export const attemptRow = z.object({
  attemptId,
  kind: z.enum(['connect', 'switchChain', 'addChain', 'step']),
  orderId: opt(orderId),
  stepId: opt(stepId),
  page: pageRef,
  wallet: walletRef,
  createdAt: at,
  /** Set once; a second outcome changes nothing. */
  settledAt: opt(at),
  /** For a connect: what came of it. */
  accounts: opt(z.array(z.string())),
  chainId: opt(z.string()),
  code: opt(z.string()),
})
export type AttemptRow = z.output<typeof attemptRow>

const look = z.object({ block: z.bigint(), nonce: z.number() })
const move = z.object({
  nonce: z.number(),
  from: z.bigint(),
  to: z.bigint(),
  end: z.bigint(),
  at: opt(z.bigint()),
})
const readLooks = z.object({ last: look, moves: z.array(move) })
const looks: z.ZodMiniType<Exactly<NonceLooks, z.output<typeof readLooks>>> = readLooks

/** What was looked through for an ask of an order: lost, it is looked through again. */
export const lookRow = z.object({
  attemptId,
  orderId,
  /** On an EVM chain: what looks at its account showed since the ask. */
  looks: opt(looks),
  /** How many transactions the account had sent as of the last look that was made to its end. */
  through: opt(z.number()),
  /** By hash that was named for it: up to this block its carrier was looked for. */
  sought: opt(z.record(z.string(), z.bigint())),
})
export type LookRow = z.output<typeof lookRow>
