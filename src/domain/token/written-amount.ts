/**
 * How amounts are written for reading: one rule for screens and notices. A file of its own, as the popup's
 * first view needs nothing else of amounts.
 *
 * They are written so in every language: commas between thousands, a point before decimals. By the rules of
 * the language, `1.234` would be a thousand times as much on one screen as on the next, in a field that it
 * is copied into, or in the wallet that is asked for it.
 */

/** Writes smallest units as an exact plain decimal, without trailing zeros. */
export function toDecimal(units: bigint | string, decimals: number): string {
  const digits = BigInt(units)
    .toString()
    .padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Puts a comma between thousands of a plain whole number. */
export function groupThousands(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Writes smallest units in full, grouped: where nothing may be left out. */
export function formatExact(units: bigint | string, decimals: number): string {
  const [whole = '0', fraction] = toDecimal(units, decimals).split('.')
  return fraction === undefined ? groupThousands(whole) : `${groupThousands(whole)}.${fraction}`
}

/** From so many digits on a figure is not read but counted: what it is a multiple of is named instead. */
export const COMPACT_DIGITS = 10

/** Units of compact figures by their digits, greatest first; beyond the last the figure is grouped. */
const COMPACT_UNITS = [
  [12, 'T'],
  [9, 'B'],
] as const

/** Writes a plain whole number of a billion or more as `1.23456B`, cut and never rounded up. */
export function toCompact(whole: string): string {
  const [zeros, unit] = COMPACT_UNITS.find(([each]) => whole.length > each) ?? [0, '']
  const front = whole.slice(0, whole.length - zeros)
  const back = whole.slice(front.length, Math.max(front.length, 6)).replace(/0+$/, '')
  return `${groupThousands(front)}${back === '' ? '' : `.${back}`}${unit}`
}

/** Digits that an amount is read by. */
const SIGNIFICANT = 6

/**
 * Writes smallest units for reading: grouped, cut (never rounded up) to so many significant digits, but
 * whole digits in full and two decimals beside them; from a billion on compact. Something that would read
 * as zero becomes `<0.000001`. Whatever is agreed to or compared is written in full instead.
 */
export function formatAmount(
  units: bigint | string,
  decimals: number,
  significant = SIGNIFICANT,
): string {
  const plain = toDecimal(units, decimals)
  const [whole = '0', fraction = ''] = plain.split('.')
  if (whole.length >= COMPACT_DIGITS) return toCompact(whole)
  if (fraction === '') return groupThousands(whole)
  if (whole === '0' && /^0{6}/.test(fraction)) return '<0.000001'
  const kept = fraction.slice(0, placesOf(units, decimals, significant)).replace(/0+$/, '')
  return kept === '' ? groupThousands(whole) : `${groupThousands(whole)}.${kept}`
}

/** Writes an amount of an order as `formatAmount` does; `?` where nobody told it, as none is of nothing. */
export function formatTold(units: string, decimals: number): string {
  return units === '0' ? '?' : formatAmount(units, decimals)
}

/** Decimals after the point that show the significant digits of an amount: those that are compared show as many. */
export function placesOf(
  units: bigint | string,
  decimals: number,
  significant = SIGNIFICANT,
): number {
  const [whole = '0', fraction = ''] = toDecimal(units, decimals).split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const room = whole === '0' ? zeros + significant : significant - whole.length
  return Math.min(decimals, Math.max(2, room))
}

/** Rounds up at the last digit that is shown: for what is to be paid, which must not read as less. */
export function roundUp(
  units: bigint | string,
  decimals: number,
  places = placesOf(units, decimals),
): bigint {
  const step = 10n ** BigInt(Math.max(0, decimals - places))
  return ((BigInt(units) + step - 1n) / step) * step
}

/** Writes what is paid for an order: rounded up at its last digit, as the form that it was made with did. */
export function formatPaid(units: string, decimals: number): string {
  return formatTold(String(roundUp(units, decimals)), decimals)
}
