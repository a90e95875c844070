import type { Page } from '@playwright/test'

/**
 * Does what a scene begins with: clicks on a place, or with ` := ` types into it. A click by the mouse would wait
 * for two frames of its page, and of many pages beside one another the browser may draw one no more.
 */
export async function act(page: Page, step: string): Promise<void> {
  const [place = '', typed] = step.split(' := ')
  if (typed !== undefined) return page.locator(place).fill(typed)
  const found = page.locator(place).and(page.locator(':not(:disabled)'))
  await found.waitFor()
  await found.dispatchEvent('click')
}

/** Waits for the fonts, for the code of a later screen, and for what it draws; offers may be on their way. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('#content > *').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.locator('.skeleton-rows:not(.route-list *)').waitFor({ state: 'detached' })
}
