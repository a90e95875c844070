import { type SignatureBytes, verifySignature } from '@solana/web3.js'

/**
 * Checks an ed25519 signature with WebCrypto. `key` is 32 bytes, `signature` 64. A key that is no
 * point of the curve verifies nothing.
 * @throws DOMException `NotSupportedError` where the browser has no Ed25519 (Chrome below 137,
 * Firefox below 129).
 */
export async function verifyEd25519(
  key: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  // Copied: WebCrypto wants bytes that nobody shares.
  const own = (bytes: Uint8Array) => new Uint8Array(bytes)
  let imported: CryptoKey
  try {
    imported = await crypto.subtle.importKey('raw', own(key), 'Ed25519', false, ['verify'])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return false
    throw error
  }
  return verifySignature(imported, own(signature) as SignatureBytes, own(message))
}
