import { decodeBase58, encodeBase58 } from '@/src/lib/base58'
import { programs } from './solana-program'

/** The field of ed25519, and the curve's d: https://www.rfc-editor.org/rfc/rfc8032#section-5.1 */
const p = 2n ** 255n - 19n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** What the runtime puts behind the seeds: https://solana.com/docs/core/pda */
const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/** Whose accounts tell what tokens are called: https://developers.metaplex.com/token-metadata */
export const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/**
 * The token account in which an owner holds a mint by convention, for one token program, base58.
 * https://spl.solana.com/associated-token-account
 */
export function toTokenAccount(
  owner: string,
  mint: string,
  program: string = programs.token,
): Promise<string> {
  return toDerived([owner, program, mint].map(toBytes), programs.associatedToken)
}

/** The account in which Metaplex keeps what the token of a mint is called, base58. */
export function toMetadataAccount(mint: string): Promise<string> {
  const kind = new TextEncoder().encode('metadata')
  return toDerived([kind, toBytes(METAPLEX), toBytes(mint)], METAPLEX)
}

async function toDerived(begin: readonly Uint8Array[], program: string): Promise<string> {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const parts = [...begin, Uint8Array.of(bump), toBytes(program), MARKER]
    const seeds = Uint8Array.from(parts.flatMap((each) => [...each]))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', seeds))
    if (!isOnCurve(hash)) return encodeBase58(hash)
  }
  // Each of 256 hashes is a point with a chance of one half.
  throw new Error('no address off the curve')
}

function toBytes(address: string): Uint8Array {
  return decodeBase58(address) ?? new Uint8Array()
}

/** Whether 32 bytes are a point of ed25519: an address that is none has no key. */
function isOnCurve(bytes: Uint8Array): boolean {
  const whole = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const y = whole & (2n ** 255n - 1n)
  const square = (y * y) % p
  const [u, v] = [(square - 1n + p) % p, (d * square + 1n) % p]
  // x² = u / v: a square, where u·v is one.
  const product = (u * v) % p
  return product === 0n ? whole >> 255n === 0n : power(product, (p - 1n) / 2n) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % p
    square = (square * square) % p
  }
  return result
}
