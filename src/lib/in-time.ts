/** What comes of some work, or `instead` of it as soon as the signal fires. */
export function inTime<T>(signal: AbortSignal, work: Promise<T>, instead: T): Promise<T> {
  const late = new Promise<T>((resolve) => {
    signal.addEventListener('abort', () => resolve(instead))
  })
  return Promise.race([work, late])
}
