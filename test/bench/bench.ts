/**
 * `npm run bench`: the built extension in a real browser over the sandbox, in one table, with
 * `test-results/bench.json` beside it. Machines are noisy, so what counts are ratios within one run: to a
 * blank extension of the same toolchain that is built here, to the same with the worker awake, to a
 * history of 1,000 orders. Milliseconds stand there for orientation only, and no test asserts them.
 * `-- starts` measures only how the popup and the worker start.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { startSandbox } from '../sandbox/sandbox'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { buildExtension, sandboxEnvironment } from '../support/build-extension'
import { type LaunchedBrowser, launchChromium } from '../support/launch'
import { type ChromiumProduct, createProduct } from '../support/product'
import { walletConfiguration } from '../support/sandbox-wallet'
import { measureReview } from './review'
import { seedOrders } from './seed-orders'
import { measureStarts, median, type StartFigures } from './start'

const rounds = 7
const startsOnly = process.argv[2] === 'starts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One line of the table; `base` is what `ours` is held against, where there is such a thing. */
type Line = { measure: string; unit: 'ms' | 'kB'; base?: number; ours: number; goal?: number }

const ratioOf = ({ base, ours }: Line) => (base === undefined ? undefined : ours / base)

function print(lines: readonly Line[]): void {
  const cells = ['measure', 'base', 'ours', 'ratio', 'goal']
  const row = ([name = '', ...rest]: string[]) =>
    console.log(`${name.padEnd(54)}${rest.map((cell) => cell.padStart(12)).join('')}`)
  row(cells)
  for (const line of lines) {
    const amount = (value?: number) =>
      value === undefined ? '-' : `${value.toFixed(value < 100 ? 1 : 0)} ${line.unit}`
    const times = (value?: number) => (value === undefined ? '-' : `${value.toFixed(2)}x`)
    row([
      line.measure,
      amount(line.base),
      amount(line.ours),
      times(ratioOf(line)),
      times(line.goal),
    ])
  }
}

/** The popup and the worker beside a blank extension; goals as the project has set them. */
function startLines(blank: StartFigures, ours: StartFigures): Line[] {
  const line = (measure: string, name: keyof StartFigures, goal?: number): Line => ({
    measure,
    unit: 'ms',
    base: blank[name],
    ours: ours[name],
    ...(goal === undefined ? {} : { goal }),
  })
  const bytes = (measure: string, name: 'heap' | 'scripts', goal?: number): Line => ({
    ...line(measure, name, goal),
    unit: 'kB',
    base: blank[name] / 1_000,
    ours: ours[name] / 1_000,
  })
  return [
    line('popup, first paint : blank', 'paint', 1.2),
    line('popup, form usable : blank', 'usable', 1.6),
    line('popup, first paint, CPU 4x slower : blank', 'slowPaint', 1.3),
    line('popup, form usable, CPU 4x slower : blank', 'slowUsable', 1.7),
    bytes('popup, heap after collection 1 s later : blank', 'heap', 2.5),
    bytes('popup, scripts in that time, gzipped (goal 45 kB)', 'scripts'),
    line('worker, stopped until its first answer : blank', 'asleep', 1.6),
    line('worker, awake until its answer : blank', 'awake', 1.5),
  ]
}

/** From the popup's navigation until its form is there, ms by the page's own clock. */
async function paint(product: ChromiumProduct): Promise<number> {
  const page = await product.openPage('popup.html')
  await page.getByTestId('pay-amount').waitFor()
  const time = await page.evaluate(() => performance.now())
  await page.close()
  return time
}

async function measurePaint(
  product: ChromiumProduct,
  before: () => Promise<void>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await before()
    times.push(await paint(product))
  }
  return median(times)
}

/** From the navigation to the first row of the history on screen, ms. */
async function measureHistory(product: ChromiumProduct): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await product.openPage('popup.html#/history')
    await page.getByTestId('order').first().waitFor()
    times.push(await page.evaluate(() => performance.now()))
    await page.close()
  }
  return median(times)
}

/**
 * From the choice of a token that is never paid on the chosen chain until the history says so, ms:
 * every order of one stands between two of the other.
 */
async function measureNoMatch(product: ChromiumProduct): Promise<number> {
  const page = await product.openPage('popup.html#/history')
  await page.getByTestId('order').first().waitFor()
  await page.getByLabel('Chain', { exact: true }).selectOption('8453')
  const started = performance.now()
  await page.getByLabel('Token', { exact: true }).selectOption('DAI')
  await page.getByText('No order matches', { exact: true }).first().waitFor({ timeout: 120_000 })
  const time = performance.now() - started
  await page.close()
  return time
}

/** From the last key to the first route on screen, ms; the sandbox's fastest filler takes 30 ms. */
async function measureQuote(page: Page): Promise<number> {
  const amount = page.getByTestId('pay-amount')
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await amount.fill('')
    await page.getByTestId('route').first().waitFor({ state: 'detached' })
    const started = performance.now()
    await amount.fill(String(10 + round))
    await page.getByTestId('route').first().waitFor()
    times.push(performance.now() - started)
  }
  return median(times)
}

async function measure(product: ChromiumProduct): Promise<Line[]> {
  const lines: Line[] = []
  const swap = await product.openPopup()
  const [source, destination] = product.info.chains
  if (source === undefined || destination === undefined) throw new Error('Two chains are needed')
  await swap.enterPair(
    { symbol: 'USDC', chainId: source.id },
    { symbol: 'USDC', chainId: destination.id },
  )
  await swap.handle('pay-amount').fill('5')
  await swap.handle('route').first().waitFor()
  lines.push({
    measure: 'first route on screen after typing',
    unit: 'ms',
    ours: await measureQuote(swap.page),
  })
  await swap.page.close()

  for (const shape of ['plain', 'swap-first'] as const) {
    const { whole, service } = await measureReview(product, shape)
    const measure = `review, ${shape}, p95 beyond the service's answer (goal 400 ms)`
    lines.push({ measure, unit: 'ms', ours: whole - service })
  }

  const awake = await measurePaint(product, async () => {
    const page = await product.openPage('popup.html')
    await page.getByTestId('pay-amount').waitFor()
    await page.close()
  })
  const asleep = await measurePaint(product, () => product.stopCauseway())
  lines.push({
    measure: 'popup, worker asleep : awake',
    unit: 'ms',
    base: awake,
    ours: asleep,
    goal: 1.2,
  })

  const seeder = await product.openPage('popup.html#/settings')
  await seedOrders(seeder, 0, 1_000)
  const few = await measureHistory(product)
  await seedOrders(seeder, 1_000, 100_000)
  const many = await measureHistory(product)
  lines.push(
    {
      measure: 'history, first row, 100,000 orders : 1,000',
      unit: 'ms',
      base: few,
      ours: many,
      goal: 1.2,
    },
    {
      measure: 'history, 100,000 orders, filters without a match',
      unit: 'ms',
      ours: await measureNoMatch(product),
    },
  )
  return lines
}

/**
 * Closes the page that the product opens when it is installed: it shares a process with the popup, whose
 * heap would be counted with it.
 */
async function closeWelcome({ context }: LaunchedBrowser): Promise<void> {
  const find = () => context.pages().find((page) => page.url().endsWith('/welcome.html'))
  await expect.poll(() => find() !== undefined).toBe(true)
  await find()?.close()
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  const sandbox = await startSandbox({ ports: 'free' })
  try {
    const extension = await buildExtension({
      browser: 'chrome',
      outDir: join(folder, 'extension'),
      env: sandboxEnvironment(sandbox.info),
    })
    const blank = await buildExtension({
      browser: 'chrome',
      outDir: join(folder, 'blank'),
      root: join(root, 'test/bench/blank'),
      env: {},
    })
    const wallet = await prepareWallet({
      ...walletConfiguration(sandbox.info),
      outDir: join(folder, 'wallet'),
    })
    const session = await launchChromium({
      extensions: [extension, wallet, blank],
      headless: true,
    })
    try {
      const shared = { session, info: sandbox.info, extension, wallets: [wallet] }
      const product = await createProduct(shared)
      const readSettings = { v: 1, type: 'rpc', name: 'readSettings', input: {} }
      const contestants = [
        { folder: blank, id: await session.extensionId(blank), question: {} },
        { folder: extension, id: product.extensionId, question: readSettings },
      ]
      await closeWelcome(session)
      const [empty, full] = await measureStarts(session, contestants, rounds)
      if (empty === undefined || full === undefined) throw new Error('Nothing was measured')
      const more = startsOnly ? [] : await measure(product)
      const lines = [...startLines(empty, full), ...more]
      print(lines)
      const report = lines.map((line) => ({ ...line, ratio: ratioOf(line) ?? null }))
      mkdirSync(join(root, 'test-results'), { recursive: true })
      writeFileSync(join(root, 'test-results/bench.json'), JSON.stringify(report, null, 2))
    } finally {
      await session.close()
    }
  } finally {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
process.exit(0)
