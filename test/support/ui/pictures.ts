import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchPlain } from '../launch'
import { scenes, sizes } from './scenes'
import { serveFixturePage } from './serve'

/**
 * Takes a picture of every screen in each size and theme.
 * Usage: `tsx test/support/ui/pictures.ts FOLDER [NAME] [SIZE] [THEME]`
 */
const [folder = 'screenshots/ui', only, onlySize, onlyTheme] = process.argv.slice(2)
const site = await serveFixturePage()
const browser = await launchPlain()
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
