/** Digits of the largest uint256: no token amount is longer. */
const MAX_DIGITS = 78
const MAX_UNITS = (1n << 256n) - 1n
const MAX_DECIMALS = 36
const DIGITS = /^\d{1,78}$/
const DISPLAY = /^(\d{0,78})(?:\.(\d{0,78}))?$/
/** A decimal as services write prices: an exponent may appear for very small ones. */
const DECIMAL = /^(\d{1,78})(?:\.(\d{1,78}))?(?:[eE]([+-]?\d{1,3}))?$/

export type AmountProblem = 'empty' | 'syntax' | 'decimals' | 'too-large'
export type AmountResult = { ok: true; units: bigint } | { ok: false; problem: AmountProblem }

/** Reads a wire amount, decimal digits of smallest units, or gives null for any other text. */
export function parseUnits(text: string): bigint | null {
  return DIGITS.test(text) ? BigInt(text) : null
}

/** Ten to the power of a token's decimals: the smallest units of one whole token. */
function oneToken(decimals: number): bigint {
  return 10n ** BigInt(decimals)
}

/**
 * Reads a display amount ("1", "1.23", ".5") into smallest units.
 *
 * `decimals` is the problem when there are more of them than the token has: nothing is rounded.
 * @throws RangeError when `decimals` is not an integer from 0 to 36.
 */
export function toUnits(display: string, decimals: number): AmountResult {
  requireDecimals(decimals)
  const text = display.trim()
  if (text === '') return { ok: false, problem: 'empty' }
  const parts = DISPLAY.exec(text)
  const whole = parts?.[1] ?? ''
  const fraction = (parts?.[2] ?? '').replace(/0+$/, '')
  if (!parts || text === '.') return { ok: false, problem: 'syntax' }
  if (fraction.length > decimals) return { ok: false, problem: 'decimals' }
  const digits = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+(?=\d)/, '')
  if (digits.length > MAX_DIGITS) return { ok: false, problem: 'too-large' }
  const units = BigInt(digits === '' ? '0' : digits)
  return units > MAX_UNITS ? { ok: false, problem: 'too-large' } : { ok: true, units }
}

/** A decimal number exactly: `digits / 10 ** scale`. */
export type Decimal = { digits: bigint; scale: number }

/** Reads an unsigned decimal ("1.5", "2e-7"), or gives null for any other text. */
export function parseDecimal(text: string): Decimal | null {
  const parts = DECIMAL.exec(text.trim())
  if (!parts) return null
  const fraction = parts[2] ?? ''
  const scale = fraction.length - Number(parts[3] ?? '0')
  const digits = BigInt(`${parts[1]}${fraction}`)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/**
 * Values an amount: smallest units of a token times the price of one whole token.
 *
 * @returns millionths of the price's currency, rounded down; null when the price is no number.
 */
export function valueInMicros(units: bigint, decimals: number, price: string): bigint | null {
  requireDecimals(decimals)
  const parsed = parseDecimal(price)
  if (!parsed) return null
  return (units * parsed.digits * 1_000_000n) / (oneToken(decimals) * 10n ** BigInt(parsed.scale))
}

/** A fraction (0.005) in hundredths of a per cent, as an integer to calculate with: 50. */
export function toBasisPoints(fraction: number): number {
  return Math.round(fraction * 10_000)
}

/** Takes basis points off an amount, rounded down: what slippage may leave. */
export function lessBasisPoints(units: bigint, basisPoints: number): bigint {
  const kept = BigInt(Math.max(0, 10_000 - basisPoints))
  return (units * kept) / 10_000n
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) {
    throw new RangeError(`Token decimals must be an integer from 0 to ${MAX_DECIMALS}`)
  }
}
