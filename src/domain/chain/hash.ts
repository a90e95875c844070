import { decodeBase58 } from '@/src/lib/base58'
import type { Family, ForeignFamily } from '../order/order'

/**
 * The family whose transactions are named like this text: 32 bytes in hex (EVM), or a signature of 64
 * bytes in base58 (Solana); null for any other text.
 */
export function familyOfHash(text: string): Family | null {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return 'eip155'
  // 64 bytes take 64 to 88 characters of base58.
  return /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) && decodeBase58(text)?.length === 64
    ? 'solana'
    : null
}

/** Whether a text names a transaction as such a chain does: 32 bytes in hex, on CKB alone with `0x` before them. */
export function isForeignHash(text: string, family?: ForeignFamily): boolean {
  return family === 'ckb' ? familyOfHash(text) === 'eip155' : /^[0-9a-f]{64}$/i.test(text)
}

/** Whether two texts name the same transaction: hex compares without regard to case. */
export function sameHash(a: string, b: string): boolean {
  return a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase())
}
