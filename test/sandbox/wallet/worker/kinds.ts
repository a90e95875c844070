import type { ModeRule } from '../modes'

/** A request looked at: answered without a person, or to be approved. */
export type Opened = { readonly answer: unknown } | { readonly prompt: true }

/** An approved request, to be done as the mode says. */
export type Run = {
  readonly origin: string
  readonly method: string
  readonly params: unknown
  readonly rule: ModeRule
  /** Told of each hash broadcast, or of the fault when a replacement could not be sent. */
  readonly onSent: (hash: unknown) => Promise<void>
}
