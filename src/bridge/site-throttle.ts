/** Rejections within this time that mute, how many of them, and for how long; ms. */
const strikeWindow = 30_000
const strikes = 3
const muteTime = 60_000
/** A request nobody answered stops counting as open, so that a lost answer locks no site out. */
const openTime = 30_000

export type SiteThrottle = {
  /** Takes a request in, or says why not. */
  admit(requestId: string): { ok: true } | { ok: false; reason: 'busy' | 'muted' }
  /** Causeway has it: from now on the site may put another in its place. */
  opened(requestId: string): void
  /** The request is over: the person said no, or went on with it. */
  end(requestId: string, how: 'rejected' | 'finished'): void
}

/** One request at a time is on its way; three rejections in 30 s mute the site for 60 s. For one origin. */
export function createSiteThrottle(now: () => number): SiteThrottle {
  let open: { requestId: string; since: number; taken: boolean } | undefined
  let mutedUntil = 0
  let rejections: number[] = []

  function strike(): void {
    const at = now()
    rejections = [...rejections.filter((past) => at - past < strikeWindow), at]
    if (rejections.length < strikes) return
    mutedUntil = at + muteTime
    rejections = []
  }

  return {
    admit(requestId) {
      const at = now()
      if (at < mutedUntil) return { ok: false, reason: 'muted' }
      if (open?.taken === false && at - open.since < openTime) {
        strike()
        return { ok: false, reason: 'busy' }
      }
      open = { requestId, since: at, taken: false }
      return { ok: true }
    },
    opened(requestId) {
      if (open?.requestId === requestId) open.taken = true
    },
    end(requestId, how) {
      if (open?.requestId !== requestId) return
      open = undefined
      if (how === 'rejected') strike()
    },
  }
}
