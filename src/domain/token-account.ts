import { decodeBase58, encodeBase58 } from '@/src/lib/base58'
import { programs } from './solana-program'

/** The field of ed25519, and the curve's d: https://www.rfc-editor.org/rfc/rfc8032#section-5.1 */
const p = 2n ** 255n - 19n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** What the runtime puts behind the seeds: https://solana.com/docs/core/pda */
const MARKER = new TextEncoder().encode('ProgramDerivedAddress')

/**
 * The token account in which an owner holds a mint by convention, for one token program, base58.
 * https://spl.solana.com/associated-token-account
 */
export async function toTokenAccount(
  owner: string,
  mint: string,
  program: string = programs.token,
): Promise<string> {
  const keys = [owner, program, mint].map(toBytes)
  const associated = toBytes(programs.associatedToken)
  for (let bump = 255; bump >= 0; bump -= 1) {
    const seeds = [...keys, Uint8Array.of(bump), associated, MARKER].flatMap((each) => [...each])
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(seeds)))
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
