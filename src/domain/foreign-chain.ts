import type { ForeignFamily } from './order'

/** A chain that is only paid from, by QR: what the service's record must say of it. */
export type ForeignChain = {
  type: ForeignFamily
  id: number
  name: string
  nativeCurrency: { symbol: string; decimals: number }
}

type Coin = { symbol: string; decimals: number }

/**
 * The coins of the main networks. `bip122` holds Litecoin and others too, whose addresses are written
 * otherwise: where the coin is another one, so is the chain.
 */
const COINS: Readonly<Record<ForeignFamily, Coin>> = {
  bip122: { symbol: 'BTC', decimals: 8 },
  tron: { symbol: 'TRX', decimals: 6 },
}

/**
 * Tokens whose decimals are known here; no node of these chains is asked for those of others.
 * https://tether.to/en/supported-protocols
 */
const TOKENS: Readonly<Record<ForeignFamily, Readonly<Record<string, Coin>>>> = {
  bip122: {},
  tron: { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: { symbol: 'USDT', decimals: 6 } },
}

const isSame = (one: Coin, other: Coin) =>
  one.symbol === other.symbol && one.decimals === other.decimals

/** Whether a chain is the main network whose addresses can be checked here, by the service's record. */
export function isKnownAbroad({ type, nativeCurrency }: ForeignChain): boolean {
  return isSame(COINS[type], nativeCurrency)
}

/**
 * Whether a token of such a chain may be paid with: its coin, or a token whose decimals are known here.
 * By them an amount is typed, shown, and put into the picture.
 */
export function isPayableAbroad(family: ForeignFamily, token: Coin & { address: string }): boolean {
  const tokens = TOKENS[family]
  const known = Object.hasOwn(tokens, token.address) ? tokens[token.address] : COINS[family]
  return known !== undefined && isSame(known, token)
}
