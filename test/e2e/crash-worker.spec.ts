import { expect, test } from './browsers'
import { momentsOf, tagOf, workerStops } from './cases'
import { moments } from './moments'
import { finishAsPerson } from './person'
import { expectOneDeposit, type Journey, journeys, reviewOrder } from './stage'
import { countAsked, countSignaturesAsked } from './steps'

/** What a whole order asks of the wallet. */
const asks: Record<Journey, number> = { 'ERC-20': 2, native: 1, Solana: 1 }

for (const journey of journeys) {
  test.describe(`the worker is stopped, ${journey}`, () => {
    for (const id of momentsOf(workerStops, journey)) {
      const moment = moments[id]
      test(moment.name, tagOf(workerStops, journey, id), async ({ product, dapp }) => {
        await dapp.bringToFront()
        const stage = await reviewOrder(product, journey)
        await moment.reach(stage)
        await product.stopCauseway()
        // A worker that dies between claiming an ask and handing it over leaves the rest to the person.
        const person = moment.sent ? undefined : finishAsPerson(stage, stage.swap)
        await Promise.all([moment.goOn(stage), person])
        await expectOneDeposit(stage, stage.swap)
        const asked = (await countAsked(product)) + (await countSignaturesAsked(product))
        expect(asked).toBe(asks[journey])
      })
    }
  })
}
