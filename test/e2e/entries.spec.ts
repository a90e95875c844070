import { expect, test } from './fixtures'
import { chainsOf, countAsked, waitForForm } from './steps'

const recipient = `0x${'1'.repeat(40)}`

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
