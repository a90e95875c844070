import { type ParsedAmount, parseAmount } from './amount'
import { PRICE_DECIMALS, parsePrice, type toFiatValue } from './fiat'

/** How much of a token is worth so many millionths of a dollar, smallest unit; undefined without a price. */
export function toUnitsWorth(
  micros: bigint,
  token: Parameters<typeof toFiatValue>[1],
): bigint | undefined {
  const price = parsePrice(token.extensions?.price?.usd)
  if (price === null) return undefined
  return (micros * 10n ** BigInt(token.decimals + PRICE_DECIMALS - 6)) / price
}

/** Reads dollars as so much of a token, cut to its smallest unit; without a price they are no amount. */
export function parseMoney(
  text: string,
  token: Parameters<typeof toFiatValue>[1] | undefined,
): ParsedAmount {
  const read = parseAmount(text, 6)
  if (!read.ok) return read
  const units = token && toUnitsWorth(read.units, token)
  if (units === undefined) return { ok: false, problem: 'empty' }
  return units === 0n ? { ok: false, problem: 'zero' } : { ok: true, units }
}
