import { toFiatAnswerError, toServiceError } from '@/src/service/answer-errors'

/** What the client makes of a failed answer of the main API; a body that is no text is sent as JSON. */
export const answered = (status: number, body: unknown, retryAfterMs: number | null = null) =>
  toServiceError({
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    retryAfterMs,
  })

/** The same of the fiat API. */
export const answeredByFiat = (status: number, body: unknown) =>
  toFiatAnswerError({ status, text: JSON.stringify(body), retryAfterMs: null })
