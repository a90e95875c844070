import Papa from 'papaparse'
import * as z from 'zod/mini'
import { exportedFile } from '@/src/contract/exported'
import { createHistoryScreen } from '../support/history-screen'
import { expect, test } from './fixtures'
import { startSwap, usdcAcross } from './steps'

test.describe('the history', () => {
  test('is filtered and taken away as a file that finds the order again', async ({
    product,
    dapp,
  }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const swap = await startSwap(product, { from, to, pay: '25' })
    await swap.confirm()
    const orderId = await swap.waitForStatus('filled')
    await swap.handle('history').first().click()
    const history = createHistoryScreen(swap.page)
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
  })
})
