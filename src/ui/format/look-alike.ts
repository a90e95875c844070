import { type Pins, pinsOf, serviceOfBuild } from './pins'
import { skeletonOf } from './skeleton'

type Named = { chainId: number; address: string; symbol: string }

const pinsOfBuild = () => pinsOf(serviceOfBuild())

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
