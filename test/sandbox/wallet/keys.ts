import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { getBase58Decoder, getBase58Encoder } from '@solana/web3.js'

/** DER in front of a raw 32-byte ed25519 seed (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A second, unfunded EVM account that depends on nothing but the first. */
export function spareEvmKey(privateKey: string): string {
  return `0x${createHash('sha256').update(`spare ${privateKey.toLowerCase()}`).digest('hex')}`
}

/** A second, unfunded Solana account, as base58 of seed and public key. */
export function spareSolanaKey(secretKey: string): string {
  const first = Buffer.from(getBase58Encoder().encode(secretKey))
  const seed = createHash('sha256').update('spare').update(first.subarray(0, 32)).digest()
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return getBase58Decoder().decode(Buffer.concat([seed, spki.subarray(-32)]))
}
