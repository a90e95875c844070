import Papa from 'papaparse'
import * as z from 'zod/mini'
import { exportedFile } from '@/src/contract/exported'
import { againText } from '@/src/ui/copy/again-text'
import { backupText } from '@/src/ui/copy/backup-text'
import { clearText } from '@/src/ui/copy/clear-text'
import { createHistoryScreen } from '../support/history-screen'
import { createSwapScreen } from '../support/swap-screen'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { ofItsKind } from './cases'
import { copySupport } from './person'
import {
  countAsked,
  letPass,
  readOwnBalance,
  solanaChainOf,
  startSwap,
  tokenOf,
  usdcAcross,
} from './steps'

/** Rows of one order in the extension's own database, by store: read beside the product. */
const countRows = (page: ViewPage, orderId: string) =>
  page.evaluate(
    (id) =>
      new Promise<Record<string, number>>((resolve, reject) => {
        const request = indexedDB.open('causeway')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const names = ['orders', 'events', 'attempts', 'outbox']
          const stores = request.result.transaction(names)
          const counts: Record<string, number> = {}
          for (const name of names) {
            const rows = stores.objectStore(name).getAll()
            rows.onsuccess = () => {
              const own = rows.result.filter((row) => (row.orderId ?? row.id) === id)
              counts[name] = own.length
            }
          }
          stores.onabort = () => reject(stores.error)
          stores.oncomplete = () => {
            request.result.close()
            resolve(counts)
          }
        }
      }),
    orderId,
  )

test.describe('the history', () => {
  test(
    'is filtered and taken away as a file that finds the order again',
    ofItsKind,
    async ({ product, dapp }) => {
      await product.wallet.set({ mode: 'auto' })
      await dapp.bringToFront()
      const { from, to } = usdcAcross(product.info)
      const swap = await startSwap(product, { from, to, pay: '25' })
      await swap.confirm()
      const orderId = await swap.waitForStatus('filled')
      await swap.handle('history').first().click()
      const history = createHistoryScreen(product, swap.page)
      await history.filter('Chain', String(from.chainId))
      await expect(history.order(orderId)).toBeVisible()

      const json = await history.save('JSON')
      expect(json.name).toMatch(/^causeway-orders-\d{4}-\d\d-\d\d\.json$/)
      const { orders } = z.parse(exportedFile, JSON.parse(json.text))
      const account = product.info.accounts.evm.address
      expect(orders).toMatchObject([
        { id: orderId, status: 'filled', account, paid: { amount: '25', units: '25000000' } },
      ])
      const [order] = orders
      const hash = order?.transactions.find(({ step }) => step === 'deposit')?.hash
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)

      const csv = await history.save('CSV')
      const rows = Papa.parse<Record<string, string>>(csv.text.replace('\ufeff', ''), {
        header: true,
        skipEmptyLines: true,
      })
      expect(rows.errors).toEqual([])
      expect(rows.data).toMatchObject([
        {
          'Order ID': orderId,
          'Payment transaction': hash,
          'Paid amount': '25',
          'Delivered amount (smallest unit)': order?.delivered?.units,
        },
      ])

      await history.filter('Time', 'lastYear')
      await expect(history.noMatch).toBeVisible()
      await history.clearFilters.click()
      await expect(history.order(orderId)).toBeVisible()

      // Its deposit is still looked at: for all that it has arrived, it stays.
      await expect(await history.removeFinished()).toContainText('1 order stayed')
      await expect(history.order(orderId)).toBeVisible()
    },
  )
})

test('a swap is run again from the history, its support data copied, and a backup of it taken to a new profile', async ({
  product,
  dapp,
  startAnother,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { from, to } = usdcAcross(product.info)
  const swap = await startSwap(product, { from, to, pay: '25' })
  const { page, handle } = swap
  await swap.confirm()
  const orderId = await swap.waitForStatus('filled')

  // Among the facts of an order that went well; above them where it did not.
  await page.locator('details:has(.support-hint) > summary').click()
  const copied = await copySupport(product, page)
  expect(copied).toContain(orderId)
  for (const hidden of [new URL(product.info.dappUrl).host, 'tabId', 'documentId', 'askedBy']) {
    expect(copied).not.toContain(hidden)
  }

  await handle('history').first().click()
  const history = createHistoryScreen(product, page)
  const passphrase = 'seven green boats on a quiet lake'
  const file = await history.backUp(passphrase)
  // Nothing of an order can be read in it.
  for (const told of [orderId, product.info.accounts.evm.address, 'USDC']) {
    expect(file.text).not.toContain(told)
  }

  await history.order(orderId).click()
  await page.getByRole('button', { name: againText.swap, exact: true }).click()
  await expect(handle('pay-amount')).toHaveValue('25')
  await expect(handle('route').first()).toBeVisible()

  const another = await startAnother()
  // A file is chosen in a tab: its dialog would close a popup.
  const restored = createHistoryScreen(
    another,
    await another.openPage('popup.html?view=tab#/history'),
  )
  await expect(restored.page.locator('.empty')).toBeVisible()
  await expect(await restored.restore(file, 'another passphrase of mine')).toContainText(
    backupText.unreadable.passphrase,
  )
  await expect(restored.order(orderId)).toHaveCount(0)
  await restored.restore(file, passphrase)
  await expect(restored.order(orderId)).toBeVisible()
  expect(await countAsked(another)).toBe(0)
})

test('what is finished and removed leaves the list at once and the disk once it cannot be undone; what is in progress stays and comes to its end', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { from, to } = usdcAcross(product.info)
  const first = await startSwap(product, { from, to, pay: '25' })
  await first.confirm()
  const finished = await first.waitForStatus('filled')
  const page = await product.openPage('popup.html?view=tab#/history')
  const history = createHistoryScreen(product, page)
  // An hour goes by at each look, until no block is looked at for its payment any more.
  const isLookedAt = async () => {
    await letPass(product, 3_600_000)
    return (await countRows(page, finished)).outbox
  }
  await expect.poll(isLookedAt).toBe(0)
  // The next worker has the time that everybody has.
  await product.stopCauseway()

  // Of other accounts: for one of its own it would be kept, as a witness of what became of a payment.
  const solana = solanaChainOf(product.info)
  const bonk = tokenOf(product.info, solana, 'BONK')
  await product.control.setNextOrder('held')
  const second = await startSwap(product, {
    from: tokenOf(product.info, solana, 'USDC'),
    to: bonk,
    pay: '11',
  })
  await second.confirm()
  const running = await second.waitForStatus('tracking')
  const before = await readOwnBalance(product, bonk)
  await second.page.close()

  const kept = await countRows(page, finished)
  expect([kept.orders, kept.attempts, kept.outbox]).toEqual([1, 2, 0])
  expect(kept.events).toBeGreaterThan(0)
  // What one window removes, and brings back, another that shows it shows as well.
  const beside = createHistoryScreen(
    product,
    await product.openPage('popup.html?view=tab#/history'),
  )
  await expect(beside.order(finished)).toBeVisible()
  const said = await history.removeFinished()
  await expect(said).toContainText(clearText.removed(1))
  await expect(said).toContainText(clearText.kept(1))
  for (const { order } of [history, beside]) {
    await expect(order(finished)).toHaveCount(0)
    await expect(order(running)).toHaveAttribute('data-status', 'tracking')
  }
  // For ten minutes it can be brought back.
  const undo = page.getByRole('button', { name: clearText.undo, exact: true })
  await undo.click()
  for (const { order } of [history, beside]) await expect(order(finished)).toBeVisible()
  await history.removeFinished()
  for (const { order } of [history, beside]) await expect(order(finished)).toHaveCount(0)
  await expect(undo).toBeVisible()
  expect(await countRows(page, finished)).toEqual(kept)

  await letPass(product, 601_000)
  await expect
    .poll(() => countRows(page, finished))
    .toEqual({ orders: 0, events: 0, attempts: 0, outbox: 0 })
  expect(
    await product.inside<string>('chrome.storage.local.get().then(JSON.stringify)'),
  ).not.toContain(finished)
  await page.reload()
  await expect(history.order(running)).toHaveAttribute('data-status', 'tracking')
  await expect(history.order(finished)).toHaveCount(0)

  await product.control.release()
  await history.order(running).click()
  await createSwapScreen(page).waitForStatus('filled')
  expect(await readOwnBalance(product, bonk)).toBeGreaterThan(before)
})
