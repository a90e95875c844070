import { sha256 as hash } from '@noble/hashes/sha2'

/** Hashes bytes with SHA-256. */
export function sha256(message: Uint8Array): Uint8Array {
  return hash(message)
}
