import { describe, expect, it } from 'vitest'
import { AppError, fromWireError, toWireError } from './error'
import { isErrorCode } from './error-codes'

describe('the facts of an error', () => {
  it('are those of its code, for who writes and for who reads', () => {
    // @ts-expect-error a tab is nothing that a chain speaks of
    new AppError('chain/bad-answer', { tabId: 3 })
    // @ts-expect-error what the service said goes with its own codes alone
    new AppError('order/busy', { serviceMessage: 'No' })
    // @ts-expect-error of this code there is nothing to tell
    new AppError('chain/unread', { chainId: 1 })
    // @ts-expect-error nobody writes this
    expect(new AppError('page/gone', { tabId: 3 }).context.tab).toBeUndefined()
    expect(new AppError('page/gone', { tabId: 3 }).context.tabId).toBe(3)
  })
})

describe('an error that crosses from one context to another', () => {
  it('keeps its code, its facts and what was said', () => {
    const error = new AppError('chain/reverted', { method: 'eth_call', reason: 'no' })
    const arrived = fromWireError(toWireError(error))
    expect(arrived).toBeInstanceOf(AppError)
    expect({ code: arrived.code, context: arrived.context, cause: arrived.cause }).toEqual({
      code: 'chain/reverted',
      context: { method: 'eth_call', reason: 'no' },
      cause: 'chain/reverted',
    })
  })

  it.each([
    [new TypeError('x is not a function'), 'x is not a function'],
    ['only words', 'only words'],
    [new Error('y'.repeat(600)), 'y'.repeat(500)],
  ])('given %s, which is none of ours, then only its message', (thrown, message) => {
    expect(toWireError(thrown)).toEqual({ code: 'app/unexpected', message, context: {} })
  })
})

describe('a code', () => {
  it.each(['toString', 'chain', 'chain/none', 7, undefined])('is not %s', (value) => {
    expect(isErrorCode(value)).toBe(false)
  })

  it('is one of the list', () => {
    expect(isErrorCode('chain/bad-answer')).toBe(true)
  })
})
