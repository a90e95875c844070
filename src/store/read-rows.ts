/** Rows beside the orders, as they are read: another version may have written them, or they were damaged. */
import * as z from 'zod/mini'
import type { Covered } from '@/src/contract/exactly'
import { attemptId, orderId, stepId, txHash } from '@/src/contract/names'
import { pageRef, walletRef } from '@/src/contract/refs'
import { storedErrorCode } from '@/src/contract/stored-step'
import type { AttemptRow, EffectRow, LookRow } from './open'

const opt = z.exactOptional
const at = z.number()

const task = z.union([
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
    topic: z.enum([
      'filled',
      'refunded',
      'failed',
      'unproved',
      'late',
      'needs-you',
      'held',
      'alarm',
    ]),
  }),
  z.object({
    kind: z.literal('tellSite'),
    news: z.enum(['started', 'submitted', 'filled', 'refunded', 'failed', 'dismissed']),
  }),
])

const effectRow = z.object({
  key: z.string(),
  orderId,
  repeat: z.enum(['safe', 'once']),
  dueAt: at,
  tries: z.number(),
  task,
  waitingUntil: opt(at),
  setAt: opt(at),
  claim: opt(z.object({ boot: z.string(), token: z.string(), at })),
  claimedBy: opt(z.string()),
  failed: opt(z.object({ code: storedErrorCode, since: at })),
})

const look = z.object({ block: z.bigint(), nonce: z.number() })
const move = z.object({
  nonce: z.number(),
  from: z.bigint(),
  to: z.bigint(),
  end: z.bigint(),
  at: opt(z.bigint()),
})

const attemptRow = z.object({
  attemptId,
  kind: z.enum(['connect', 'switchChain', 'addChain', 'step']),
  orderId: opt(orderId),
  stepId: opt(stepId),
  page: pageRef,
  wallet: walletRef,
  createdAt: at,
  settledAt: opt(at),
  accounts: opt(z.array(z.string())),
  chainId: opt(z.string()),
  code: opt(z.string()),
})

const lookRow = z.object({
  attemptId,
  orderId,
  looks: opt(z.object({ last: look, moves: z.array(move) })),
  through: opt(z.number()),
  sought: opt(z.record(z.string(), z.bigint())),
})

/** A row of the outbox, or undefined where it is none that this version runs. */
export function readEffect(row: unknown): EffectRow | undefined {
  const { data } = z.safeParse(effectRow, row)
  const read: Covered<EffectRow, z.output<typeof effectRow>> | undefined = data
  return read
}

/** What was asked of a wallet, or undefined where that cannot be read. */
export function readAttempt(row: unknown): AttemptRow | undefined {
  const { data } = z.safeParse(attemptRow, row)
  const read: Covered<AttemptRow, z.output<typeof attemptRow>> | undefined = data
  return read
}

/** What was looked through for an ask, or undefined where that cannot be read. */
export function readLooks(row: unknown): LookRow | undefined {
  const { data } = z.safeParse(lookRow, row)
  const read: Covered<LookRow, z.output<typeof lookRow>> | undefined = data
  return read
}

const eventRow = z.looseObject({
  orderId,
  revision: z.number(),
  event: z.looseObject({ type: z.string(), at }),
})

/** Whether a row of the record of an order tells what happened, and when: no more of it is ever read. */
export function isEventRow(row: unknown): boolean {
  return z.safeParse(eventRow, row).success
}
