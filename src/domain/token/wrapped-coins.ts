import { EVM_NATIVE, isNativeAddress } from '../address/address'
import { knownChain } from '../chain/known-chains'
import type { Address } from '../names'

/** OP stack chains have it among their predeploys: https://specs.optimism.io/protocol/predeploys.html */
const OP_STACK = '0x4200000000000000000000000000000000000006'

/**
 * The contract that wraps a chain's own coin, one to one and back, lower case: WETH9's `deposit()` and
 * `withdraw(uint256)`. From the lists that each chain's exchanges and documentation publish (Uniswap's
 * sdk-core, docs.monad.xyz, docs.berachain.com, docs.abs.xyz, docs.mantle.xyz, docs.linea.build); a
 * chain whose wrapped coin is not published so is left out.
 */
const WRAPPED: ReadonlyMap<number, string> = new Map([
  [1, '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
  [10, OP_STACK],
  [56, '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'],
  [130, OP_STACK],
  [137, '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'],
  [143, '0x3bd359c1119da7da1d913d1c4d2b7c461115433a'],
  [324, '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91'],
  [2_741, '0x3439153eb7af838ad19d56e1571fbd09333c2809'],
  [5_000, '0x78c1b0c915c4faa5fffa6cabf0219da63d7f4cb8'],
  [8_453, OP_STACK],
  [42_161, '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'],
  [43_114, '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7'],
  [59_144, '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f'],
  [80_094, '0x6969696969696969696969696969696969696969'],
])

/** The pinned contract that wraps the coin of a chain, lower case; undefined where none is known. */
export function wrappedCoinOf(chainId: number): string | undefined {
  return WRAPPED.get(chainId)
}

/**
 * What a chain's own coin and its wrapped form are called, as this product ships them; undefined of any
 * other token.
 */
export function coinFormOf(
  chainId: number,
  token: Address,
): { symbol: string; decimals: number } | undefined {
  const { symbol = '', decimals = 18 } = knownChain(chainId)?.nativeCurrency ?? {}
  const isCoin = isNativeAddress(token)
  if (!isCoin && token.toLowerCase() !== WRAPPED.get(chainId)) return undefined
  return { symbol: isCoin ? symbol : `W${symbol}`, decimals }
}

/** The other of the two forms of a chain's coin; undefined of any other token. */
export function otherFormOf(
  chainId: number,
  token: Address,
): { address: Address; symbol: string } | undefined {
  const wrapped = WRAPPED.get(chainId)
  const isWrapped = token.toLowerCase() === wrapped
  if (wrapped === undefined || (!isWrapped && !isNativeAddress(token))) return undefined
  const address = isWrapped ? EVM_NATIVE : wrapped
  return { address, symbol: coinFormOf(chainId, address)?.symbol ?? '' }
}
