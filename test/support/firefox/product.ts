import { expect } from '@playwright/test'
import type { SandboxInfo } from '../../sandbox/info'
import { drivePages, type WalletDriver, type WalletPages } from '../../sandbox/wallet/driver'
import { createControl } from '../control'
import { patience } from '../patience'
import type { Product } from '../product'
import { createSwapScreen } from '../swap-screen'
import { callIn } from './bidi'
import { geckoId, type LaunchedFirefox } from './launch'
import { FirefoxPage } from './page'

/** In Firefox, with what only its event page can do. */
export type FirefoxProduct = Product<FirefoxPage> & {
  session: LaunchedFirefox
  /** `moz-extension://…` of Causeway. */
  origin: string
  /** What Firefox says of Causeway's event page. */
  backgroundState(): Promise<'starting' | 'running' | 'suspending' | 'stopped'>
  /** The tab or window that is open at an address that starts so, whoever opened it. */
  find(start: string): Promise<FirefoxPage | undefined>
}

/** Drives Causeway in `session`; `extension` and `wallets` are the folders that were loaded. */
export async function createFirefoxProduct(options: {
  session: LaunchedFirefox
  info: SandboxInfo
  extension: string
  wallets: string[]
}): Promise<FirefoxProduct> {
  const { session, info, extension } = options
  const { bidi } = session
  const id = geckoId(extension)
  const origin = session.originOf(extension)

  async function open(url: string, background = false): Promise<FirefoxPage> {
    const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
      type: 'tab',
      background,
    })
    const page = new FirefoxPage(bidi, context)
    await page.goto(url)
    return page
  }

  /** Everything that is open, whoever opened it. */
  async function list(): Promise<{ context: string; url: string }[]> {
    type Tree = { contexts: { context: string; url: string }[] }
    return (await bidi.send<Tree>('browsingContext.getTree', { maxDepth: 0 })).contexts
  }

  async function find(matches: (url: string) => boolean): Promise<FirefoxPage | undefined> {
    const found = (await list()).find(({ url }) => matches(url))
    return found === undefined ? undefined : new FirefoxPage(bidi, found.context)
  }

  function pagesOf(folder: string): WalletPages<FirefoxPage> {
    return {
      root: session.originOf(folder),
      open: (url) => open(url),
      find: (urls) => find((url) => urls.includes(url)),
      closing: ({ context }) =>
        expect
          .poll(async () => (await list()).some((each) => each.context === context), {
            timeout: patience,
          })
          .toBe(false),
    }
  }

  /** A picture of the extension has its rights, and no script of ours that would wake the event page. */
  async function inside<Result>(source: string): Promise<Result> {
    const page = await open(`${origin}/icons/128.png`, true)
    const result = await page.evaluate<Result>(source)
    await page.close()
    return result
  }

  /** Commands reach tabs, and frames wherever they are: one in the event page has all that is the page's. */
  async function inWorker<Result>(source: string): Promise<Result> {
    // Asked for, the event page is started.
    await inside(`chrome.runtime.getBackgroundPage().then(({ document }) => {
      if (document.querySelector('iframe') === null)
        document.body.append(document.createElement('iframe'))
    })`)
    const findFrame = (name: string) =>
      [...WebExtensionPolicy.getByID(name).extension.views]
        .find(({ viewType }) => viewType === 'background')
        ?.xulBrowser.browsingContext.children.at(0)?.id
    const frame = await session.chrome(findFrame, id)
    const run = `() => ((self, chrome, indexedDB, Date) => (${source}))(
      parent, parent.chrome, parent.indexedDB, parent.Date)`
    return callIn<Result>(bidi, String(frame), run)
  }

  const isActive = (name: string) => WebExtensionPolicy.getByID(name)?.active === true
  const message = 'Firefox takes unsigned extensions: an ESR, a Developer Edition or a Nightly does'
  await expect.poll(() => session.chrome(isActive, id), { timeout: patience, message }).toBe(true)
  // Pages that open from now on shall have Causeway in them, where any site was granted.
  const registered = `chrome.permissions.getAll().then(async ({ origins }) =>
    origins.length === 0 || (await chrome.scripting.getRegisteredContentScripts()).length > 0)`
  await expect.poll(() => inside<boolean>(registered), { timeout: patience }).toBe(true)
  const wallets: WalletDriver<FirefoxPage>[] = []
  for (const folder of options.wallets) wallets.push(await drivePages(pagesOf(folder)))
  const [wallet] = wallets
  if (wallet === undefined) throw new Error('No sandbox wallet was loaded')

  return {
    info,
    session,
    origin,
    control: createControl(info.controlUrl),
    wallet,
    wallets,
    inside,
    backgroundState: () =>
      session.chrome((name) => WebExtensionPolicy.getByID(name).extension.backgroundState, id),
    async stopCauseway() {
      await session.chrome(
        (name) =>
          WebExtensionPolicy.getByID(name).extension.terminateBackground({
            disableResetIdleForTest: true,
            ignoreDevToolsAttached: true,
          }),
        id,
      )
    },
    inWorker,
    open: (url) => open(url),
    find: (start) => find((url) => url.startsWith(start)),
    openDapp: () => open(info.dappUrl),
    async openPopup() {
      const page = await open(`${origin}/popup.html`)
      await page.resize(380, 600)
      return createSwapScreen(page)
    },
    openPage: (path) => open(`${origin}/${path}`),
    async opened(act) {
      const before = new Set((await list()).map(({ context }) => context))
      let context: string | undefined
      const findNew = async () => {
        context = (await list()).find((each) => !before.has(each.context))?.context
        return context !== undefined
      }
      await act()
      const message = 'something opens'
      await expect.poll(findNew, { timeout: patience, message, intervals: [20] }).toBe(true)
      return new FirefoxPage(bidi, context ?? '')
    },
    isOpen: async ({ context }) => (await list()).some((each) => each.context === context),
    addresses: async () => (await list()).map(({ url }) => url),
    async leaveDialog(page, text) {
      const shown = await bidi.next('browsingContext.userPromptOpened')
      await page.evaluate(`void setTimeout(() => alert(${JSON.stringify(text)}), 0)`)
      await shown()
    },
    async saved(_, act) {
      await act()
      return session.takeSaved()
    },
  }
}
