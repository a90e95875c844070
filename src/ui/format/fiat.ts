import { groupThousands } from './amount'

/** Prices are held with this many decimals, enough for tokens worth a billionth of a dollar. */
export const PRICE_DECIMALS = 18

/** Reads a decimal price (`1.0002`, `3.1e-7`) into 18-decimals units, or null when it is not one. */
export function parsePrice(text: string | undefined): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,60}))?(?:e([+-]?\d{1,2}))?$/i.exec(text ?? '')
  if (match === null) return null
  const exponent = Number(match[3] ?? '0') + PRICE_DECIMALS
  const fraction = match[2] ?? ''
  const digits = BigInt(`${match[1] ?? '0'}${fraction}`)
  const shift = exponent - fraction.length
  const price = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return price > 0n ? price : null
}

/** Value of an amount in millionths of a dollar, or null when the price is unknown. */
export function toFiatValue(
  units: bigint,
  token: { decimals: number; extensions?: { price?: { usd: string } | undefined } | undefined },
): bigint | null {
  const price = parsePrice(token.extensions?.price?.usd)
  if (price === null) return null
  const value = (units * price) / 10n ** BigInt(token.decimals + PRICE_DECIMALS - 6)
  // Something is never worth nothing.
  return value === 0n && units > 0n ? 1n : value
}

/** Writes millionths of a dollar: `$1,234.56`, `<$0.01`; what is held or received is cut, not rounded. */
export function formatFiat(micros: bigint, isCut = false): string {
  if (micros === 0n) return '$0.00'
  if (micros < 10_000n) return '<$0.01'
  const cents = (micros + (isCut ? 0n : 5_000n)) / 10_000n
  return `$${groupThousands((cents / 100n).toString())}.${(cents % 100n).toString().padStart(2, '0')}`
}

/** Writes how much more (or less) something is worth: `+$0.01`, `-$1.20`, `-<$0.01`, `$0.00`. */
export function formatDifference(micros: bigint): string {
  const size = formatFiat(micros < 0n ? -micros : micros)
  return `${micros === 0n ? '' : micros < 0n ? '-' : '+'}${size}`
}

/** Loss from one value to another in basis points; negative where the second is worth more. */
export function lossBps(paid: bigint | null, received: bigint | null): number | null {
  if (paid === null || received === null || paid === 0n) return null
  return Number(((paid - received) * 10_000n) / paid)
}
