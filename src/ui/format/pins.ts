import { type PinnedToken, pinnedAt, pinnedSymbols } from '@/src/domain/token/pinned-tokens'
import { isLoopbackUrl } from '@/src/lib/web-url'

/** What is pinned of the chains that a service speaks of. */
export type Pins = {
  at(chainId: number, address: string): PinnedToken | undefined
  symbols(chainId: number): readonly string[]
}

const PINS: Pins = { at: pinnedAt, symbols: pinnedSymbols }
const NO_PINS: Pins = { at: () => undefined, symbols: () => [] }

/**
 * Whether chains and addresses are those that everybody means. Not where a build's own service is on this
 * machine, as its chains are then private ones that only carry the numbers of others.
 */
export const isPublic = (serviceUrl: string) => !isLoopbackUrl(serviceUrl)

/** The pins that hold for a build, by the address of its own service. */
export function pinsOf(serviceUrl: string): Pins {
  return isPublic(serviceUrl) ? PINS : NO_PINS
}

/** The address of the service that this build is made for. */
export const serviceOfBuild = () => import.meta.env.WXT_SERVICE_URL ?? ''
