import { describe, expect, it } from 'vitest'
import { AppError, toWireError } from '@/src/domain/error'
import {
  ApiAbortedError,
  ApiTimeoutError,
  ConnectionError,
  InvalidResponseError,
  OrderFailedError,
} from '@/src/domain/service/service-error'
import { readSaid } from '@/src/domain/service/service-said'
import { answered, answeredByFiat } from '@/test/support/failed-answer'
import { toAppError } from './errors'

describe('toAppError', () => {
  it.each([
    [new ConnectionError('x'), 'service/unreachable'],
    [new ApiTimeoutError('x'), 'service/timeout'],
    [new ApiAbortedError(), 'service/aborted'],
    [new InvalidResponseError('x', 'a.b'), 'service/bad-answer'],
    [new OrderFailedError('x', {}), 'order/failed-at-service'],
    [answered(429, 'x'), 'service/rate-limited'],
    [answered(418, 'x'), 'service/failed'],
    [answeredByFiat(403, { error: { code: 'ORIGIN_NOT_ALLOWED' } }), 'service/origin-not-allowed'],
    [answeredByFiat(400, { error: { code: 'NEW_ONE' } }), 'service/failed'],
    [answered(410, { name: 'QuoteExpiredException', message: 'm' }), 'service/quote-expired'],
    [answered(400, { name: 'BroadcastException', message: 'm' }), 'service/broadcast-failed'],
  ])('given %s, then the product calls it %s', (error, code) => {
    const mapped = toAppError(error)
    expect(mapped).toBeInstanceOf(AppError)
    expect(mapped).toMatchObject({ code, cause: error })
  })

  it.each([
    [answered(400, { name: 'CannotFillException', message: 'No filler.' }), 'No filler.'],
    [answered(503, { message: 'Back at noon' }), 'Back at noon'],
    [answered(503, '<html>'), undefined],
    [new ConnectionError('The service could not be reached: x'), undefined],
    [new InvalidResponseError('odd', 'a', { status: 200, body: { quotes: 1 } }), undefined],
  ])('given %s, then the service’s own words are %j', (error, said) => {
    expect(readSaid(toWireError(toAppError(error)))).toBe(said)
  })

  it('given an error of another kind, then it stays as it is', () => {
    const bug = new TypeError('bug')
    expect(toAppError(bug)).toBe(bug)
  })
})
