import { launchChromium } from '../support/launch'
import { createProduct, type Product } from '../support/product'
import { test as base, expect, prepared } from './fixtures'
import { expectOneDeposit, type Journey, moments, reviewOrder } from './moments'
import { finishAsPerson, openOrder, waitForChoice } from './person'
import { countAsked, countSignaturesAsked } from './steps'

/** Kills the browser of a test and starts it again on the same profile. */
const test = base.extend<{ killAndRestart: () => Promise<Product> }>({
  killAndRestart: async ({ product }, use) => {
    const { extension, wallet } = prepared()
    const { session, info } = product
    const again: { close(): Promise<void> }[] = []
    await use(async () => {
      await session.kill()
      const next = await launchChromium({
        extensions: [extension, wallet],
        headless: true,
        profile: session.profile,
      })
      again.push(next)
      return createProduct({ session: next, info, extension, wallets: [wallet] })
    })
    for (const each of again) await each.close()
  },
})

/** Everything the wallet was ever asked to sign or send; the log outlives the browser. */
async function countAll(product: Product): Promise<number> {
  return (await countAsked(product)) + (await countSignaturesAsked(product))
}

const cases: { journey: Journey; at: string[] }[] = [
  {
    journey: 'ERC-20',
    at: moments.filter(({ journeys }) => journeys.includes('ERC-20')).map(({ name }) => name),
  },
  {
    journey: 'native',
    at: ['while the deposit’s prompt is open', 'while the deposit waits to be mined'],
  },
  {
    journey: 'Solana',
    at: ['while the deposit’s prompt is open', 'while the service is being told of the deposit'],
  },
]

for (const { journey, at } of cases) {
  test.describe(`the whole browser is killed, ${journey}`, () => {
    for (const moment of moments.filter(({ name }) => at.includes(name))) {
      test(moment.name, async ({ product, dapp, killAndRestart }) => {
        await dapp.bringToFront()
        const stage = await reviewOrder(product, journey)
        await moment.reach(stage)
        await expect(stage.swap.handle('order')).toBeVisible()
        const asked = await countAll(product)
        const again = await killAndRestart()
        // Whatever is asked by itself from here on would be approved, and counted.
        await again.wallet.set({ mode: 'auto' })
        await stage.mine(true)
        await again.openDapp()
        const swap = await openOrder(again, stage.orderId)
        const after = { ...stage, product: again, swap }
        if (moment.sent) {
          await expectOneDeposit(after, swap)
          expect(await countAll(again)).toBe(asked)
          return
        }
        if ((await waitForChoice(swap)) === 'choice') {
          expect(await stage.countDeposits()).toBe(0)
          expect(await countAll(again)).toBe(asked)
          await finishAsPerson(after, swap)
        }
        await expectOneDeposit(after, swap)
      })
    }
  })
}
