/** Digits of the largest uint256: no token amount is longer. */
const MAX_DIGITS = 78
const MAX_UNITS = (1n << 256n) - 1n
const MAX_DECIMALS = 36
const DISPLAY = /^(\d{0,78})(?:\.(\d{0,78}))?$/
/** A decimal as services write prices: an exponent may appear for very small ones. */
const DECIMAL = /^(\d{1,78})(?:\.(\d{1,78}))?(?:[eE]([+-]?\d{1,3}))?$/

export type AmountProblem = 'empty' | 'syntax' | 'decimals' | 'too-large'
export type AmountResult = { ok: true; units: bigint } | { ok: false; problem: AmountProblem }

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

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) {
    throw new RangeError(`Token decimals must be an integer from 0 to ${MAX_DECIMALS}`)
  }
}
