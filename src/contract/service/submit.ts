import * as z from 'zod/mini'
import type { QuoteId, RouteId, TxHash } from '@/src/domain/names'
import { hash, identifier, open } from './common'

/** Notice of a deposit: the hash of a broadcast one (EVM), or a signed one to broadcast (Solana). */
export type SubmitRequest = { quoteId: QuoteId; routeId: RouteId } & (
  | { txHash: TxHash; signedTransaction?: never }
  | { signedTransaction: string; txHash?: never }
)

/** Its number is what an order is followed by: an answer that names no hash beside it is taken. */
export const submitResult = open({ orderId: identifier, txHash: z.optional(z.nullable(hash)) })
export type SubmitResult = z.infer<typeof submitResult>
