import type { Page } from '@playwright/test'
import { orderText } from '@/src/ui/copy/order-text'
import type { ChromiumProduct } from '../support/product'
import { expect, test } from './fixtures'
import { finishAsPerson } from './person'
import { watchChain } from './stage'
import { chainsOf, countAsked, sandboxWallet, usdcAcross, waitForForm } from './steps'

const recipient = `0x${'1'.repeat(40)}`

/** Has the demo dApp ask for its swap, and opens the popup that it is filled into. */
async function askFromSite(product: ChromiumProduct, dapp: Page) {
  await product.wallet.set({ mode: 'auto' })
  const told = dapp.getByTestId('swap-event')
  await dapp.getByTestId('swap-with-causeway').click()
  await expect(told).toHaveAttribute('data-name', 'opened')
  await waitForForm(product, new URL(dapp.url()).origin)
  const swap = await product.openPopup()
  await expect(swap.handle('pay-amount')).toHaveValue('10')
  return { swap, told }
}

test.describe('a site that opens Causeway', () => {
  test('sees its swap filled in, and hears how far the order came', async ({ product, dapp }) => {
    const { swap, told } = await askFromSite(product, dapp)
    await expect(swap.page.getByText(`${new URL(dapp.url()).host} filled this in`)).toBeVisible()
    expect(await countAsked(product)).toBe(0)
    await swap.pickWallet(sandboxWallet)
    await expect(swap.handle('route').first()).toBeVisible()
    await swap.pickRoute()
    await swap.review()
    await expect(swap.page.getByText('Tried on alpha and beta')).toBeVisible()
    await swap.confirm()
    await swap.waitForStatus('filled')
    await expect(told).toHaveAttribute('data-name', 'filled')
  })

  test('hears of its order again after a reload, and another site with its id hears nothing', async ({
    product,
    dapp,
  }) => {
    const { swap, told } = await askFromSite(product, dapp)
    // The payout waits on its chain: by then all that the wallet is asked in this page is over.
    const { to } = usdcAcross(product.info)
    const payouts = await watchChain(product, { from: to, to, amount: 0n })
    await payouts.mine(false)
    await swap.pickWallet(sandboxWallet)
    await expect(swap.handle('route').first()).toBeVisible()
    await swap.pickRoute()
    await swap.review()
    await swap.confirm()
    await expect(told).toHaveAttribute('data-name', 'submitted')

    await dapp.reload()
    await expect(told).toHaveAttribute('data-name', 'submitted')
    const kept = await dapp.evaluate(() => sessionStorage.getItem('causeway-request'))
    // The same pages under another name of this machine, to which Causeway has access as well.
    const other = await product.session.context.newPage()
    await other.goto(product.info.dappUrl.replace('127.0.0.1', 'localhost'))
    expect(new URL(other.url()).origin).not.toBe(new URL(dapp.url()).origin)
    await other.evaluate((id) => sessionStorage.setItem('causeway-request', String(id)), kept)
    await other.reload()
    const toldOther = other.getByTestId('swap-event')
    await expect(toldOther).toContainText('(unknown)')

    await product.stopCauseway()
    await payouts.mine(true)
    await swap.waitForStatus('filled')
    await expect(told).toHaveAttribute('data-name', 'filled')
    await expect(toldOther).toContainText('(unknown)')
    await dapp.reload()
    await expect(told).toHaveAttribute('data-name', 'filled')
  })

  test('hears the end of an order whose wallet asked in it while it was reloaded, and nothing is asked twice', async ({
    product,
    dapp,
  }) => {
    const { swap, told } = await askFromSite(product, dapp)
    await swap.pickWallet(sandboxWallet)
    await expect(swap.handle('route').first()).toBeVisible()
    const chain = await watchChain(product, { ...usdcAcross(product.info), amount: 10_000_000n })
    await swap.pickRoute()
    await swap.review()
    await product.wallet.set({ mode: 'ask' })
    await swap.confirm()
    await product.wallet.nextApproval()
    await dapp.reload()
    await expect(told).toHaveAttribute('data-name', 'started')
    await expect(swap.page.getByText(orderText.unsure.title).first()).toBeVisible()
    // What is signed in the window that stayed is heard by nobody, and found on the chain.
    await product.wallet.decideNext('approve')
    await product.wallet.set({ mode: 'auto' })
    await finishAsPerson({ ...chain, swap, orderId: '' }, swap)
    await swap.waitForStatus('filled')
    await expect(told).toHaveAttribute('data-name', 'filled')
    expect(await chain.countDeposits()).toBe(1)
    expect(await countAsked(product)).toBe(2)
  })

  test('hears that the person put it aside', async ({ product, dapp }) => {
    const { swap, told } = await askFromSite(product, dapp)
    await swap.page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(told).toHaveAttribute('data-name', 'dismissed')
    await expect(swap.handle('pay-amount')).toHaveValue('')
  })
})

test.describe('a site, beside a form that is not finished', () => {
  test('waits for Show or Ignore in the one tab that is open, and the form comes back', async ({
    product,
    dapp,
  }) => {
    const swap = await product.openPopup()
    await swap.handle('pay-amount').fill('3')
    const pages = () => product.session.context.pages().length
    const before = pages()
    const told = dapp.getByTestId('swap-event')
    const ask = async () => {
      await dapp.bringToFront()
      await dapp.getByTestId('swap-with-causeway').click()
      await expect(told).toHaveAttribute('data-name', 'opened')
      const { host } = new URL(dapp.url())
      await expect(swap.page.locator('.asked')).toContainText(`${host} asks to swap 10`)
    }
    await ask()
    await expect(swap.handle('pay-amount')).toHaveValue('3')
    await swap.page.getByTestId('asked-ignore').click()
    await expect(told).toHaveAttribute('data-name', 'dismissed')
    await expect(told).toContainText('declined')

    await ask()
    await swap.page.getByTestId('asked-show').click()
    await expect(swap.handle('pay-amount')).toHaveValue('10')
    await swap.page.getByTestId('asked-undo').click()
    await expect(told).toHaveAttribute('data-name', 'dismissed')
    await expect(swap.handle('pay-amount')).toHaveValue('3')
    expect(pages()).toBe(before)
  })
})

test.describe('a text that opens Causeway', () => {
  test('fills in what shall arrive and names the page it was marked on', async ({ product }) => {
    const worker = await product.worker()
    // The browser's own menu cannot be clicked by a test; its event can be given.
    await worker.evaluate(
      `chrome.contextMenus.onClicked.dispatch({ menuItemId: 'use-text', selectionText: '25 USDC', pageUrl: 'https://shop.example/pay' })`,
    )
    await waitForForm(product, 'shop.example')
    const swap = await product.openPopup()
    await expect(swap.handle('receive-amount')).toHaveValue('25')
    await expect(swap.handle('receive-token')).toContainText('USDC')
    await expect(swap.page.getByText('shop.example filled this in')).toBeVisible()
  })

  test('fills in a payment that was typed, in the name of nobody', async ({ product }) => {
    const worker = await product.worker()
    const [chain] = chainsOf(product.info)
    const link = `ethereum:${recipient}@${chain}?value=1.5e18`
    await worker.evaluate(`chrome.omnibox.onInputEntered.dispatch('${link}', 'currentTab')`)
    await waitForForm(product, recipient)
    const swap = await product.openPopup()
    await expect(swap.handle('receive-amount')).toHaveValue('1.5')
    await expect(swap.handle('receive-token')).toContainText('ETH')
    await expect(swap.page.getByText('filled this in')).toHaveCount(0)
    expect(await countAsked(product)).toBe(0)
  })
})

test.describe('the browser’s own popup', () => {
  test('is as large as the interface, and all of that is in it', async ({ product, dapp }) => {
    // Another page of ours reads it: the popup closes where a person, or a test, goes elsewhere.
    const reader = await product.openPage('popup.html?view=tab#/settings')
    await dapp.bringToFront()
    const worker = await product.worker()
    await worker.evaluate('chrome.action.openPopup()')
    const read = () =>
      reader.evaluate(() => {
        type Extension = { getViews(filter: { type: 'popup' }): Window[] }
        const { extension } = (globalThis as unknown as { chrome: { extension: Extension } }).chrome
        const [popup] = extension.getViews({ type: 'popup' })
        if (popup === undefined) return 'no popup'
        const { innerWidth: width, innerHeight: height, document } = popup
        const app = document?.getElementById('app')?.getBoundingClientRect()
        const review = document?.querySelector('[data-testid=review]')?.getBoundingClientRect()
        return {
          width,
          // The screen of a test may be lower than the 600 that are asked for.
          high: height > 400 && height <= 600,
          filled: app?.width === width && app.height === height,
          whole: review !== undefined && review.bottom <= height,
        }
      })
    await expect.poll(read).toEqual({ width: 380, high: true, filled: true, whole: true })
  })

  test('has a shortcut that the browser does not keep for itself', async ({ product }) => {
    const worker = await product.worker()
    const [command] = (await worker.evaluate('chrome.commands.getAll()')) as { shortcut: string }[]
    expect(command?.shortcut).toBe('Alt+Shift+K')
  })
})

test.describe('the sites it runs in', () => {
  test('are told to the browser by several at once, without an error', async ({ product }) => {
    const page = await product.openPage('popup.html?view=tab#/settings')
    const answers = await page.evaluate(`Promise.all(Array.from({ length: 6 }, () =>
      chrome.runtime.sendMessage({ v: 1, type: 'rpc', name: 'syncSites', input: {} })))`)
    expect(answers).toEqual(Array(6).fill(expect.objectContaining({ ok: true })))
    const worker = await product.worker()
    const ids =
      'chrome.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))'
    expect(await worker.evaluate(ids)).toEqual(['wallets', 'wallets-page'])
  })
})
