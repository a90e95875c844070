import type { Page } from '@playwright/test'
import type { ChromiumProduct } from '../support/product'
import { type Line, takeTurns } from './figures'
import { readBeside, readLines } from './history-read'
import { seedOrders } from './seed-orders'

const rounds = 5
const sizes = [1_000, 10_000, 100_000]
/** The history is at most this much slower with the most orders than with the fewest. */
const goal = 1.2

/** Does something in the page, and gives the ms by its own clock until this is true of its rows. */
function timed(page: Page, act: string, isThere: string): Promise<number> {
  return page.evaluate(`(async () => {
    const rows = () => [...document.querySelectorAll('[data-testid="order"]')]
    const press = (element) => element.click()
    const enter = (element, value) => {
      element.value = value
      element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
    }
    const select = (name) => [...document.querySelectorAll('select')].find((each) =>
      (each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent ?? '').startsWith(name))
    const started = performance.now()
    ${act}
    while (!(${isThere})) await new Promise(requestAnimationFrame)
    return performance.now() - started
  })()`)
}

/** What a person does with the history of an extension that holds `size` orders, ms each. */
async function useHistory(product: ChromiumProduct, size: number) {
  const page = await product.openPage('popup.html#/history')
  await page.getByTestId('order').first().waitFor()
  const first = await page.evaluate(() => performance.now())
  const scroll = await timed(
    page,
    `press(document.querySelector('.orders + .button-wide'))`,
    `rows().length > 20`,
  )
  // One order has this hash: the tenth of all.
  const hash = (size - 10).toString(16).padStart(64, '0')
  const search = await timed(
    page,
    `enter(document.querySelector('input[type=search]'), '0x${hash}')`,
    `rows().length === 1`,
  )
  await timed(page, `enter(document.querySelector('input[type=search]'), '')`, `rows().length > 1`)
  const filter = await timed(
    page,
    `enter(select('Token'), 'DAI')`,
    `rows().length > 1 && rows().every((row) => row.textContent.includes('DAI'))`,
  )
  // Every order of that token stands between two of that chain, and none is of both.
  const none = await timed(
    page,
    `enter(select('Chain'), '8453')`,
    `document.querySelector('.empty-title') !== null`,
  )
  await page.close()
  return { first, scroll, search, filter, none }
}

/**
 * Opens, scrolls, searches and filters the history at each size. The store grows meanwhile, so each size is
 * measured beside nothing but itself: only a machine that is quiet gives its goals.
 */
export async function measureHistory(product: ChromiumProduct): Promise<Line[]> {
  const seeder = await product.openPage('popup.html#/settings')
  const found: Awaited<ReturnType<typeof useHistory>>[] = []
  const reads: Line[] = []
  let filled = 0
  for (const size of sizes) {
    await seedOrders(seeder, filled, size)
    filled = size
    reads.push(...readLines(await readBeside(seeder, size), size))
    const [figures] = await takeTurns([() => useHistory(product, size)], rounds)
    if (figures !== undefined) found.push(figures)
  }
  await seeder.close()
  const [few, ...more] = found
  if (few === undefined) throw new Error('Nothing was measured')
  const names = {
    first: 'first row',
    scroll: 'next page',
    search: 'search',
    filter: 'filter',
    none: 'filters without a match',
  }
  const times = more.flatMap((figures, index) =>
    (Object.keys(names) as (keyof typeof names)[]).map((name): Line => {
      const size = (sizes[index + 1] ?? 0).toLocaleString('en')
      const measure = `history, ${names[name]}, ${size} orders : 1,000`
      const line = { measure, unit: 'ms', blank: few[name], here: figures[name] } as const
      // What there is none of is looked for in all of it.
      return name === 'none' ? line : { ...line, goal }
    }),
  )
  return [...times, ...reads]
}
