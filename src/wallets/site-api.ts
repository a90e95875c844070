import {
  apiAnnounceEvent,
  apiRequestEvent,
  type FromPage,
  maxSiteRequestChars,
  type SiteEvent,
} from '@/src/contract/page-wire'
import type { CausewayApi } from '@/src/contract/site-api'
import { encode } from './encode'
import { isObject, read } from './own'
import type { PageEnv } from './page-env'

/** A request that nobody has taken in after this time was not heard, ms. */
const unheardAfter = 10_000
/** Requests that may wait for their first event, and those that may wait for another one. */
const maxHandles = 16

type Listener = (event: SiteEvent) => void

/**
 * What a site sees of Causeway. It announces itself once and whenever the site asks
 * (`causeway:requestApi`), with a frozen object of the type `CausewayApi`.
 * A request opens Causeway prefilled and nothing else. Neither call throws; what is wrong with a
 * request arrives as its `rejected` event.
 */
export function createSiteApi(env: PageEnv, version: string, tell: (message: FromPage) => void) {
  const handles = new Map<string, { listeners: Map<string, Set<Listener>>; heard: boolean }>()
  /** Those that were heard of and are not over, the oldest first. */
  const live = new Set<string>()
  let unheard = 0
  let retired = false

  function emit(requestId: string, event: SiteEvent): void {
    const handle = handles.get(requestId)
    if (handle === undefined) return
    if (!handle.heard) unheard -= 1
    handle.heard = true
    const told = Object.freeze({ ...event })
    for (const listener of handle.listeners.get(event.name) ?? []) {
      // A task of its own: what a site's listener throws is the site's alone.
      env.later(() => listener(told), 0)
    }
    if (event.name === 'opened' || event.name === 'started' || event.name === 'submitted') {
      live.add(requestId)
      if (live.size > maxHandles) forget([...live][0])
    } else forget(requestId)
  }

  function forget(requestId = ''): void {
    live.delete(requestId)
    handles.delete(requestId)
  }

  function requestSwap(input?: unknown) {
    const id = env.randomHex(16)
    const listeners = new Map<string, Set<Listener>>()
    const reject = (reason: string): void => emit(id, { name: 'rejected', reason })
    handles.set(id, { listeners, heard: false })
    unheard += 1
    const message: FromPage = { type: 'siteRequest', requestId: id, ...readRequest(input) }
    // A flood takes no place of a request that is under way.
    if (unheard > maxHandles) env.later(() => reject('busy'), 0)
    else if (isTooLong(message, env)) env.later(() => reject('too-large'), 0)
    else {
      tell(message)
      env.later(() => handles.get(id)?.heard === false && reject('unavailable'), unheardAfter)
    }
    return Object.freeze({
      id,
      on(name: unknown, listener: unknown): () => void {
        if (typeof name !== 'string' || typeof listener !== 'function') return () => undefined
        const known = listeners.get(name) ?? new Set()
        listeners.set(name, known)
        known.add(listener as Listener)
        return () => void known.delete(listener as Listener)
      },
    })
  }

  const detail: CausewayApi = Object.freeze({ name: 'Causeway', version, requestSwap })
  const announce = (): void => {
    if (!retired) env.dispatch(env.customEvent(apiAnnounceEvent, detail))
  }
  env.listen(apiRequestEvent, announce)
  return {
    announce,
    emit,
    /** Another build has taken over: it is the one to answer sites now. */
    retire: () => {
      retired = true
    },
  }
}

/** The known fields as they are: the content script and the worker judge them. */
function readRequest(input: unknown): Record<string, unknown> {
  const request: Record<string, unknown> = Object.create(null)
  for (const key of ['fromToken', 'toToken', 'amount', 'tradeType', 'recipient']) {
    const value = read(input, key)
    if (value === undefined || value === null) continue
    if (typeof value === 'bigint') request[key] = `${value}`
    else if (typeof value !== 'object') request[key] = plain(value)
    else {
      const [chainId, address] = [read(value, 'chainId'), read(value, 'address')]
      request[key] = { chainId: plain(chainId), address: plain(address) }
    }
  }
  return request
}

/** No part of a request has parts of its own: those of an element or of a class may have no end. */
const plain = (value: unknown): unknown => (isObject(value) ? null : value)

function isTooLong(message: FromPage, env: PageEnv): boolean {
  let length = 0
  const measure = (text: string): string => {
    length += text.length
    return length > maxSiteRequestChars ? '""' : env.quote(text)
  }
  return encode(message, measure).length > maxSiteRequestChars || length > maxSiteRequestChars
}
