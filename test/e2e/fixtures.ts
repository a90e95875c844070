import { expect, type Page } from '@playwright/test'
import { type LaunchedBrowser, launchChromium } from '../support/launch'
import { launchLendable } from '../support/lend'
import { type ChromiumProduct, createProduct } from '../support/product'
import { test as base, resetSandbox } from './world'

type Options = {
  /** In a browser of the test's own. */
  backForwardCache: boolean
}
type TestParts = {
  browserSession: LaunchedBrowser
  product: ChromiumProduct
  dapp: Page
  /** Starts one more browser on the same sandbox; without a profile on an empty one of its own. */
  startAnother: (profile?: string) => Promise<ChromiumProduct>
  killAndRestart: () => Promise<{ killedAt: number; again: ChromiumProduct }>
}
type WorkerParts = { lendable: Awaited<ReturnType<typeof launchLendable>> }

/**
 * A Chromium with the built extension and the sandbox wallet newly installed for each test, over the
 * worker's sandbox reset to its start.
 */
export const test = base.extend<Options & TestParts, WorkerParts>({
  backForwardCache: [false, { option: true }],
  lendable: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const lendable = await launchLendable()
      await use(lendable)
      await lendable.close()
    },
    { scope: 'worker' },
  ],
  browserSession: async ({ wallets, ownBrowser, backForwardCache, world, lendable }, use) => {
    await resetSandbox(world)
    const extensions = [world.extension, ...wallets.map((name) => world[name])]
    const own = { extensions, headless: true, isStill: true, backForwardCache }
    const session =
      ownBrowser || backForwardCache ? await launchChromium(own) : await lendable.lend(extensions)
    await use(session)
    await session.close()
  },
  product: async ({ browserSession, world, wallets }, use) => {
    const product = await createProduct({
      session: browserSession,
      info: world.info,
      extension: world.extension,
      wallets: wallets.map((name) => world[name]),
    })
    await use(product)
  },
  dapp: async ({ product }, use) => use(await product.openDapp()),
  startAnother: async ({ product, world, wallets }, use) => {
    const { info } = product
    const { extension } = world
    const folders = wallets.map((name) => world[name])
    const started: LaunchedBrowser[] = []
    await use(async (profile) => {
      const session = await launchChromium({
        extensions: [extension, ...folders],
        headless: true,
        isStill: true,
        ...(profile === undefined ? {} : { profile }),
      })
      started.push(session)
      return createProduct({ session, info, extension, wallets: folders })
    })
    for (const each of started) await each.close()
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
