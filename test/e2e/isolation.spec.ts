import type { Page } from '@playwright/test'
import { type LaunchedBrowser, startWorker, stopWorker } from '../support/launch'
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
  const alarms = await chrome.alarms.getAll()
  const scripts = await chrome.scripting.getRegisteredContentScripts()
  const workers = await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND'] })
  return {
    orders,
    local: Object.keys(await chrome.storage.local.get(null)).sort(),
    session: Object.keys(await chrome.storage.session.get(null)).sort(),
    alarms: alarms.map(({ name }) => name).filter((name) => name.startsWith('seen')),
    scripts: scripts.map(({ id }) => id).sort(),
    badge: [await chrome.action.getBadgeText({}), await chrome.action.getBadgeBackgroundColor({})],
    title: await chrome.action.getTitle({}),
    life: globalThis.seen,
    workers: workers.length,
    notifications: Object.keys(await chrome.notifications.getAll()),
    permissions: await chrome.permissions.getAll(),
  }
})()`

/** Runs in an extension's worker: leaves something of each kind behind. Gives what the menu had against it. */
const leaveTraces = `(async () => {
  globalThis.seen = true
  await chrome.storage.local.set({ seen: true })
  await chrome.storage.session.set({ seen: true })
  await chrome.alarms.create('seen', { when: Date.now() + 3_600_000 })
  const matches = ['http://127.0.0.1/*']
  await chrome.scripting.registerContentScripts([{ id: 'seen', js: ['background.js'], matches }])
  await chrome.action.setBadgeText({ text: 'seen' })
  await chrome.action.setBadgeBackgroundColor({ color: '#123456' })
  await chrome.action.setTitle({ title: 'seen' })
  const icon = { iconUrl: 'icons/128.png', type: 'basic', title: 'seen', message: 'seen' }
  await chrome.notifications.create('seen', icon)
  return new Promise((done) =>
    chrome.contextMenus.create({ id: 'seen', title: 'seen' }, () =>
      done(chrome.runtime.lastError?.message ?? 'none'),
    ),
  )
})()`

/** Runs in a page of the wallet: everything that it keeps. */
const keptByWallet = `(async () => [
  Object.keys(await chrome.storage.local.get(null)),
  Object.keys(await chrome.storage.session.get(null)),
  await chrome.alarms.getAll(),
])()`

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
    walletStores: await product.wallet.page.evaluate(keptByWallet),
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
  expect(await (await first.worker()).evaluate(leaveTraces)).toBe('none')
  const used = await readKept(first)
  expect(used.product).toMatchObject({
    orders: 1,
    alarms: ['seen'],
    badge: ['seen', [18, 52, 86, 255]],
    title: 'seen',
    life: true,
    notifications: expect.arrayContaining(['seen']),
  })
  expect(used.site).toMatchObject({ cookies: 'seen=yes', storage: ['seen'] })
  expect(used.wallet.asked).toBeGreaterThan(0)
  await session.close()

  const again = await lendable.lend(folders)
  const second = await startProduct(world, again)
  await second.openDapp()
  expect(await readKept(second)).toEqual(fresh)
  expect(await (await second.worker()).evaluate(leaveTraces)).toBe('none')
  await again.close()
})

test('a browser that is lent again has nothing of what came after it was given back', async ({
  lendable,
  world,
}) => {
  const folders = [world.extension, world.wallet]
  const session = await lendable.lend(folders)
  const first = await startProduct(world, session)
  await first.openDapp()
  const fresh = await readKept(first)
  await session.close()
  const worker = await startWorker(session.context, first.extensionId)
  await worker.evaluate(leaveTraces)
  await stopWorker(session.context, first.extensionId)

  const again = await lendable.lend(folders)
  const second = await startProduct(world, again)
  await second.openDapp()
  expect(await readKept(second)).toEqual(fresh)
  expect(await (await second.worker()).evaluate(leaveTraces)).toBe('none')
  await again.close()
})
