import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { enterSwap, newAccount, usdcAcross } from './steps'

const friend = newAccount()

/** Presses Tab until what is wanted has the focus: by keyboard alone. */
async function tabTo(page: ViewPage, selector: string): Promise<void> {
  const hasFocus = () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${selector} is not reached by keyboard`)
}

/** What lies in the extension's own database, read beside the product. */
const readRows = (page: ViewPage) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = indexedDB.open('causeway')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const rows = request.result.transaction('book').objectStore('book').getAll()
          rows.onsuccess = () => {
            request.result.close()
            resolve(rows.result)
          }
        }
      }),
  )

test('an address that is named by keyboard is chosen for a swap, and named beside its address in the review, the order and the history', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  const settings = await product.openPage('popup.html?view=tab#/settings')
  const { keyboard } = settings
  await settings.getByTestId('book').waitFor()
  await tabTo(settings, '[data-testid=book]')
  await keyboard.press('Enter')
  await expect(settings.getByRole('heading', { name: 'Account book' })).toBeFocused()
  await tabTo(settings, '[data-testid=book-add]')
  await keyboard.press('Enter')
  const dialog = settings.getByRole('dialog')
  await tabTo(settings, 'dialog input')
  await keyboard.insertText('Alice\u202e')
  await keyboard.press('Tab')
  await keyboard.insertText(friend)
  await expect(dialog.locator('.book-whole')).toContainText(friend)
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await tabTo(settings, 'dialog [type=checkbox]:enabled')
  await keyboard.press('Space')
  await expect(save).toBeEnabled()
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(settings.getByTestId('book-row')).toContainText('Alice')
  const [row] = await readRows(settings)
  expect(row).toMatchObject({
    key: `eip155:${friend.toLowerCase()}`,
    entry: { name: 'Alice', address: friend, family: 'eip155' },
  })

  await dapp.bringToFront()
  const swap = await enterSwap(product, { ...usdcAcross(product.info), pay: '25' })
  const { page, handle } = swap
  await expect(handle('route').first()).toBeVisible()
  await tabTo(page, '.side-chip[aria-expanded]')
  await page.keyboard.press('Enter')
  await handle('account-pick').waitFor()
  await tabTo(page, '[data-testid=account-pick]')
  await page.keyboard.press('Enter')
  await page.locator(`[data-testid=account-row][data-address="${friend}"]`).waitFor()
  await tabTo(page, `[data-testid=account-row][data-address="${friend}"]`)
  await page.keyboard.press('Enter')
  const recipient = page.locator('.recipient')
  await expect(recipient.locator('.book-name')).toContainText('Alice')
  await expect(recipient.locator('.address .sr-only')).toHaveText(friend)
  await expect(handle('review')).toBeEnabled()
  await tabTo(page, '[data-testid=review]')
  await page.keyboard.press('Enter')

  await handle('confirm').waitFor()
  const terms = page.locator('.terms')
  await expect(terms.locator('.book-name')).toContainText('Alice')
  await expect(terms.locator('.address .sr-only')).toHaveText(friend)
  await expect(handle('confirm')).toBeDisabled()
  // Renamed in another window meanwhile: the order pays to the address that was compared.
  await settings.getByRole('button', { name: 'Edit Alice' }).click()
  await dialog.getByLabel('Name').fill('Alice Smith')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(terms.locator('.book-name')).toContainText('Alice Smith')
  await page.bringToFront()
  await tabTo(page, '.ticks [type=checkbox]')
  await page.keyboard.press('Space')
  await expect(handle('confirm')).toBeEnabled()
  await tabTo(page, '[data-testid=confirm]')
  await page.keyboard.press('Enter')
  const orderId = await swap.waitForStatus('filled')
  const { to } = usdcAcross(product.info)
  expect(await product.control.readBalance(to.chainId, to.address, friend)).toBeGreaterThan(0n)
  const facts = page.locator('details.card:has(.detail-rows)')
  await facts.locator('summary').click()
  await expect(facts.locator('.named-address')).toContainText('Alice Smith')
  await expect(facts.locator('.named-address .address .sr-only')).toHaveText(friend)

  await handle('history').first().click()
  const listed = page.locator(`[data-order-id="${orderId}"]`)
  await expect(listed.locator('.book-name')).toContainText('Alice Smith')
  await expect(listed).toContainText(`${friend.slice(0, 6)}…${friend.slice(-4)}`)
  await expect(settings.getByTestId('book-row')).toContainText('Used')
})
