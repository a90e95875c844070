import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { launchPlain } from '../launch'
import { drawn } from './drawn'
import { scenes, sizes } from './scenes'
import { serveFixturePage } from './serve'

/**
 * `npm run screens`: a picture of every screen and state, light and dark, in the three widths of
 * `sizes`, into `screenshots/ui`. `-- FOLDER NAME,NAME SIZE THEME` chooses; `all` stands for all names.
 */
const [folder = 'screenshots/ui', names = 'all', onlySize, onlyTheme] = process.argv.slice(2)

/** Tabs side by side: most of the time one waits for the other end. */
const tabs = 4

const wanted = scenes.filter(([name]) => names === 'all' || names.split(',').includes(name))
const site = await serveFixturePage()
const browser = await launchPlain()
await mkdir(folder, { recursive: true })

async function takeAll(context: BrowserContext, size: string, theme: string): Promise<void> {
  const left = [...wanted]
  const one = async () => {
    for (let scene = left.shift(); scene !== undefined; scene = left.shift()) {
      const [name, query, ...clicks] = scene
      const page = await context.newPage()
      page.on('pageerror', (error) => {
        process.stderr.write(`${name}: ${error.message}\n`)
        process.exitCode = 1
      })
      await page.goto(`${site.url}?view=${size}&theme=${theme}&${query}`)
      for (const click of clicks) await page.locator(click).click()
      await drawn(page)
      await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) })
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: tabs }, one))
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const theme of ['light', 'dark'] as const) {
    if ((onlySize ?? size) !== size || (onlyTheme ?? theme) !== theme) continue
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    await takeAll(context, size, theme)
    await context.close()
  }
}
await browser.close()
await site.close()
