import { browser } from 'wxt/browser'

/** File names are those that the build gives the two entrypoints. */
export const contentFile = 'content-scripts/wallets.js'
export const pageFile = 'wallets-page.js'

type Place = { tabId: number; frameId: number; documentId?: string }

/**
 * As `inject`, for at most `ms`: browsers neither run a script in a page that is frozen or that shows
 * a dialog of its own, nor refuse to. Undefined then too, unless `late` says something else.
 */
export async function enter<T = undefined>(page: Place, ms: number, late?: T) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silent = new Promise<T | undefined>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  return Promise.race([inject(page), silent]).finally(() => clearTimeout(timer))
}

/**
 * Puts our two scripts into one document; both take care of being there already. Gives the document's
 * name where the browser has one, or undefined where we may not run.
 */
async function inject(page: Place): Promise<{ documentId?: string } | undefined> {
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
    const named = (result as { documentId?: string } | undefined)?.documentId
    if (named === undefined) return {}
    // Asked for a document that is frozen for "back", Chromium takes the one that the tab shows.
    return documentId === undefined || named === documentId ? { documentId: named } : undefined
  } catch {
    // The browser refuses sites that were not granted, its own pages and its store: no access.
    return undefined
  }
}
