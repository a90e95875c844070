import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { SandboxInfo } from '../sandbox/info'
import { startSandbox } from '../sandbox/sandbox'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { pointExtension, sandboxEnvironment } from '../support/build-extension'
import { createControl } from '../support/control'
import { type LaunchedBrowser, launchChromium, launchLendable } from '../support/launch'
import { createProduct, type Product } from '../support/product'
import { walletConfiguration } from '../support/sandbox-wallet'

/** A worker's own world: a sandbox on free ports, and what is loaded into its browsers. */
export type World = { info: SandboxInfo; extension: string; wallet: string; otherWallet: string }

/** What the global setup left for the workers of this run. */
function prepared(): { folder: string; build: string } {
  const text = process.env.CAUSEWAY_E2E
  if (text === undefined) throw new Error('The global setup has not run')
  return JSON.parse(text) as { folder: string; build: string }
}

async function openWorld(info: SandboxInfo): Promise<World> {
  const { folder, build } = prepared()
  const own = mkdtempSync(join(folder, 'worker-'))
  const wallet = walletConfiguration(info)
  return {
    info,
    extension: pointExtension(build, join(own, 'extension'), sandboxEnvironment(info)),
    wallet: await prepareWallet({ ...wallet, outDir: join(own, 'wallet') }),
    otherWallet: await prepareWallet({
      ...wallet,
      outDir: join(own, 'other-wallet'),
      name: 'Other Wallet',
      rdns: 'dev.causeway.other-wallet',
    }),
  }
}

type Options = {
  wallets: ('wallet' | 'otherWallet')[]
  /** Started for each test: one that may be killed. Others share their worker's, emptied between them. */
  ownBrowser: boolean
  /** In a browser of the test's own. */
  backForwardCache: boolean
}
type TestParts = { browserSession: LaunchedBrowser; product: Product; dapp: Page }
type WorkerParts = { world: World; lendable: Awaited<ReturnType<typeof launchLendable>> }

/**
 * A browser with the built extension and the sandbox wallet newly installed for each test, over the
 * worker's sandbox reset to its start.
 */
export const test = base.extend<Options & TestParts, WorkerParts>({
  wallets: [['wallet'], { option: true }],
  ownBrowser: [false, { option: true }],
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
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const sandbox = await startSandbox({ ports: 'free' })
      try {
        await use(await openWorld(sandbox.info))
      } finally {
        await sandbox.stop()
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  browserSession: async ({ wallets, ownBrowser, backForwardCache, world, lendable }, use) => {
    await createControl(world.info.controlUrl).reset()
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
})

export { expect }
