import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rawWalletError } from '@/src/contract/bridge'
import { captureError } from './capture-error'

const capture = (error: unknown) => captureError(error, JSON.stringify)

describe("a wallet's error", () => {
  it('keeps name, code, message and data', () => {
    const error = Object.assign(new Error('User denied'), { code: 4001, data: { a: 1 } })
    expect(capture(error)).toEqual({
      name: 'Error',
      code: 4001,
      message: 'User denied',
      data: '{"a":1}',
    })
  })

  it('keeps what is nested inside data, not enumerable fields included', () => {
    const inner = Object.assign(new Error('Unrecognized chain'), { code: 4902 })
    const data = JSON.parse(
      capture({ code: -32603, message: 'Internal', data: { originalError: inner } }).data ?? '',
    )
    expect(data.originalError).toMatchObject({ code: 4902, message: 'Unrecognized chain' })
  })

  it('looks into `error` and `cause` where there is no data', () => {
    const cause = Object.assign(new Error('denied'), { code: 4001 })
    expect(JSON.parse(capture({ message: 'x', error: { code: 4001 } }).data ?? '')).toEqual({
      error: { code: 4001 },
    })
    expect(JSON.parse(capture({ message: 'x', cause }).data ?? '').cause.code).toBe(4001)
  })

  it.each([
    ['a text', 'User rejected', { message: 'User rejected' }],
    ['a number', 4001, { message: '4001' }],
    ['nothing', undefined, { message: '' }],
    ['null', null, { message: '' }],
    ['a symbol', Symbol('x'), { message: '' }],
    ['an empty object', {}, { message: '' }],
    ['a code that is no number', { code: Number.NaN, message: 'm' }, { message: 'm' }],
    [
      'a code in words',
      { code: 'ACTION_REJECTED', message: 'm' },
      { code: 'ACTION_REJECTED', message: 'm' },
    ],
  ])('may be %s', (_name, error, expected) => {
    expect(capture(error)).toEqual(expected)
  })

  it('survives getters and proxies that throw', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('gotcha')
        },
        has: () => {
          throw new Error('gotcha')
        },
        ownKeys: () => {
          throw new Error('gotcha')
        },
      },
    )
    expect(capture(hostile)).toEqual({ message: '' })
    expect(capture({ message: 'm', data: hostile })).toEqual({ message: 'm', data: '{}' })
  })

  it('stays JSON and within the wire, however large or circular it is', () => {
    const circular: Record<string, unknown> = { text: 'x'.repeat(100_000) }
    circular.self = circular
    circular.list = Array.from({ length: 10_000 }, () => circular)
    const raw = capture({ name: 'n'.repeat(9_999), message: 'm'.repeat(9_999), data: circular })
    expect(rawWalletError.safeParse(raw).success).toBe(true)
    expect(() => JSON.parse(raw.data ?? '')).not.toThrow()
  })

  it('is read no further than what can be sent, however wide it is', () => {
    let reads = 0
    const wide: unknown = new Proxy(
      {},
      {
        ownKeys: () => Array.from({ length: 16 }, (_, at) => `key${at}`),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: () => {
          reads += 1
          return wide
        },
      },
    )
    capture({ message: 'm', data: wide })
    expect(reads).toBeLessThan(20_000)
  })

  it('always fits the contract', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (error) => {
        const raw = capture(error)
        expect(rawWalletError.safeParse(raw).success).toBe(true)
        if (raw.data !== undefined) JSON.parse(raw.data)
      }),
      { numRuns: 500 },
    )
  })
})
