import type { Desk } from '../service/desk'
import type { FiatSwitches } from './switches'

/** What the fiat on-ramp works with. */
export type FiatDeps = {
  desk: Desk
  switches: FiatSwitches
  /** Price validity of a coming quote, in seconds. */
  expirySeconds: () => number
  /** Origin of the fiat API and of the wrapper page. */
  fiatUrl: string
  /** Origin of the providers' own pages: the same server under another name. */
  providerUrl: string
  /** The chain on which a `jump` provider settles. */
  hubChainId: number
  signal: AbortSignal
  log: (line: string) => void
}
