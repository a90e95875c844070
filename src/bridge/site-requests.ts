import type { SiteRequestAck, SiteResumeAck } from '@/src/contract/bridge'
import type { SiteEvent, SiteRequest, ToPage } from '@/src/contract/page-wire'
import { flag, record, type Shape } from '@/src/lib/shape'
import { createTokenBucket } from '@/src/lib/token-bucket'
import type { ContentRuntime } from './content-runtime'
import { siteEventShape } from './parse-command'
import { shortText } from './parse-page-message'
import { createSiteThrottle } from './site-throttle'
import type { Timers } from './timers'

/** A click or a key counts for this long in the browsers, ms. */
const gestureTime = 5_000

/** What the person does in the page, as the browser tells it. */
export type Gesture = {
  /** They have just clicked or pressed a key. */
  isActive(): boolean
  /** How often they have so far. */
  presses(): number
}

/** Brings a site's requests to the worker, throttled here where the page cannot reach. */
export function createSiteRequests(options: {
  runtime: ContentRuntime
  timers: Timers
  gesture: Gesture
  tell: (message: ToPage) => void
}) {
  const { gesture, timers } = options
  const throttle = createSiteThrottle(timers.now)
  // More than a page has reason to take up again.
  const mayResume = createTokenBucket({ burst: 8, perSecond: 1, now: timers.now })
  /** What the person had pressed when they last put a request aside, and when that was. */
  let declined = { presses: -1, at: 0 }

  /** The click that a request came with does not bring back what was put aside since. */
  function isWished(): boolean {
    const isOver = timers.now() - declined.at >= gestureTime
    return gesture.isActive() && (isOver || gesture.presses() > declined.presses)
  }

  function tell(requestId: string, event: SiteEvent): void {
    options.tell({ type: 'siteEvent', requestId, event })
    if (event.reason === 'declined') declined = { presses: gesture.presses(), at: timers.now() }
    if (event.name === 'opened') throttle.opened(requestId)
    else throttle.end(requestId, isRefusal(event) ? 'rejected' : 'finished')
  }

  /** Nobody is bothered by it, so that it is no strike either. */
  function refuse(requestId: string, reason: string): void {
    options.tell({ type: 'siteEvent', requestId, event: { name: 'rejected', reason } })
  }

  return {
    refuse,
    async submit(request: SiteRequest): Promise<void> {
      const { requestId } = request
      const admitted = isWished()
        ? throttle.admit(requestId)
        : { ok: false as const, reason: 'user-activation-required' }
      if (!admitted.ok) return refuse(requestId, admitted.reason)
      const answer = await options.runtime
        .send({ v: 1, type: 'siteRequest', ...request })
        .catch(() => undefined)
      const { accepted, reason } = readAck(answer)
      tell(requestId, accepted ? { name: 'opened' } : { name: 'rejected', reason })
    },
    /** Tells the page how far a request of its site has come; nobody is bothered by it. */
    async resume(requestId: string): Promise<void> {
      const answer = mayResume()
        ? await options.runtime.send({ v: 1, type: 'siteResume', requestId }).catch(() => undefined)
        : { event: { name: 'rejected', reason: 'busy' } }
      const event = resumeAck(answer)?.event ?? { name: 'rejected', reason: 'unavailable' }
      options.tell({ type: 'siteEvent', requestId, event })
    },
    tell,
  }
}

/** A site that puts a newer request in place of its own was refused by nobody. */
const isRefusal = ({ name, reason }: SiteEvent): boolean =>
  name === 'rejected' || (name === 'dismissed' && reason !== 'replaced')

const resumeAck: Shape<SiteResumeAck> = record({ event: siteEventShape })

const ack: Shape<SiteRequestAck> = record({ accepted: flag }, { reason: shortText })

/** An answer that cannot be parsed means that the worker was unreachable. */
function readAck(answer: unknown): { accepted: boolean; reason: string } {
  const { accepted = false, reason = 'unavailable' } = ack(answer) ?? {}
  return { accepted, reason }
}
