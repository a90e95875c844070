/** Time as the bridge uses it; ms. */
export type Timers = {
  now(): number
  /** Runs later; returns the off-switch. */
  later(run: () => void, ms: number): () => void
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
