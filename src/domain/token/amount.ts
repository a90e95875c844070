import { type AmountProblem, readAmount } from '../entry/read-amount'

const MAX_UNITS = (1n << 256n) - 1n
const MAX_DECIMALS = 36
/** A decimal as services write prices: an exponent may appear for very small ones. */
const DECIMAL = /^(\d{1,78})(?:\.(\d{1,78}))?(?:[eE]([+-]?\d{1,3}))?$/

export type AmountResult =
  | { ok: true; units: bigint }
  | { ok: false; problem: AmountProblem | 'too-large' }

/**
 * Reads a display amount into smallest units, as `readAmount` does, and holds it against the largest there
 * is: a uint256.
 *
 * @throws RangeError when `decimals` is not an integer from 0 to 36.
 */
export function toUnits(display: string, decimals: number): AmountResult {
  requireDecimals(decimals)
  const read = readAmount(display.trim(), decimals)
  return read.ok && read.units > MAX_UNITS ? { ok: false, problem: 'too-large' } : read
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
