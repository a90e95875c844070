import { type AmountProblem, readAmount } from '@/src/domain/entry/read-amount'
import {
  COMPACT_DIGITS,
  groupThousands,
  placesOf,
  toCompact,
  toDecimal,
} from '@/src/domain/token/written-amount'

export {
  formatAmount,
  formatExact,
  formatPaid,
  formatTold,
  groupThousands,
  placesOf,
  roundUp,
  toDecimal,
} from '@/src/domain/token/written-amount'
export { normaliseAmountText } from '@/src/lib/amount-text'

export type ParsedAmount =
  | { ok: true; units: bigint }
  | { ok: false; problem: AmountProblem | 'zero' }

/**
 * What of an entered text may stand in an amount field: digits and separators, also of a sum in one of the
 * field's own units, which stands before or behind them. Arabic and Persian digits are read as what they are.
 * Undefined where anything else is there: 5 gwei are not 5 ETH, 20 EUR not 20, `1e5` is not 15.
 */
export function readAmountText(text: string, units: readonly string[] = []): string | undefined {
  const latin = text
    .trim()
    .replace(/[٠-٩۰-۹]/g, toLatin)
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
  const figure = withoutUnit(latin, units)
  return /^[\d.,\s'’_]*$/.test(figure) ? figure.trim() : undefined
}

function withoutUnit(text: string, units: readonly string[]): string {
  for (const unit of units) {
    // Beside one that has digits itself only a space tells where the figure ends: `51INCH` is no sum.
    const gap = /\d/.test(unit) ? 1 : 0
    const isUnit = (part: string) => part.trim().toUpperCase() === unit.toUpperCase()
    const size = unit.length + gap
    if (isUnit(text.slice(-size)) && (!gap || text.at(-size) === ' ')) return text.slice(0, -size)
    if (isUnit(text.slice(0, size)) && (!gap || text[unit.length] === ' ')) return text.slice(size)
  }
  return text
}

/**
 * What stays in an amount field of the text that an edit left in it. A sum that was put there as a whole loses
 * its unit, if that is one of the field's; what is typed loses nothing: without its letter, `1e3` would go on
 * as 13. With it, it is no amount.
 */
export function keepAmountText(text: string, isWhole: boolean, units: readonly string[]): string {
  return readAmountText(text, isWhole ? units : []) ?? text
}

/** The last four bits of such a digit's number are the digit. */
const toLatin = (digit: string) => String(digit.charCodeAt(0) & 15)

/** Writes a plain decimal as it was typed, grouped: `10000.50` is `10,000.50`. */
export function groupDecimal(plain: string): string {
  const match = /^0*(\d*)(\.\d+)?\.?$/.exec(plain)
  if (match === null || plain === '' || plain === '.') return plain
  return `${groupThousands(match[1] || '0')}${match[2] ?? ''}`
}

/** Reads what was typed into an amount field into smallest units, as `readAmount` does; of nothing there is none. */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  const read = readAmount(text, decimals)
  return read.ok && read.units === 0n ? { ok: false, problem: 'zero' } : read
}

/** Writes smallest units with exactly so many decimals, cut and never rounded up; compact from a billion. */
export function formatPlaces(units: bigint | string, decimals: number, places: number): string {
  const kept = BigInt(units) / 10n ** BigInt(decimals - places)
  const digits = kept.toString().padStart(places + 1, '0')
  const plain = digits.slice(0, digits.length - places)
  if (plain.length >= COMPACT_DIGITS) return toCompact(plain)
  const whole = groupThousands(plain)
  return places === 0 ? whole : `${whole}.${digits.slice(-places)}`
}

/** Writes smallest units as a plain decimal cut as `formatAmount` does: for the field that follows. */
export function toShortDecimal(units: bigint | string, decimals: number): string {
  const [whole = '0', fraction = ''] = toDecimal(units, decimals).split('.')
  const kept = fraction.slice(0, placesOf(units, decimals)).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Letters of a figure that the narrowest panel has room for beside a token, in the smallest type that is read. */
const ROOM = 22

/** Puts an ellipsis in the middle of a figure that is longer than there is room for: both ends stay. */
export function shortenMiddle(figure: string): string {
  if (figure.length <= ROOM) return figure
  const end = Math.floor((ROOM - 1) / 2)
  return `${figure.slice(0, ROOM - 1 - end)}…${figure.slice(-end)}`
}
