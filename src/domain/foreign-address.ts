import { bech32, bech32m, createBase58check } from '@scure/base'
import { sha256 } from '@/src/lib/sha256'
import type { ForeignFamily } from './order'

const base58check = createBase58check(sha256)

/** Version bytes of P2PKH and P2SH on Bitcoin's main network; test networks have others. */
const BITCOIN_VERSIONS: readonly number[] = [0x00, 0x05]
/** Every account and contract of Tron's main network. https://developers.tron.network/docs/account */
const TRON_VERSION = 0x41
/** The human-readable part of Bitcoin's main network, BIP-173. */
const BITCOIN_PREFIX = 'bc'
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
  const payload = decodeBase58check(text)
  if (family === 'tron') return payload?.[0] === TRON_VERSION ? text : null
  if (payload) return BITCOIN_VERSIONS.includes(payload[0] ?? -1) ? text : null
  return toSegwit(text)
}

/** The version byte and the 20 bytes behind it. */
function decodeBase58check(text: string): Uint8Array | null {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 ? bytes : null
  } catch {
    // The library says by throwing what the caller asks about.
    return null
  }
}

/** Which programs a witness version may have is in BIP-141, and which checksum in BIP-350. */
function toSegwit(text: string): string | null {
  const mixed = text !== text.toLowerCase() && text !== text.toUpperCase()
  const plain = text.toLowerCase()
  if (mixed || !plain.startsWith(`${BITCOIN_PREFIX}1`)) return null
  for (const [code, isVersion] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version > 0 && version <= 16],
  ] as const) {
    const read = code.decodeUnsafe(plain)
    const [version, ...words] = read?.words ?? []
    if (read?.prefix !== BITCOIN_PREFIX || version === undefined || !isVersion(version)) continue
    const program = code.fromWordsUnsafe(words)
    const length = program ? program.length : 0
    const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
    return fits ? plain : null
  }
  return null
}
