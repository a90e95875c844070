/** How the next fiat order goes. */
export type FiatScript = {
  /** After the payment; `expire` ends the time to pay instead. `complete` when absent. */
  outcome?: 'complete' | 'fail' | 'cancel' | 'expire' | 'refund' | undefined
  /** Extra milliseconds before the end. */
  ms?: number | undefined
  /** Delivered share of the expected amount in basis points; `direct` providers only. */
  deliveredBps?: number | undefined
  /** Another way to check out than the wrapper; any text, for clients that meet unknown ones. */
  action?: string | undefined
  /** What the view says as long as the order is under way, for clients that meet unknown statuses. */
  status?: string | undefined
}

/** What the control endpoint can change about fiat. */
export type FiatSwitches = {
  scripts: FiatScript[]
  /** Origins that are served; undefined serves all. Requests without an origin always pass. */
  allowedOrigins: readonly string[] | undefined
  /** How long a checkout address, and the time to pay, lasts. */
  checkoutSeconds: number
  reset(): void
}

const usualCheckoutSeconds = 600

export function createFiatSwitches(): FiatSwitches {
  const switches: FiatSwitches = {
    scripts: [],
    allowedOrigins: undefined,
    checkoutSeconds: usualCheckoutSeconds,
    reset() {
      switches.scripts.length = 0
      switches.allowedOrigins = undefined
      switches.checkoutSeconds = usualCheckoutSeconds
    },
  }
  return switches
}
