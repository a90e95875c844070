import * as z from 'zod/mini'
import { backendError, fiatErrorBody } from '@/src/contract/service/error'
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
  InternalServerError,
  InvalidResponseError,
  isServiceError,
  NotSupportedChainError,
  NotSupportedDepositMethodError,
  NotSupportedTokenError,
  QuoteExpiredError,
  QuoteNotFoundError,
  ServiceError,
  type ServiceErrorCode,
  type ServiceErrorOptions,
  UnexpectedFromAddressError,
} from '@/src/domain/service-error'
import { toSaid } from '@/src/domain/service-said'
import { withoutPrototypeKeys } from '@/src/lib/prototype-keys'

type Row = {
  error: new (code: string, message: string, options?: ServiceErrorOptions) => ServiceError
  code: ServiceErrorCode
  appCode: ErrorCode
}

/** The service's error names, the errors they become and what the product calls them. */
const BY_NAME: ReadonlyMap<string, Row> = new Map<string, Row>(
  Object.entries({
    ValidationException: {
      error: ApiValidationError,
      code: 'SVC3001',
      appCode: 'service/validation',
    },
    ZodValidationException: {
      error: ApiValidationError,
      code: 'SVC3001',
      appCode: 'service/validation',
    },
    BadRequestException: {
      error: BadRequestError,
      code: 'SVC3001',
      appCode: 'service/bad-request',
    },
    QuoteNotFoundException: {
      error: QuoteNotFoundError,
      code: 'SVC3004',
      appCode: 'service/quote-not-found',
    },
    QuoteExpiredException: {
      error: QuoteExpiredError,
      code: 'SVC3005',
      appCode: 'service/quote-expired',
    },
    CannotFillException: {
      error: CannotFillError,
      code: 'SVC3004',
      appCode: 'service/cannot-fill',
    },
    NotSupportedTokenException: {
      error: NotSupportedTokenError,
      code: 'SVC3001',
      appCode: 'service/token-not-supported',
    },
    NotSupportedChainException: {
      error: NotSupportedChainError,
      code: 'SVC3001',
      appCode: 'service/chain-not-supported',
    },
    NotSupportedDepositMethodException: {
      error: NotSupportedDepositMethodError,
      code: 'SVC3006',
      appCode: 'service/deposit-method-not-supported',
    },
    UnexpectedFromAddressException: {
      error: UnexpectedFromAddressError,
      code: 'SVC3006',
      appCode: 'service/unexpected-from-address',
    },
    IntentNotFoundException: {
      error: IntentNotFoundError,
      code: 'SVC3001',
      appCode: 'service/intent-not-found',
    },
    DuplicateRecordException: {
      error: DuplicateRecordError,
      code: 'SVC3001',
      appCode: 'service/duplicate-record',
    },
    BroadcastException: {
      error: BroadcastError,
      code: 'SVC3007',
      appCode: 'service/broadcast-failed',
    },
    InternalErrorException: {
      error: InternalServerError,
      code: 'SVC3001',
      appCode: 'service/failed',
    },
  } satisfies Record<string, Row>),
)

const BY_CLASS: ReadonlyMap<unknown, ErrorCode> = new Map(
  [...BY_NAME.values()].map(({ error, appCode }) => [error, appCode]),
)

/** The longest wait a `Retry-After` is believed, in ms: an hour. */
const MAX_RETRY_AFTER = 3_600_000

/** Reads `Retry-After`, seconds or a date, into ms from `now`; null when there is none to read. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  // Engines make dates of numbers that are no seconds ("-5").
  const until = /^[a-z]/i.test(text) ? Date.parse(text) - now : Number.NaN
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : until
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER)
}

/** `status` is null of a line of a stream. */
export type FailedAnswer = { status: number | null; text: string; retryAfterMs: number | null }

/** Reads a body as JSON where it is JSON, else as the text it is: an error body may be either. */
function readBody(text: string): unknown {
  try {
    return withoutPrototypeKeys(JSON.parse(text))
  } catch {
    // Not JSON, "404 Not Found" for instance: the text itself is the body.
    return text
  }
}

function toOptions(body: unknown, { status, retryAfterMs }: FailedAnswer): ServiceErrorOptions {
  return { details: { status, body }, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
}

/** The service's own words in the body of a failed answer, or undefined where it wrote none. */
function saidIn(body: unknown): string | undefined {
  const read = z.safeParse(backendError, body)
  if (!read.success) return undefined
  const { message, error } = read.data
  return message ?? (typeof error === 'string' ? error : error?.message)
}

/**
 * Turns a failed answer of the main API into its typed error: by `name`, and a plain `ServiceError`
 * (SVC3001) for everything else. The message is the service's own wherever the body has one.
 */
export function toServiceError(failed: FailedAnswer): ServiceError {
  const body = readBody(failed.text)
  const options = toOptions(body, failed)
  const main = z.safeParse(backendError, body)
  const row = BY_NAME.get(main.data?.name ?? '')
  const said = saidIn(body)
  if (row) return new row.error(row.code, said ?? '', options)
  return new ServiceError('SVC3001', said ?? `The service answered ${failed.status}`, options)
}

/**
 * An error of an answer that came as if it were none: errors are told by their names, whatever the status.
 * Null where it names none that is known.
 */
export function toNamedError(error: ServiceError): ServiceError | null {
  return error.constructor === ServiceError ? null : error
}

/** As `toServiceError`, for the fiat API: a `FiatError` by `error.code` in its own envelope. */
export function toFiatAnswerError(failed: FailedAnswer): ServiceError {
  const body = readBody(failed.text)
  const fiat = z.safeParse(fiatErrorBody, body)
  if (!fiat.success) return toServiceError(failed)
  const { code, message, retryable } = fiat.data.error
  const options = toOptions(body, failed)
  return new FiatError(code, message, retryable === undefined ? options : { ...options, retryable })
}

/**
 * Turns an error of the shared machinery into one of the fiat API: NETWORK_ERROR, TIMEOUT or
 * INVALID_RESPONSE. An abort and an error the API itself named stay as they are.
 */
export function toFiatError(error: unknown): unknown {
  if (!isServiceError(error) || error instanceof FiatError) return error
  const { details, retryable, retryAfterMs, message } = error
  const code = fiatCodeOf(error)
  if (code === null) return error
  return new FiatError(code, message, {
    details,
    retryable,
    cause: error,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

function fiatCodeOf(error: ServiceError): string | null {
  if (error instanceof ConnectionError) return 'NETWORK_ERROR'
  if (error.code === 'SVC3002') return 'TIMEOUT'
  if (error instanceof InvalidResponseError) return 'INVALID_RESPONSE'
  // The envelope was none of ours: a proxy's page, an empty body.
  return error.constructor === ServiceError ? 'INVALID_RESPONSE' : null
}

const FIAT_CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['QUOTE_EXPIRED', 'service/quote-expired'],
  ['QUOTE_NOT_FOUND', 'service/quote-not-found'],
  ['NO_ROUTE', 'service/no-routes'],
  ['VALIDATION_ERROR', 'service/validation'],
  ['NETWORK_ERROR', 'service/unreachable'],
  ['TIMEOUT', 'service/timeout'],
  ['INVALID_RESPONSE', 'service/bad-answer'],
  ['ORIGIN_NOT_ALLOWED', 'service/origin-not-allowed'],
])

function appCodeOf(error: ServiceError): ErrorCode {
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
  const context: FactsOf<'service/failed'> = {
    code: error.code,
    message: error.message,
    ...toSaid(saidIn(error.details.body)),
  }
  if (error.details.status !== null) context.status = error.details.status
  if (error.retryAfterMs !== undefined) context.retryAfterMs = error.retryAfterMs
  if (error instanceof InvalidResponseError) context.path = error.path
  return new AppError(appCodeOf(error), context, { cause: error })
}
