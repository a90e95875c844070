import { ApiAbortedError, ApiTimeoutError } from '@/src/domain/service/service-error'
import type { Clock } from './clock'

/** What bounds one request: its time limit and the caller's signal, as one. */
export type Limit = {
  /** Fires on time-out and on abort; its reason is the typed error. */
  signal: AbortSignal
  /** Settles as the promise does, or rejects as soon as the signal fires, whatever the promise does. */
  race<T>(promise: Promise<T>): Promise<T>
  /** Starts the time limit anew. */
  arm(): void
  /** Stops the time limit; the caller's signal still counts. */
  disarm(): void
  /** Lets go of timers and listeners, and closes the connection if it is still open. */
  end(): void
}

/** Opens the limit of a request; the time limit runs from now. */
export function openLimit(ms: number, clock: Clock, caller?: AbortSignal): Limit {
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort(new ApiAbortedError(undefined, caller?.reason))
  const timeout = () => controller.abort(new ApiTimeoutError(`No answer within ${ms} ms`))
  let cancel = clock.after(ms, timeout)
  if (caller?.aborted) abort()
  caller?.addEventListener('abort', abort, { once: true })

  return {
    signal,
    race(promise) {
      return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason)
        if (signal.aborted) stop()
        signal.addEventListener('abort', stop, { once: true })
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
      })
    },
    arm() {
      cancel()
      cancel = clock.after(ms, timeout)
    },
    disarm: () => cancel(),
    end() {
      cancel()
      caller?.removeEventListener('abort', abort)
      controller.abort(new ApiAbortedError('The request is over'))
    },
  }
}
