import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

type Finding = { id: string; help: string; targets: string[]; beside: string[] }

declare global {
  var axe: {
    run(
      place: Element | Document,
      options: unknown,
    ): Promise<{
      violations: {
        id: string
        help: string
        nodes: { target: unknown[]; any: { relatedNodes?: { target: unknown[] }[] }[] }[]
      }[]
    }>
  }
}

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Looks at a page with axe: WCAG 2.2 A and AA and its best practices, or some rules alone. Gives what it
 * objects to.
 */
export async function findBarriers(
  page: Page,
  runOnly: readonly string[] = all,
): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
    // Evaluated, not added as an element: the pages forbid foreign scripts.
    await page.evaluate(await readFile(file, 'utf8'))
  }
  return page.evaluate(async (runOnly) => {
    // What the bar at the bottom covers is a matter of where one has scrolled to, and of the moment.
    const bars = document.querySelectorAll<HTMLElement>('.actions')
    for (const bar of bars) bar.style.position = 'static'
    // Nothing behind a modal dialog can be reached; axe cannot see that where one fills the window.
    const place = document.querySelector('dialog:modal') ?? document
    const { violations } = await globalThis.axe.run(place, {
      // What passes is not described.
      resultTypes: ['violations'],
      runOnly,
    })
    for (const bar of bars) bar.style.position = ''
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map((node) => node.target.join(' ')),
      // What lies over it, or too near.
      beside: nodes.flatMap(({ any }) =>
        any.flatMap(({ relatedNodes = [] }) => relatedNodes.map(({ target }) => target.join(' '))),
      ),
    }))
  }, runOnly)
}
