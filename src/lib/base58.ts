import { base58 } from '@scure/base'

/**
 * Reads base58 text (Bitcoin's and Solana's alphabet) into bytes, or null when a character does not
 * belong to it. The work grows with the square of the length: callers bound the text they pass.
 */
export function decodeBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    // The library says by throwing what the caller asks about.
    return null
  }
}

/** Writes bytes as base58 text. */
export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}
