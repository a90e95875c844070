import type { ChromiumProduct } from '../support/product'
import { expect, test } from './fixtures'
import { moments } from './moments'
import { openOrder } from './person'
import { expectOneDeposit, reviewOrder } from './stage'
import { countAsked } from './steps'

/** Loses every database of the extension, as a browser short of space or a cleaner does. */
async function loseDatabases(product: ChromiumProduct): Promise<void> {
  const page = await product.openPage('icons/128.png')
  const lost = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    for (const { name } of databases) {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name ?? '')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      })
    }
    return databases.length
  })
  expect(lost).toBeGreaterThan(0)
  await page.close()
  await product.stopCauseway()
}

test.describe('the database is lost', () => {
  for (const id of ['deposit-asked', 'deposit-waits', 'followed'] as const) {
    const moment = moments[id]
    test(`${moment.name}: the order comes back from its mirror`, async ({ product, dapp }) => {
      await dapp.bringToFront()
      const stage = await reviewOrder(product, 'ERC-20')
      await moment.reach(stage)
      await stage.swap.page.close()
      await loseDatabases(product)
      const swap = await openOrder(product, stage.orderId)
      await expect(swap.handle('order')).toBeVisible()
      await moment.goOn(stage)
      await expectOneDeposit(stage, swap)
      expect(await countAsked(product)).toBe(2)
    })
  }

  test('after the end: the history comes back from the service', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'ERC-20')
    await stage.swap.confirm()
    await expectOneDeposit(stage, stage.swap)
    await stage.swap.page.close()
    await loseDatabases(product)
    const swap = await product.openPopup()
    await swap.handle('history').first().click()
    const order = swap.page.locator('[data-testid="order"][data-status="filled"]')
    await expect(order.first()).toBeVisible()
    expect(await countAsked(product)).toBe(2)
  })
})
