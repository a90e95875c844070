import { apiAnnounceEvent, apiRequestEvent, type SiteEvent } from '@/src/contract/page-wire'

/** Tokens in any of the interface's forms; `amount` in the smallest unit. */
export type SwapWish = {
  readonly fromToken?: string
  readonly toToken?: string
  readonly amount?: string
}

export type SwapHandle = {
  readonly id: string
  /** Returns its off-switch. */
  on(name: SiteEvent['name'], listener: (event: SiteEvent) => void): () => void
}

/** What Causeway hands to a site that it has access to. */
export type CausewayApi = {
  requestSwap(wish: SwapWish): SwapHandle
}

/** Tells when Causeway answers this page; without it, or without site access, it never does. */
export function onCauseway(found: (api: CausewayApi) => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof CustomEvent) found(event.detail as CausewayApi)
  }
  window.addEventListener(apiAnnounceEvent, listen)
  window.dispatchEvent(new Event(apiRequestEvent))
  return () => window.removeEventListener(apiAnnounceEvent, listen)
}
