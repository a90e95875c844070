import { apiAnnounceEvent, apiRequestEvent } from '@/src/contract/page-wire'
import type { CausewayApi } from '@/src/contract/site-api'

/** Tells when Causeway answers this page; without it, or without site access, it never does. */
export function onCauseway(found: (api: CausewayApi) => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof CustomEvent) found(event.detail as CausewayApi)
  }
  window.addEventListener(apiAnnounceEvent, listen)
  window.dispatchEvent(new Event(apiRequestEvent))
  return () => window.removeEventListener(apiAnnounceEvent, listen)
}
