import { test as base, expect, type Page } from '@playwright/test'
import type { SandboxInfo } from '../sandbox/info'
import { createControl } from '../support/control'
import { type LaunchedBrowser, launchChromium } from '../support/launch'
import { createProduct, type Product } from '../support/product'

type Prepared = { info: SandboxInfo; extension: string; wallet: string; otherWallet: string }

/** What the global setup left for the tests of this run. */
export function prepared(): Prepared {
  const text = process.env.CAUSEWAY_E2E
  if (text === undefined) throw new Error('The global setup has not run')
  return JSON.parse(text) as Prepared
}

type Options = { wallets: ('wallet' | 'otherWallet')[]; withWallet: boolean }

/**
 * One browser with the built extension and the sandbox wallet for each test, on a fresh profile, over
 * the run's sandbox reset to its start.
 */
export const test = base.extend<
  Options & { browserSession: LaunchedBrowser; product: Product; dapp: Page; info: SandboxInfo }
>({
  wallets: [['wallet'], { option: true }],
  withWallet: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
  info: async ({}, use) => use(prepared().info),
  browserSession: async ({ wallets, info }, use) => {
    const setup = prepared()
    await createControl(info.controlUrl).reset()
    const session = await launchChromium({
      extensions: [setup.extension, ...wallets.map((name) => setup[name])],
      headless: true,
    })
    await use(session)
    await session.close()
  },
  product: async ({ browserSession, info, wallets }, use) => {
    const setup = prepared()
    const product = await createProduct({
      session: browserSession,
      info,
      extension: setup.extension,
      wallets: wallets.map((name) => setup[name]),
    })
    await use(product)
  },
  dapp: async ({ product }, use) => use(await product.openDapp()),
})

export { expect }
