import { decodeBase58check } from '@/src/lib/base58check'
import { decodeBech32 } from '@/src/lib/bech32'
import type { ForeignFamily } from './order'

/** Version bytes of P2PKH and P2SH on Bitcoin's main network; test networks have others. */
const BITCOIN_VERSIONS: readonly number[] = [0x00, 0x05]
/** Every account and contract of Tron's main network. https://developers.tron.network/docs/account */
const TRON_VERSION = 0x41
/** The human-readable part of Bitcoin's main network, BIP-173. */
const BITCOIN_PREFIX = 'bc'
/** The version byte and the 20 bytes of a hash behind it. */
const HASH_AND_VERSION = 21
/** BIP-173: no address is longer; work on a longer one is wasted. */
const longest = 90

/**
 * Reads an address of a chain that no wallet is driven for: checks its checksum, its network and its
 * length, and gives it as it is written in general (bech32 in lower case), else null. Never throws.
 *
 * Bitcoin: base58check of P2PKH and P2SH, bech32 (witness version 0) and bech32m (1 to 16).
 * https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki (and bip-0350)
 */
export function toForeignAddress(family: ForeignFamily, text: string): string | null {
  if (text.length > longest) return null
  const bytes = decodeBase58check(text)
  const payload = bytes?.length === HASH_AND_VERSION ? bytes : null
  if (family === 'tron') return payload?.[0] === TRON_VERSION ? text : null
  if (payload) return BITCOIN_VERSIONS.includes(payload[0] ?? -1) ? text : null
  return toSegwit(text)
}

/** As `toForeignAddress`, of whichever of those families it is. */
export function toAnyForeignAddress(text: string): string | null {
  return toForeignAddress('bip122', text) ?? toForeignAddress('tron', text)
}

/** Which programs a witness version may have is in BIP-141, and which checksum in BIP-350. */
function toSegwit(text: string): string | null {
  const read = decodeBech32(text)
  if (read?.prefix !== BITCOIN_PREFIX || read.version === undefined || !read.program) return null
  const { version, program, checksum } = read
  if (version > 16 || checksum !== (version === 0 ? 'bech32' : 'bech32m')) return null
  const { length } = program
  const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
  return fits ? text.toLowerCase() : null
}
