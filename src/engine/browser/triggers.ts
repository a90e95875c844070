import { browser } from 'wxt/browser'
import type { Worker } from '../worker'
import type { World } from '../world'

/** Shorter words say nothing worth asking the service for. */
const shortestPhrase = 2

/** Who takes a text up. */
type TextUser = Pick<Worker, 'useText' | 'suggest'> & Pick<World, 'report'>

/**
 * Listens to the context menu of marked text and links, and to the address bar. Both open Causeway
 * with what they say, as a site's request does; neither asks a wallet for anything.
 */
export function listenToTriggers(worker: TextUser): void {
  const guard = (where: string) => (error: unknown) => worker.report(error, where)
  let typing = new AbortController()

  browser.contextMenus.onClicked.addListener((about) => {
    const text = about.selectionText ?? about.linkUrl
    if (text === undefined) return
    worker.useText(text, originOf(about.frameUrl ?? about.pageUrl)).catch(guard('menu'))
  })
  browser.omnibox.onInputChanged.addListener((text, show) => {
    typing.abort()
    typing = new AbortController()
    if (text.trim().length < shortestPhrase) return
    worker
      .suggest(text, typing.signal)
      .then((found) =>
        show(found.map((each) => ({ ...each, description: plain(each.description) }))),
      )
      // Typed on already, or no service: what was typed can be entered all the same.
      .catch(() => undefined)
  })
  browser.omnibox.onInputEntered.addListener((text) => {
    worker.useText(text).catch(guard('omnibox'))
  })
}

/** The page that a text comes from, to be named; a file has no origin, only its scheme is told. */
function originOf(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return 'about:blank'
  const { origin, protocol } = new URL(url)
  return origin === 'null' ? protocol : origin
}

/** Chrome reads a description as XML, and the words are the service's. */
function plain(description: string): string {
  return description.replace(/[<>&"'\p{Cc}\p{Cf}]/gu, ' ').slice(0, 160) || 'Causeway'
}
