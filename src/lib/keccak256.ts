import { keccak_256 } from '@noble/hashes/sha3'

/** Hashes bytes with Keccak-256 as Ethereum uses it (the padding before FIPS 202 added its suffix). */
export function keccak256(message: Uint8Array): Uint8Array {
  return keccak_256(message)
}
