import type { Page } from '@playwright/test'

/** Waits for the fonts, for the code of a later screen, and for what it draws; offers may be on their way. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('#content > *').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.locator('.skeleton-rows:not(.route-list *)').waitFor({ state: 'detached' })
}
