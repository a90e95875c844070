import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { answerError, ServiceFailure } from '../service/errors'

/** The codes of the fiat API with their HTTP status; the interface document names two of them. */
const statusByCode = {
  VALIDATION_ERROR: 400,
  ORIGIN_NOT_ALLOWED: 403,
  NO_ROUTE: 404,
  QUOTE_NOT_FOUND: 404,
  PROVIDER_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  QUOTE_ALREADY_USED: 409,
  QUOTE_EXPIRED: 410,
  INTERNAL_ERROR: 500,
} as const satisfies Record<string, ContentfulStatusCode>

type FiatCode = keyof typeof statusByCode

/** Thrown anywhere in a fiat handler; becomes `{ error: { code, message, retryable, details? } }`. */
export class FiatFailure extends Error {
  readonly code: FiatCode
  readonly details: unknown

  constructor(code: FiatCode, message: string, details?: unknown) {
    super(message)
    this.code = code
    this.details = details
  }
}

/**
 * Answers an error. A body of the wrong shape is refused in the main API's envelope, as a shared
 * front does before the fiat code is reached; everything else has the fiat envelope.
 */
export function answerFiatError(error: unknown, context: Context): Response {
  if (error instanceof ServiceFailure) return answerError(error, context)
  const { code, message, details } =
    error instanceof FiatFailure
      ? error
      : new FiatFailure('INTERNAL_ERROR', 'Internal error', String(error))
  const retryable = code === 'INTERNAL_ERROR'
  const body = { code, message, retryable, ...(details === undefined ? {} : { details }) }
  return context.json({ error: body }, statusByCode[code])
}
