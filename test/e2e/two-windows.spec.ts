import { orderText } from '@/src/ui/copy/order-text'
import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './fixtures'
import { countAsked, startSwap, usdcAcross } from './steps'

test('a form that stands in three windows is paid by one of them: the form is emptied and says so, a review asks once more', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const popup = await startSwap(product, { ...usdcAcross(product.info), pay: '25' })
  const openTab = async () => createSwapScreen(await product.openPage('popup.html?view=tab'))

  const form = await openTab()
  await expect(form.handle('pay-amount')).toHaveValue('25')
  await expect(form.handle('review')).toBeEnabled()
  const review = await openTab()
  await expect(review.handle('review')).toBeEnabled()
  await review.review()
  await expect(review.handle('confirm')).toBeEnabled()

  await popup.confirm()
  const paid = await popup.waitForStatus('filled')
  expect(await countAsked(product)).toBe(2)

  await expect(form.handle('pay-amount')).toHaveValue('')
  await expect(form.page.getByText('was just confirmed in another window')).toBeVisible()

  const told = review.page.getByTestId('sent-meanwhile')
  await expect(told).toContainText('25 USDC')
  await expect(review.handle('confirm')).toBeDisabled()
  await review.page.getByText(orderText.other.sentTick).click()
  await expect(review.handle('confirm')).toBeEnabled()
  await told.getByRole('button').click()
  expect(await review.waitForStatus('filled')).toBe(paid)
  expect(await countAsked(product)).toBe(2)
})
