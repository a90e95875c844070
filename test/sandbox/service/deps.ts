import type { ControlState } from '../control/state'
import type { Ledger } from './ledger'
import type { Network } from './network'
import type { Settlement } from './settlement'

/** What every handler of the service works with. */
export type ServiceDeps = {
  network: Network
  ledger: Ledger
  settlement: Settlement
  control: ControlState
  /** Unix milliseconds. */
  now: () => number
  /** Fires when the sandbox stops. */
  signal: AbortSignal
}
