import type { Page } from '@playwright/test'
import type { LaunchedBrowser } from '../support/launch'
import { type ChromiumProduct, createProduct } from '../support/product'
import { expect, test } from './fixtures'
import { startSwap, usdcAcross } from './steps'
import { resetSandbox, type World } from './world'

async function startProduct(world: World, session: LaunchedBrowser): Promise<ChromiumProduct> {
  await resetSandbox(world)
  const { extension, info, wallet } = world
  return createProduct({ session, info, extension, wallets: [wallet] })
}

/** Runs in Causeway's worker: everything that it keeps, as it is told apart by name and number. */
const keptByProduct = `(async () => {
  const opening = indexedDB.open('causeway')
  const db = await new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const orders = await new Promise((resolve, reject) => {
    const row = db.transaction('orders').objectStore('orders').count()
    row.onsuccess = () => resolve(row.result)
    row.onerror = () => reject(row.error)
  })
  db.close()
  return {
    orders,
    local: Object.keys(await chrome.storage.local.get(null)).sort(),
    session: Object.keys(await chrome.storage.session.get(null)).sort(),
    notifications: Object.keys(await chrome.notifications.getAll()),
    permissions: await chrome.permissions.getAll(),
  }
})()`

/** Runs in a site's page: everything that it keeps. */
const keptBySite = `indexedDB.databases().then((databases) => ({
  databases,
  cookies: document.cookie,
  storage: Object.keys(localStorage),
}))`

async function readKept(product: ChromiumProduct) {
  const { context } = product.session
  const worker = await product.worker()
  const names = 'indexedDB.databases().then((all) => all.map(({ name }) => name))'
  await expect.poll(() => worker.evaluate(names)).toContain('causeway')
  // It opens by itself some time after the installation, and is one of the pages that are counted.
  const isWelcome = (page: Page) => new URL(page.url()).pathname === '/welcome.html'
  await expect.poll(() => context.pages().some(isWelcome)).toBe(true)
  const dapp = context.pages().find((page) => page.url().startsWith(product.info.dappUrl))
  const { mode, chainId, sites } = await product.wallet.status()
  return {
    product: await worker.evaluate(keptByProduct),
    site: await dapp?.evaluate(keptBySite),
    wallet: { mode, chainId, sites, asked: (await product.wallet.prompts()).length },
    pages: context.pages().length,
  }
}

test('a browser that is lent again has nothing of what was done in it before', async ({
  lendable,
  world,
}) => {
  const folders = [world.extension, world.wallet]
  const session = await lendable.lend(folders)
  const first = await startProduct(world, session)
  const dapp = await first.openDapp()
  const fresh = await readKept(first)

  await dapp.evaluate(`localStorage.setItem('seen', 'yes')`)
  await dapp.evaluate(`document.cookie = 'seen=yes; max-age=600'`)
  await dapp.evaluate(
    `new Promise((done) => (indexedDB.open('seen').onsuccess = done)).then(() => 0)`,
  )
  await first.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const swap = await startSwap(first, { ...usdcAcross(first.info), pay: '5' })
  await swap.confirm()
  await swap.waitForStatus('filled')
  const used = await readKept(first)
  expect(used.product).toMatchObject({ orders: 1 })
  expect(used.site).toMatchObject({ cookies: 'seen=yes', storage: ['seen'] })
  expect(used.wallet.asked).toBeGreaterThan(0)
  await session.close()

  const again = await lendable.lend(folders)
  const second = await startProduct(world, again)
  await second.openDapp()
  expect(await readKept(second)).toEqual(fresh)
  await again.close()
})
