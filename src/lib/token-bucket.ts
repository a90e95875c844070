/** Says yes `burst` times at once and `perSecond` times a second after that; time in ms. */
export function createTokenBucket(options: {
  burst: number
  perSecond: number
  now: () => number
}): () => boolean {
  let tokens = options.burst
  let filledAt = options.now()
  return () => {
    const now = options.now()
    // A clock that was set back must not stop the bucket from filling for ever.
    const elapsed = Math.max(0, now - filledAt)
    filledAt = now
    tokens = Math.min(options.burst, tokens + (elapsed / 1000) * options.perSecond)
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
