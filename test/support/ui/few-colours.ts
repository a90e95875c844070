import type { Page } from '@playwright/test'
import { findBarriers } from './axe'
import { installWalk } from './focus-walk'

declare global {
  /** What stands on a ground of its own while the page has its own colours. */
  var grounds: Element[] | undefined
}

/**
 * What axe may find here and not in the page's own colours: the browser tells it the colours that are forced.
 * Its other rules read the document, of which nothing changes, or how large things are: edges only add to that.
 */
const ofColours = ['color-contrast', 'link-in-text-block']

/** What says the same in words or in its shape, or is a picture: its ground may go. */
const wordy =
  '.logo, .logo *, .token-logo-chain, .top, .actions, .skip, .dialog-head, .icon-button, .address-odd, .button, .segment span'

/**
 * Looks at a screen in the system's own few colours. Gives what is lost there: the focus, what is chosen, what
 * is off, the code for a camera, and boxes that only a ground told from what is around them; and to which
 * colours axe objects.
 */
export async function findLost(page: Page): Promise<string[]> {
  await installWalk(page)
  await page.evaluate((words) => {
    const clear = 'rgba(0, 0, 0, 0)'
    const groundOf = (element: Element | null): string => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at)
        if (backgroundColor !== clear) return backgroundColor
      }
      return clear
    }
    const inside = document.querySelectorAll('#app *')
    globalThis.grounds = [...inside].filter((element) => {
      const { backgroundColor } = getComputedStyle(element)
      // Where the pointer happens to be is no news.
      if (backgroundColor === clear || element.matches(`${words}, button:hover`)) return false
      return backgroundColor !== groundOf(element.parentElement)
    })
  }, wordy)
  await page.emulateMedia({ forcedColors: 'active' })
  const barriers = await findBarriers(page, ofColours)
  // What is focused by a script is marked where a key was pressed last.
  await page.keyboard.press('Shift')
  const lost = await page.evaluate(() => {
    const tools = globalThis.focusTools
    if (tools === undefined) return ['no tools']
    const found: string[] = []
    const probe = document.body.appendChild(document.createElement('i'))
    const colour = (wanted: string) => {
      probe.style.color = wanted
      return getComputedStyle(probe).color
    }
    const off = colour('GrayText')
    probe.remove()
    const clear = 'rgba(0, 0, 0, 0)'
    const groundOf = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element)
      if (backgroundColor !== clear || element.parentElement === null) return backgroundColor
      return groundOf(element.parentElement)
    }
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const all = (wanted: string) => [...document.querySelectorAll(wanted)].filter(isShown)
    const framed = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }

    const at = document.activeElement
    if (at instanceof HTMLElement) at.blur()
    const chosen =
      '[aria-pressed=true], [aria-selected=true], [aria-current=page], .segment input:checked + span, .route:has(:checked), .filter-chosen'
    for (const element of all(chosen)) {
      if (!framed(element)) found.push(`chosen: ${tools.name(element)}`)
    }
    for (const element of all(
      ':is(button, input, select, textarea):is(:disabled, [aria-disabled=true])',
    )) {
      if (getComputedStyle(element).color !== off) found.push(`off: ${tools.name(element)}`)
    }
    for (const element of all('.qr > img, .qr-waiting, .qr-large')) {
      if (getComputedStyle(element).backgroundColor !== 'rgb(255, 255, 255)')
        found.push(`code: ${tools.name(element)}`)
    }
    for (const element of (globalThis.grounds ?? []).filter(isShown)) {
      const style = getComputedStyle(element)
      const sides = ['Top', 'Bottom', 'Left', 'Right'] as const
      const hasEdge = sides.some(
        (side) => style[`border${side}Style`] !== 'none' && style[`border${side}Width`] !== '0px',
      )
      const around = element.parentElement === null ? '' : groundOf(element.parentElement)
      const isApart = style.backgroundColor !== clear && style.backgroundColor !== around
      if (!hasEdge && !isApart && !framed(element) && style.forcedColorAdjust !== 'none')
        found.push(`ground: ${tools.name(element)}`)
    }
    const controls = tools.controls()
    const before = controls.map((each) => tools.looks(each))
    controls.forEach((element, index) => {
      element.focus({ preventScroll: true })
      if (!tools.isMarked(element, before[index] ?? [], false))
        found.push(`focus: ${tools.name(element)}`)
    })
    return found
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return [...lost, ...barriers.map(({ id, targets }) => `${id}: ${targets.join(', ')}`)]
}
