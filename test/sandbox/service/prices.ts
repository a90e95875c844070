import type { ChainToken } from '../chains/port'

/** Prices are held in steps of 10^-8 USD. */
const priceDecimals = 8
const million = 1_000_000n

/** The price in steps of 10^-8 USD, or undefined when nobody prices the token. */
export function readPrice(token: ChainToken): bigint | undefined {
  if (token.priceUsd === undefined) return undefined
  const [whole = '0', fraction = ''] = token.priceUsd.split('.')
  return BigInt(whole + fraction.padEnd(priceDecimals, '0').slice(0, priceDecimals))
}

export type Conversion = {
  from: ChainToken
  to: ChainToken
  amount: bigint
  /** What the filler keeps, in parts per million. */
  feePpm: bigint
}

/** What `amount` of `from` buys of `to`, rounded down; undefined when a price is missing. */
export function convertInput({ from, to, amount, feePpm }: Conversion): bigint | undefined {
  const rate = toRate(from, to)
  if (rate === undefined) return undefined
  return (amount * rate.numerator * (million - feePpm)) / (rate.denominator * million)
}

/** What of `from` must be paid to buy `amount` of `to`, rounded up; undefined likewise. */
export function convertOutput({ from, to, amount, feePpm }: Conversion): bigint | undefined {
  const rate = toRate(from, to)
  if (rate === undefined) return undefined
  const divisor = rate.numerator * (million - feePpm)
  return (amount * rate.denominator * million + divisor - 1n) / divisor
}

/** Worth in whole US dollars, rounded down; undefined when nobody prices the token. */
export function toDollars(token: ChainToken, amount: bigint): bigint | undefined {
  const price = readPrice(token)
  if (price === undefined) return undefined
  return (amount * price) / 10n ** BigInt(token.decimals + priceDecimals)
}

function toRate(from: ChainToken, to: ChainToken) {
  const [paid, bought] = [readPrice(from), readPrice(to)]
  if (paid === undefined || bought === undefined) return undefined
  return {
    numerator: paid * 10n ** BigInt(to.decimals),
    denominator: bought * 10n ** BigInt(from.decimals),
  }
}
