/** What the first of several says, and what all of them come to. */
export type Early<T> = { first: Promise<T>; whole: Promise<T> }

/** Begins some work that may tell early what can be gone on with; `first` is as `whole` where it tells nothing. */
export function early<T>(work: (tell: (value: T) => void) => Promise<T>): Early<T> {
  let tell: (value: T) => void = () => undefined
  const told = new Promise<T>((resolve) => {
    tell = resolve
  })
  const whole = work(tell)
  return { first: Promise.race([told, whole]), whole }
}
