/**
 * What a site sees of Causeway. Types only and without imports: a site may copy this file as it is. The
 * demo dApp (`test/sandbox/pages`) is an example of its use.
 *
 * A page that was given site access dispatches `new Event('causeway:requestApi')` on its window and hears
 * a `CustomEvent` named `causeway:announceApi` whose `detail` is a `CausewayApi`. Without access it never
 * does.
 */
export type CausewayApi = {
  readonly name: 'Causeway'
  readonly version: string
  /**
   * Asks the person for a swap: Causeway comes up with it filled in, or asks "Show / Ignore" where it holds
   * something unfinished. It never reaches a wallet and never throws.
   *
   * It is heard only within some five seconds of a click or a key of the person in the page
   * (`navigator.userActivation.isActive`, as the browser tells it to Causeway): call it in the handler of
   * a button. A newer request of a site takes the place of its older one.
   */
  requestSwap(wish?: SwapWish): SwapHandle
  /**
   * Takes a request up again by the `id` of its handle, after a reload or in another page: keep that id, in
   * `sessionStorage` for instance. The present state is the first event, and the later ones follow. It needs
   * no click and brings up nothing.
   *
   * It is given to pages of the very origin that asked, in the same profile of the browser, and told to one
   * of them at a time: the one that took it up last. It is known as long as its order is in progress, across
   * restarts of the browser, and for a day after its last event.
   */
  resumeSwap(id: string): SwapHandle
}

export type SwapWish = {
  readonly fromToken?: SiteToken
  readonly toToken?: SiteToken
  /** In the smallest unit of the token that `tradeType` fixes. */
  readonly amount?: string
  /** What `amount` is of: what is paid (the default) or what arrives. */
  readonly tradeType?: 'EXACT_INPUT' | 'EXACT_OUTPUT'
  readonly recipient?: string
}

/** `eip155:8453:0x…`, the JSON text of the object, or the object. */
type SiteToken = string | { readonly chainId: number; readonly address: string }

export type SwapHandle = {
  /** 128 random bits, hex: names the request for `resumeSwap`. */
  readonly id: string
  /** Calls with each event of this name; returns its off-switch. */
  on(name: SwapEvent['name'], listener: (event: SwapEvent) => void): () => void
}

/**
 * `opened` is the only one that leaves the request open before an order; of an order come `started`,
 * `submitted`, and one of the rest. A handle that was taken up again begins with the latest of them.
 * Reasons may be added.
 */
export type SwapEvent = {
  readonly name:
    | 'opened'
    | 'rejected'
    | 'dismissed'
    | 'started'
    | 'submitted'
    | 'filled'
    | 'refunded'
    | 'failed'
  /**
   * Of `rejected`, which nobody saw: `user-activation-required` (no click or key in the page just before,
   * or none since the person put a request aside),
   * `no-access` (the person took the site's access back), `busy` (asked again at once), `muted` (too often,
   * for a minute), `too-large`, `invalid` (a part of the wish has not the form of a `SwapWish`: an amount that
   * is no text of digits, for instance), `unavailable`, `used` (a request of that id is known). Of a request that was
   * to be taken up again: `unknown` (none of this site has that id, or it was forgotten), and `no-access`,
   * `busy` and `unavailable` as above: it may be tried again.
   * Of `dismissed`: `declined` (the person put it aside), `replaced` (by a newer request), `expired` (its
   * page, the site's access or the browser was closed before the person answered); absent for an order that
   * was stopped.
   */
  readonly reason?: string
}
