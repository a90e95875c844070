import type { ChainToken } from '../chains/port'
import type { Network } from './network'

/** A token as the catalog tells it; `balance` in smallest units. */
export function toTokenRecord(
  network: Network,
  token: ChainToken,
  origin: string,
  balance?: bigint,
) {
  const { chainId, address, name, symbol, decimals, priceUsd, isRiskToken } = token
  const logoURI = toLogoUri(token, origin)
  return {
    id: `${network.chain(chainId).caip2}:${address}`,
    chainId,
    address,
    name,
    symbol,
    decimals,
    ...(logoURI === undefined ? {} : { logoURI }),
    extensions: {
      ...(balance === undefined ? {} : { balance: String(balance) }),
      ...(priceUsd === undefined ? {} : { price: { usd: priceUsd } }),
      ...(isRiskToken === undefined ? {} : { isRiskToken }),
    },
  }
}

/** Nobody draws a logo for a token that nobody vouches for. */
export function toLogoUri(token: ChainToken, origin: string): string | undefined {
  if (token.isRiskToken === true) return undefined
  return `${origin}/icons/token/${encodeURIComponent(token.symbol)}.svg`
}
