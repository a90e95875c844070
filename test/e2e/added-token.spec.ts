import { addText } from '@/src/ui/copy/add-text'
import { markText } from '@/src/ui/copy/mark-text'
import { orderText } from '@/src/ui/copy/order-text'
import { createHistoryScreen } from '../support/history-screen'
import { createTokenPicker } from '../support/token-picker'
import { expect, test } from './browsers'
import {
  chainsOf,
  countAsked,
  countCalls,
  newAccount,
  ownAccount,
  readOwnBalance,
  sandboxWallet,
  tokenOf,
  unlistedOf,
} from './steps'

test('a token that no list has is found by its address, added after a warning, and swapped: the money arrives', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { info } = product
  const [source, destination] = chainsOf(info)
  const lamp = unlistedOf(info, source)
  const to = tokenOf(info, destination, 'USDC')
  const [paidBefore, before] = [
    await readOwnBalance(product, lamp),
    await readOwnBalance(product, to),
  ]

  const first = await product.openPopup()
  const picker = createTokenPicker(first.page)
  await picker.open('pay')
  await picker.search.fill(lamp.address)
  // The service was asked, and knows none; on which network to look is for the person to say.
  await expect(picker.add).toContainText(addText.where)
  expect(await countCalls(product, 'GET', '/v1/tokens')).toBeGreaterThan(0)
  await expect(first.handle('token-row')).toHaveCount(0)
  await picker.chain(source).click()
  // As two nodes of the chain tell it: nobody else knows of it.
  await expect(picker.add.locator('.add-token-name')).toContainText('LAMP Lamp Oil')
  await expect(picker.add).toContainText(addText.decimals(8))
  await expect(picker.address).toHaveText(new RegExp(`^${lamp.address}$`, 'i'))
  await expect(picker.add).toContainText(addText.warning)
  await picker.import()
  await expect(picker.row(lamp.address)).toContainText(addText.badge)
  await first.page.close()

  const swap = await product.openPopup()
  const { page, handle } = swap
  const again = createTokenPicker(page)
  await again.open('pay')
  await expect(page.getByText(addText.list(1))).toBeVisible()
  // By its name now, as any other.
  await again.search.fill('lamp')
  await expect(again.row(lamp.address)).toContainText(addText.badge)
  await again.row(lamp.address).click()
  await swap.pickToken('receive', to)
  await swap.pickWallet(sandboxWallet)
  await expect(handle('wallet-picker')).toContainText(ownAccount(info, source).slice(0, 6))
  await expect(page.getByText(addText.mine('LAMP'))).toBeVisible()
  await handle('pay-amount').fill('25')
  await expect(handle('route').first()).toBeVisible()
  await swap.pickRoute()
  await swap.review()
  await expect(page.locator('.side').nth(0)).toContainText('25 LAMP')
  // Nobody prices it but who fills: what is lost cannot be told, and that is to be known.
  await expect(handle('confirm')).toBeDisabled()
  await page.getByRole('checkbox', { name: orderText.review.tickUnknown }).check()
  await page.getByRole('checkbox', { name: 'gets 25% of my 100 LAMP' }).check()
  await swap.confirm()
  await swap.waitForStatus('filled')
  // Approved and paid: 25 of them at 4 dollars each.
  expect(await countAsked(product)).toBe(2)
  expect(paidBefore - (await readOwnBalance(product, lamp))).toBe(2_500_000_000n)
  const came = (await readOwnBalance(product, to)) - before
  expect(came).toBeGreaterThan(99_000_000n)
  expect(came).toBeLessThan(100_000_000n)
})

test('tokens of a restored backup are unchecked until they are read on their chain: one that is there becomes a token, another does not', async ({
  product,
  startAnother,
}) => {
  const [source] = chainsOf(product.info)
  const lamp = unlistedOf(product.info, source)
  const ghost = newAccount()
  const passphrase = 'seven green boats on a quiet lake'
  const kept = createHistoryScreen(product, await product.openPage('popup.html?view=tab#/history'))
  // As another file left them here: nobody checked them.
  const unchecked = [lamp.address, ghost].map((address) => ({ chainId: source, address }))
  await kept.page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('causeway')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const tx = opening.result.transaction('settings', 'readwrite')
          tx.objectStore('settings').put({ key: 'token-marks', value })
          tx.onabort = () => reject(tx.error)
          tx.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    { pinned: [], recent: [], unchecked },
  )
  const file = await kept.backUp(passphrase)

  const another = await startAnother()
  const restored = createHistoryScreen(
    another,
    await another.openPage('popup.html?view=tab#/history'),
  )
  await restored.restore(file, passphrase)
  await expect(restored.page.getByText('2 tokens that had been added').first()).toBeVisible()
  const page = await another.openPage('popup.html?view=tab')
  const picker = createTokenPicker(page)
  await picker.open('pay')
  const list = page.locator('.added-tokens').filter({ hasText: markText.unchecked(2) })
  await list.locator('summary').click()
  const check = async (address: string) => {
    const row = page.locator('.added-tokens li').filter({ hasText: address })
    await row.getByRole('button', { name: /^Check / }).click()
  }
  await check(ghost)
  await expect(picker.add).toContainText('no token')
  await expect(page.getByTestId('add-token-confirm')).toHaveCount(0)
  await picker.search.fill('')
  const again = page.locator('.added-tokens').filter({ hasText: markText.unchecked(2) })
  await again.locator('summary').click()
  await check(lamp.address)
  await expect(picker.add.locator('.add-token-name')).toContainText('LAMP Lamp Oil')
  await picker.import()
  await expect(picker.row(lamp.address)).toContainText(addText.badge)
  await picker.search.fill('')
  await expect(page.getByText(markText.unchecked(1))).toBeVisible()
})
