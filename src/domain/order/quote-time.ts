/** Times of an offer in unix seconds, by the service's clock and by the chain's. */
export type OfferedTimes = { quoteExpiresAt?: number | undefined; validBefore?: number | undefined }

/** What the clocks said when an offer arrived, unix seconds; absent where a clock could not be read. */
export type Clocks = {
  /** This computer's. */
  now: number
  /** The service's, from the `Date` of its answer. */
  service?: number | undefined
  /** The source chain's: the time of its latest block. */
  chain?: number | undefined
}

/** Seconds before a quote's end in which nothing is asked any more: a prompt takes time to read. */
export const QUOTE_MARGIN_SECONDS = 5

/**
 * How long a price is believed whose end cannot be judged, s: most fillers hold one for half a minute
 * to a minute. Who asks too late is told so by the service, and nothing was asked of a wallet then.
 */
const UNJUDGED_LIFETIME = 60

/** No price is held longer than this, whatever the service says, s. */
const LONGEST_LIFETIME = 600

/** `Date` has whole seconds and travels a moment: clocks this close agree, s. */
const SAME_CLOCK = 2

/** No deposit is waited to be asked for, or to be mined, beyond that, whatever the service says, s: a day. */
const LONGEST_DEADLINE = 86_400

/** How far a chain's clock may seem to be from ours, s: a day. */
const FURTHEST_CLOCK = 86_400

/**
 * Says by this computer's clock until when an offer's price holds and until when its deposit may be
 * mined, so that a clock that is wrong hides no offer. The price is judged by the service's clock, and
 * where that cannot be read it lives for a capped time from now; the deadline by the chain's clock.
 */
export function toLocalTimes(
  { quoteExpiresAt, validBefore }: OfferedTimes,
  clocks: Clocks,
): { quoteExpiresAt: number; validBefore: number } {
  const { now } = clocks
  const service = skewOf(clocks.service, now)
  const chain = later(plausible(skewOf(clocks.chain, now)), service)
  const priceEnds = now + lifetime(quoteExpiresAt ?? validBefore, now, service)
  if (validBefore === undefined) return { quoteExpiresAt: priceEnds, validBefore: priceEnds }
  const deadline = Math.min(validBefore - (chain ?? 0), now + LONGEST_DEADLINE)
  // Without any clock to judge by, a deadline that seems over says only that ours may be wrong.
  const unjudged = chain === undefined && deadline <= now
  const until = unjudged ? now + UNJUDGED_LIFETIME : deadline
  return { quoteExpiresAt: Math.min(priceEnds, until), validBefore: until }
}

/** A time of the service by this computer's clock; as it is where the service's clock is not known. */
export function toLocalTime(time: number, { now, service }: Clocks): number {
  return time - (skewOf(service, now) ?? 0)
}

/** How far a clock is ahead of this computer's. */
function skewOf(clock: number | undefined, now: number): number | undefined {
  if (clock === undefined) return undefined
  const ahead = clock - now
  return Math.abs(ahead) <= SAME_CLOCK ? 0 : ahead
}

/** A node that tells of another day is not believed: a later deadline than the true one costs money. */
function plausible(skew: number | undefined): number | undefined {
  return skew === undefined || Math.abs(skew) > FURTHEST_CLOCK ? undefined : skew
}

/** A chain without transactions may have an old block: its clock is never behind the service's. */
function later(chain: number | undefined, service: number | undefined): number | undefined {
  return chain === undefined || service === undefined
    ? (chain ?? service)
    : Math.max(chain, service)
}

/** Seconds from now for which a price holds; none are left of one that is over. */
function lifetime(end: number | undefined, now: number, skew: number | undefined): number {
  if (end === undefined) return UNJUDGED_LIFETIME
  if (skew !== undefined) return Math.min(Math.max(end - skew - now, 0), LONGEST_LIFETIME)
  const seeming = end - now
  return seeming > 0 ? Math.min(seeming, UNJUDGED_LIFETIME) : UNJUDGED_LIFETIME
}
