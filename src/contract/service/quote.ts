import * as z from 'zod/mini'
import {
  addressesFit,
  amount,
  chainId,
  identifier,
  lenient,
  open,
  orNothing,
  soundOf,
  sourceFits,
  text,
  unixSeconds,
} from './common'

const tradeType = z.enum(['EXACT_INPUT', 'EXACT_OUTPUT'])
export type TradeType = z.infer<typeof tradeType>

/** What is asked of the fillers. `amount` is in smallest units of the token that is exact. */
export const quoteRequest = z
  .object({
    tradeType,
    fromChainId: chainId,
    fromToken: identifier,
    toChainId: chainId,
    toToken: identifier,
    amount,
    fromAddress: identifier,
    recipient: z.optional(identifier),
    refundTo: z.optional(identifier),
    /** Fraction: 0.005 is 0.5 %. */
    slippageTolerance: z.optional(z.number().check(z.gte(0), z.lte(1))),
    depositMethods: z.optional(z.array(z.string())),
    referrer: z.optional(z.string()),
    referrerFeeBps: z.optional(z.int()),
  })
  .check(
    sourceFits('fromChainId', ['fromToken', 'fromAddress', 'refundTo']),
    addressesFit('toChainId', ['toToken', 'recipient']),
  )
export type QuoteRequest = z.infer<typeof quoteRequest>

/** Seconds. */
const LONGEST_DURATION = 604_800

/** A filler's offer. Its amounts are refused when they are not integers: the person accepts them. */
const quote = open({
  amountIn: amount,
  amountOut: amount,
  minAmountOut: orNothing(amount),
  slippageTolerance: lenient(z.number()),
  /** What takes longer than a week takes a week: else it would never be late. */
  expectedDurationSeconds: z.pipe(
    z.number().check(z.gte(0)),
    z.transform((seconds: number) => Math.min(seconds, LONGEST_DURATION)),
  ),
  /** Unix seconds, the on-chain deadline, where the route names one. */
  validBefore: orNothing(unixSeconds),
  /** Unix seconds until which the price holds; `validBefore` where it is absent. */
  quoteExpiresAt: orNothing(unixSeconds),
  estimatedGas: lenient(z.union([z.string(), z.number()])),
  tags: lenient(z.array(text)),
})

const routeShape = {
  /** Unique only inside its quote. */
  routeId: identifier,
  /** The kind of filler; empty where the route does not say. */
  type: z.catch(text, ''),
  /** A path relative to the service's base address. */
  icon: lenient(text),
  exactOutMethod: lenient(text),
  /** Absent means CONTRACT_CALL. */
  depositMethods: lenient(z.array(text)),
  quote,
}

export const route = open(routeShape)
export type Route = z.infer<typeof route>

/** A whole answer; it may hold no route at all. */
export const quoteAnswer = open({ quoteId: identifier, routes: soundOf(route) })
export type QuoteAnswer = z.infer<typeof quoteAnswer>

/** One line of a streamed answer. */
export const streamedRoute = open({ ...routeShape, quoteId: identifier })
export type StreamedRoute = z.infer<typeof streamedRoute>
