import { orderText } from '@/src/ui/copy/order-text'
import type { Product } from '../support/product'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { finishAsPerson } from './person'
import { watchChain } from './stage'
import { countAsked, sandboxWallet, usdcAcross, waitForForm } from './steps'

/** Has the demo dApp ask for its swap, and opens the popup that it is filled into. */
async function askFromSite(product: Product, dapp: ViewPage) {
  await product.wallet.set({ mode: 'auto' })
  const told = dapp.getByTestId('swap-event')
  await dapp.getByTestId('swap-with-causeway').click()
  await expect(told).toHaveAttribute('data-name', 'opened')
  await waitForForm(product, new URL(product.info.dappUrl).origin)
  const swap = await product.openPopup()
  await expect(swap.handle('pay-amount')).toHaveValue('10')
  return { swap, told }
}

test.describe('a site that opens Causeway', () => {
  test('sees its swap filled in, and hears how far the order came', async ({ product, dapp }) => {
    const { swap, told } = await askFromSite(product, dapp)
    await expect(
      swap.page.getByText(`${new URL(product.info.dappUrl).host} filled this in`),
    ).toBeVisible()
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
    const kept = await dapp.evaluate<string>(`sessionStorage.getItem('causeway-request')`)
    // The same pages under another name of this machine, to which Causeway has access as well.
    const elsewhere = product.info.dappUrl.replace('127.0.0.1', 'localhost')
    const other = await product.open(elsewhere)
    expect(new URL(elsewhere).origin).not.toBe(new URL(product.info.dappUrl).origin)
    await other.evaluate(`sessionStorage.setItem('causeway-request', ${JSON.stringify(kept)})`)
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
    const countPages = async () => (await product.addresses()).length
    const before = await countPages()
    const told = dapp.getByTestId('swap-event')
    const ask = async () => {
      await dapp.bringToFront()
      await dapp.getByTestId('swap-with-causeway').click()
      await expect(told).toHaveAttribute('data-name', 'opened')
      const { host } = new URL(product.info.dappUrl)
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
    expect(await countPages()).toBe(before)
  })
})

test.describe('the sites it runs in', () => {
  test('are told to the browser by several at once, without an error', async ({ product }) => {
    const page = await product.openPage('popup.html?view=tab#/settings')
    const answers = await page.evaluate(`Promise.all(Array.from({ length: 6 }, () =>
      chrome.runtime.sendMessage({ v: 1, type: 'rpc', name: 'syncSites', input: {} })))`)
    expect(answers).toEqual(Array(6).fill(expect.objectContaining({ ok: true })))
    const ids =
      'chrome.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))'
    expect(await product.inside(ids)).toEqual(['wallets', 'wallets-page'])
  })
})
