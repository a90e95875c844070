import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBrowser } from '../support/browser'
import { findBarriers } from '../support/ui/axe'
import { drawn } from '../support/ui/drawn'
import { scenes, sizes } from '../support/ui/scenes'
import { serveFixturePage } from '../support/ui/serve'

let browser: Browser
let site: Awaited<ReturnType<typeof serveFixturePage>>

beforeAll(async () => {
  site = await serveFixturePage()
  const executablePath = ensureBrowser('chromium', (line) => process.stderr.write(`${line}\n`))
  // Pictures of the fixture's service do not exist: the drawn ones stand in, as they would offline.
  const offline = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'
  browser = await chromium.launch({ args: ['--no-sandbox', offline], executablePath })
})

afterAll(async () => {
  await browser.close()
  await site.close()
})

/** What can be scrolled sideways once the window is this small. */
async function overflowAt(page: Page, window: { width: number; height: number }) {
  await page.setViewportSize(window)
  await page.waitForFunction((width) => innerWidth === width, window.width)
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('#app, .scroll, dialog, .dialog-body')]
    return places
      .filter((place) => place.scrollWidth - place.clientWidth > 1)
      .map((place) => `${place.tagName} ${place.className}`)
  })
}

/** Each scene is visited once in each of these, and made narrow in the end where somebody would. */
const visits = [
  { size: 'popup', theme: 'light', narrow: { width: 320, height: 256 }, narrowed: '400 % zoom' },
  {
    size: 'panel',
    theme: 'dark',
    narrow: { width: 240, height: 500 },
    narrowed: 'the narrowest panel at 150 %',
  },
  { size: 'tab', theme: 'light' },
] as const

for (const visit of visits) {
  const { size, theme } = visit
  const readable = 'narrow' in visit ? `, nor scrolls sideways at ${visit.narrowed}` : ''

  describe(`no scene has a barrier that axe finds: ${size}, ${theme}${readable}`, () => {
    let context: BrowserContext
    beforeAll(async () => {
      context = await browser.newContext({ viewport: sizes[size], reducedMotion: 'reduce' })
    })
    afterAll(() => context.close())

    it.concurrent.each(scenes)('%s', async (_name, query, click) => {
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await page.goto(`${site.url}?view=${size}&theme=${theme}&${query}`)
      await page.locator('#content > *').first().waitFor()
      if (click !== undefined) await page.locator(click).click()
      await drawn(page)
      expect({ faults, barriers: await findBarriers(page) }).toEqual({ faults: [], barriers: [] })
      if ('narrow' in visit) expect(await overflowAt(page, visit.narrow)).toEqual([])
      await page.close()
    })
  })
}
