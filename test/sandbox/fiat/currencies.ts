/** Prices are held in steps of 10^-8 USD, as the service's token prices are. */
const priceDecimals = 8

export type Currency = {
  code: string
  /** Digits after the point. */
  decimals: number
  /** Price of one whole unit in steps of 10^-8 USD. */
  price: bigint
}

/** The currencies of the sandbox; the rates are round numbers near those of the day it was written. */
const currencies: readonly Currency[] = [
  { code: 'USD', decimals: 2, price: 100_000_000n },
  { code: 'EUR', decimals: 2, price: 108_000_000n },
  { code: 'GBP', decimals: 2, price: 127_000_000n },
  { code: 'JPY', decimals: 0, price: 670_000n },
]

export const currencyCodes: readonly string[] = currencies.map(({ code }) => code)

/** The currency by code, in any case. */
export function findCurrency(code: string): Currency | undefined {
  return currencies.find((currency) => currency.code === code.toUpperCase())
}

/** A display decimal in minor units; undefined when it is none, or has more digits than there are. */
export function parseMoney(currency: Currency, text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  if (fraction.length > currency.decimals) return undefined
  return BigInt(whole + fraction.padEnd(currency.decimals, '0'))
}

/** Minor units as a display decimal. */
export function formatMoney({ decimals }: Currency, minor: bigint): string {
  if (decimals === 0) return String(minor)
  const digits = String(minor).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Worth of minor units in steps of 10^-8 USD, rounded down. */
export function toDollarSteps({ price, decimals }: Currency, minor: bigint): bigint {
  return (minor * price) / 10n ** BigInt(decimals)
}

/** Minor units that are worth so many whole US dollars, rounded up. */
export function fromDollars({ price, decimals }: Currency, dollars: bigint): bigint {
  const steps = dollars * 10n ** BigInt(priceDecimals + decimals)
  return (steps + price - 1n) / price
}
