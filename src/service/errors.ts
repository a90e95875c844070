import * as z from 'zod/mini'
import { backendError } from '@/src/contract/service/error'
import { AppError, type ErrorCode, type FactsOf } from '@/src/domain/error'
import {
  ApiValidationError,
  BadRequestError,
  BroadcastError,
  CannotFillError,
  ConnectionError,
  DuplicateRecordError,
  FiatError,
  IntentNotFoundError,
  InvalidResponseError,
  isServiceError,
  NotSupportedChainError,
  NotSupportedDepositMethodError,
  NotSupportedTokenError,
  QuoteExpiredError,
  QuoteNotFoundError,
  type ServiceError,
  UnexpectedFromAddressError,
} from '@/src/domain/service/service-error'
import { toSaid } from '@/src/domain/service/service-said'

type ServiceCode = Extract<ErrorCode, `service/${string}` | 'order/failed-at-service'>

/** What the product calls the service's errors; `service/failed` where it has no name of its own. */
const BY_CLASS: ReadonlyMap<unknown, ServiceCode> = new Map<unknown, ServiceCode>([
  [ApiValidationError, 'service/validation'],
  [BadRequestError, 'service/bad-request'],
  [QuoteNotFoundError, 'service/quote-not-found'],
  [QuoteExpiredError, 'service/quote-expired'],
  [CannotFillError, 'service/cannot-fill'],
  [NotSupportedTokenError, 'service/token-not-supported'],
  [NotSupportedChainError, 'service/chain-not-supported'],
  [NotSupportedDepositMethodError, 'service/deposit-method-not-supported'],
  [UnexpectedFromAddressError, 'service/unexpected-from-address'],
  [IntentNotFoundError, 'service/intent-not-found'],
  [DuplicateRecordError, 'service/duplicate-record'],
  [BroadcastError, 'service/broadcast-failed'],
])

/** The service's own words in the body of a failed answer, or undefined where it wrote none. */
export function saidIn(body: unknown): string | undefined {
  const read = z.safeParse(backendError, body)
  if (!read.success) return undefined
  const { message, error } = read.data
  return message ?? (typeof error === 'string' ? error : error?.message)
}

const FIAT_CODES: ReadonlyMap<string, ServiceCode> = new Map<string, ServiceCode>([
  ['QUOTE_EXPIRED', 'service/quote-expired'],
  ['QUOTE_NOT_FOUND', 'service/quote-not-found'],
  ['NO_ROUTE', 'service/no-routes'],
  ['VALIDATION_ERROR', 'service/validation'],
  ['NETWORK_ERROR', 'service/unreachable'],
  ['TIMEOUT', 'service/timeout'],
  ['INVALID_RESPONSE', 'service/bad-answer'],
  ['ORIGIN_NOT_ALLOWED', 'service/origin-not-allowed'],
])

function appCodeOf(error: ServiceError): ServiceCode {
  if (error.details.status === 429) return 'service/rate-limited'
  if (error instanceof FiatError) return FIAT_CODES.get(error.code) ?? 'service/failed'
  if (error instanceof ConnectionError) return 'service/unreachable'
  if (error.code === 'SVC3002') return 'service/timeout'
  if (error.code === 'SVC3003') return 'service/bad-answer'
  if (error.code === 'SVC3009') return 'service/aborted'
  if (error.code === 'SVC3008') return 'order/failed-at-service'
  return BY_CLASS.get(error.constructor) ?? 'service/failed'
}

/**
 * Turns an error of the client into the product's own, with the service's message, code and status
 * as context. Any other error is returned as it is.
 */
export function toAppError(error: unknown): unknown {
  if (!isServiceError(error)) return error
  const context: FactsOf<ServiceCode> = {
    code: error.code,
    message: error.message,
    ...toSaid(saidIn(error.details.body)),
  }
  if (error.details.status !== null) context.status = error.details.status
  if (error.retryAfterMs !== undefined) context.retryAfterMs = error.retryAfterMs
  if (error instanceof InvalidResponseError) context.path = error.path
  return new AppError(appCodeOf(error), context, { cause: error })
}
