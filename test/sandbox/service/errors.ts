import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ChainRefusal } from '../chains/port'

/** The error names of the interface document and one outside of it, with the HTTP status it is seen with. */
const statusByName = {
  ValidationException: 400,
  BadRequestException: 400,
  QuoteNotFoundException: 404,
  QuoteExpiredException: 410,
  CannotFillException: 400,
  NotSupportedTokenException: 404,
  NotSupportedChainException: 404,
  NotSupportedDepositMethodException: 400,
  UnexpectedFromAddressException: 400,
  IntentNotFoundException: 404,
  NotFoundException: 404,
  DuplicateRecordException: 409,
  BroadcastException: 400,
  InternalErrorException: 500,
} as const satisfies Record<string, ContentfulStatusCode>

export type ServiceErrorName = keyof typeof statusByName

/** Thrown anywhere in a handler; becomes the documented body `{ name, message, details? }`. */
export class ServiceFailure extends Error {
  readonly errorName: ServiceErrorName
  readonly details: unknown

  constructor(errorName: ServiceErrorName, message: string, details?: unknown) {
    super(message)
    this.errorName = errorName
    this.details = details
  }
}

export type FieldIssue = { field: string; message: string; code: string }

/** A 400 that names one field. */
export function invalidField(field: string, message: string, code = 'custom'): ServiceFailure {
  const issues: FieldIssue[] = [{ field, message, code }]
  return new ServiceFailure('ValidationException', 'Validation failed', issues)
}

/** Answers any error thrown in a handler with the documented envelope. */
export function answerError(error: unknown, context: Context): Response {
  const { errorName: name, message, details } = toFailure(error)
  const body = { name, message, ...(details === undefined ? {} : { details }) }
  return context.json(body, statusByName[name])
}

function toFailure(error: unknown): ServiceFailure {
  if (error instanceof ServiceFailure) return error
  if (error instanceof ChainRefusal) {
    return new ServiceFailure('BadRequestException', error.message)
  }
  return new ServiceFailure('InternalErrorException', 'Internal error', String(error))
}
