import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { now, usdc } from '@/test/samples/policy'
import { checkQuote, promiseGapBps } from './policy-quote'

type Input = Parameters<typeof checkQuote>[0]

const token = { chainId: 1, address: usdc, decimals: 6 }
const quote = {
  amountIn: '100',
  amountOut: '90',
  minAmountOut: '89',
  validBefore: now + 600,
  quoteExpiresAt: now + 60,
}
const asked = { tradeType: 'EXACT_INPUT', amount: '100' } as const

function check(patch: Partial<Input> & { offer?: Partial<Input['quote']> } = {}): string {
  const { offer, ...rest } = patch
  const result = checkQuote({
    asked,
    quote: { ...quote, ...offer },
    from: token,
    to: token,
    now,
    ...rest,
  })
  if (result.ok) return 'ok'
  expect(result.detail).toMatch(/^[A-Z].{5,}/)
  return result.code
}

describe('checkQuote', () => {
  it('given an offer for what was asked, then it may be shown', () => {
    expect(check()).toBe('ok')
    expect(check({ offer: { minAmountOut: undefined, quoteExpiresAt: undefined } })).toBe('ok')
    expect(check({ offer: { minAmountOut: '90' } })).toBe('ok')
    expect(check({ offer: { minAmountOut: '0' } })).toBe('ok')
  })

  it.each(['99', '101', '0', '', '-100', '1e2', '0x64', '100.0', ' 100', '1'.repeat(79)])(
    'given exact input of 100 and an offer that pays %j, then it is a bad answer',
    (amountIn) => {
      expect(check({ offer: { amountIn } })).toBe('service/bad-answer')
    },
  )

  it.each([
    ['89', 'service/bad-answer'],
    ['90', 'ok'],
    ['91', 'ok'],
  ])('given exact output of 90 and an offer that brings %s, then %s', (amountOut, code) => {
    const exact = { tradeType: 'EXACT_OUTPUT', amount: '90' } as const
    expect(
      check({ asked: exact, offer: { amountOut, minAmountOut: undefined, amountIn: '7' } }),
    ).toBe(code)
  })

  it.each(['0', '', 'x'])(
    'given %j asked for, or to be paid, then it is a bad answer',
    (amount) => {
      const exact = { tradeType: 'EXACT_OUTPUT', amount: '90' } as const
      expect(check({ asked: { ...exact, amount } })).toBe('service/bad-answer')
      expect(check({ asked: exact, offer: { amountIn: amount } })).toBe('service/bad-answer')
    },
  )

  it.each(['0', '', 'x'])('given an offer that brings %j, then it is a bad answer', (amountOut) => {
    expect(check({ offer: { amountOut, minAmountOut: undefined } })).toBe('service/bad-answer')
  })

  it.each(['91', '', 'x', '-1'])(
    'given a minimum of %j below a promise of 90, then it is a bad answer',
    (minAmountOut) => {
      expect(check({ offer: { minAmountOut } })).toBe('service/bad-answer')
    },
  )

  it.each([
    { decimals: 37 },
    { decimals: -1 },
    { decimals: 1.5 },
    { decimals: Number.NaN },
    { chainId: 0 },
    { chainId: -1 },
    { chainId: 1.5 },
    { chainId: 2 ** 60 },
  ])('given a token with %j, on either side, then it is a bad answer', (patch) => {
    expect(check({ from: { ...token, ...patch } })).toBe('service/bad-answer')
    expect(check({ to: { ...token, ...patch } })).toBe('service/bad-answer')
  })

  it.each([0, 36])('given a token with %i decimals, then it may be shown', (decimals) => {
    expect(check({ from: { ...token, decimals } })).toBe('ok')
  })

  it.each([
    ['the price ended', { quoteExpiresAt: now }, 'policy/quote-expired'],
    ['the price ends next', { quoteExpiresAt: now + 1 }, 'ok'],
    ['the deadline comes before the price ends', { validBefore: now }, 'policy/quote-expired'],
    [
      'only a deadline, and it is over',
      { validBefore: now, quoteExpiresAt: undefined },
      'policy/quote-expired',
    ],
    ['a time that is no number', { quoteExpiresAt: Number.NaN }, 'policy/quote-expired'],
  ])('given %s, then %s', (_, offer, code) => {
    expect(check({ offer })).toBe(code)
  })

  it('given any texts for amounts, then it answers and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, amount) => {
        check({
          asked: { ...asked, amount },
          offer: { amountIn: a, amountOut: b, minAmountOut: c },
        })
      }),
    )
  })

  it('given a refusal, then it says what is wrong in numbers', () => {
    const input = { asked, quote: { ...quote, amountIn: '7' }, from: token, to: token, now }
    expect(checkQuote(input)).toMatchObject({ detail: 'Pays 7, 100 was asked' })
  })
})

describe('promiseGapBps', () => {
  const gap = (least: string | undefined, slippageTolerance?: number) =>
    promiseGapBps({
      to: { amount: '1000000' },
      ...(least === undefined ? {} : { minAmountOut: least }),
      ...(slippageTolerance === undefined ? {} : { slippageTolerance }),
    })

  it.each([
    ['no minimum', undefined, 0.005, 0],
    ['all of it', '1000000', 0.005, 0],
    ['more than shown', '1000001', 0.005, 0],
    ['what the slippage explains', '995000', 0.005, 0],
    ['that and rounding', '994000', 0.005, 0],
    ['more than that', '993900', 0.005, 61],
    ['nothing', '0', 0.005, 10_000],
    ['what a usual slippage explains', '969000', undefined, 0],
    ['more than a usual slippage explains', '968900', undefined, 311],
    ['a great slippage of the filler itself', '500000', 0.5, 5_000],
    ['what 5 % explain', '949000', 0.5, 0],
    ['no number', 'x', 0.005, 0],
  ])('given %s (%s at %s), gives %s', (_, least, slippage, expected) => {
    expect(gap(least, slippage)).toBe(expected)
  })

  it('given nothing that is shown, gives 0', () => {
    expect(promiseGapBps({ to: { amount: '0' }, minAmountOut: '0' })).toBe(0)
  })
})
