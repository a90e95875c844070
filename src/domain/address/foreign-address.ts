import { decodeBase58check } from '@/src/lib/base58check'
import { decodeBech32, toBytes } from '@/src/lib/bech32'
import { FOREIGN_FAMILIES, type ForeignFamily } from '../order/order'

/**
 * How base58check addresses begin on the main networks; test networks have other bytes. Bitcoin and
 * Litecoin: P2PKH and P2SH; Litecoin's first P2SH addresses began as Bitcoin's do, and say nothing.
 * https://github.com/litecoin-project/litecoin/blob/master/src/chainparams.cpp
 * Tron: every account and contract. https://developers.tron.network/docs/account
 */
const VERSIONS: Readonly<Record<ForeignFamily, readonly number[]>> = {
  bip122: [0x00, 0x05],
  litecoin: [0x30, 0x32],
  tron: [0x41],
  ckb: [],
}
/** The human-readable parts of the main networks that have segregated witnesses: BIP-173, and the file above. */
const PREFIXES: Partial<Record<ForeignFamily, string>> = { bip122: 'bc', litecoin: 'ltc' }
/** The version byte and the 20 bytes of a hash behind it. */
const HASH_AND_VERSION = 21
/** BIP-173: no address is longer; work on a longer one is wasted. */
const longest = 90
/** RFC 21 knows no end; a script's arguments of up to 40 bytes stand in this many letters. */
const longestOfCkb = 128

/**
 * Reads an address of a chain that no wallet is driven for: checks its checksum, its network and its
 * length, and gives it as it is written in general (bech32 in lower case), else null. Never throws.
 *
 * Bitcoin and Litecoin: base58check of P2PKH and P2SH, bech32 (witness version 0) and bech32m (1 to 16).
 * https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki (and bip-0350)
 */
export function toForeignAddress(family: ForeignFamily, text: string): string | null {
  if (family === 'ckb') return toCkb(text)
  if (text.length > longest) return null
  const bytes = decodeBase58check(text)
  if (bytes?.length === HASH_AND_VERSION) {
    return VERSIONS[family].includes(bytes[0] ?? -1) ? text : null
  }
  return toSegwit(text, PREFIXES[family])
}

/** As `toForeignAddress`, of whichever of those families it is; no text is of two. */
export function toAnyForeignAddress(
  text: string,
): { family: ForeignFamily; address: string } | null {
  for (const family of FOREIGN_FAMILIES) {
    const address = toForeignAddress(family, text)
    if (address !== null) return { family, address }
  }
  return null
}

/** Which programs a witness version may have is in BIP-141, and which checksum in BIP-350. */
function toSegwit(text: string, prefix: string | undefined): string | null {
  const read = prefix === undefined ? null : decodeBech32(text)
  const [version, ...words] = read?.words ?? []
  if (read?.prefix !== prefix || version === undefined || version > 16) return null
  const length = toBytes(words)?.length ?? 0
  if (read?.checksum !== (version === 0 ? 'bech32' : 'bech32m')) return null
  const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
  return fits ? text.toLowerCase() : null
}

/**
 * Nervos CKB, the full format: 0x00, a script's code hash of 32 bytes, its hash type (0, 1, 2 or 4), its
 * arguments. The formats that its document calls deprecated are not taken.
 * https://github.com/nervosnetwork/rfcs/blob/master/rfcs/0021-ckb-address-format/0021-ckb-address-format.md
 * Hash type 4: https://github.com/nervosnetwork/rfcs/blob/master/rfcs/0050-vm-syscalls-3/0050-vm-syscalls-3.md
 */
function toCkb(text: string): string | null {
  const read = text.length > longestOfCkb ? null : decodeBech32(text)
  if (read?.prefix !== 'ckb' || read.checksum !== 'bech32m') return null
  const payload = toBytes(read.words) ?? []
  const isFull = payload[0] === 0 && [0, 1, 2, 4].includes(payload[33] ?? -1)
  return isFull ? text.toLowerCase() : null
}
