import { decodeBase58 } from '@/src/lib/base58'
import { keccak256 } from '@/src/lib/keccak256'
import type { Address } from '../names'
import type { Family } from '../order/order'
import { hasEvmShape, isNativeAddress, PREVIEW_ADDRESS, sameAddress } from './address'

/** A public key of 32 bytes takes 32 to 44 characters of base58. */
const SOLANA_SHAPE = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/**
 * Writes an EVM address with its EIP-55 checksum. Text of another shape is returned unchanged.
 * https://eips.ethereum.org/EIPS/eip-55
 */
export function toChecksumAddress(address: string): string {
  if (!hasEvmShape(address)) return address
  const digits = address.slice(2).toLowerCase()
  const hash = keccak256(new TextEncoder().encode(digits))
  const cased = [...digits].map((digit, i) => {
    const byte = hash[i >> 1] ?? 0
    const nibble = i % 2 === 0 ? byte >> 4 : byte & 0x0f
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  return `0x${cased.join('')}`
}

/**
 * Tells whether text is an EVM address: lower case, or mixed case with a valid EIP-55 checksum, which
 * is what the service accepts too.
 */
export function isEvmAddress(text: string): boolean {
  if (!hasEvmShape(text)) return false
  return text === text.toLowerCase() || text === toChecksumAddress(text)
}

/** Tells whether text is a Solana address: base58 of exactly 32 bytes. */
export function isSolanaAddress(text: string): boolean {
  return SOLANA_SHAPE.test(text) && decodeBase58(text)?.length === 32
}

/** The family an address belongs to, judged by the address alone, or null for any other text. */
export function familyOfAddress(text: string): Family | null {
  if (isEvmAddress(text)) return 'eip155'
  return isSolanaAddress(text) ? 'solana' : null
}

/** The highest of the addresses that chains keep for contracts of their own; they come one by one. */
const PRECOMPILES = 0xffffn

/**
 * Tells whether nobody holds an address: the native token's, those that prices are shown for, and small
 * numbers, where a chain's own contracts are. What is sent there is lost. Expects an address.
 */
export function isNobodysAccount(address: Address): boolean {
  const isSmall = hasEvmShape(address) && BigInt(address) <= PRECOMPILES
  const nobodies = Object.values(PREVIEW_ADDRESS)
  return isSmall || isNativeAddress(address) || nobodies.some((each) => sameAddress(each, address))
}
