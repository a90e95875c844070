/**
 * `npm run bench`: the built extension in a real browser over the sandbox. Machines are noisy, so what
 * counts are ratios within one run: the popup with the worker asleep against awake, the history over
 * 100,000 orders against 1,000. Milliseconds are printed for orientation only.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startSandbox } from '../sandbox/sandbox'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { buildExtension, sandboxEnvironment } from '../support/build-extension'
import { launchChromium } from '../support/launch'
import { type ChromiumProduct, createProduct } from '../support/product'
import { walletConfiguration } from '../support/sandbox-wallet'
import { seedOrders } from './seed-orders'

const rounds = 7

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function line(name: string, value: string): void {
  console.log(`${name.padEnd(56)}${value.padStart(12)}`)
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

async function measure(product: ChromiumProduct): Promise<void> {
  const swap = await product.openPopup()
  const [source, destination] = product.info.chains
  if (source === undefined || destination === undefined) throw new Error('Two chains are needed')
  await swap.enterPair(
    { symbol: 'USDC', chainId: source.id },
    { symbol: 'USDC', chainId: destination.id },
  )
  await swap.handle('pay-amount').fill('5')
  await swap.handle('route').first().waitFor()
  line('first route on screen after typing', `${(await measureQuote(swap.page)).toFixed(0)} ms`)
  await swap.page.close()

  const awake = await measurePaint(product, async () => {
    const page = await product.openPage('popup.html')
    await page.getByTestId('pay-amount').waitFor()
    await page.close()
  })
  const asleep = await measurePaint(product, () => product.stopCauseway())
  line('popup, first paint, worker awake', `${awake.toFixed(0)} ms`)
  line('popup, first paint, worker asleep', `${asleep.toFixed(0)} ms`)
  line('  ratio asleep : awake (1 = does not wait for the worker)', (asleep / awake).toFixed(2))

  const seeder = await product.openPage('popup.html#/settings')
  await seedOrders(seeder, 0, 1_000)
  const few = await measureHistory(product)
  await seedOrders(seeder, 1_000, 100_000)
  const many = await measureHistory(product)
  line('history, first row, 1,000 orders', `${few.toFixed(0)} ms`)
  line('history, first row, 100,000 orders', `${many.toFixed(0)} ms`)
  line('  ratio 100,000 : 1,000 (1 = as fast)', (many / few).toFixed(2))
  line('history, filters without a match', `${(await measureNoMatch(product)).toFixed(0)} ms`)
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
    const wallet = await prepareWallet({
      ...walletConfiguration(sandbox.info),
      outDir: join(folder, 'wallet'),
    })
    const session = await launchChromium({ extensions: [extension, wallet], headless: true })
    try {
      const shared = { session, info: sandbox.info, extension, wallets: [wallet] }
      await measure(await createProduct(shared))
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
