import {
  apiAnnounceEvent,
  apiRequestEvent,
  type FromPage,
  maxSiteRequestChars,
  type SiteEvent,
  type SiteStage,
  siteStageOf,
} from '@/src/contract/page-wire'
import type { CausewayApi } from '@/src/contract/site-api'
import { encode } from './encode'
import { isObject, read } from './own'
import type { PageEnv } from './page-env'

/** A request that nobody has taken in after this time was not heard, ms. */
const unheardAfter = 10_000
/** Handles that may wait for their first event, and those that may wait for another one. */
const maxHandles = 16

type Listener = (event: SiteEvent) => void
/** `stage`: how far the request has come by what was heard of it. */
type Handle = { readonly listeners: Map<string, Set<Listener>>; stage: Stage }

/** Nothing was heard of it, or what came last. */
type Stage = 0 | SiteStage
const end: SiteStage = 4

/**
 * What a site sees of Causeway. It announces itself once and whenever the site asks
 * (`causeway:requestApi`), with a frozen object of the type `CausewayApi`.
 * A request opens Causeway prefilled and nothing else. No call throws; what is wrong with a
 * request arrives as its `rejected` event.
 */
export function createSiteApi(env: PageEnv, version: string, tell: (message: FromPage) => void) {
  const handles = new Map<string, Handle>()
  /** Those that were heard of and are not over, the oldest first. */
  const live = new Set<string>()
  let unheard = 0
  let retired = false

  function emit(requestId: string, event: SiteEvent): void {
    const handle = handles.get(requestId)
    const stage = siteStageOf(event)
    // An answer and an event that were sent together may arrive in either order.
    if (handle === undefined || stage <= handle.stage) return
    if (handle.stage === 0) unheard -= 1
    handle.stage = stage
    const told = Object.freeze({ ...event })
    for (const listener of handle.listeners.get(event.name) ?? []) {
      // A task of its own: what a site's listener throws is the site's alone.
      env.later(() => listener(told), 0)
    }
    if (stage === end) forget(requestId)
    else {
      live.add(requestId)
      if (live.size > maxHandles) forget([...live][0])
    }
  }

  function forget(requestId = ''): void {
    live.delete(requestId)
    handles.delete(requestId)
  }

  /** Gives a handle and tells what is wished by it, or by its event why that is `refused`. */
  function handOut(id: string, message: FromPage, refused?: string) {
    const listeners = new Map<string, Set<Listener>>()
    const handle: Handle = { listeners, stage: 0 }
    const reject = (reason: string): void => {
      if (handles.get(id) === handle && handle.stage === 0) emit(id, { name: 'rejected', reason })
    }
    // The newest handle of a request is the one that hears.
    if (handles.get(id)?.stage !== 0) unheard += 1
    handles.set(id, handle)
    const wrong = unheard > maxHandles ? 'busy' : refused
    if (wrong === undefined) tell(message)
    // A flood takes no place of a request that is under way.
    env.later(() => reject(wrong ?? 'unavailable'), wrong === undefined ? unheardAfter : 0)
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

  function requestSwap(input?: unknown) {
    const id = env.randomHex(16)
    const message: FromPage = { type: 'siteRequest', requestId: id, ...readRequest(input) }
    return handOut(id, message, isTooLong(message, env) ? 'too-large' : undefined)
  }

  function resumeSwap(input?: unknown) {
    const isId = isRequestId(input)
    const id = isId ? input : env.randomHex(16)
    return handOut(id, { type: 'siteResume', requestId: id }, isId ? undefined : 'unknown')
  }

  const detail: CausewayApi = Object.freeze({
    name: 'Causeway',
    version,
    requestSwap,
    resumeSwap,
  })
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

/** Read letter by letter: what a site put in the place of a text's or a pattern's methods may throw. */
function isRequestId(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== 32) return false
  for (let at = 0; at < 32; at += 1) {
    const letter = value[at] ?? ''
    if (!((letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f'))) return false
  }
  return true
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
