import * as z from 'zod/mini'
import { backendError, fiatErrorBody } from '@/src/contract/service/error'
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
} from '@/src/domain/service/service-error'
import { withoutPrototypeKeys } from '@/src/lib/prototype-keys'
import { saidIn } from './errors'

type Row = readonly [
  error: new (code: string, message: string, options?: ServiceErrorOptions) => ServiceError,
  code: ServiceErrorCode,
]

/** The service's error names, and the errors they become. */
const BY_NAME: ReadonlyMap<string, Row> = new Map<string, Row>(
  Object.entries({
    ValidationException: [ApiValidationError, 'SVC3001'],
    ZodValidationException: [ApiValidationError, 'SVC3001'],
    BadRequestException: [BadRequestError, 'SVC3001'],
    QuoteNotFoundException: [QuoteNotFoundError, 'SVC3004'],
    QuoteExpiredException: [QuoteExpiredError, 'SVC3005'],
    CannotFillException: [CannotFillError, 'SVC3004'],
    NotSupportedTokenException: [NotSupportedTokenError, 'SVC3001'],
    NotSupportedChainException: [NotSupportedChainError, 'SVC3001'],
    NotSupportedDepositMethodException: [NotSupportedDepositMethodError, 'SVC3006'],
    UnexpectedFromAddressException: [UnexpectedFromAddressError, 'SVC3006'],
    IntentNotFoundException: [IntentNotFoundError, 'SVC3001'],
    DuplicateRecordException: [DuplicateRecordError, 'SVC3001'],
    BroadcastException: [BroadcastError, 'SVC3007'],
    InternalErrorException: [InternalServerError, 'SVC3001'],
  } satisfies Record<string, Row>),
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
  if (row) return new row[0](row[1], said ?? '', options)
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
