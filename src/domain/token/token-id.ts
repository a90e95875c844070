import {
  EVM_NATIVE,
  hasEvmShape,
  isNativeAddress,
  SOLANA_NATIVE,
  sameAddress,
} from '../address/address'
import { familyOfChain } from '../chain/known-chains'

/** A token: the service's chain number and the token's address on that chain. */
export type TokenId = { chainId: number; address: string }

/** Gives the native token's address on a chain. */
export function nativeAddressOf(chainId: number): string {
  return familyOfChain(chainId) === 'solana' ? SOLANA_NATIVE : EVM_NATIVE
}

/** Tells whether a token is its chain's native one, in any form it is written. */
export function isNativeToken(token: TokenId): boolean {
  const solana = familyOfChain(token.chainId) === 'solana'
  return isNativeAddress(token.address) && solana === (token.address === SOLANA_NATIVE)
}

/** Tells whether two references name the same token, whatever the case or the native form. */
export function sameToken(a: TokenId, b: TokenId): boolean {
  if (a.chainId !== b.chainId) return false
  return sameAddress(a.address, b.address) || (isNativeToken(a) && isNativeToken(b))
}

/** A text that is equal for equal tokens: for maps and for indexes. */
export function tokenKey(token: TokenId): string {
  if (isNativeToken(token)) return `${token.chainId}:${nativeAddressOf(token.chainId)}`
  const address = hasEvmShape(token.address) ? token.address.toLowerCase() : token.address
  return `${token.chainId}:${address}`
}
