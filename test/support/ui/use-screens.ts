import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll } from 'vitest'
import { launchPlain } from '../launch'
import { patience } from '../patience'
import { sizes } from './scenes'
import { serveFixturePage } from './serve'

/** How a screen is opened: its size by name, or a width or a height of its own. */
type Opening = { size?: keyof typeof sizes; width?: number; height?: number }

/**
 * A browser for the tests of one file, with the fixture's page.
 * @returns what opens a screen by its query and gives its page, and the errors that the page throws
 */
export function useScreens() {
  let browser: Browser
  let context: BrowserContext
  let site: Awaited<ReturnType<typeof serveFixturePage>>

  beforeAll(async () => {
    site = await serveFixturePage()
    browser = await launchPlain()
    context = await browser.newContext({ reducedMotion: 'reduce' })
    context.setDefaultTimeout(patience)
  })

  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  return async (
    query: string,
    options: Opening = {},
  ): Promise<{ page: Page; faults: string[] }> => {
    const size = options.size ?? 'popup'
    const { width, height } = { ...sizes[size], ...options }
    const page = await context.newPage()
    await page.setViewportSize({ width, height })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(`${site.url}?view=${size}&${query}`)
    await page.locator('#content > *').first().waitFor()
    return { page, faults }
  }
}
