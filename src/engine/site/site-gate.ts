import { createTokenBucket } from '@/src/lib/token-bucket'

/** What becomes of a site's wish to open Causeway. */
export type SiteVerdict = 'open' | 'busy' | 'muted'

export type SiteGate = {
  admit(origin: string): SiteVerdict
  /** Whether a request of the site may be taken up again now. */
  mayResume(origin: string): boolean
  /** The person threw away what the site had asked for. */
  refused(origin: string): void
}

/** One opening a site in this time; the page's own throttle says more, but it runs in the page. */
const pause = 2_000
/** Refusals in the window that mute a site, and for how long; ms. */
const refusalWindow = 30_000
const refusalsToMute = 3
const muteTime = 60_000
/** Sites remembered; the oldest is forgotten. */
const mostSites = 256

type Site = {
  openedAt: number
  refusals: number[]
  mutedUntil: number
  mayResume: () => boolean
}

/** Holds back sites that open Causeway again and again. */
export function createSiteGate({ now }: { now: () => number }): SiteGate {
  const sites = new Map<string, Site>()

  function recall(origin: string): Site {
    const site = sites.get(origin) ?? {
      openedAt: Number.NEGATIVE_INFINITY,
      refusals: [],
      mutedUntil: 0,
      // Several pages of a site that start at once.
      mayResume: createTokenBucket({ burst: 32, perSecond: 2, now }),
    }
    sites.delete(origin)
    sites.set(origin, site)
    const [oldest] = sites.keys()
    if (sites.size > mostSites && oldest !== undefined) sites.delete(oldest)
    return site
  }

  function refuse(site: Site, at: number): void {
    site.refusals = [...site.refusals.filter((each) => at - each < refusalWindow), at]
    if (site.refusals.length >= refusalsToMute) site.mutedUntil = at + muteTime
  }

  return {
    admit(origin) {
      const at = now()
      const site = recall(origin)
      if (at < site.mutedUntil) return 'muted'
      if (at - site.openedAt < pause) {
        refuse(site, at)
        return 'busy'
      }
      site.openedAt = at
      return 'open'
    },
    mayResume: (origin) => recall(origin).mayResume(),
    refused(origin) {
      const site = recall(origin)
      // Answered: what the person clicks for next is a new request.
      site.openedAt = Number.NEGATIVE_INFINITY
      refuse(site, now())
    },
  }
}
