import type { Page } from '@playwright/test'

/** Does what a scene begins with: clicks on a place, or with ` := ` types into it. */
export async function act(page: Page, step: string): Promise<void> {
  const [place = '', typed] = step.split(' := ')
  if (typed === undefined) await page.locator(place).click()
  else await page.locator(place).fill(typed)
}

/** Waits for the fonts, for the code of a later screen, and for what it draws; offers may be on their way. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('#content > *').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.locator('.skeleton-rows:not(.route-list *)').waitFor({ state: 'detached' })
}
