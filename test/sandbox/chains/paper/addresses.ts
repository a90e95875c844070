import { createHash } from 'node:crypto'
import bs58 from 'bs58'

/**
 * Addresses of chains that nobody here runs, by their public documents alone: base58check
 * (https://en.bitcoin.it/wiki/Base58Check_encoding), BIP-173, https://developers.tron.network/docs/account.
 */
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const checksumOf = (bytes: Uint8Array) => sha256(sha256(bytes)).subarray(0, 4)

/** A version byte and 20 bytes, with the first four of a double SHA-256 behind them. */
export function toBase58Check(version: number, body: Uint8Array): string {
  const bytes = Buffer.concat([Buffer.from([version]), body])
  return bs58.encode(Buffer.concat([bytes, checksumOf(bytes)]))
}

/** The version of such an address, or undefined for any other text. */
export function versionOf(text: string): number | undefined {
  const bytes = bs58.decodeUnsafe(text)
  if (bytes?.length !== 25) return undefined
  const body = bytes.subarray(0, 21)
  return checksumOf(body).equals(Buffer.from(bytes.subarray(21))) ? body[0] : undefined
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const prefix = 'bc'

/** BIP-173: the remainder that ends every valid string in 1. */
function polymod(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return generators.reduce((left, each, bit) => ((top >>> bit) & 1 ? left ^ each : left), next)
  }, 1)
}

const expanded = [
  ...[...prefix].map((letter) => letter.charCodeAt(0) >> 5),
  0,
  ...[...prefix].map((letter) => letter.charCodeAt(0) & 31),
]

/** Pay to witness public key hash: version 0 and 20 bytes in groups of five bits. */
export function toSegwit(body: Uint8Array): string {
  const bits = [...body].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const words = [0, ...(bits.match(/.{5}/g) ?? []).map((group) => Number.parseInt(group, 2))]
  const rest = polymod([...expanded, ...words, 0, 0, 0, 0, 0, 0]) ^ 1
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (rest >>> shift) & 31)
  return `${prefix}1${[...words, ...checksum].map((word) => letters[word]).join('')}`
}

/** Whether a text is such an address, of version 0. */
export function isSegwit(text: string): boolean {
  if (!text.startsWith(`${prefix}1q`)) return false
  const words = [...text.slice(prefix.length + 1)].map((letter) => letters.indexOf(letter))
  return !words.includes(-1) && polymod([...expanded, ...words]) === 1
}
