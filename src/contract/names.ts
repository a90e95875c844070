/** Texts of one kind, as they are read: the only place that makes them of plain text. */
import * as z from 'zod/mini'
import type {
  Address,
  AttemptId,
  OrderId,
  QuoteId,
  RouteId,
  ServiceOrderId,
  StepId,
  TxHash,
} from '@/src/domain/names'

const text = z.string()

export const orderId: z.ZodMiniType<OrderId, string> = text
export const serviceOrderId: z.ZodMiniType<ServiceOrderId, string> = text
export const quoteId: z.ZodMiniType<QuoteId, string> = text
export const routeId: z.ZodMiniType<RouteId, string> = text
export const stepId: z.ZodMiniType<StepId, string> = text
export const attemptId: z.ZodMiniType<AttemptId, string> = text
export const txHash: z.ZodMiniType<TxHash, string> = text
export const address: z.ZodMiniType<Address, string> = text
