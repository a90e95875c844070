import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchPlain } from '../support/launch'
import { patience } from '../support/patience'
import { findBarriers } from '../support/ui/axe'
import { act, drawn } from '../support/ui/drawn'
import { findLost } from '../support/ui/few-colours'
import { findHidden, walkByTab } from '../support/ui/focus-walk'
import { findTurned } from '../support/ui/read-order'
import { scenes, sizes } from '../support/ui/scenes'
import { serveFixturePage } from '../support/ui/serve'

let browser: Browser
let site: Awaited<ReturnType<typeof serveFixturePage>>

beforeAll(async () => {
  site = await serveFixturePage()
  // Pictures of the fixture's service do not exist: the drawn ones stand in, as they would offline.
  browser = await launchPlain()
})

afterAll(async () => {
  await browser.close()
  await site.close()
})

type Extent = { width: number; height: number }

/** Gives the page a window of this size; resolves once it has it. */
async function resize(page: Page, { width, height }: Extent): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.waitForFunction((inner) => innerWidth === inner, width)
}

/**
 * Opens a page in a context of its own. Of several pages in one, those that are not in front may wait half a
 * minute for the answer to a key.
 */
async function openAlone(viewport: Extent): Promise<{ page: Page; keys: CDPSession }> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  return { page, keys: await context.newCDPSession(page) }
}

/**
 * What can be scrolled sideways once the window is this small, what is squeezed to a letter a line, and which
 * short address ends a line at its dots.
 */
async function overflowAt(page: Page, window: Extent) {
  await resize(page, window)
  return page.evaluate(() => {
    const places = [...document.querySelectorAll('#app, .scroll, dialog, .dialog-body')]
    const wide = places.filter((place) => place.scrollWidth - place.clientWidth > 1)
    const squeezed = [...document.querySelectorAll('#app *')].filter((place) => {
      const letters = (place.textContent ?? '').trim().length
      if (place.childElementCount > 0 || letters < 4) return false
      const { width, height } = place.getBoundingClientRect()
      const lines = height / Number.parseFloat(getComputedStyle(place).lineHeight)
      return width > 1 && lines > letters / 1.5 && place.checkVisibility()
    })
    const torn: Element[] = []
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text !== null; text = words.nextNode()) {
      const place = text.parentElement
      const short = /\w{4,6}…\w{4}/.exec(text.nodeValue ?? '')
      if (short === null || place === null || !place.checkVisibility()) continue
      const range = document.createRange()
      range.setStart(text, short.index)
      range.setEnd(text, short.index + short[0].length)
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
      if (new Set(tops).size > 1) torn.push(place)
    }
    return [...wide, ...squeezed, ...torn].map((place) => `${place.tagName} ${place.className}`)
  })
}

/** Components that some scene has drawn, by name. */
const drawnBy = new Set<string>()

/**
 * Each scene is visited once in each of these, and drawn again in other windows that somebody has, where
 * nothing scrolls sideways: the smallest popup and tab are those of 400 % zoom, the smallest panel is the
 * narrowest at 150 %. One visit is in the language made by rule, from right to left and a third longer: what
 * a language changes of a scene is its words and its sides, so that one stands for the others too. The popup,
 * whose bars stay, is walked through by Tab; the tab is looked at in the system's own few colours as well; and
 * where the language runs from the right, figures and addresses still read from the left. By the rules that
 * heed the size, axe looks once more: at the narrowest from left to right, at the widest from right to left.
 * Where bars that stay would leave the least, each control can be scrolled out from under them.
 */
const least = { width: 320, height: 256 }
const visits = [
  {
    size: 'popup',
    theme: 'light',
    language: '',
    windows: [sizes.panel, least, { width: 240, height: 500 }],
    again: sizes.panel,
  },
  {
    size: 'panel',
    theme: 'dark',
    language: 'ar-XB',
    windows: [sizes.tab, sizes.popup, least, { width: 240, height: 500 }],
    again: sizes.tab,
  },
  {
    size: 'tab',
    theme: 'light',
    language: '',
    windows: [{ width: 640, height: 400 }],
    again: undefined,
  },
] as const

/** What axe may find in another window; its other rules read the document or its colours. */
const ofRoom = ['target-size', 'scrollable-region-focusable']

for (const visit of visits) {
  const { size, theme, language, windows, again } = visit
  const named = [size, theme, language].filter((each) => each !== '').join(', ')

  describe(`no scene has a barrier that axe finds, nor scrolls sideways: ${named}`, () => {
    /** Scene after scene in the same document, which has the code and axe already. */
    const idle: { page: Page; keys: CDPSession }[] = []
    afterAll(() => Promise.all(idle.map(({ page }) => page.context().close())))

    it.concurrent.for(scenes)('%s', async ([_name, query, ...clicks], { onTestFailed }) => {
      const used = idle.pop()
      const { page, keys } = used ?? (await openAlone(sizes[size]))
      // Where many fail, their pages would take all memory.
      onTestFailed(() => page.context().close())
      const faults: string[] = []
      const note = (error: Error) => faults.push(error.message)
      page.on('pageerror', note)
      const address = `?view=${size}&theme=${theme}&language=${language}&${query}`
      if (used === undefined) await page.goto(`${site.url}${address}`)
      else {
        await resize(page, sizes[size])
        await page.evaluate((next) => globalThis.showScene(next), address)
      }
      await page.locator('html[data-shown]').waitFor()
      for (const click of clicks) await act(page, click)
      await drawn(page)
      expect({ faults, barriers: await findBarriers(page) }).toEqual({ faults: [], barriers: [] })
      // The first page is shown in a tab alone.
      const isWalked = size === (query.startsWith('page=') ? 'tab' : 'popup')
      if (isWalked) expect(await walkByTab(page, keys)).toEqual([])
      if (size === 'tab') expect(await findLost(page)).toEqual([])
      if (language !== '') expect(await findTurned(page)).toEqual([])
      // Reduced motion is preferred here.
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      const spoken = await page.evaluate(() => [document.documentElement.lang, document.dir])
      expect(spoken).toEqual(language === '' ? ['en', 'ltr'] : [language, 'rtl'])
      for (const window of [sizes[size], ...windows]) {
        const sideways = await overflowAt(page, window)
        const barriers = window === again ? await findBarriers(page, ofRoom) : []
        const isSought = size === 'popup' && isWalked && window === least
        const hidden = isSought ? await findHidden(page) : []
        const found = JSON.stringify({ sideways, barriers, hidden })
        const none = JSON.stringify({ sideways: [], barriers: [], hidden: [] })
        expect(found, `at ${window.width} x ${window.height}: ${found}`).toBe(none)
      }
      page.off('pageerror', note)
      idle.push({ page, keys })
      for (const each of await page.evaluate(() => [...componentsDrawn])) drawnBy.add(each)
    })
  })
}

describe('the scenes', () => {
  it('have names of their own: a picture is called by it', () => {
    const names = scenes.map(([name]) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('leave out no component of a screen', async () => {
    const folder = fileURLToPath(new URL('../../src/ui/screens', import.meta.url))
    const files = (await readdir(folder)).filter((file) => /(?<!\.test)\.tsx$/.test(file))
    const sources = files.map((file) => readFile(`${folder}/${file}`, 'utf8'))
    const named = /^(?:export )?function ([A-Z]\w+)/gm
    const missing = (await Promise.all(sources)).flatMap((source, index) =>
      [...source.matchAll(named)].flatMap(([, name = '']) =>
        drawnBy.has(name) ? [] : [`${files[index]}: ${name}`],
      ),
    )
    expect(missing).toEqual([])
  })
})
