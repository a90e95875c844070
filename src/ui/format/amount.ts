import {
  COMPACT_DIGITS,
  groupThousands,
  placesOf,
  toCompact,
  toDecimal,
} from '@/src/domain/written-amount'

export {
  formatAmount,
  formatPaid,
  formatTold,
  groupThousands,
  placesOf,
  roundUp,
  toDecimal,
} from '@/src/domain/written-amount'
export { normaliseAmountText } from '@/src/lib/amount-text'

/** Why typed text is not an amount that can be used. */
export type AmountProblem = 'empty' | 'invalid' | 'zero' | 'too-many-decimals'

export type ParsedAmount = { ok: true; units: bigint } | { ok: false; problem: AmountProblem }

/**
 * What of an entered text may stand in an amount field: digits and separators, also of a pasted sum
 * with its currency. Arabic and Persian digits are read as what they are. Undefined where anything else is
 * between them, or where a letter makes more or less of them: `1e5` is not 15, `1.2M` not 1.2, `50%` not 50.
 */
export function readAmountText(text: string): string | undefined {
  const latin = text
    .replace(/[٠-٩۰-۹]/g, toLatin)
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
  const match = /^[^\d.,\-−]*([\d.,\s'’_]*)(?!\s*(?:[kmbt](?!\p{L})|%))[^\d.,]*$/iu.exec(latin)
  return match?.[1]?.trim()
}

/**
 * What stays in an amount field of the text that an edit left in it. A sum that was put there as a whole loses
 * its currency; what is typed, or put between digits, loses nothing: without its letter, `1e3` would go on as 13.
 * With it, it is no amount.
 */
export function keepAmountText(text: string, isWhole: boolean): string {
  const read = readAmountText(text) ?? text
  return isWhole || read.length === text.trim().length ? read : text
}

/** The last four bits of such a digit's number are the digit. */
const toLatin = (digit: string) => String(digit.charCodeAt(0) & 15)

/** Writes a plain decimal as it was typed, grouped: `10000.50` is `10,000.50`. */
export function groupDecimal(plain: string): string {
  const match = /^0*(\d*)(\.\d+)?\.?$/.exec(plain)
  if (match === null || plain === '' || plain === '.') return plain
  return `${groupThousands(match[1] || '0')}${match[2] ?? ''}`
}

/** Reads a plain decimal into smallest units; nothing is rounded or cut. */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  if (text === '' || text === '.') return { ok: false, problem: 'empty' }
  const match = /^(\d{0,60})(?:\.(\d*))?$/.exec(text)
  if (match === null) return { ok: false, problem: 'invalid' }
  const whole = match[1] ?? ''
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return { ok: false, problem: 'too-many-decimals' }
  const units = BigInt(`${whole}${fraction.padEnd(decimals, '0')}` || '0')
  return units === 0n ? { ok: false, problem: 'zero' } : { ok: true, units }
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

/** Writes smallest units in full, grouped: for the review, where nothing may be left out. */
export function formatExact(units: bigint | string, decimals: number): string {
  return groupDecimal(toDecimal(units, decimals))
}
