/**
 * Gives what `work` gives, or fails with the signal's reason as soon as it aborts; `work` itself goes
 * on unheard.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
