/** The alphabet of Bitcoin and Solana: no 0, O, I or l. https://datatracker.ietf.org/doc/html/draft-msporny-base58 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const VALUES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((char, i) => [char, i]))

/**
 * Reads base58 text into bytes, or null when a character does not belong to the alphabet.
 *
 * The work grows with the square of the length: callers bound the text they pass.
 */
export function decodeBase58(text: string): Uint8Array | null {
  const bytes: number[] = []
  for (const char of text) {
    const value = VALUES.get(char)
    if (value === undefined) return null
    let carry = value
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * 58
      bytes[i] = carry & 0xff
      carry >>= 8
    }
    while (carry > 0) {
      bytes.push(carry & 0xff)
      carry >>= 8
    }
  }
  for (const char of text) {
    if (char !== '1') break
    bytes.push(0)
  }
  return Uint8Array.from(bytes.reverse())
}

/** Writes bytes as base58 text. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let i = 0; i < digits.length; i++) {
      carry += (digits[i] ?? 0) << 8
      digits[i] = carry % 58
      carry = Math.floor(carry / 58)
    }
    while (carry > 0) {
      digits.push(carry % 58)
      carry = Math.floor(carry / 58)
    }
  }
  for (const byte of bytes) {
    if (byte !== 0) break
    digits.push(0)
  }
  return digits
    .reverse()
    .map((digit) => ALPHABET[digit])
    .join('')
}
