import type { Product } from '../support/product'
import { expect, test } from './browsers'
import { browserDies, momentsOf, tagOf } from './cases'
import { moments } from './moments'
import { finishAsPerson, openOrder, waitForChoice } from './person'
import { expectOneDeposit, journeys, reviewOrder } from './stage'

test.use({ ownBrowser: true })

/**
 * Everything the wallet was asked to sign or send after this time, ms; its log outlives the browser.
 * What was asked before the kill is not counted: the next step may be asked up to that very moment.
 */
async function countAskedSince(product: Product, since: number): Promise<number> {
  const asks = ['eth_sendTransaction', 'solana:signTransaction']
  const prompts = await product.wallet.prompts()
  return prompts.filter(({ method, at }) => asks.includes(method) && at > since).length
}

for (const journey of journeys) {
  test.describe(`the whole browser is killed, ${journey}`, () => {
    for (const id of momentsOf(browserDies, journey)) {
      const moment = moments[id]
      test(
        moment.name,
        tagOf(browserDies, journey, id),
        async ({ product, dapp, killAndRestart }) => {
          await dapp.bringToFront()
          const stage = await reviewOrder(product, journey)
          await moment.reach(stage)
          await expect(stage.swap.handle('order')).toBeVisible()
          const { killedAt, again } = await killAndRestart()
          // Whatever is asked by itself from here on would be approved, and counted.
          await again.wallet.set({ mode: 'auto' })
          await stage.mine(true)
          await again.control.release()
          await again.openDapp()
          const swap = await openOrder(again, stage.orderId)
          const after = { ...stage, product: again, swap }
          if (moment.sent) {
            await expectOneDeposit(after, swap)
            expect(await countAskedSince(again, killedAt)).toBe(0)
            return
          }
          if ((await waitForChoice(swap)) === 'choice') {
            expect(await stage.countDeposits()).toBe(0)
            expect(await countAskedSince(again, killedAt)).toBe(0)
            await finishAsPerson(after, swap)
            expect(await countAskedSince(again, killedAt)).toBeGreaterThan(0)
          }
          await expectOneDeposit(after, swap)
        },
      )
    }
  })
}
