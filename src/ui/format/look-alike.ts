import { type PinnedToken, pinnedAt, pinnedSymbols } from '@/src/domain/pinned-tokens'
import { isLoopbackUrl } from '@/src/lib/web-url'
import { skeletonOf } from './skeleton'

type Named = { chainId: number; address: string; symbol: string }

/** What is pinned of the chains that a service speaks of. */
export type Pins = {
  at(chainId: number, address: string): PinnedToken | undefined
  symbols(chainId: number): readonly string[]
}

const PINS: Pins = { at: pinnedAt, symbols: pinnedSymbols }
const NO_PINS: Pins = { at: () => undefined, symbols: () => [] }

/**
 * The pins that hold for a build: none where its own service is on this machine, as its chains are then
 * private ones that only carry the numbers of others.
 */
export function pinsOf(serviceUrl: string): Pins {
  return isLoopbackUrl(serviceUrl) ? NO_PINS : PINS
}

const pinsOfBuild = () => pinsOf(import.meta.env.WXT_SERVICE_URL ?? '')

/**
 * Finds the token that another one imitates: same chain, a symbol that reads the same, another address.
 * What is pinned decides first, whatever the service lists: a token at a pinned address is itself, unless
 * it is called as another pinned one. Then what the service knows. A bridged namesake on another chain is
 * not an imitation.
 */
export function imitated(
  candidate: Named,
  known: readonly Named[],
  pins: Pins = pinsOfBuild(),
): { symbol: string } | undefined {
  const { chainId, address } = candidate
  const look = skeletonOf(candidate.symbol)
  const looksSame = (symbol: string) => skeletonOf(symbol) === look
  const pinned = pins.at(chainId, address)
  if (pinned?.symbols.some(looksSame)) return undefined
  const symbol = pins.symbols(chainId).find(looksSame)
  if (symbol !== undefined) return { symbol }
  if (pinned !== undefined) return undefined
  const peers = known.filter((token) => token.chainId === chainId)
  const lower = address.toLowerCase()
  if (peers.some((token) => token.address.toLowerCase() === lower)) return undefined
  return peers.find((token) => looksSame(token.symbol))
}

/** Whether the decimals of a token differ from those that are pinned: its amounts would be wrong. */
export function hasWrongDecimals(
  token: { chainId: number; address: string; decimals: number },
  pins: Pins = pinsOfBuild(),
): boolean {
  const pinned = pins.at(token.chainId, token.address)
  return pinned !== undefined && pinned.decimals !== token.decimals
}
