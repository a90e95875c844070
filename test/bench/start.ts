/** How the popup and the worker start, beside a blank extension of the same toolchain in one browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { type LaunchedBrowser, stopWorker } from '../support/launch'
import { type Line, median, takeTurns } from './figures'

/** One loaded extension: where it was built, and what is sent to its worker for an answer. */
export type Contestant = { folder: string; id: string; question: unknown }

/** What was measured of one start of a popup; ms from its navigation, kB. */
type Start = {
  paint: number
  usable: number
  heap: number
  /** What its thread worked, ms. */
  cpu: number
  /** Scripts that were loaded a second later, gzipped. */
  scripts: number
}

/** Nobody has clicked yet, and what comes by itself has come, ms. */
const settle = 1_000
/** A machine that is so many times slower. */
const slowdown = 4

/**
 * Marks when the first field of the page takes what is typed: its listener is there and it is too.
 * Runs in the page before any script of it.
 */
function markUsable(): void {
  const add = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...args) {
    Reflect.apply(add, this, args)
    if (!(this instanceof HTMLInputElement) || args[0] !== 'input') return
    queueMicrotask(() => {
      if (this.isConnected && performance.getEntriesByName('usable').length === 0) {
        performance.mark('usable')
      }
    })
  }
}

function weigh(folder: string, urls: readonly string[]): number {
  const files = [...new Set(urls.map((url) => new URL(url).pathname))]
  return files
    .map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0)
}

/** The time of an entry that the page's clock has or will have. */
function when(page: Page, type: string, name: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByName(wanted.name)) resolve(entry.startTime)
        }).observe({ type: wanted.type, buffered: true })
      }),
    { type, name },
  )
}

async function openPopup(session: LaunchedBrowser, { id }: Contestant, rate: number) {
  const page = await session.context.newPage()
  await page.setViewportSize({ width: 380, height: 600 })
  await page.addInitScript(markUsable)
  // The page's own list leaves out what an extension loads of itself.
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url())
  })
  const devtools = await session.context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(`chrome-extension://${id}/popup.html`)
  const paint = await when(page, 'paint', 'first-contentful-paint')
  const usable = await when(page, 'mark', 'usable')
  return { page, devtools, scripts, paint, usable }
}

/** Opens the popup once, at full speed, and looks at it a second later. */
async function startPopup(session: LaunchedBrowser, one: Contestant): Promise<Start> {
  const { page, devtools, scripts, paint, usable } = await openPopup(session, one, 1)
  await page.waitForTimeout(settle)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const task = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await page.close()
  const loaded = weigh(one.folder, scripts) / 1_000
  return { paint, usable, cpu: task * 1_000, heap: usedSize / 1_000, scripts: loaded }
}

async function startSlowly(session: LaunchedBrowser, one: Contestant) {
  const { page, paint, usable } = await openPopup(session, one, slowdown)
  await page.close()
  return { slowPaint: paint, slowUsable: usable }
}

/** From the question until the worker's answer, ms by the page's clock. */
function ask(page: Page, question: unknown): Promise<number> {
  type Asker = { chrome: { runtime: { sendMessage(message: unknown): Promise<unknown> } } }
  return page.evaluate(async (message) => {
    const { runtime } = (globalThis as unknown as Asker).chrome
    const started = performance.now()
    await runtime.sendMessage(message)
    return performance.now() - started
  }, question)
}

async function askWorker(session: LaunchedBrowser, page: Page, { id, question }: Contestant) {
  await stopWorker(session.context, id)
  const asleep = await ask(page, question)
  // What a start leaves to be done is over by then.
  await page.waitForTimeout(settle)
  const awake: number[] = []
  for (let time = 0; time < 21; time += 1) awake.push(await ask(page, question))
  return { asleep, awake: median(awake) }
}

const rounds = 9

/** What a figure of both is called, and its goal: a ratio, or for scripts kB. */
type Named<F> = readonly [name: keyof F, measure: string, unit: Line['unit'], goal?: number]

function toLines<F extends Record<string, number>>(
  [blank, here]: readonly F[],
  names: readonly Named<F>[],
): Line[] {
  if (blank === undefined || here === undefined) throw new Error('Nothing was measured')
  return names.map(([name, measure, unit, goal]) => ({
    measure,
    unit,
    blank: blank[name] as number,
    here: here[name] as number,
    ...(goal === undefined ? {} : { goal }),
  }))
}

/** The popup beside that of the blank extension, which comes first of `contestants`. */
export async function measurePaint(
  session: LaunchedBrowser,
  contestants: readonly Contestant[],
): Promise<Line[]> {
  const runs = contestants.map((one) => async () => ({
    ...(await startPopup(session, one)),
    ...(await startSlowly(session, one)),
  }))
  const found = await takeTurns(runs, rounds)
  const scripts = 'popup, scripts loaded 1 s later, gzipped'
  return [
    ...toLines(found, [
      ['paint', 'popup, first paint', 'ms', 1.2],
      ['usable', 'popup, form usable', 'ms', 1.6],
      ['slowPaint', 'popup, first paint, CPU 4x slower', 'ms', 1.3],
      ['slowUsable', 'popup, form usable, CPU 4x slower', 'ms', 1.7],
      ['cpu', 'popup, CPU of its thread in that second', 'ms'],
      ['heap', 'popup, heap after collection 1 s later', 'kB', 2.5],
    ]),
    { measure: scripts, unit: 'kB', here: found[1]?.scripts ?? Number.NaN, goal: 45 },
  ]
}

/** The worker beside that of the blank extension. */
export async function measureWorker(
  session: LaunchedBrowser,
  contestants: readonly Contestant[],
): Promise<Line[]> {
  // A page that asks nothing by itself: the worker is woken by the question alone.
  const askers: Page[] = []
  for (const { id } of contestants) {
    const page = await session.context.newPage()
    await page.goto(`chrome-extension://${id}/manifest.json`)
    askers.push(page)
  }
  const runs = contestants.map((one, index) => () => askWorker(session, askers[index] as Page, one))
  const found = await takeTurns(runs, rounds)
  await Promise.all(askers.map((page) => page.close()))
  return toLines(found, [
    ['asleep', 'worker, stopped until its first answer', 'ms', 1.6],
    ['awake', 'worker, awake until its answer', 'ms', 1.5],
  ])
}
