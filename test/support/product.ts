import type { Download, Page, Worker } from '@playwright/test'
import type { SandboxInfo } from '../sandbox/info'
import { driveWallet, type WalletDriver } from '../sandbox/wallet/driver'
import { type Control, createControl } from './control'
import { findWorker, type LaunchedBrowser, openPage, stopWorker } from './launch'
import { createSwapScreen, expect, type SwapScreen } from './swap-screen'
import type { ViewPage } from './view'

/** The product in a running browser, as a person and a test drive it. */
export type Product<P extends ViewPage = ViewPage> = {
  info: SandboxInfo
  control: Control
  /** Control of each loaded sandbox wallet, in the order they were given. */
  wallet: WalletDriver<P>
  wallets: WalletDriver<P>[]
  /** Runs an expression with the extension's rights, without waking its worker where that can be. */
  inside<Result>(source: string): Promise<Result>
  /** Runs one in the worker itself, which that wakes. */
  inWorker<Result>(source: string): Promise<Result>
  /** Ends Causeway's worker as the browser does when it idles; the wallet's own lives on. */
  stopCauseway(): Promise<void>
  /** A new tab, at this address. */
  open(url: string): Promise<P>
  openDapp(): Promise<P>
  openPopup(): Promise<SwapScreen<P>>
  openPage(path: string): Promise<P>
  /** The tab or the window that opens by what is done. */
  opened(act: () => Promise<unknown>): Promise<P>
  isOpen(page: P): Promise<boolean>
  /** Has a page show a dialog of its own, which stays open as a person leaves it. */
  leaveDialog(page: P, text: string): Promise<void>
  /** Addresses of every tab and window. */
  addresses(): Promise<string[]>
  /** The file that a page saves by what is done. */
  saved(page: P, act: () => Promise<unknown>): Promise<SavedFile>
}

/** A file as it was saved, in UTF-8. */
export type SavedFile = { name: string; text: string }

/** In Chromium, with all that Playwright can do there. */
export type ChromiumProduct = Product<Page> & {
  session: LaunchedBrowser
  extensionId: string
  worker(): Promise<Worker>
}

/** Waits until pages that open from now on have Causeway in them. */
async function waitForScripts(worker: Worker): Promise<void> {
  const registered = 'chrome.scripting.getRegisteredContentScripts().then((all) => all.length)'
  await expect.poll(() => worker.evaluate(registered)).toBeGreaterThan(0)
}

/** Drives Causeway in `session`; `extension` and `wallets` are the folders that were loaded. */
export async function createProduct(options: {
  session: LaunchedBrowser
  info: SandboxInfo
  extension: string
  wallets: string[]
}): Promise<ChromiumProduct> {
  const { session, info } = options
  const { context } = session
  const extensionId = await session.extensionId(options.extension)
  await waitForScripts(await findWorker(context, 'Causeway'))
  const wallets: WalletDriver[] = []
  for (const folder of options.wallets) {
    wallets.push(await driveWallet(context, folder))
  }
  const [wallet] = wallets
  if (wallet === undefined) throw new Error('No sandbox wallet was loaded')

  const openOwn = (path: string) => openPage(context, `chrome-extension://${extensionId}/${path}`)

  return {
    info,
    session,
    extensionId,
    control: createControl(info.controlUrl),
    wallet,
    wallets,
    worker: () => findWorker(context, 'Causeway'),
    inside: async (source) => (await findWorker(context, 'Causeway')).evaluate(source),
    inWorker: async (source) => (await findWorker(context, 'Causeway')).evaluate(source),
    stopCauseway: () => stopWorker(context, extensionId),
    open: (url) => openPage(context, url),
    openDapp: () => openPage(context, info.dappUrl),
    openPopup: async () => {
      const page = await openOwn('popup.html')
      await page.setViewportSize({ width: 380, height: 600 })
      return createSwapScreen(page)
    },
    openPage: openOwn,
    async opened(act) {
      const opening = context.waitForEvent('page')
      await act()
      return opening
    },
    isOpen: async (page) => !page.isClosed(),
    addresses: async () => context.pages().map((page) => page.url()),
    async leaveDialog(page, text) {
      // One that nobody hears of is dismissed.
      const shown = new Promise((resolve) => page.on('dialog', resolve))
      await page.evaluate(`void setTimeout(() => alert(${JSON.stringify(text)}), 0)`)
      await shown
    },
    async saved(page, act) {
      const starting = page.waitForEvent('download')
      await act()
      return readDownload(await starting)
    },
  }
}

async function readDownload(download: Download): Promise<SavedFile> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
}
