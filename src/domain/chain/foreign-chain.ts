import { FOREIGN_FAMILIES, type ForeignFamily } from '../order/order'

/** What the service's record of a chain says that tells which one it is. */
type ChainRecord = {
  type: string
  nativeCurrency: { symbol: string; decimals: number }
}

type Coin = { symbol: string; decimals: number }

/** The coins of the main networks; the service's `bip122` holds whatever is built as Bitcoin is. */
const COINS: Readonly<Record<ForeignFamily, Coin>> = {
  bip122: { symbol: 'BTC', decimals: 8 },
  tron: { symbol: 'TRX', decimals: 6 },
  litecoin: { symbol: 'LTC', decimals: 8 },
  ckb: { symbol: 'CKB', decimals: 8 },
}

/**
 * Tokens whose decimals are known here; no node of these chains is asked for those of others.
 * https://tether.to/en/supported-protocols
 */
const TOKENS: Partial<Record<ForeignFamily, Readonly<Record<string, Coin>>>> = {
  tron: { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: { symbol: 'USDT', decimals: 6 } },
}

const isSame = (one: Coin, other: Coin) =>
  one.symbol === other.symbol && one.decimals === other.decimals

/**
 * Names the main network whose addresses can be checked here, by the service's record: where the coin is
 * another one, so is the chain. Undefined for any other.
 */
export function familyAbroad({ type, nativeCurrency }: ChainRecord): ForeignFamily | undefined {
  const isOf = (family: ForeignFamily) =>
    type === (family === 'litecoin' ? 'bip122' : family) && isSame(COINS[family], nativeCurrency)
  return FOREIGN_FAMILIES.find(isOf)
}

/** As `familyAbroad`, of the chain with this number. */
export function familyIn(
  chains: readonly (ChainRecord & { id: number })[],
  chainId: number,
): ForeignFamily | undefined {
  const chain = chains.find(({ id }) => id === chainId)
  return chain && familyAbroad(chain)
}

/**
 * Whether a token of such a chain may be paid with: its coin, or a token whose decimals are known here.
 * By them an amount is typed, shown, and put into the picture.
 */
export function isPayableAbroad(family: ForeignFamily, token: Coin & { address: string }): boolean {
  const tokens = TOKENS[family] ?? {}
  const known = Object.hasOwn(tokens, token.address) ? tokens[token.address] : COINS[family]
  return known !== undefined && isSame(known, token)
}
