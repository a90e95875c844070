/**
 * `npm run bench`: the built extension in a real browser over the sandbox, in one table, with
 * `test-results/bench.json` beside it. Machines are noisy, so what counts are ratios within one run: to a
 * blank extension of the same toolchain that is built here, to the same with the worker awake, to a
 * history of 1,000 orders. Milliseconds stand there for orientation only, and no test asserts them.
 * `-- paint history` measures these parts alone.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { runnerImport } from 'vite'
import { startSandbox } from '../sandbox/sandbox'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { buildExtension, sandboxEnvironment } from '../support/build-extension'
import { type LaunchedBrowser, launchChromium } from '../support/launch'
import { type ChromiumProduct, createProduct } from '../support/product'
import { walletConfiguration } from '../support/sandbox-wallet'
import { measureBalances } from './balances'
import { isMet, type Line, print, ratioOf } from './figures'
import { measureHistory } from './history'
import { measurePage } from './page'
import { measureReview } from './review'
import { measureRoutes, startManyRoutes } from './routes'
import { type Contestant, measurePaint, measureWorker } from './start'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the parts in a browser are measured in. */
type Stage = {
  product: ChromiumProduct
  /** The blank extension, and the product. */
  contestants: readonly Contestant[]
  /** When the service let go of each route. */
  left: ReadonlyMap<string, number>
}

/** In the order they are measured: what fills the store comes last. */
const inBrowser: Record<string, (stage: Stage) => Promise<Line[]>> = {
  paint: ({ product, contestants }) => measurePaint(product.session, contestants),
  worker: ({ product, contestants }) => measureWorker(product.session, contestants),
  page: ({ product }) => measurePage(product),
  routes: ({ product, left }) => measureRoutes(product, left),
  balances: ({ product }) => measureBalances(product),
  review: ({ product }) => measureReview(product),
  history: ({ product }) => measureHistory(product),
}

/** Each is loaded when it is wanted: one puts a database into this process. */
const inNode: Record<string, () => Promise<Line[]>> = {
  async picker() {
    // With Vite's environment, which these modules read.
    const options = { root, configFile: false, resolve: { alias: { '@': root } } } as const
    const file = '/test/bench/picker.ts'
    return (await runnerImport<typeof import('./picker')>(file, options)).module.measurePicker()
  },
  tracking: async () => (await import('./tracking')).measureTracking(),
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

/** Builds both extensions, starts the sandbox and a browser, and runs `measure` there. */
async function onStage(measure: (stage: Stage) => Promise<void>, routes: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  const sandbox = await startSandbox({ ports: 'free' })
  const many = await startManyRoutes(sandbox.info.serviceUrl)
  try {
    const env = sandboxEnvironment(sandbox.info)
    const extension = await buildExtension({
      browser: 'chrome',
      outDir: join(folder, 'extension'),
      env: routes ? { ...env, WXT_SERVICE_URL: many.url } : env,
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
    const session = await launchChromium({ extensions: [extension, wallet, blank], headless: true })
    try {
      const shared = { session, info: sandbox.info, extension, wallets: [wallet] }
      const product = await createProduct(shared)
      const readSettings = { v: 1, type: 'rpc', name: 'readSettings', input: {} }
      const contestants = [
        { folder: blank, id: await session.extensionId(blank), question: {} },
        { folder: extension, id: product.extensionId, question: readSettings },
      ]
      await closeWelcome(session)
      await measure({ product, contestants, left: many.left })
    } finally {
      await session.close()
    }
  } finally {
    many.close()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const known = [...Object.keys(inBrowser), ...Object.keys(inNode)]
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}: ${known.join(', ')}`)
  const isWanted = (name: string) => named.length === 0 || named.includes(name)

  const lines: Line[] = []
  async function measure(name: string, run: () => Promise<Line[]>): Promise<void> {
    console.error(`measuring ${name}`)
    lines.push(...(await run()))
  }
  const there = Object.entries(inBrowser).filter(([name]) => isWanted(name))
  // Routes come through a service of their own, which nothing else is slowed by.
  for (const routes of [false, true]) {
    const parts = there.filter(([name]) => (name === 'routes') === routes)
    if (parts.length === 0) continue
    await onStage(async (stage) => {
      for (const [name, run] of parts) await measure(name, () => run(stage))
    }, routes)
  }
  for (const [name, run] of Object.entries(inNode)) if (isWanted(name)) await measure(name, run)

  print(lines)
  const report = lines.map((line) => ({
    ...line,
    ratio: ratioOf(line) ?? null,
    met: isMet(line) ?? null,
  }))
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results/bench.json'), JSON.stringify(report, null, 2))
}

await main()
process.exit(0)
