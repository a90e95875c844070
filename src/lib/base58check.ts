import { createBase58check } from '@scure/base'
import { sha256 } from './sha256'

const base58check = createBase58check(sha256)

/** Reads base58check text (Bitcoin's and Tron's addresses) into bytes, or null when its checksum is wrong. */
export function decodeBase58check(text: string): Uint8Array | null {
  try {
    return base58check.decode(text)
  } catch {
    // The library says by throwing what the caller asks about.
    return null
  }
}
