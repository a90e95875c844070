import { launchChromium } from '../support/launch'
import { createProduct, type Product } from '../support/product'
import { browserDies, momentsOf } from './cases'
import { test as base, expect } from './fixtures'
import { moments } from './moments'
import { finishAsPerson, openOrder, waitForChoice } from './person'
import { expectOneDeposit, journeys, reviewOrder } from './stage'

/** A browser that was killed, started again: when it was dead (ms), and the product in the new one. */
type Restart = { killedAt: number; again: Product }

/** Kills the browser of a test and starts it again on the same profile. */
const test = base.extend<{ killAndRestart: () => Promise<Restart> }>({
  killAndRestart: async ({ product, world }, use) => {
    const { extension, wallet } = world
    const { session, info } = product
    const restarted: { close(): Promise<void> }[] = []
    await use(async () => {
      await session.kill()
      const killedAt = Date.now()
      const next = await launchChromium({
        extensions: [extension, wallet],
        headless: true,
        isStill: true,
        profile: session.profile,
      })
      restarted.push(next)
      const again = await createProduct({ session: next, info, extension, wallets: [wallet] })
      return { killedAt, again }
    })
    for (const each of restarted) await each.close()
  },
})
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
      test(moment.name, async ({ product, dapp, killAndRestart }) => {
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
      })
    }
  })
}
