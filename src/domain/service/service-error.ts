/** The codes the service client raises. Fiat errors carry the fiat API's own code instead. */
export type ServiceErrorCode =
  | 'SVC3001'
  | 'SVC3002'
  | 'SVC3003'
  | 'SVC3004'
  | 'SVC3005'
  | 'SVC3006'
  | 'SVC3007'
  | 'SVC3008'
  | 'SVC3009'

/** What the service answered: `status` is null when no answer arrived, `body` parsed JSON or text. */
export type ServiceErrorDetails = { status: number | null; body: unknown }

export type ServiceErrorOptions = {
  details?: ServiceErrorDetails
  /** Whether the same request may succeed later; judged from the status when absent. */
  retryable?: boolean
  /** How long the service asked to wait, from `Retry-After`, in ms. */
  retryAfterMs?: number
  cause?: unknown
}

function isPassing(status: number | null): boolean {
  return status !== null && (status >= 500 || status === 408 || status === 425 || status === 429)
}

/** The base of every error the service client raises; `message` is the service's own, verbatim. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError'
  readonly code: string
  readonly details: ServiceErrorDetails
  readonly retryable: boolean
  readonly retryAfterMs?: number

  constructor(code: string, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details ?? { status: null, body: null }
    this.retryable = options.retryable ?? isPassing(this.details.status)
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }
}

export class ApiValidationError extends ServiceError {
  override readonly name = 'ApiValidationError'
}
export class BadRequestError extends ServiceError {
  override readonly name = 'BadRequestError'
}
export class QuoteNotFoundError extends ServiceError {
  override readonly name = 'QuoteNotFoundError'
}
export class QuoteExpiredError extends ServiceError {
  override readonly name = 'QuoteExpiredError'
}
export class CannotFillError extends ServiceError {
  override readonly name = 'CannotFillError'
}
export class NotSupportedTokenError extends ServiceError {
  override readonly name = 'NotSupportedTokenError'
}
export class NotSupportedChainError extends ServiceError {
  override readonly name = 'NotSupportedChainError'
}
export class NotSupportedDepositMethodError extends ServiceError {
  override readonly name = 'NotSupportedDepositMethodError'
}
export class UnexpectedFromAddressError extends ServiceError {
  override readonly name = 'UnexpectedFromAddressError'
}
export class IntentNotFoundError extends ServiceError {
  override readonly name = 'IntentNotFoundError'
}
export class DuplicateRecordError extends ServiceError {
  override readonly name = 'DuplicateRecordError'
}
export class BroadcastError extends ServiceError {
  override readonly name = 'BroadcastError'
}
export class InternalServerError extends ServiceError {
  override readonly name = 'InternalServerError'
}

/** The request exceeded its time limit, or a stream fell silent for that long. */
export class ApiTimeoutError extends ServiceError {
  override readonly name = 'ApiTimeoutError'

  constructor(message: string) {
    super('SVC3002', message, { retryable: true })
  }
}

/** The caller's signal ended the request. */
export class ApiAbortedError extends ServiceError {
  override readonly name = 'ApiAbortedError'

  constructor(message = 'The request was aborted', cause?: unknown) {
    super('SVC3009', message, { retryable: false, cause })
  }
}

/** No answer arrived: name not resolved, connection refused, reset or cut. */
export class ConnectionError extends ServiceError {
  override readonly name = 'ConnectionError'

  constructor(message: string, cause?: unknown) {
    super('SVC3001', message, { retryable: true, cause })
  }
}

/** The answer is not what was asked; `path` names the field, `routes.0.quote.amountOut` for instance. */
export class InvalidResponseError extends ServiceError {
  override readonly name = 'InvalidResponseError'
  readonly path: string

  constructor(message: string, path: string, details?: ServiceErrorDetails, cause?: unknown) {
    super('SVC3003', message, { retryable: true, cause, ...(details ? { details } : {}) })
    this.path = path
  }
}

/** An order ended without delivering, raised only where the caller asked for it. */
export class OrderFailedError extends ServiceError {
  override readonly name = 'OrderFailedError'

  constructor(message: string, order: unknown) {
    super('SVC3008', message, { retryable: false, details: { status: null, body: order } })
  }
}

/** An error of the fiat API: `code` is the wire's, or NETWORK_ERROR, TIMEOUT, INVALID_RESPONSE. */
export class FiatError extends ServiceError {
  override readonly name = 'FiatError'
}

/** Tells whether a value is an error of the service client. */
export function isServiceError(value: unknown): value is ServiceError {
  return value instanceof ServiceError
}
