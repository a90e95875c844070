import { encodeHex } from '@/src/lib/bytes'

/** SHA-256 of a text, hex without 0x. */
export async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return encodeHex(new Uint8Array(bytes)).replace(/^0x/, '')
}
