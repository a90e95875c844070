import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import { errorCodes } from '@/src/domain/error-codes'
import {
  ApiAbortedError,
  ApiTimeoutError,
  ConnectionError,
  FiatError,
  InvalidResponseError,
  isServiceError,
  ServiceError,
} from '@/src/domain/service/service-error'
import { answered, answeredByFiat } from '@/test/support/failed-answer'
import { readRetryAfter, toFiatError, toServiceError } from './answer-errors'
import { toAppError } from './errors'

/** The error table of the interface document, with the codes seen in use. */
const TABLE = [
  ['ValidationException', 'ApiValidationError', 'SVC3001', 400],
  ['ZodValidationException', 'ApiValidationError', 'SVC3001', 400],
  ['BadRequestException', 'BadRequestError', 'SVC3001', 400],
  ['QuoteNotFoundException', 'QuoteNotFoundError', 'SVC3004', 404],
  ['QuoteExpiredException', 'QuoteExpiredError', 'SVC3005', 410],
  ['CannotFillException', 'CannotFillError', 'SVC3004', 400],
  ['NotSupportedTokenException', 'NotSupportedTokenError', 'SVC3001', 404],
  ['NotSupportedChainException', 'NotSupportedChainError', 'SVC3001', 404],
  ['NotSupportedDepositMethodException', 'NotSupportedDepositMethodError', 'SVC3006', 400],
  ['UnexpectedFromAddressException', 'UnexpectedFromAddressError', 'SVC3006', 400],
  ['IntentNotFoundException', 'IntentNotFoundError', 'SVC3001', 404],
  ['DuplicateRecordException', 'DuplicateRecordError', 'SVC3001', 409],
  ['BroadcastException', 'BroadcastError', 'SVC3007', 400],
  ['InternalErrorException', 'InternalServerError', 'SVC3001', 500],
  ['SomethingNewException', 'ServiceError', 'SVC3001', 418],
] as const

describe('the error table', () => {
  it.each(TABLE)('given %s, then it is %s with %s', (name, error, code, status) => {
    const body = {
      name,
      message: ' As it is. ',
      details: [{ field: 'a', message: 'b', code: 'c' }],
    }
    for (const anyStatus of [status, 400, 502]) {
      const mapped = answered(anyStatus, body)
      expect(mapped).toBeInstanceOf(ServiceError)
      expect(mapped.name).toBe(error)
      expect(mapped.code).toBe(code)
      expect(mapped.message).toBe(' As it is. ')
      expect(mapped.details).toEqual({ status: anyStatus, body })
    }
  })

  it('given every row of the table, then the product has a code for it', () => {
    for (const [name] of TABLE) {
      const mapped = toAppError(answered(400, { name, message: 'm' }))
      expect(mapped instanceof AppError && errorCodes.includes(mapped.code)).toBe(true)
    }
  })

  it('given a body that is not JSON, then it is SVC3001 with the text kept', () => {
    const mapped = answered(404, '404 Not Found')
    expect(mapped).toMatchObject({ name: 'ServiceError', code: 'SVC3001', retryable: false })
    expect(mapped.details).toEqual({ status: 404, body: '404 Not Found' })
  })

  it.each([
    '',
    '[]',
    'null',
    '{}',
    '{"name":7}',
    '{"name":"__proto__","message":"x"}',
    '{"name":"constructor","message":"x"}',
    '{"error":"x"}',
  ])('given the body %s, then it is SVC3001', (text) => {
    expect(answered(500, text)).toMatchObject({ name: 'ServiceError', code: 'SVC3001' })
  })

  it.each([
    [{ statusCode: 429, message: 'Slow down' }, 'Slow down'],
    [{ message: ['amount is short', 'from is no address'] }, 'amount is short; from is no address'],
    [{ error: 'Bad Gateway' }, 'Bad Gateway'],
    [{ name: 7, message: 'Kept' }, 'Kept'],
    [{ name: 'CannotFillException', details: [1] }, ''],
  ])('given the body %j, then its message is %j', (body, message) => {
    expect(answered(400, body).message).toBe(message)
  })

  it('given any body at all, then it becomes an error of ours', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.integer(), (text, status) => {
        expect(isServiceError(toServiceError({ status, text, retryAfterMs: null }))).toBe(true)
      }),
    )
  })

  it.each([
    [429, true],
    [408, true],
    [500, true],
    [503, true],
    [400, false],
    [404, false],
  ])('given status %i, then trying again may help: %s', (status, retryable) => {
    expect(answered(status, 'x').retryable).toBe(retryable)
  })

  it('given 429 with a wait, then the error carries it', () => {
    expect(answered(429, 'slow down', 7000).retryAfterMs).toBe(7000)
  })
})

describe('the fiat envelope', () => {
  it('given error.code, then it is a FiatError with code, message and retryable', () => {
    const body = { error: { code: 'QUOTE_EXPIRED', message: 'Too late', retryable: true } }
    const mapped = answeredByFiat(410, body)
    expect(mapped).toBeInstanceOf(FiatError)
    expect(mapped).toMatchObject({ code: 'QUOTE_EXPIRED', message: 'Too late', retryable: true })
    expect(mapped.details).toEqual({ status: 410, body })
  })

  it.each([
    [503, {}, true],
    [429, { retryable: null }, true],
    [503, { retryable: false }, false],
    [400, {}, false],
  ])('given %i and the flag %j, then trying again may help: %s', (status, flag, retryable) => {
    const body = { error: { code: 'PROVIDER_DOWN', message: 'm', ...flag } }
    expect(answeredByFiat(status, body)).toMatchObject({ code: 'PROVIDER_DOWN', retryable })
  })

  it('given it of the main API, then it is no FiatError, and its message is kept', () => {
    const body = { error: { code: 'QUOTE_EXPIRED', message: 'Too late', retryable: true } }
    const mapped = answered(400, body)
    expect(mapped).not.toBeInstanceOf(FiatError)
    expect(mapped).toMatchObject({ code: 'SVC3001', message: 'Too late', retryable: false })
  })

  it.each(['QUOTE_EXPIRED', 'NO_ROUTE'])(
    'given %s without an envelope, then it is the same',
    (code) => {
      const said = { code, message: 'No', retryable: false }
      for (const body of [said, { error: said }]) {
        const mapped = answeredByFiat(503, body)
        expect(mapped).toMatchObject({ name: 'FiatError', ...said, details: { status: 503, body } })
      }
    },
  )

  it('given the main API’s envelope of the fiat API, then it is read as such', () => {
    const mapped = answeredByFiat(400, { name: 'CannotFillException', message: 'No', code: 'E1' })
    expect(mapped).toMatchObject({ name: 'CannotFillError', message: 'No' })
  })

  it.each([
    [new ConnectionError('refused'), 'NETWORK_ERROR', true],
    [new ApiTimeoutError('late'), 'TIMEOUT', true],
    [new InvalidResponseError('odd', 'quotes.0'), 'INVALID_RESPONSE', true],
    [answered(502, '<html>'), 'INVALID_RESPONSE', true],
    [answered(403, 'no'), 'INVALID_RESPONSE', false],
  ])('given %s, then the fiat code is %s', (error, code, retryable) => {
    expect(toFiatError(error)).toMatchObject({ name: 'FiatError', code, retryable, cause: error })
  })

  it('given an abort, a named error or a stranger, then it stays as it is', () => {
    const named = answered(400, { name: 'ValidationException', message: 'x' })
    for (const error of [new ApiAbortedError(), named, new TypeError('bug')]) {
      expect(toFiatError(error)).toBe(error)
    }
  })
})

describe('readRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    [null, null],
    ['3', 3000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['999999999', 3_600_000],
    ['99999999999999', 3_600_000],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
  ])('given %j, then the wait is %j ms', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms)
  })
})
