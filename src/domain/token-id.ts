import {
  EVM_NATIVE,
  EVM_NATIVE_ALIAS,
  hasEvmShape,
  isEvmAddress,
  isNativeAddress,
  isSolanaAddress,
  SOLANA_NATIVE,
  sameAddress,
  toChecksumAddress,
} from './address'
import { familyOfChain, fromCaip2, toCaip2 } from './known-chains'

/** A token: the service's chain number and the token's address on that chain. */
export type TokenId = { chainId: number; address: string }

/** Why something does not name a token. */
export type TokenIdProblem = 'shape' | 'chain' | 'address' | 'checksum'

export type TokenIdResult = { ok: true; token: TokenId } | { ok: false; problem: TokenIdProblem }

/** The longest form, JSON with whitespace to spare; longer text is not read at all. */
const MAX_TEXT = 512

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

function fromParts(chainId: number | null, address: string): TokenIdResult {
  if (chainId === null) return { ok: false, problem: 'chain' }
  if (familyOfChain(chainId) === 'solana') {
    return isSolanaAddress(address)
      ? { ok: true, token: { chainId, address } }
      : { ok: false, problem: 'address' }
  }
  if (!hasEvmShape(address)) return { ok: false, problem: 'address' }
  // Aggregators write this one in every case; its checksum says nothing.
  if (address.toLowerCase() === EVM_NATIVE_ALIAS) {
    return { ok: true, token: { chainId, address: EVM_NATIVE } }
  }
  return isEvmAddress(address)
    ? { ok: true, token: { chainId, address } }
    : { ok: false, problem: 'checksum' }
}

function isChainId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function fromObject(value: unknown): TokenIdResult {
  if (typeof value !== 'object' || value === null) return { ok: false, problem: 'shape' }
  const chainId = Object.hasOwn(value, 'chainId') && 'chainId' in value ? value.chainId : undefined
  const address = Object.hasOwn(value, 'address') && 'address' in value ? value.address : undefined
  if (typeof address !== 'string') return { ok: false, problem: 'shape' }
  return isChainId(chainId) ? fromParts(chainId, address) : { ok: false, problem: 'chain' }
}

function fromJson(text: string): TokenIdResult {
  try {
    return fromObject(JSON.parse(text))
  } catch {
    // Not JSON: an answer of its own, told to the caller as a problem of shape.
    return { ok: false, problem: 'shape' }
  }
}

/**
 * Reads a token in any of the three forms of the interface: `eip155:<chainId>:<contract>` or
 * `solana:<reference>:<mint>`, an object `{ chainId, address }`, or that object as a JSON string.
 *
 * Never throws. The `0xeee...e` form of the EVM native token is read as the zero address; any other
 * EVM address is lower case or carries a valid EIP-55 checksum, and is given back as written.
 */
export function parseTokenId(input: unknown): TokenIdResult {
  if (typeof input !== 'string') return fromObject(input)
  const text = input.trim()
  if (text.length > MAX_TEXT) return { ok: false, problem: 'shape' }
  if (text.startsWith('{')) return fromJson(text)
  const colon = text.lastIndexOf(':')
  if (colon < 1) return { ok: false, problem: 'shape' }
  return fromParts(fromCaip2(text.slice(0, colon)), text.slice(colon + 1))
}

/** Writes a token's identifier string, EVM addresses with their EIP-55 checksum. */
export function toTokenId(token: TokenId): string {
  const address = isNativeToken(token) ? nativeAddressOf(token.chainId) : token.address
  return `${toCaip2(token.chainId)}:${toChecksumAddress(address)}`
}
