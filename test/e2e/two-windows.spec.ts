import { orderText } from '@/src/ui/copy/order-text'
import { transferText } from '@/src/ui/copy/transfer-text'
import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './browsers'
import { countAsked, enterSwap, leaveForm, startSwap, usdcAcross } from './steps'
import { enterPayment, readShown } from './transfer-screen'

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
  await expect(form.page.locator('.notices').getByText('was just confirmed')).toBeVisible()

  const told = review.page.getByTestId('sent-meanwhile')
  await expect(told).toContainText('25 USDC')
  await expect(review.handle('confirm')).toBeDisabled()
  await review.page.getByText(orderText.other.sentTick).click()
  await expect(review.handle('confirm')).toBeEnabled()
  await told.getByRole('button').click()
  expect(await review.waitForStatus('filled')).toBe(paid)
  expect(await countAsked(product)).toBe(2)
})

test('two reviews of the same that are confirmed in one moment: one is paid, the other says so and goes with a tick', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const popup = await startSwap(product, { ...usdcAcross(product.info), pay: '25' })
  const tab = createSwapScreen(await product.openPage('popup.html?view=tab'))
  await expect(tab.handle('review')).toBeEnabled()
  await tab.review()
  const both = [popup, tab]
  for (const each of both) await expect(each.handle('confirm')).toBeEnabled()
  // Both at once, before one hears of the other.
  const press = (button: HTMLElement) => button.click()
  await Promise.all(both.map((each) => each.handle('confirm').evaluate(press)))

  const told = (each: (typeof both)[number]) => each.page.getByTestId('sent-meanwhile')
  const refused = async () =>
    (await Promise.all(both.map((each) => told(each).count()))).reduce((sum, one) => sum + one, 0)
  await expect.poll(refused).toBe(1)
  const [second, first] = (await told(popup).count()) > 0 ? [popup, tab] : [tab, popup]
  const paid = await first.waitForStatus('filled')
  expect(await countAsked(product)).toBe(2)
  await expect(second.handle('confirm')).toBeDisabled()
  await second.page.getByText(orderText.other.sentTick).click()
  await second.confirm()
  expect(await second.waitForStatus('filled')).not.toBe(paid)
})

test('a form for just what a site then asks for: once that is paid it comes back, and its review asks once more', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const form = await enterSwap(product, { ...usdcAcross(product.info), pay: '10' })
  await dapp.getByTestId('swap-with-causeway').click()
  await form.page.getByTestId('asked-show').click()
  await expect(form.page.getByText('filled this in')).toBeVisible()
  await expect(form.route()).toBeVisible()
  await form.review()
  await form.confirm()
  const paid = await form.waitForStatus('filled')
  expect(await countAsked(product)).toBe(2)

  await form.page.getByRole('button', { name: orderText.order.newSwap }).click()
  await expect(form.handle('pay-amount')).toHaveValue('10')
  await expect(form.page.getByText('filled this in')).toHaveCount(0)
  await form.review()
  const told = form.page.getByTestId('sent-meanwhile')
  await expect(told).toContainText('10 USDC')
  await expect(form.handle('confirm')).toBeDisabled()
  await form.page.getByText(orderText.other.sentTick).click()
  await form.confirm()
  expect(await form.waitForStatus('filled')).not.toBe(paid)
})

test('an approval that is answered late, once another window has confirmed the same: its payment waits for a word', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const late = await startSwap(product, { ...usdcAcross(product.info), pay: '25' })
  await product.wallet.set({ mode: 'ask' })
  await late.confirm()
  await product.wallet.nextApproval()
  const other = createSwapScreen(await product.openPage('popup.html?view=tab'))
  // What was confirmed comes back with its tokens, and is emptied then: what is typed after that is new.
  await expect(other.handle('receive-token')).toContainText('USDC')
  await expect(other.handle('pay-amount')).toHaveValue('')
  await other.handle('pay-amount').fill('25')
  await expect(other.route()).toBeVisible()
  await other.review()
  await other.confirm()
  await expect.poll(() => countAsked(product)).toBe(2)

  // The wallet shows the older one first; nothing more is asked for that.
  await product.wallet.decideNext('approve')
  await expect(late.error('order/paid-beside')).toBeVisible()
  await product.wallet.set({ mode: 'auto' })
  await product.wallet.decideNext('approve')
  const paid = await other.waitForStatus('filled')
  expect(await countAsked(product)).toBe(3)

  const payToo = late.page.getByRole('button', { name: orderText.order.payToo })
  await expect(payToo).toBeDisabled()
  await late.page.getByText(orderText.other.sentTick).click()
  await payToo.click()
  // The other one took what was approved: it is approved anew, and nobody asks the same again.
  await late.page.getByRole('button', { name: orderText.review.newQuote }).click()
  await expect(late.handle('confirm')).toBeEnabled()
  await late.confirm()
  expect(await late.waitForStatus('filled')).not.toBe(paid)
})

test('an address that two windows are about to have made for the same is made once, and again with a tick', async ({
  product,
}) => {
  const payment = { ...usdcAcross(product.info), pay: '25' }
  await leaveForm(product, payment)
  const other = await product.openPage('popup.html?view=tab#/pay')
  await expect(other.locator('#recipient')).toBeVisible()
  const { orderId } = await readShown(await enterPayment(product, payment))
  // The form of the other window, filled in with the same.
  const own = product.info.accounts.evm.address
  await other.locator('#recipient').fill(own)
  await other.locator('#refundTo').fill(own)
  await other.locator('[data-route-id="route-native"]').click()
  await expect(other.getByTestId('sent-meanwhile')).toContainText('25 USDC')
  await other.getByRole('checkbox').first().check()
  await expect(other.getByTestId('confirm')).toBeDisabled()
  await other.getByText(transferText.beside.tick).click()
  await other.getByTestId('confirm').click()
  expect((await readShown(other)).orderId).not.toBe(orderId)
})
