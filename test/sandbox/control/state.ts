import type { NodeMood } from '../chains/node-mood'
import type { DepositShape } from '../chains/port'
import { createFiatSwitches, type FiatSwitches } from '../fiat/switches'
import type { FaultBook } from './faults'
import { createFaultBook } from './faults'
import { createHeld, type Held } from './held'

/** What the next accepted order does. */
export type Outcome = {
  outcome: 'fill' | 'refund' | 'fail' | 'late' | 'held'
  /** Extra milliseconds before the end. */
  ms?: number | undefined
  /** Delivered share of the quoted amount in basis points; 10000 is all of it. */
  deliveredBps?: number | undefined
}

export const tamperNames = [
  'unlimited-approval',
  'foreign-spender',
  'two-deposits',
  'no-deposit',
  'wrong-chain',
  'wrong-sender',
  'extra-value',
  'token-transfer',
  'unknown-method',
] as const
export type TamperName = (typeof tamperNames)[number]

/** A known change, other fields in an honest answer, or another answer. */
export type Tamper = (
  | { tamper: TamperName }
  | { patch: Record<string, unknown> }
  | { body: unknown }
) & { times?: number | undefined }

/**
 * What may be wrong with the second node of an EVM chain: it knows no transaction, it answers 503,
 * or it tells of another receiver and other data than were sent.
 */
export const nodeFaults = ['silent', 'down', 'lying'] as const
export type NodeFault = (typeof nodeFaults)[number]

export type Call = {
  /** Which of the servers was asked: `service`, `fiat`, `qr`, `node` (a chain's second one), `operator` (the nodes by name). */
  server: string
  method: string
  /** Path with query. */
  path: string
  headers: Record<string, string>
  body: string
  /** Unix milliseconds. */
  time: number
  /** What was answered, once it was. */
  status?: number
}

/** Everything the control endpoint can change; one object, read by the servers. */
export type ControlState = {
  faults: FaultBook
  /** Price validity of coming quotes. */
  quoteExpirySeconds: number
  outcomes: Outcome[]
  /** Orders and answers that wait to be released. */
  held: Held
  tampers: Tamper[]
  /** How deposits are built. */
  shape: DepositShape
  /** How many tokens an EVM chain lists that nobody trades; with them, those that no list has. */
  listedBeside: number
  calls: Call[]
  fiat: FiatSwitches
  /** By chain id. */
  secondNodes: Map<number, NodeFault>
  /** What is wrong with nodes, by `<name>/<chainId>`. */
  nodes: Map<string, NodeMood>
  reset(): void
}

/** Price validity of a quote when nobody asked for another. */
const usualExpirySeconds = 60

export function createControlState(): ControlState {
  const faults = createFaultBook()
  const state: ControlState = {
    faults,
    quoteExpirySeconds: usualExpirySeconds,
    outcomes: [],
    held: createHeld(),
    tampers: [],
    shape: 'plain',
    listedBeside: 0,
    calls: [],
    fiat: createFiatSwitches(),
    secondNodes: new Map(),
    nodes: new Map(),
    reset() {
      faults.clear()
      state.quoteExpirySeconds = usualExpirySeconds
      state.outcomes.length = 0
      state.held.release()
      state.tampers.length = 0
      state.shape = 'plain'
      state.listedBeside = 0
      state.calls.length = 0
      state.fiat.reset()
      state.secondNodes.clear()
      state.nodes.clear()
    },
  }
  return state
}

/** Takes a use of the oldest tamper that is set, if any. */
export function takeTamper(state: ControlState): Tamper | undefined {
  const tamper = state.tampers[0]
  if (tamper?.times === undefined) return tamper
  tamper.times -= 1
  if (tamper.times <= 0) state.tampers.shift()
  return tamper
}
