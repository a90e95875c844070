import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { serveFixturePage } from './serve'

const sizes = {
  popup: { width: 380, height: 600 },
  panel: { width: 320, height: 720 },
  tab: { width: 1180, height: 800 },
} as const

/** What to look at: a name, the address, and what is done first. */
const scenes: [name: string, query: string, click?: string][] = [
  ['swap', ''],
  ['swap-empty', 'draft=empty&wallets=none&orders=none'],
  ['swap-loading', 'quotes=hang&orders=none'],
  ['swap-failed', 'quotes=fail&orders=none'],
  ['swap-poor', 'amount=123456789.123456&orders=none'],
  ['tokens', 'orders=none', '[data-testid=receive-token]'],
  ['wallets', 'orders=none&wallets=found', '[data-testid=wallet-picker]'],
  ['review', 'order=planned&screen=review'],
  ['review-expired', 'order=expired&screen=review'],
  ['review-long', 'order=foreign&screen=review'],
  ['order-asking', 'order=asking'],
  ['order-declined', 'order=declined'],
  ['order-blocked', 'order=blocked'],
  ['order-unsure', 'order=unsure'],
  ['order-tracking', 'order=tracking'],
  ['order-filled', 'order=filled'],
  ['order-refunded', 'order=refunded'],
  ['order-failed', 'order=failed'],
  ['history', 'orders=all', '[data-testid=history]'],
  ['settings', 'orders=none', '[data-testid=settings]'],
  ['welcome', 'page=welcome'],
]

/**
 * Takes a picture of every screen in each size and theme.
 * Usage: `tsx test/support/ui/pictures.ts FOLDER [NAME] [SIZE] [THEME]`
 */
const [folder = 'screenshots/ui', only, onlySize, onlyTheme] = process.argv.slice(2)
const site = await serveFixturePage()
const executablePath = process.env.CAUSEWAY_CHROMIUM
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath === undefined ? {} : { executablePath }),
})
await mkdir(folder, { recursive: true })
for (const [size, viewport] of Object.entries(sizes)) {
  for (const theme of ['light', 'dark']) {
    if ((onlySize ?? size) !== size || (onlyTheme ?? theme) !== theme) continue
    for (const [name, query, click] of scenes) {
      if (only !== undefined && only !== 'all' && !only.split(',').includes(name)) continue
      const page = await browser.newPage({ viewport })
      page.on('pageerror', (error) => process.stderr.write(`${name}: ${error.message}\n`))
      await page.goto(`${site.url}?view=${size}&theme=${theme}&${query}`)
      if (click !== undefined) await page.locator(click).click()
      await page.locator('#content > *').first().waitFor()
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) })
      await page.close()
    }
  }
}
await browser.close()
await site.close()
