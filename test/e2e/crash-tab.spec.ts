import { expect, test } from './fixtures'
import { expectOneDeposit, type Journey, type Moment, moments, reviewOrder } from './moments'
import { finishAsPerson } from './person'
import { countAsked, countSignaturesAsked } from './steps'

/** Where the page has a part to play; what the service does later, it does without any page. */
const skipped: Record<Journey, RegExp> = {
  // The moment after this one comes too soon to be told apart from it when the page goes with it.
  'ERC-20': /after the approval was mined|answer to the deposit is lost/,
  native: /confirmation|service|followed/,
  Solana: /confirmation|is lost|followed/,
}

function momentsOf(journey: Journey): Moment[] {
  return moments.filter(
    ({ journeys, name }) => journeys.includes(journey) && !skipped[journey].test(name),
  )
}

for (const journey of ['ERC-20', 'native', 'Solana'] as const) {
  test.describe(`the tab is closed, ${journey}`, () => {
    for (const moment of momentsOf(journey)) {
      test(moment.name, async ({ product, dapp }) => {
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

const left: { journey: Journey; at: string }[] = [
  { journey: 'ERC-20', at: 'while the deposit’s prompt is open' },
  { journey: 'ERC-20', at: 'while the deposit waits to be mined' },
  { journey: 'native', at: 'while the deposit’s prompt is open' },
  { journey: 'Solana', at: 'while the service is being told of the deposit' },
]

for (const { journey, at } of left) {
  test(`the tab shows another site, ${journey} ${at}`, async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, journey)
    const moment = moments.find(({ name }) => name === at)
    if (moment === undefined) throw new Error(`There is no moment ${at}`)
    await moment.reach(stage)
    await dapp.goto('about:blank')
    await moment.goOn(stage)
    await expectOneDeposit(stage, stage.swap)
  })
}
