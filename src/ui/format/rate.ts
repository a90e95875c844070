import { formatAmount } from './amount'
import { plainText } from './text'

type Part = { amount: string; decimals: number; symbol: string }

/** Decimals beyond a token's own, so that the price of a cheap token does not round to nothing. */
const EXTRA = 18

/** Units of `of` for one whole `one`, with `EXTRA` more decimals than the token has. */
function unitsFor(one: Part, of: Part): bigint {
  return (BigInt(of.amount) * 10n ** BigInt(one.decimals + EXTRA)) / BigInt(one.amount)
}

/**
 * Writes what one of the dearer token costs: `1 ETH = 3,124.75 USDC`; or `turned` the other way. Where it has
 * no room on a line, no number goes without its unit.
 */
export function formatRate(from: Part, to: Part, turned = false): string {
  if (BigInt(from.amount) === 0n || BigInt(to.amount) === 0n) return ''
  const isDearer = unitsFor(to, from) >= 10n ** BigInt(from.decimals + EXTRA)
  const [one, of] = isDearer !== turned ? [to, from] : [from, to]
  const rate = formatAmount(unitsFor(one, of), of.decimals + EXTRA)
  return `1\u00a0${plainText(one.symbol, 12)} = ${rate}\u00a0${plainText(of.symbol, 12)}`
}
