import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { barePage } from '../sandbox/wallet/prepare'
import { type LaunchedBrowser, launchChromium, reachWhole, startWorker, stopWorker } from './launch'

/** What sites and extensions store, but for the registrations of workers: an extension has one all its life. */
const siteStores = 'cookies,file_systems,indexeddb,local_storage,shader_cache,websql,cache_storage'

/** An installed extension, and the rights that its installation gave it. */
type Installed = { id: string; folder: string; rights: unknown }

/**
 * A Chromium that one test after another uses. Each `lend` gives it with these extensions as they are
 * newly installed. Closing what was lent closes every page, stops the workers, and empties what sites and
 * extensions have stored. An extension that is wanted again is not taken out: its worker begins a life
 * without a past and is told that it was installed, as the browser tells it. It cannot be killed: a test
 * of that needs a browser of its own.
 */
export async function launchLendable(): Promise<{
  lend(folders: string[]): Promise<LaunchedBrowser>
  close(): Promise<void>
}> {
  const whole = await launchChromium({ extensions: [], headless: true, isStill: true })
  const { context, profile } = whole
  const extensions = (await reachWhole(context)).devtools as unknown as ExtensionsDevtools
  // Stays: the last page that is closed would take the browser along.
  let blank = context.pages()[0] ?? (await context.newPage())
  let kept: Installed[] = []

  async function install(folder: string): Promise<Installed> {
    const { id } = await extensions.send('Extensions.loadUnpacked', { path: folder })
    return { id, folder, rights: await askWorker(context, id, readRights) }
  }

  async function reinstall({ id, folder }: Installed): Promise<Installed> {
    await extensions.send('Extensions.uninstall', { id })
    return install(folder)
  }

  async function begin(folders: string[]): Promise<Installed[]> {
    if (
      !isDeepStrictEqual(
        kept.map(({ folder }) => folder),
        folders,
      )
    ) {
      for (const { id } of kept) await extensions.send('Extensions.uninstall', { id })
      const fresh: Installed[] = []
      for (const folder of folders) fresh.push(await install(folder))
      return fresh
    }
    const begun: Installed[] = []
    for (const one of kept)
      begun.push((await isBegunAnew(context, one)) ? one : await reinstall(one))
    return begun
  }

  return {
    close: whole.close,
    async lend(folders) {
      kept = await begin(folders)
      return {
        context,
        profile,
        extensionId: async (folder) => kept.find((one) => one.folder === folder)?.id ?? '',
        kill: () => Promise.reject(new Error('Other tests use this browser too')),
        async close() {
          if (blank.isClosed()) blank = await context.newPage()
          // A wallet's page that shows nothing stays, and with it the wallet's process.
          const stays = (page: Page) => page === blank || page.url().endsWith(`/${barePage}`)
          const pages = context.pages().filter((page) => !stays(page))
          await Promise.all(pages.map((page) => page.close()))
          for (const { id } of kept) {
            await askWorker(context, id, forget)
            await stopWorker(context, id)
          }
          const storage = await context.newCDPSession(blank)
          const everything = { origin: '*', storageTypes: siteStores }
          await storage.send('Storage.clearDataForOrigin', everything)
          await storage.detach()
        },
      }
    },
  }
}

/** Asks an extension's worker; where its life ends meanwhile, as it may just after it was installed, its next one. */
async function askWorker(context: BrowserContext, id: string, script: string): Promise<unknown> {
  for (;;) {
    const worker = await startWorker(context, id)
    try {
      return await worker.evaluate(script)
    } catch (error) {
      if (!String(error).includes('Service worker restarted')) throw error
    }
  }
}

/** The part of the DevTools protocol that Playwright's types lack. */
type ExtensionsDevtools = {
  send(method: 'Extensions.loadUnpacked', params: { path: string }): Promise<{ id: string }>
  send(method: 'Extensions.uninstall', params: { id: string }): Promise<void>
}

/** Runs in a worker: what it may do, as lists in one order. */
const readRights = `chrome.permissions.getAll().then(({ permissions, origins }) => ({
  permissions: permissions.sort(),
  origins: origins.sort(),
}))`

/** Runs in a worker whose life ends then: takes away all that outlives it, but for its databases. */
const forget = `(async () => {
  const { action, name } = chrome.runtime.getManifest()
  await chrome.alarms.clearAll()
  const notices = Object.keys((await chrome.notifications?.getAll()) ?? {})
  await Promise.all(notices.map((id) => chrome.notifications.clear(id)))
  await chrome.contextMenus?.removeAll()
  await chrome.scripting?.unregisterContentScripts()
  await chrome.action.setBadgeText({ text: '' })
  await chrome.action.setBadgeBackgroundColor({ color: [0, 0, 0, 0] })
  await chrome.action.setTitle({ title: action.default_title ?? name })
  await chrome.storage.session.clear()
  await chrome.storage.local.clear()
})()`

/** Runs in a worker that has just begun: what an earlier life has left, apart from its rights. */
const readLeft = `(async () => ({
  local: await chrome.storage.local.get(null),
  session: await chrome.storage.session.get(null),
  alarms: await chrome.alarms.getAll(),
  notices: (await chrome.notifications?.getAll()) ?? {},
  scripts: (await chrome.scripting?.getRegisteredContentScripts()) ?? [],
  badge: await chrome.action.getBadgeText({}),
}))()`
const nothing = { local: {}, session: {}, alarms: [], notices: {}, scripts: [], badge: '' }

/**
 * Has an extension begin as if it had just been installed. Resolves to false where something has stayed
 * after all, a right that was given or taken among it: then it has to be installed anew.
 */
async function isBegunAnew(context: BrowserContext, one: Installed): Promise<boolean> {
  // Something of the last test, a page that closed, may have woken it since it was stopped.
  await stopWorker(context, one.id)
  const left = await askWorker(context, one.id, readLeft)
  const rights = await askWorker(context, one.id, readRights)
  if (!isDeepStrictEqual(left, nothing) || !isDeepStrictEqual(rights, one.rights)) return false
  await askWorker(context, one.id, `chrome.runtime.onInstalled.dispatch({ reason: 'install' })`)
  return true
}
