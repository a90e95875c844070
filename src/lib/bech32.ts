import { bech32, bech32m } from '@scure/base'

/** What a segregated witness address holds; without a version where it is empty. */
export type Witness = {
  /** The human-readable part, lower case. */
  prefix: string
  version: number | undefined
  program: Uint8Array | undefined
  checksum: 'bech32' | 'bech32m'
}

/** Reads bech32 or bech32m text (BIP-173, BIP-350), or null when it is of neither or of mixed case. */
export function decodeBech32(text: string): Witness | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null
  for (const [checksum, code] of [
    ['bech32', bech32],
    ['bech32m', bech32m],
  ] as const) {
    const read = code.decodeUnsafe(text.toLowerCase())
    if (!read) continue
    const [version, ...words] = read.words
    const program = code.fromWordsUnsafe(words)
    return { prefix: read.prefix, version, program: program || undefined, checksum }
  }
  return null
}
