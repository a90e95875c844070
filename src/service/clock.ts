import { ApiAbortedError } from '@/src/domain/service/service-error'

/** Time as the client needs it; tests pass one they move by hand. */
export type Clock = {
  /** Unix time in ms. */
  now(): number
  /** Runs something after some ms; the returned function calls it off. */
  after(ms: number, run: () => void): () => void
}

/** The clock of the machine. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
}

export type WaitOptions = {
  clock: Clock
  signal?: AbortSignal | undefined
  /** Takes a function that ends the wait early; returns its off-switch. */
  wake?: ((end: () => void) => () => void) | undefined
}

/**
 * Waits some ms, or until woken.
 *
 * @throws ApiAbortedError (SVC3009) when the signal fires first.
 */
export function wait(ms: number, { clock, signal, wake }: WaitOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ApiAbortedError(undefined, signal.reason))
    const release: (() => void)[] = []
    const settle = (done: () => void) => () => {
      for (const off of release) off()
      done()
    }
    const abort = settle(() => reject(new ApiAbortedError(undefined, signal?.reason)))
    signal?.addEventListener('abort', abort, { once: true })
    release.push(() => signal?.removeEventListener('abort', abort))
    release.push(clock.after(ms, settle(resolve)))
    if (wake) release.push(wake(settle(resolve)))
  })
}
