import type { ChromiumProduct } from '../support/product'
import { type Line, takeTurns } from './figures'

const rounds = 15
/** Nobody can tell them apart: within what one load differs from the next. */
const goal = 1.05

/** Loads the demo page once. */
async function load({ session }: ChromiumProduct, url: string) {
  const page = await session.context.newPage()
  const devtools = await session.context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  const loaded = await page.evaluate(
    () =>
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd,
  )
  const { metrics } = await devtools.send('Performance.getMetrics')
  const task = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await page.close()
  return { loaded, task: task * 1_000, heap: usedSize / 1_000 }
}

/**
 * A page of the same server by two names: the product has access to one of them, and not a byte of it runs
 * in the other. The sandbox's wallet is in both.
 */
export async function measurePage(product: ChromiumProduct): Promise<Line[]> {
  const { href, port } = new URL(product.info.dappUrl)
  const elsewhere = href.replace(new URL(href).host, `elsewhere.localhost:${port}`)
  const [without, within] = await takeTurns(
    [() => load(product, elsewhere), () => load(product, href)],
    rounds,
  )
  if (without === undefined || within === undefined) throw new Error('Nothing was measured')
  const line = (measure: string, name: keyof typeof within, unit: Line['unit']): Line => ({
    measure: `page with our scripts : without, ${measure}`,
    unit,
    blank: without[name],
    here: within[name],
    goal,
  })
  return [
    line('loaded', 'loaded', 'ms'),
    line('CPU of its thread', 'task', 'ms'),
    line('heap', 'heap', 'kB'),
  ]
}
