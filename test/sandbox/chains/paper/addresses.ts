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

/** BIP-173: the remainder that ends every valid string in 1. */
function polymod(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return generators.reduce((left, each, bit) => ((top >>> bit) & 1 ? left ^ each : left), next)
  }, 1)
}

const expand = (prefix: string) => [
  ...[...prefix].map((letter) => letter.charCodeAt(0) >> 5),
  0,
  ...[...prefix].map((letter) => letter.charCodeAt(0) & 31),
]

/** What is left by a valid text: BIP-173, BIP-350. */
const remainders = { bech32: 1, bech32m: 0x2bc830a3 }
type Kind = keyof typeof remainders

/** Groups of five bits, the last one filled up with zeros. */
function toWords(bytes: Uint8Array): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => Number.parseInt(group.padEnd(5, '0'), 2))
}

function toBech32(kind: Kind, prefix: string, words: readonly number[]): string {
  const rest = polymod([...expand(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ remainders[kind]
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (rest >>> shift) & 31)
  return `${prefix}1${[...words, ...checksum].map((word) => letters[word]).join('')}`
}

function isBech32(kind: Kind, prefix: string, text: string): boolean {
  if (!text.startsWith(`${prefix}1`)) return false
  const words = [...text.slice(prefix.length + 1)].map((letter) => letters.indexOf(letter))
  return !words.includes(-1) && polymod([...expand(prefix), ...words]) === remainders[kind]
}

/** Pay to witness public key hash: version 0 and 20 bytes in groups of five bits. */
export function toSegwit(prefix: string, body: Uint8Array): string {
  return toBech32('bech32', prefix, [0, ...toWords(body)])
}

/** Whether a text is such an address, of version 0. */
export function isSegwit(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}1q`) && isBech32('bech32', prefix, text)
}

/** SECP256K1 with blake160: RFC 24, https://github.com/nervosnetwork/rfcs */
const codeHash = '9bd7e06f3ecf4be0f2fcd2188b23f1b9fcc88e5d4b65a8637b17723bbda3cce8'

/** RFC 21's full format: 0x00, code hash, hash type 1, the 20 bytes of a key's hash. */
export function toCkb(body: Uint8Array): string {
  const payload = Buffer.concat([Buffer.from(`00${codeHash}01`, 'hex'), body])
  return toBech32('bech32m', 'ckb', toWords(payload))
}

/** Whether a text is such an address; its format byte, zero, begins with a `q`. */
export function isCkb(text: string): boolean {
  return text.startsWith('ckb1q') && isBech32('bech32m', 'ckb', text)
}
