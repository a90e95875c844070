import type { FirefoxProduct } from '../support/firefox/product'
import { ofItsKind } from './cases'
import { expect, test } from './firefox-fixtures'
import { moments } from './moments'
import { reviewOrder } from './stage'
import { countAsked, countCalls, readOwnBalance } from './steps'

/** Runs in a bare page of the extension: the stored order, as JSON. */
const readOrder = (orderId: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('causeway')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const row = opening.result.transaction('orders').objectStore('orders').get(${JSON.stringify(orderId)})
    row.onerror = () => reject(row.error)
    row.onsuccess = () => resolve(JSON.stringify(row.result))
  }
})`

/**
 * From here on an idle event page lives shorter than the pause between two looks at an open order. It is
 * so for the wallet's too, which is why nothing is being connected any more.
 */
async function sleepSoon({ session }: FirefoxProduct): Promise<void> {
  await session.chrome((ms) => {
    type Services = { prefs: { setIntPref(name: string, value: number): void } }
    const { prefs } = (globalThis as unknown as { Services: Services }).Services
    prefs.setIntPref('extensions.background.idle.timeout', ms)
  }, 1_500)
}

test.describe('the event page falls asleep by itself', () => {
  test(
    'while an order is followed: an alarm wakes it, and the order ends',
    ofItsKind,
    async ({ product, dapp }) => {
      await dapp.bringToFront()
      const stage = await reviewOrder(product, 'ERC-20')
      await moments.followed.reach(stage)
      await sleepSoon(product)
      await stage.swap.page.close()
      const countReads = () =>
        countCalls(product, 'GET', `/v1/orders/${product.info.accounts.evm.address}`)
      await expect.poll(product.backgroundState).toBe('stopped')
      const reads = await countReads()
      await expect.poll(countReads).toBeGreaterThan(reads)
      await product.control.release()
      await expect
        .poll(() => product.inside<string>(readOrder(stage.orderId)))
        .toContain('"filled"')
      expect(await stage.countDeposits()).toBe(1)
      expect(await readOwnBalance(product, stage.to)).toBeGreaterThan(stage.receivedBefore)
    },
  )

  test('while each prompt is open: what was answered wakes it', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'ERC-20')
    await product.wallet.set({ mode: 'ask' })
    await sleepSoon(product)
    await stage.swap.confirm()
    await stage.swap.waitForStatus('running')
    await stage.swap.page.close()
    for (let step = 0; step < 2; step += 1) {
      await product.wallet.nextApproval()
      await expect.poll(product.backgroundState).toBe('stopped')
      await product.wallet.decideNext('approve')
    }
    await expect.poll(() => product.inside<string>(readOrder(stage.orderId))).toContain('"filled"')
    expect(await stage.countDeposits()).toBe(1)
    expect(await countAsked(product)).toBe(2)
  })
})
