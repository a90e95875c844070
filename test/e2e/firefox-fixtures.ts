import { createControl } from '../support/control'
import { type LaunchedFirefox, launchFirefox } from '../support/firefox/launch'
import type { FirefoxPage } from '../support/firefox/page'
import { createFirefoxProduct, type FirefoxProduct } from '../support/firefox/product'
import { expect } from './expect'
import { test as base } from './world'

type Options = {
  /** Preferences of the browser, besides those of every test. */
  prefs: Record<string, boolean | number | string>
  /** Which of the worker's builds of Causeway is loaded. */
  build: 'extension' | 'ungranted' | 'undocumented'
}
type TestParts = {
  /** Folders that are loaded: Causeway first, then the wallets. */
  folders: [string, ...string[]]
  browserSession: LaunchedFirefox
  product: FirefoxProduct
  dapp: FirefoxPage
  killAndRestart: () => Promise<{ killedAt: number; again: FirefoxProduct }>
}

/** A Firefox of its own for each test, on a fresh profile, over the worker's sandbox reset to its start. */
export const test = base.extend<Options & TestParts>({
  prefs: [{}, { option: true }],
  build: ['extension', { option: true }],
  folders: ({ world, wallets, build }, use) =>
    use([world[build], ...wallets.map((name) => world[name])]),
  browserSession: async ({ world, folders, prefs }, use) => {
    await createControl(world.info.controlUrl).reset()
    const session = await launchFirefox({ extensions: folders, prefs })
    await use(session)
    await session.close()
  },
  product: async ({ browserSession, world, folders }, use) => {
    const [extension, ...wallets] = folders
    const { info } = world
    await use(await createFirefoxProduct({ session: browserSession, info, extension, wallets }))
  },
  dapp: async ({ product }, use) => use(await product.openDapp()),
  killAndRestart: async ({ product, folders, prefs }, use) => {
    const [extension, ...wallets] = folders
    const { session, info } = product
    const restarted: LaunchedFirefox[] = []
    await use(async () => {
      await session.kill()
      const killedAt = Date.now()
      const next = await launchFirefox({ extensions: folders, prefs, profile: session.profile })
      restarted.push(next)
      const again = await createFirefoxProduct({ session: next, info, extension, wallets })
      return { killedAt, again }
    })
    for (const each of restarted) await each.close()
  },
})

export { expect }
