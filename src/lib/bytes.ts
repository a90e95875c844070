const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const HEX = /^0x(?:[0-9a-fA-F]{2})*$/

/** Reads padded base64 into bytes, or null when the text is anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!BASE64.test(text)) return null
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Writes bytes as padded base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Reads hex with `0x` into bytes, or null when the text is anything else. */
export function decodeHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!HEX.test(text)) return null
  const bytes = new Uint8Array(text.length / 2 - 1)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(2 + 2 * i, 4 + 2 * i), 16)
  }
  return bytes
}

/** Writes bytes as lower-case hex with `0x`. */
export function encodeHex(bytes: Uint8Array): string {
  let hex = '0x'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}

/** Tells whether two runs of bytes are the same. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
