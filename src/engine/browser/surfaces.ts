/** A page of ours that is open and can show everything. */
export type Surface = {
  kind: 'POPUP' | 'SIDE_PANEL' | 'TAB'
  windowId: number
  /** Of a tab. */
  tabId?: number
  /** A tab in front of its window. */
  active?: boolean
}

/** The browser as far as pages of ours are shown; faked in tests. */
export type SurfaceBrowser = {
  list(): Promise<Surface[]>
  /** The window that the person was in last. */
  window(): Promise<number | undefined>
  focusTab(tabId: number): Promise<void>
  focusWindow(windowId: number): Promise<void>
  /** Fails where the browser does not let it open by itself. */
  openPopup(): Promise<void>
  openTab(path: string): Promise<number | undefined>
  /** Whether a tab is still there. */
  hasTab(tabId: number): Promise<boolean>
  /** Unix time, ms. */
  now(): number
}

/** A tab that was just opened has no page of ours yet; after this long it shows something else, ms. */
const YOUNG_MS = 10_000

/**
 * Brings a page of ours to the front and gives true; opens one where none is and gives false: a tab with
 * `path`, without it the popup or, failing that, a tab. However many triggers come at once, one is opened.
 */
export function createReveal(browser: SurfaceBrowser): (path?: string) => Promise<boolean> {
  let last: Promise<unknown> = Promise.resolve()
  let opened: { tabId: number; at: number } | undefined

  async function reveal(path?: string): Promise<boolean> {
    const [all, here] = await Promise.all([browser.list(), browser.window()])
    const inFront = all.find(
      ({ kind, windowId, active }) =>
        kind === 'POPUP' || (windowId === here && (kind === 'SIDE_PANEL' || active === true)),
    )
    if (inFront !== undefined) return true
    const tabId = all.find(({ kind }) => kind === 'TAB')?.tabId ?? (await young())
    if (tabId !== undefined) {
      await browser.focusTab(tabId)
      return true
    }
    const panel = all.find(({ windowId }) => windowId >= 0)
    if (panel !== undefined) {
      await browser.focusWindow(panel.windowId)
      return true
    }
    if (path === undefined && (await popsUp())) return false
    const made = await browser.openTab(path ?? 'popup.html?view=tab')
    opened = made === undefined ? undefined : { tabId: made, at: browser.now() }
    return false
  }

  /** The tab that was opened last, if it is there and may not have its page yet. */
  async function young(): Promise<number | undefined> {
    if (opened === undefined || browser.now() - opened.at > YOUNG_MS) return undefined
    return (await browser.hasTab(opened.tabId)) ? opened.tabId : undefined
  }

  async function popsUp(): Promise<boolean> {
    try {
      await browser.openPopup()
      return true
    } catch {
      // Firefox opens it only in a gesture, Chrome only in a focused window.
      return false
    }
  }

  return (path) => {
    const next = last.then(
      () => reveal(path),
      () => reveal(path),
    )
    last = next
    return next
  }
}
