/**
 * As much of `@solana/web3.js` 1.x as the burner wallet uses: its own 1.x cannot stand beside the 2.x
 * of this project.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

const signatureLength = 64
const keyLength = 32

export class PublicKey {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  toBytes = (): Uint8Array => this.bytes
  toBase58 = (): string => base58.encode(this.bytes)
}

/** Where a test wants a key that has money, its seed (32 bytes) stands here before the wallet connects. */
const known = globalThis as { burnerSeed?: number[] }

export class Keypair {
  readonly secretKey = known.burnerSeed
    ? Uint8Array.from(known.burnerSeed)
    : crypto.getRandomValues(new Uint8Array(keyLength))
  readonly publicKey = new PublicKey(ed25519.getPublicKey(this.secretKey))
}

/** A transaction with one signature, which stands first. */
export class VersionedTransaction {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  static deserialize = (bytes: Uint8Array) => new VersionedTransaction(Uint8Array.from(bytes))
  get message(): Uint8Array {
    return this.bytes.subarray(1 + signatureLength)
  }
  get version(): 'legacy' | number {
    const [first = 0] = this.message
    return first < 0x80 ? 'legacy' : first & 0x7f
  }
  sign([keypair]: Keypair[]): void {
    const start = this.version === 'legacy' ? 4 : 5
    const payer = this.message.subarray(start, start + keyLength)
    if (!keypair || base58.encode(payer) !== keypair.publicKey.toBase58()) {
      throw new Error('Cannot sign with non signer key')
    }
    this.bytes.set(ed25519.sign(this.message, keypair.secretKey), 1)
  }
  serialize = (): Uint8Array => this.bytes
}

export class Transaction {}
export class Connection {}
