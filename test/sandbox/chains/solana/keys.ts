import { createHash } from 'node:crypto'
import {
  type Address,
  createKeyPairFromPrivateKeyBytes,
  createSignerFromKeyPair,
  getAddressEncoder,
  type KeyPairSigner,
} from '@solana/web3.js'
import { toBase58 } from './wire'

/** A key pair of the sandbox: worthless anywhere else. */
export interface SandboxKey {
  readonly address: Address
  readonly signer: KeyPairSigner
  /** Base58 over 64 bytes: the seed, then the public key. */
  readonly secretKey: string
}

/** Derives an ed25519 key pair from a name, the same on every start. */
export const deriveKey = async (name: string): Promise<SandboxKey> => {
  const seed = createHash('sha256').update(`causeway sandbox key: ${name}`).digest()
  const keyPair = await createKeyPairFromPrivateKeyBytes(seed)
  const signer = await createSignerFromKeyPair(keyPair)
  const publicKey = getAddressEncoder().encode(signer.address)
  return {
    address: signer.address,
    signer,
    secretKey: toBase58(Uint8Array.of(...seed, ...publicKey)),
  }
}
