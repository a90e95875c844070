import { describe, expect, it } from 'vitest'
import { verifyEd25519 } from './ed25519'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** Test 2 of RFC 8032, section 7.1. */
const key = bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
const message = bytes('72')
const signature = bytes(
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
    '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
)

describe('verifyEd25519', () => {
  it("given the standard's own example, then the signature verifies", async () => {
    expect(await verifyEd25519(key, signature, message)).toBe(true)
  })

  it.each([
    ['another message', key, signature, bytes('73')],
    [
      'another key',
      bytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
      signature,
      message,
    ],
    ['no signature', key, new Uint8Array(64), message],
    ['a signature that is too short', key, signature.slice(1), message],
    ['a key that is too short', key.slice(1), signature, message],
  ])('given %s, then it does not verify', async (_, ...args) => {
    expect(await verifyEd25519(...args)).toBe(false)
  })
})
