import { walletText } from '@/src/ui/copy/wallet-text'
import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './browsers'
import {
  chainsOf,
  countAsked,
  enterSwap,
  ownAccount,
  sandboxWallet,
  startSwap,
  tokenOf,
  usdcAcross,
} from './steps'

test('an empty form begins on the wallet’s chain, is said in words, and finds the cheapest way to pay', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.wallet.set({ mode: 'auto' })
  const { from, to } = usdcAcross(product.info)
  const swap = await product.openPopup()
  await swap.pickWallet(sandboxWallet)
  const account = ownAccount(product.info, from.chainId).slice(0, 6)
  await expect(swap.handle('wallet-picker')).toContainText(account)
  await expect(swap.handle('pay-token')).toContainText('ETH')
  await swap.sayInWords(`buy 5 usdc on ${to.chainId} with usdc`)
  await expect(swap.handle('receive-amount')).toHaveValue('5')
  await expect(swap.handle('pay-token')).toContainText('USDC')
  await swap.handle('exact-ways').click()
  const ways = swap.handle('way')
  await expect(ways.first()).toContainText('Cheapest')
  await ways
    .and(swap.page.locator(`[data-chain-id="${from.chainId}"]:enabled`))
    .first()
    .click()
  await expect(swap.handle('receive-amount')).toHaveValue('5')
  await expect(swap.handle('review')).toBeEnabled()
})

test.describe('what was typed', () => {
  test('is refused in words when the balance does not cover it', async ({ product, dapp }) => {
    await dapp.bringToFront()
    await product.wallet.set({ mode: 'auto' })
    const swap = await enterSwap(product, { ...usdcAcross(product.info), pay: '999999999999' })
    await expect(swap.error('form/insufficient-balance')).toBeVisible()
    await expect(swap.handle('review')).toBeDisabled()
  })

  test('is refused when both sides are the same token', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const [source] = chainsOf(product.info)
    const usdc = tokenOf(product.info, source, 'USDC')
    const swap = await product.openPopup()
    await swap.enterPair(usdc, usdc)
    await swap.handle('pay-amount').fill('1')
    await expect(swap.error('form/same-token')).toBeVisible()
    await expect(swap.handle('review')).toBeDisabled()
  })

  test('asks for an amount when it is zero', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const swap = await product.openPopup()
    await swap.enterPair(from, to)
    await swap.handle('pay-amount').fill('0')
    await expect(swap.error('form/amount-missing')).toBeVisible()
    await expect(swap.handle('review')).toBeDisabled()
  })

  test('is refused when it has more decimals than the token', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const swap = await product.openPopup()
    await swap.enterPair(from, to)
    await swap.handle('pay-amount').fill('1.1234567')
    await expect(swap.error('form/too-many-decimals')).toBeVisible()
    await expect(swap.handle('review')).toBeDisabled()
  })

  test('is refused when a letter stands in it, and stays as it was typed', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const swap = await product.openPopup()
    await swap.enterPair(from, to)
    await swap.handle('pay-amount').pressSequentially('1e3')
    await expect(swap.handle('pay-amount')).toHaveValue('1e3')
    await expect(swap.error('form/amount-invalid')).toBeVisible()
    await expect(swap.handle('review')).toBeDisabled()
    await expect(swap.handle('route')).toHaveCount(0)
  })

  test('survives a closed popup', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const swap = await product.openPopup()
    await swap.enterPair(from, to)
    await swap.handle('pay-amount').fill('77')
    await expect(swap.handle('route').first()).toBeVisible()
    await swap.page.close()
    const again = await product.openPopup()
    await expect(again.handle('pay-amount')).toHaveValue('77')
    await expect(again.handle('route').first()).toBeVisible()
  })

  test('is quoted anew when the quote expires during the review', async ({ product, dapp }) => {
    await dapp.bringToFront()
    await product.wallet.set({ mode: 'auto' })
    await product.control.setQuoteExpiry(20)
    const swap = await startSwap(product, { ...usdcAcross(product.info), pay: '5' })
    await expect(swap.error('policy/quote-expired')).toBeVisible()
    await expect(swap.handle('confirm')).toHaveCount(0)
    await product.control.setQuoteExpiry(600)
    await swap.page.getByRole('button', { name: /new quote/i }).click()
    await expect(swap.handle('confirm')).toBeEnabled()
    await swap.confirm()
    await swap.waitForStatus('filled')
  })
})

test('a wallet that is slow to answer stays connected, and is asked once it answers', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.wallet.set({ mode: 'auto' })
  const [source] = chainsOf(product.info)
  const swap = await enterSwap(product, { ...usdcAcross(product.info), pay: '5' })
  const account = ownAccount(product.info, source).slice(0, 6)
  await swap.handle('wallet-picker').click()
  const row = swap.page.locator(`[data-testid="wallet-row"][data-rdns="${sandboxWallet}"]`)
  // The looks that connecting set off have ended, or bring what is wanted anyway.
  await expect(row).toContainText(account)
  await product.wallet.set({ holdReads: true })
  await swap.page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(row).not.toContainText(account)
  await swap.page.keyboard.press('Escape')
  await expect(swap.handle('wallet-picker')).toContainText(account)
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.review()
  await swap.confirm()
  await expect(swap.error('page/not-responding')).toBeVisible()
  expect(await countAsked(product)).toBe(0)
  await product.wallet.set({ holdReads: false })
  await swap.confirm()
  await swap.waitForStatus('filled')
  expect(await countAsked(product)).toBe(2)
})

test('a page that is busy with a dialog of its own keeps no other page’s wallet from the list', async ({
  product,
  dapp,
}) => {
  const busy = await product.openDapp()
  await product.leaveDialog(busy, 'Still there?')
  await dapp.bringToFront()
  const swap = await product.openPopup()
  await swap.handle('wallet-picker').click()
  const row = swap.page.locator(`[data-testid="wallet-row"][data-rdns="${sandboxWallet}"]`)
  await expect(row.first()).toBeVisible()
})

test('the list of wallets in a panel shows a page that is opened beside it', async ({
  product,
}) => {
  const panel = createSwapScreen(await product.openPage('sidepanel.html'))
  await panel.handle('wallet-picker').click()
  await expect(panel.page.getByText(walletText.intro)).toBeVisible()
  const row = panel.page.locator(`[data-testid="wallet-row"][data-rdns="${sandboxWallet}"]`)
  await expect(row).toHaveCount(0)
  await product.openDapp()
  await expect(row).toHaveCount(1)
})
