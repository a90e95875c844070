/**
 * Reads what a page of ours keeps while the browser runs. Fetched when there is something to read, so
 * that the schemas stand in no way of the first paint; what does not fit any more is forgotten.
 */
import * as z from 'zod/mini'
import { orderId } from '@/src/contract/names'
import { askedBy, pageRef, walletRef } from '@/src/contract/refs'
import { token } from '@/src/contract/service/token'
import type { Connections, PendingConnect } from './connection'
import { type Draft, emptyDraft, mostMade } from './draft'

const draft = z.object({
  pay: z.optional(token),
  receive: z.optional(token),
  side: z.enum(['pay', 'receive']),
  // What is pasted may be no amount, and of any length.
  text: z.catch(z.string().check(z.maxLength(120)), ''),
  isMoney: z.optional(z.boolean()),
  slippage: z.optional(z.number().check(z.gte(0), z.lte(1))),
  slippageText: z.catch(z.optional(z.string().check(z.maxLength(20))), undefined),
  recipient: z.string().check(z.maxLength(200)),
  // A filler's picture may be written out in it: without the pick, the form is whole.
  route: z.catch(z.optional(z.string().check(z.maxLength(2_000))), undefined),
  name: z.optional(z.string().check(z.maxLength(255))),
  follows: z.optional(orderId),
  made: z.optional(z.array(orderId).check(z.maxLength(mostMade))),
  began: z.catch(z.optional(z.number()), undefined),
})

/** Reads a stored draft. */
export function readDraft(value: unknown): Draft {
  const read = z.safeParse(draft, value)
  return read.success ? read.data : emptyDraft
}

const connection = z.object({
  wallet: walletRef,
  page: pageRef,
  account: z.string(),
  accounts: z.array(z.string()),
})

const connections = z.object({
  eip155: z.optional(connection),
  solana: z.optional(connection),
})

/** Reads the wallet that was chosen for each family. */
export function readConnections(value: unknown): Connections {
  const read = z.safeParse(connections, value)
  return read.success ? read.data : {}
}

const pending = z.object({ attemptId: z.string(), page: pageRef, wallet: walletRef })

/** Reads the connect prompt that a person was sent to; undefined for none. */
export function readPending(value: unknown): PendingConnect | undefined {
  return z.safeParse(pending, value).data
}

/** What a request took the place of: the form, the screen, and whoever had filled that form. */
type Before = { draft: Draft; hash: string; asker?: Asker | undefined }

/** Who filled the form: the page it came from, and a site's own request where it made one. */
export type Asker = {
  /** Absent for what the person typed elsewhere. */
  origin?: string | undefined
  askedBy?: z.infer<typeof askedBy> | undefined
  /** The form as it was filled in: as long as it is the same, nothing of the person's is in it. */
  filled?: Draft | undefined
  before?: Before | undefined
}

const before: z.ZodMiniType<Before> = z.object({
  draft,
  hash: z.string().check(z.maxLength(80)),
  asker: z.optional(z.lazy(() => asker)),
})
const asker: z.ZodMiniType<Asker> = z.object({
  origin: z.optional(z.string()),
  askedBy: z.optional(askedBy),
  filled: z.optional(draft),
  before: z.optional(before),
})

/** Reads who filled the form that was kept; undefined for nobody. */
export function readAsker(value: unknown): Asker | undefined {
  return z.safeParse(asker, value).data
}

const waiting = z.object({
  id: z.string(),
  origin: z.optional(z.string()),
  askedBy: z.optional(askedBy),
  orderId: z.optional(z.string()),
})
/** What waits for the person's answer; `asked` is what it says, as `readStoredPrefill` reads it. */
export type StoredWaiting = z.infer<typeof waiting> & { asked: unknown }

/** Reads what waits, the oldest first; what cannot be read is passed over. */
export function readWaiting(value: unknown): StoredWaiting[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((asked: unknown) => {
    const read = z.safeParse(waiting, asked)
    return read.success ? { ...read.data, asked } : []
  })
}

const prefill = z.object({
  /** Absent for what the person typed elsewhere: the address bar. */
  origin: z.optional(z.string()),
  fromToken: z.optional(z.unknown()),
  toToken: z.optional(z.unknown()),
  amount: z.optional(z.string().check(z.regex(/^\d{1,78}$/))),
  tradeType: z.optional(z.enum(['EXACT_INPUT', 'EXACT_OUTPUT'])),
  recipient: z.optional(z.string().check(z.maxLength(128))),
  note: z.optional(z.enum(['unsupported', 'unreadable', 'unknown-token'])),
})
export type StoredPrefill = z.infer<typeof prefill>

/** Why a text gave nothing to fill in. */
export type PrefillNote = NonNullable<StoredPrefill['note']>

/** Reads what a site or a text asked for; undefined for what is none. */
export function readStoredPrefill(value: unknown): StoredPrefill | undefined {
  return z.safeParse(prefill, value).data
}
