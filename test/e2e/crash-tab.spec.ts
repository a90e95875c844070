import { expect, test } from './browsers'
import { momentsOf, tabCloses, tabLeaves, tagOf } from './cases'
import { moments } from './moments'
import { finishAsPerson } from './person'
import { expectOneDeposit, journeys, reviewOrder } from './stage'
import { countAsked, countSignaturesAsked } from './steps'

for (const journey of journeys) {
  test.describe(`the tab is closed, ${journey}`, () => {
    for (const id of momentsOf(tabCloses, journey)) {
      const moment = moments[id]
      test(moment.name, tagOf(tabCloses, journey, id), async ({ product, dapp }) => {
        await dapp.bringToFront()
        const stage = await reviewOrder(product, journey)
        await moment.reach(stage)
        // Before this the confirmation itself is refused: there is no page to ask.
        await expect(stage.swap.handle('order')).toBeVisible()
        await dapp.close()
        const asked = (await countAsked(product)) + (await countSignaturesAsked(product))
        await moment.goOn(stage)
        if (!moment.sent) {
          await product.openDapp()
          await stage.swap.page.bringToFront()
          await product.wallet.set({ mode: 'auto' })
          await finishAsPerson(stage, stage.swap)
        }
        await expectOneDeposit(stage, stage.swap)
        if (!moment.sent) return
        const askedInAll = (await countAsked(product)) + (await countSignaturesAsked(product))
        expect(askedInAll).toBe(asked)
      })
    }
  })
}

test('the tab is closed during the review: another page asks, at a new price', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  const { swap } = stage
  const digest = () => swap.page.locator('.review-body').getAttribute('data-digest')
  const before = await digest()
  await dapp.close()
  await swap.confirm()
  await expect(swap.error('page/gone')).toBeVisible()
  expect(await countAsked(product)).toBe(0)
  await product.openDapp()
  await swap.page.bringToFront()
  await swap.page.getByRole('button', { name: 'Choose another page' }).click()
  await swap.page.getByRole('dialog').locator('.wallet-row').first().click()
  await expect(swap.error('page/gone')).toHaveCount(0)
  await expect(swap.handle('confirm')).toBeEnabled()
  expect(await digest()).not.toBe(before)
  await swap.confirm()
  await swap.waitForStatus('filled')
  expect(await stage.countDeposits()).toBe(1)
})

for (const journey of journeys) {
  for (const id of momentsOf(tabLeaves, journey)) {
    const moment = moments[id]
    test(`the tab shows another site, ${journey} ${moment.name}`, async ({ product, dapp }) => {
      await dapp.bringToFront()
      const stage = await reviewOrder(product, journey)
      await moment.reach(stage)
      await dapp.goto('about:blank')
      await moment.goOn(stage)
      await expectOneDeposit(stage, stage.swap)
    })
  }
}
