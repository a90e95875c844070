/**
 * How the wallet answers what a person would have to approve.
 *
 * Both families: `ask`, `auto`, `reject`, `hang` (never settles), `delay:<ms>` (approves after so
 * long), `restart` (does it, then forgets the request: the promise never settles),
 * `restart-unsent` (forgets it before doing anything).
 * EVM: `tamper-*` sends a changed transaction, `false-hash` sends nothing and answers a made-up
 * hash, `false-reject` sends and answers 4001, `speed-up[:ms]` and `cancel[:ms]` replace what was
 * sent under the same nonce.
 * Solana: `add-compute-budget`, `add-lighthouse`, `change-instruction`, `swap-fee-payer`,
 * `bad-signature`.
 * A mode that means nothing for a request approves it, as `auto` does.
 */
export const plainModes = [
  'ask',
  'auto',
  'reject',
  'hang',
  'restart',
  'restart-unsent',
  'tamper-to',
  'tamper-value',
  'tamper-data',
  'false-hash',
  'false-reject',
  'add-compute-budget',
  'add-lighthouse',
  'change-instruction',
  'swap-fee-payer',
  'bad-signature',
] as const

const timedModes = ['delay', 'speed-up', 'cancel'] as const

type PlainMode = (typeof plainModes)[number]
type TimedMode = (typeof timedModes)[number]

/** A mode taken apart; `ms` is how long a timed one waits. */
export type ModeRule =
  | { readonly kind: PlainMode }
  | { readonly kind: TimedMode; readonly ms: number }

const defaultWaitMs = { delay: 2000, 'speed-up': 500, cancel: 500 } as const

/** Reads a mode as it is written (`auto`, `delay:1500`); null when it is not one. */
export function parseMode(text: string): ModeRule | null {
  const plain = plainModes.find((mode) => mode === text)
  if (plain !== undefined) return { kind: plain }
  const [name, wait, ...rest] = text.split(':')
  const timed = timedModes.find((mode) => mode === name)
  if (timed === undefined || rest.length > 0) return null
  if (wait === undefined) return { kind: timed, ms: defaultWaitMs[timed] }
  return /^\d{1,7}$/.test(wait) ? { kind: timed, ms: Number(wait) } : null
}

/** What is in force: a mode, for which methods, how often, and what follows. */
export type ModeState = {
  readonly mode: string
  /** Prompts left before `afterwards` takes over; absent: without limit. */
  readonly times?: number
  readonly afterwards?: string
  /** Only these methods; others are answered by `afterwards`, or approved. */
  readonly methods?: readonly string[]
}

/** Picks the mode for one prompt and what is in force after it. */
export function takeMode(
  state: ModeState,
  method: string,
): { readonly mode: string; readonly next: ModeState } {
  const otherwise = state.afterwards ?? 'auto'
  if (state.methods !== undefined && !state.methods.includes(method)) {
    return { mode: otherwise, next: state }
  }
  if (state.times === undefined) return { mode: state.mode, next: state }
  if (state.times <= 1) return { mode: state.mode, next: { mode: otherwise } }
  return { mode: state.mode, next: { ...state, times: state.times - 1 } }
}
