import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { launchPlain } from '../launch'
import { act, drawn } from './drawn'
import { scenes, sizes } from './scenes'
import { serveFixturePage } from './serve'

/**
 * `npm run screens`: a picture of every screen and state, light and dark, in the three widths of
 * `sizes`, into `screenshots/ui`. `-- FOLDER NAME,NAME SIZE THEME LANGUAGE` chooses; `all` stands for all
 * names. The theme `forced`, taken only when it is asked for, is the system's own few colours; so is the
 * language `ar-XB`, from right to left and in longer words.
 */
const [folder = 'screenshots/ui', names = 'all', onlySize, onlyTheme, language = ''] =
  process.argv.slice(2)

/** Tabs side by side: most of the time one waits for the other end. */
const tabs = 4

const wanted = scenes.filter(([name]) => names === 'all' || names.split(',').includes(name))
const site = await serveFixturePage()
const browser = await launchPlain()
await mkdir(folder, { recursive: true })

type Theme = 'light' | 'dark' | 'forced'

async function takeAll(context: BrowserContext, size: string, theme: Theme): Promise<void> {
  const left = [...wanted]
  const one = async () => {
    for (let scene = left.shift(); scene !== undefined; scene = left.shift()) {
      const [name, query, ...clicks] = scene
      const page = await context.newPage()
      page.on('pageerror', (error) => {
        process.stderr.write(`${name}: ${error.message}\n`)
        process.exitCode = 1
      })
      const own = theme === 'forced' ? 'system' : theme
      await page.goto(`${site.url}?view=${size}&theme=${own}&language=${language}&${query}`)
      for (const click of clicks) await act(page, click)
      await drawn(page)
      // The first one of a page may be taken before all of it is drawn: its end repeats its beginning.
      await page.screenshot()
      const file = [name, size, theme, language].filter((each) => each !== '').join('-')
      await page.screenshot({ path: join(folder, `${file}.png`) })
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: tabs }, one))
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const theme of ['light', 'dark', 'forced'] as const) {
    if ((onlySize ?? size) !== size) continue
    if (onlyTheme === undefined ? theme === 'forced' : onlyTheme !== theme) continue
    const context = await browser.newContext({
      viewport,
      colorScheme: theme === 'forced' ? 'dark' : theme,
      forcedColors: theme === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    })
    await takeAll(context, size, theme)
    await context.close()
  }
}
await browser.close()
await site.close()
