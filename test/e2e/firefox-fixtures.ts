import { writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'
import { BidiError } from '../support/firefox/bidi'
import { type LaunchedFirefox, launchFirefox } from '../support/firefox/launch'
import type { FirefoxPage } from '../support/firefox/page'
import { createFirefoxProduct, type FirefoxProduct } from '../support/firefox/product'
import { expect } from './expect'
import { test as base, resetSandbox } from './world'

type Options = {
  /** Preferences of the browser, besides those of every test. */
  prefs: Record<string, boolean | number | string>
  /** Which of the worker's builds of Causeway is loaded. */
  build: 'extension' | 'ungranted' | 'welcoming' | 'undocumented'
}
type TestParts = {
  /** Folders that are loaded: Causeway first, then the wallets. */
  folders: [string, ...string[]]
  browserSession: LaunchedFirefox
  product: FirefoxProduct
  dapp: FirefoxPage
  /** Starts one more browser on the same sandbox; without a profile on an empty one of its own. */
  startAnother: (profile?: string) => Promise<FirefoxProduct>
  killAndRestart: () => Promise<{ killedAt: number; again: FirefoxProduct }>
}

/** Where a test failed, a picture of every page that was open, into its folder of results. */
async function keepPictures({ bidi }: LaunchedFirefox, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  try {
    type Tree = { contexts: { context: string }[] }
    const { contexts } = await bidi.send<Tree>('browsingContext.getTree', { maxDepth: 0 })
    for (const [at, { context }] of contexts.entries()) {
      const asked = bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      const body = Buffer.from((await asked).data, 'base64')
      await writeFile(testInfo.outputPath(`page-${at}.png`), body)
    }
  } catch (error) {
    // A browser that the test has killed shows nothing any more.
    if (!(error instanceof BidiError)) throw error
  }
}

/** A Firefox of its own for each test, on a fresh profile, over the worker's sandbox reset to its start. */
export const test = base.extend<Options & TestParts>({
  prefs: [{}, { option: true }],
  build: ['extension', { option: true }],
  folders: ({ world, wallets, build }, use) =>
    use([world[build], ...wallets.map((name) => world[name])]),
  browserSession: async ({ world, folders, prefs }, use, testInfo) => {
    await resetSandbox(world)
    const session = await launchFirefox({ extensions: folders, prefs })
    await use(session)
    await keepPictures(session, testInfo)
    await session.close()
  },
  product: async ({ browserSession, world, folders }, use) => {
    const [extension, ...wallets] = folders
    const { info } = world
    await use(await createFirefoxProduct({ session: browserSession, info, extension, wallets }))
  },
  dapp: async ({ product }, use) => use(await product.openDapp()),
  startAnother: async ({ world, folders, prefs }, use, testInfo) => {
    const [extension, ...wallets] = folders
    const { info } = world
    const started: LaunchedFirefox[] = []
    await use(async (profile) => {
      const own = profile === undefined ? {} : { profile }
      const session = await launchFirefox({ extensions: folders, prefs, ...own })
      started.push(session)
      return createFirefoxProduct({ session, info, extension, wallets })
    })
    for (const each of started) {
      await keepPictures(each, testInfo)
      await each.close()
    }
  },
  killAndRestart: async ({ product, startAnother }, use) =>
    use(async () => {
      const { session } = product
      await session.kill()
      const killedAt = Date.now()
      return { killedAt, again: await startAnother(session.profile) }
    }),
})

export { expect }
