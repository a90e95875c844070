/** A step as it lies in the store, and the small records it shares with its order. */
import * as z from 'zod/mini'
import type { ErrorCode } from '@/src/domain/error'
import { isErrorCode } from '@/src/domain/error-codes'
import { FACTS, FOREIGN_FAMILIES, POWERS } from '@/src/domain/order/order'
import type { Reason } from '@/src/domain/order/reason'
import { address, attemptId, stepId, txHash } from './names'
import { evmTransaction, pageRef } from './refs'
import { listOf } from './service/common'

const opt = z.exactOptional

/** A code that only another version knows is still an error: the order it stands in goes on. */
export const storedErrorCode = z.catch(z.custom<ErrorCode>(isErrorCode), 'app/unexpected')
export const storedAmount = z.string().check(z.regex(/^\d{1,78}$/))

/** What a screen can write out: with more places the digits of one amount would fill the memory. */
export const storedDecimals = z.int().check(z.gte(0), z.lte(36))
/**
 * A moment that can be written as a date, unix ms.
 * https://tc39.es/ecma262/#sec-time-values-and-time-range
 */
export const storedTime = z.number().check(z.gte(0), z.lte(8.64e15))
/** The same in seconds, or how long something takes; "no end" is written as any number. */
export const storedSeconds = z.pipe(
  z.number().check(z.gte(0)),
  z.transform((seconds): number => Math.min(seconds, 8.64e12)),
)
/** What code an account has. */
export const storedCoded = z.enum(['delegated', 'contract'])
const at = storedTime

export const storedTokenAmount = z.object({
  chainId: z.number(),
  address,
  symbol: z.string(),
  decimals: storedDecimals,
  amount: storedAmount,
  family: opt(z.enum(FOREIGN_FAMILIES)),
  name: opt(z.string()),
  logoUri: opt(z.string()),
  isRisk: opt(z.boolean()),
})

const evidence = z.object({
  askedAt: storedTime,
  nonce: opt(z.number()),
  pending: opt(z.number()),
  blockNumber: opt(z.string()),
  head: opt(z.string()),
  allowance: opt(storedAmount),
  coded: opt(storedCoded),
  blockhash: opt(z.string()),
  lastValidBlockHeight: opt(z.string()),
  script: opt(z.string()),
  page: pageRef,
})

const check = z.discriminatedUnion('what', [
  z.object({
    at,
    what: z.literal('ledger'),
    state: z.enum(['open', 'settled', 'never-seen', 'says-never', 'unreachable']),
  }),
  z.object({ at, what: z.literal('answer'), code: storedErrorCode, said: opt(z.string()) }),
  z.object({
    at,
    what: z.literal('hash'),
    hash: txHash,
    state: z.enum(['nowhere', 'other', 'failed', 'like']),
  }),
  z.object({
    at,
    what: z.literal('service'),
    state: z.enum(['new', 'nothing', 'other', 'unreachable']),
  }),
  z.object({ at, what: z.literal('nonce'), mined: z.number(), waiting: z.number() }),
  z.object({ at, what: z.literal('signature'), state: z.enum(['valid', 'expired']) }),
  z.object({ at, what: z.literal('many') }),
  z.object({ at, what: z.literal('allowance'), state: z.enum(['untouched', 'used']) }),
  z.object({ at, what: z.literal('match'), hash: txHash }),
  z.object({ at, what: z.literal('prompt'), state: z.literal('gone') }),
])

const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transaction'), hash: txHash }),
  z.object({ kind: z.literal('said'), by: z.enum(['wallet', 'service']), words: z.string() }),
  z.object({ kind: z.literal('found'), finding: z.string() }),
])

/** What a record with a code keeps of its reason; one that only another version knows is left out. */
const told = {
  code: storedErrorCode,
  reason: z.catch(z.optional(reason), undefined),
}

function withReason<T extends { reason?: Reason | undefined }>({ reason, ...rest }: T) {
  return { ...rest, ...(reason && { reason }) }
}

const failed = z.object({
  status: z.literal('failed'),
  ...told,
  retryable: z.boolean(),
  at,
  attemptId: opt(attemptId),
})
const failure = z.object({ ...told, at })

/** How an order failed. */
export const storedFailure = z.pipe(failure, z.transform(withReason<z.output<typeof failure>>))

const refused = z.object({ at, why: z.literal('refused'), ...told })

/** Why nothing follows what an order has paid. */
export const storedHalt = z.discriminatedUnion('why', [
  z.object({ at, why: z.literal('person') }),
  z.pipe(refused, z.transform(withReason<z.output<typeof refused>>)),
])

const stepState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('ready') }),
  z.object({ status: z.literal('asking'), attemptId }),
  z.object({
    status: z.enum(['sent', 'verified']),
    attemptId,
    hash: txHash,
    sentAt: storedTime,
    nonce: opt(z.number()),
  }),
  z.object({
    status: z.literal('confirmed'),
    attemptId,
    hash: txHash,
    at,
    mined: opt(z.object({ nonce: opt(z.number()), blockNumber: opt(z.string()) })),
    left: opt(storedAmount),
    byEvents: opt(z.literal(true)),
    gas: opt(z.array(storedTokenAmount)),
    got: opt(storedAmount),
  }),
  z.object({ status: z.literal('declined'), attemptId, at }),
  z.pipe(failed, z.transform(withReason<z.output<typeof failed>>)),
  z.object({
    status: z.literal('unsure'),
    attemptId,
    since: storedTime,
    // What another version looked at is left out: it is shown, nothing is decided by it.
    checks: listOf(check),
    needsPerson: z.boolean(),
  }),
])

const action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transaction'),
    chainId: z.number(),
    tx: evmTransaction,
    waitForReceipt: z.boolean(),
  }),
  z.object({ kind: z.literal('solanaSign'), chainId: z.number(), transaction: z.string() }),
])

const knownContract = { service: z.string(), contract: address }

export const storedPayees = z.array(
  z.object({
    account: address,
    owner: opt(address),
    program: opt(address),
    amount: storedAmount,
  }),
)

const facts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approve'),
    token: storedTokenAmount,
    spender: address,
    requested: opt(z.string()),
    exact: z.literal(true),
  }),
  z.object({ kind: z.literal('reset'), token: storedTokenAmount, spender: address }),
  z.object({
    kind: z.enum(['wrap', 'unwrap']),
    token: storedTokenAmount,
    gets: storedTokenAmount,
    target: address,
  }),
  z.object({
    kind: z.literal('swap'),
    token: storedTokenAmount,
    gets: storedTokenAmount,
    target: address,
    method: z.string(),
    unread: opt(z.object(knownContract)),
  }),
  z.object({
    kind: z.literal('deposit'),
    takenBy: opt(address),
    token: storedTokenAmount,
    target: address,
    method: z.string(),
    fee: opt(z.string()),
    known: opt(
      z.object({
        ...knownContract,
        least: z.string(),
        proxy: opt(z.string()),
        or: opt(z.object({ address, symbol: z.string() })),
        back: opt(z.object({ address, symbol: z.string() })),
      }),
    ),
    unread: opt(z.object(knownContract)),
  }),
  z.object({
    kind: z.literal('transfer'),
    token: storedTokenAmount,
    to: address,
    account: opt(address),
    memo: opt(z.string()),
  }),
  z.object({
    kind: z.literal('solanaDeposit'),
    token: storedTokenAmount,
    feePayer: z.string(),
    programs: z.array(z.string()),
    unknown: opt(z.array(z.string())),
    pays: opt(storedPayees),
    lastValidBlockHeight: opt(z.number()),
  }),
])

export const storedStep = z.object({
  id: stepId,
  deposit: z.boolean(),
  action,
  facts,
  state: stepState,
})

const source = z.enum(['page', 'wallet', 'ledger', 'chain', 'service', 'person'])

/** Who showed something. */
export const storedShownBy = { nodes: z.array(z.string()), ownNode: opt(z.literal(true)) }

export const storedAttempt = z.object({
  attemptId,
  stepId,
  deposit: z.boolean(),
  moves: opt(z.literal(true)),
  action,
  evidence,
  // When nobody kept the time yet it was only true.
  gone: opt(z.union([at, z.literal(true)])),
  landsUntil: opt(z.string()),
  over: opt(z.literal(true)),
  seen: z.array(
    z.object({
      at,
      by: source,
      hash: opt(txHash),
      signedBytes: opt(z.string()),
      differs: opt(z.literal(true)),
      nonce: opt(z.number()),
      approved: opt(storedAmount),
    }),
  ),
  end: opt(
    z.object({
      what: z.enum([
        'refused',
        'not-asked',
        'absent',
        'rejected',
        'given-up',
        'mined',
        'reverted',
        'replaced',
      ]),
      at,
      block: opt(z.string()),
      denied: opt(z.literal(true)),
      typed: opt(z.literal(true)),
      shownBy: opt(z.object(storedShownBy)),
    }),
  ),
})

const alarm = { at, code: storedErrorCode, attemptId }

/** What it says: as data, or of one that is older in English. */
const said = {
  detail: opt(z.string()),
  fact: opt(z.object({ kind: z.enum(FACTS), values: z.array(z.string()) })),
}

export const storedAlarm = z.discriminatedUnion('kind', [
  z.object({
    ...alarm,
    kind: z.literal('altered'),
    found: z.object({
      hash: txHash,
      from: address,
      to: z.nullable(address),
      value: storedAmount,
      data: z.string(),
      nonce: z.number(),
      chainId: z.number(),
    }),
  }),
  z.object({ ...alarm, kind: z.literal('signed'), ...said, found: z.string() }),
  z.object({ ...alarm, kind: z.literal('second'), hash: txHash, like: opt(z.literal(true)) }),
  z.object({
    ...alarm,
    kind: z.literal('took'),
    hash: txHash,
    ...said,
    power: opt(z.enum(POWERS)),
  }),
])
