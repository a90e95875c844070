/** How the popup and the worker start, beside a blank extension of the same toolchain in one browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { type LaunchedBrowser, stopWorker } from '../support/launch'

/** One loaded extension: where it was built, and what is sent to its worker for an answer. */
export type Contestant = { folder: string; id: string; question: unknown }

/** What was measured of one start of a popup; ms from its navigation, bytes. */
type Start = {
  paint: number
  usable: number
  heap: number
  /** Scripts that were loaded a second later, gzipped. */
  scripts: number
}

export type StartFigures = Start & {
  slowPaint: number
  slowUsable: number
  asleep: number
  awake: number
}

/** Nobody has clicked yet, and what comes by itself has come, ms. */
const settle = 1_000
/** A slow machine, as the figures were taken. */
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

/** Median of an odd number of values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
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
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await page.close()
  return { paint, usable, heap: usedSize, scripts: weigh(one.folder, scripts) }
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

/** Measures each extension `rounds` times in turn, so that what slows the machine slows all; medians. */
export async function measureStarts(
  session: LaunchedBrowser,
  contestants: readonly Contestant[],
  rounds: number,
): Promise<StartFigures[]> {
  const found = contestants.map((): StartFigures[] => [])
  // A page that asks nothing by itself: the worker is woken by the question alone.
  const askers: Page[] = []
  for (const { id } of contestants) {
    const page = await session.context.newPage()
    await page.goto(`chrome-extension://${id}/manifest.json`)
    askers.push(page)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of contestants.entries()) {
      const asker = askers[index]
      if (asker === undefined) continue
      found[index]?.push({
        ...(await startPopup(session, one)),
        ...(await startSlowly(session, one)),
        ...(await askWorker(session, asker, one)),
      })
    }
  }
  await Promise.all(askers.map((page) => page.close()))
  return found.map((starts) => {
    const of = (name: keyof StartFigures) => median(starts.map((start) => start[name]))
    return {
      paint: of('paint'),
      usable: of('usable'),
      heap: of('heap'),
      scripts: of('scripts'),
      slowPaint: of('slowPaint'),
      slowUsable: of('slowUsable'),
      asleep: of('asleep'),
      awake: of('awake'),
    }
  })
}
