import { browser } from 'wxt/browser'
import type { Entered } from '../procedures/wallets'

/** File names are those that the build gives the two entrypoints. */
export const contentFile = 'wallets-relay.js'
export const pageFile = 'wallets-page.js'

/** `result` is what the content script gives at its end. */
type Injected = { documentId?: string; result?: unknown }

/**
 * Puts our two scripts into one document; both take care of being there already. Gives the document's
 * name where the browser has one, and its origin, or undefined where we may not run. In a page that is
 * frozen, or that shows a dialog of its own, browsers neither run a script nor refuse to: it is waited for
 * `within` a time.
 */
export async function inject(page: {
  tabId: number
  frameId: number
  documentId?: string
}): Promise<Entered | undefined> {
  const { tabId, frameId, documentId } = page
  const target =
    documentId === undefined ? { tabId, frameIds: [frameId] } : { tabId, documentIds: [documentId] }
  try {
    const [result] = await browser.scripting.executeScript({
      target,
      files: [`/${contentFile}`],
      injectImmediately: true,
    })
    await browser.scripting.executeScript({
      target,
      files: [`/${pageFile}`],
      world: 'MAIN',
      injectImmediately: true,
    })
    const entered = result as Injected | undefined
    const named = entered?.documentId
    const told = typeof entered?.result === 'string' ? { origin: entered.result } : {}
    if (named === undefined) return told
    // Asked for a document that is frozen for "back", Chromium takes the one that the tab shows.
    const isIt = documentId === undefined || named === documentId
    return isIt ? { documentId: named, ...told } : undefined
  } catch {
    // The browser refuses sites that were not granted, its own pages and its store: no access.
    return undefined
  }
}
