import { browser } from 'wxt/browser'
import { isPageOf } from '@/src/lib/page-of'
import { sitePattern } from '@/src/lib/site-pattern'
import type { SeenTab, Tabs } from '../procedures/wallets'
import { contentFile, inject, pageFile } from './inject'
import { within } from './within'

/** Ids under which our scripts are registered for the sites that were granted. */
const contentId = 'wallets'
const pageId = 'wallets-page'

/** A page that takes longer to be entered is frozen, or busy with a dialog of its own; ms. */
const longestEntry = 3_000

/** Tabs and site access. `serviceUrls` are hosts we may call, which are no sites to run in. */
export function createTabs(serviceUrls: () => Promise<readonly string[]>): Tabs {
  let lastSync: Promise<void> = Promise.resolve()

  /** Patterns of the hosts that we only call: of the build, and of the settings. This machine's need none. */
  async function called(): Promise<Set<string>> {
    const { host_permissions: built = [] } = browser.runtime.getManifest()
    const urls = [...built, ...(await serviceUrls())].filter((url) => /^https:/.test(url))
    const named = urls.filter((url) => URL.canParse(url))
    return new Set([...urls, ...named.map(sitePattern)])
  }

  return {
    async list() {
      const [tabs, fronts] = await Promise.all([
        browser.tabs.query({}),
        browser.tabs.query({ active: true, lastFocusedWindow: true }),
      ])
      return tabs.flatMap((tab): SeenTab[] => {
        if (tab.id === undefined || tab.url === undefined || tab.discarded) return []
        const seen: SeenTab = { tabId: tab.id, url: tab.url, active: tab.id === fronts[0]?.id }
        if (tab.title !== undefined) seen.title = tab.title
        if (tab.favIconUrl !== undefined) seen.favIconUrl = tab.favIconUrl
        return [seen]
      })
    },
    enter: (tabId) =>
      within(longestEntry, inject({ tabId, frameId: 0 })).catch(() => 'silent' as const),
    async open(url) {
      const tabs = await browser.tabs.query({})
      const known = tabs.find((tab) => isPageOf(url, tab.url ?? ''))
      if (known?.id !== undefined) {
        await browser.tabs.update(known.id, { active: true })
        return known.id
      }
      const { id = browser.tabs.TAB_ID_NONE } = await browser.tabs.create({ url })
      await loaded(id, url)
      return id
    },
    syncSites() {
      const sync = async () => register(await grantedSites(await called()))
      // One after another: the browser refuses to register an id twice, or to remove one that is gone.
      lastSync = lastSync.then(sync, sync)
      return lastSync
    },
    async isGranted(origin) {
      const site = sitePattern(origin)
      // One of those is a site together with all sites, and never by itself.
      const needed = (await called()).has(site) ? 'https://*/*' : site
      return browser.permissions.contains({ origins: [needed] })
    },
  }
}

/**
 * Waits until a tab has its page, in which wallets then are. A new tab is complete before it has any; one
 * that takes longer than three seconds, or may not be seen, is left alone.
 */
async function loaded(tabId: number, page: string): Promise<void> {
  for (let looks = 0; looks < 30; looks += 1) {
    const tabs = await browser.tabs.query({ status: 'complete' })
    if (tabs.some(({ id, url }) => id === tabId && isPageOf(page, url ?? ''))) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Match patterns of the sites we may run in; the hosts that we only call are not among them. */
async function grantedSites(called: ReadonlySet<string>): Promise<string[]> {
  const { origins = [] } = await browser.permissions.getAll()
  return origins.filter((pattern) => /^(https?|\*):\/\//.test(pattern) && !called.has(pattern))
}

async function register(matches: string[]): Promise<void> {
  const shared = { matches, runAt: 'document_start' as const, allFrames: false }
  const scripts = [
    { ...shared, id: contentId, js: [contentFile] },
    { ...shared, id: pageId, js: [pageFile], world: 'MAIN' as const },
  ]
  const known = await browser.scripting.getRegisteredContentScripts({
    ids: scripts.map(({ id }) => id),
  })
  // Changed in place, so that a page which opens meanwhile is not passed over.
  if (known.length === scripts.length && matches.length > 0) {
    await browser.scripting.updateContentScripts(scripts)
    return
  }
  if (known.length > 0) {
    await browser.scripting.unregisterContentScripts({ ids: known.map(({ id }) => id) })
  }
  if (matches.length > 0) await browser.scripting.registerContentScripts(scripts)
}
