import type { ChromiumProduct } from '../support/product'
import { type Line, takeTurns } from './figures'
import { openWithUsdc } from './open-with-usdc'

const rounds = 7
const sandboxWallet = 'dev.causeway.sandbox-wallet'

/** From the popup's navigation until the balance of the token that is paid stands in it, ms. */
async function untilBalance(product: ChromiumProduct): Promise<{ time: number }> {
  const page = await product.openPage('popup.html')
  await page.locator('.held').first().waitFor()
  const time = await page.evaluate(() => performance.now())
  await page.close()
  return { time }
}

/** With a wallet connected and a form that is kept: the worker awake, and ended before each time. */
export async function measureBalances(product: ChromiumProduct): Promise<Line[]> {
  await product.wallet.set({ mode: 'auto' })
  const dapp = await product.openDapp()
  const swap = await openWithUsdc(product)
  await swap.pickWallet(sandboxWallet)
  await swap.page.locator('.held').first().waitFor()
  await swap.page.close()
  const [awake, asleep] = await takeTurns(
    [
      () => untilBalance(product),
      async () => {
        await product.stopCauseway()
        return untilBalance(product)
      },
    ],
    rounds,
  )
  await dapp.close()
  if (awake === undefined || asleep === undefined) throw new Error('Nothing was measured')
  const measure = 'popup, first balance, worker asleep : awake'
  return [{ measure, unit: 'ms', blank: awake.time, here: asleep.time }]
}
