import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { afterAll, beforeAll, vi } from 'vitest'

/** What stands before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410, section 4). */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * WebCrypto works on threads of its own, so that of two tasks now one and now the other comes first, and a
 * sequence that failed once holds the next time. Here it does the same work at once: what happens depends on
 * the sequence alone.
 */
export function withSteadyCrypto(): void {
  const keys = new WeakMap<object, KeyObject>()

  async function importKey(_format: string, raw: Uint8Array): Promise<CryptoKey> {
    const key = Buffer.concat([ed25519Prefix, raw])
    const imported = {} as CryptoKey
    try {
      keys.set(imported, createPublicKey({ key, format: 'der', type: 'spki' }))
    } catch {
      throw new DOMException('Invalid keyData', 'DataError')
    }
    return imported
  }

  async function digest(_name: string, bytes: Uint8Array): Promise<ArrayBuffer> {
    return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer
  }

  async function check(
    _name: string,
    key: CryptoKey,
    signature: Uint8Array,
    message: Uint8Array,
  ): Promise<boolean> {
    const imported = keys.get(key)
    return imported !== undefined && verify(null, message, imported, signature)
  }

  beforeAll(() => {
    vi.spyOn(crypto.subtle, 'importKey').mockImplementation(importKey as never)
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(digest as never)
    vi.spyOn(crypto.subtle, 'verify').mockImplementation(check as never)
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })
}
