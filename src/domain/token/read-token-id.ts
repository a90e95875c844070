import { EVM_NATIVE, EVM_NATIVE_ALIAS, hasEvmShape } from '../address/address'
import { isEvmAddress, isSolanaAddress, toChecksumAddress } from '../address/check-address'
import { familyOfChain, fromCaip2, toCaip2 } from '../chain/known-chains'
import { isNativeToken, nativeAddressOf, type TokenId } from './token-id'

/** Why something does not name a token. */
export type TokenIdProblem = 'shape' | 'chain' | 'address' | 'checksum'

export type TokenIdResult = { ok: true; token: TokenId } | { ok: false; problem: TokenIdProblem }

/** The longest form, JSON with whitespace to spare; longer text is not read at all. */
const MAX_TEXT = 512

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
