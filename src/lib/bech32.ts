import { bech32, bech32m } from '@scure/base'

/** What bech32 or bech32m text says: its human-readable part in lower case, and groups of five bits. */
export type Bech32Text = { prefix: string; words: number[]; checksum: 'bech32' | 'bech32m' }

/** Reads bech32 or bech32m text (BIP-173, BIP-350), or null when it is of neither or of mixed case. */
export function decodeBech32(text: string): Bech32Text | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null
  for (const [checksum, code] of [
    ['bech32', bech32],
    ['bech32m', bech32m],
  ] as const) {
    // How long an address may be is said by its chain.
    const read = code.decodeUnsafe(text.toLowerCase(), false)
    if (read) return { prefix: read.prefix, words: read.words, checksum }
  }
  return null
}

/** The bytes in groups of five bits; undefined where they do not come out whole. */
export function toBytes(words: number[]): Uint8Array | undefined {
  return bech32.fromWordsUnsafe(words) || undefined
}
