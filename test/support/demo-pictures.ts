import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ChromiumProduct } from './product'
import { expect } from './swap-screen'

const panel = { width: 320, height: 720 }
const tab = { width: 1180, height: 800 }
const popup = { width: 380, height: 600 }

/** Pictures of the other screens of the built extension, with what the swap before has left in it. */
export async function takeDemoPictures(product: ChromiumProduct, folder: string): Promise<void> {
  const shoot = async (page: Page, name: string) => {
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  const swap = await product.openPopup()
  await swap.handle('receive-token').click()
  await expect(swap.handle('token-row').first()).toBeVisible()
  await shoot(swap.page, '07-token-picker')
  await swap.page.keyboard.press('Escape')
  await swap.handle('wallet-picker').click()
  await expect(swap.handle('wallet-row').first()).toBeVisible()
  await shoot(swap.page, '08-wallet-picker')
  await swap.page.keyboard.press('Escape')
  await swap.handle('pay-amount').fill('12.5')
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.page.emulateMedia({ colorScheme: 'dark' })
  // Loaded anew, as a change of theme is drawn over a moment.
  await swap.page.reload()
  await expect(swap.handle('route').first()).toBeVisible()
  await shoot(swap.page, '09-popup-dark')
  await swap.page.close()

  const others = [
    ['popup.html#/settings', '10-settings', popup],
    ['sidepanel.html', '11-side-panel', panel],
    ['popup.html?view=tab', '12-full-tab', tab],
  ] as const
  for (const [path, name, size] of others) {
    const page = await product.openPage(path)
    await page.setViewportSize(size)
    await expect(page.locator('#content > *').first()).toBeVisible()
    if (path.endsWith('settings'))
      await expect(page.locator('input[type=url]').first()).toBeVisible()
    else await expect(page.getByTestId('route').first()).toBeVisible()
    await shoot(page, name)
    await page.close()
  }
}
