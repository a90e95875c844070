/** What more than one wire or record speaks of: documents, wallets, transactions, sites. */
import * as z from 'zod/mini'
import { address } from './names'

export const family = z.enum(['eip155', 'solana'])

export const pageRef = z.object({
  tabId: z.number(),
  frameId: z.number(),
  documentId: z.exactOptional(z.string()),
  origin: z.string(),
  title: z.exactOptional(z.string()),
})

export const walletRef = z.object({
  family,
  id: z.string(),
  name: z.string(),
  icon: z.exactOptional(z.string()),
})

/** An EVM transaction as it is asked for. */
export const evmTransaction = z.object({
  from: address,
  to: address,
  data: z.string(),
  value: z.string(),
  gas: z.exactOptional(z.string()),
  maxFeePerGas: z.exactOptional(z.string()),
  maxPriorityFeePerGas: z.exactOptional(z.string()),
})

/** The site whose request is on the form, and the document that is told what becomes of it. */
export const askedBy = z.object({
  origin: z.string(),
  requestId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  page: pageRef,
})

/** What is usual for an order here, seconds; see `UsualTime`. */
export const usualTime = z.object({ typical: z.number(), most: z.number() })

/** What the person is told of, as an order and the outbox keep it; see `NotifyTopic`. */
export const notifyTopic = z.enum([
  'filled',
  'refunded',
  'failed',
  'unproved',
  'late',
  'needs-you',
  'unlinked',
  'closed',
  'unanswered',
  'held',
  'alarm',
])
