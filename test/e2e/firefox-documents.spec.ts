import type { FirefoxPage } from '../support/firefox/page'
import { ofItsKind } from './cases'
import { expect, test } from './firefox-fixtures'
import { moments } from './moments'
import { expectOneDeposit, journeys, reviewOrder } from './stage'
import { countAsked, countSignaturesAsked } from './steps'

// Firefox below 153: whether a page is still the one that was asked cannot be told, so the chain decides.
test.use({ build: 'undocumented' })

const losses: [string, (page: FirefoxPage) => Promise<unknown>][] = [
  ['closed', (page) => page.close()],
  ['reloaded', (page) => page.reload()],
  ['left for another site', (page) => page.goto('about:blank')],
]

for (const journey of journeys) {
  for (const [what, lose] of losses) {
    // Such a wallet hands what was signed to its page, and that one is gone.
    if (journey === 'Solana') continue
    const isKind = journey === 'native' && what === 'reloaded'
    test(
      `no document has a name: the page is ${what} while the deposit’s prompt is open, ${journey}`,
      isKind ? ofItsKind : {},
      async ({ product, dapp }) => {
        await dapp.bringToFront()
        const stage = await reviewOrder(product, journey)
        const moment = moments['deposit-asked']
        await moment.reach(stage)
        await expect(stage.swap.handle('order')).toBeVisible()
        const asked = await countAsked(product)
        await lose(dapp)
        await moment.goOn(stage)
        await expectOneDeposit(stage, stage.swap)
        expect(await countAsked(product)).toBe(asked)
      },
    )
  }
}

for (const journey of journeys) {
  test(`no document has a name: the worker is stopped while the deposit’s prompt is open, ${journey}`, async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, journey)
    const moment = moments['deposit-asked']
    await moment.reach(stage)
    const asked = (await countAsked(product)) + (await countSignaturesAsked(product))
    await product.stopCauseway()
    await moment.goOn(stage)
    await expectOneDeposit(stage, stage.swap)
    expect((await countAsked(product)) + (await countSignaturesAsked(product))).toBe(asked)
  })
}
