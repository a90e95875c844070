import { expect, test } from './browsers'
import { ofItsKind, payMomentsOf } from './cases'
import {
  beginPayWalk,
  expectGuarded,
  expectGuardedAfterLook,
  expectPaidOnce,
  letGo,
  type PayMomentId,
  type PayWalk,
  payMoment,
  payMomentIds,
} from './pay-moments'
import { openOrder } from './person'
import { usdcAcross } from './steps'
import { pay } from './transfer-screen'

async function walkTo(walk: PayWalk, id: PayMomentId): Promise<void> {
  for (const each of payMomentIds.slice(0, payMomentIds.indexOf(id) + 1)) {
    await payMoment[each].reach(walk)
  }
}

test(
  'the worker is stopped, payment by wallet at each of its moments',
  ofItsKind,
  async ({ product, dapp }) => {
    const walk = await beginPayWalk(product, dapp)
    for (const id of payMomentsOf('worker')) {
      await payMoment[id].reach(walk)
      // As the popup is by the prompt that opens over it.
      await walk.screen.page.close()
      await product.stopCauseway()
      walk.screen = await openOrder(product, walk.orderId)
      await expectGuarded(walk)
    }
    await walk.mine(true)
    await expectPaidOnce(walk)
  },
)

test.describe('the tab with the wallet is closed, payment by wallet', () => {
  for (const id of payMomentsOf('tab')) {
    test(payMoment[id].name, async ({ product, dapp }) => {
      const walk = await beginPayWalk(product, dapp)
      await walkTo(walk, id)
      await walk.mine(false)
      await dapp.close()
      await letGo(walk)
      await expectGuardedAfterLook(walk)
      // The prompt is the wallet's, and stands without the page.
      if (id === 'pay-asked') await walk.pay()
      await walk.mine(true)
      await expectPaidOnce(walk)
    })
  }
})

test.describe('the whole browser is killed, payment by wallet', () => {
  test.use({ ownBrowser: true })

  for (const id of payMomentsOf('browser')) {
    test(payMoment[id].name, async ({ product, dapp, killAndRestart }) => {
      const walk = await beginPayWalk(product, dapp)
      await walkTo(walk, id)
      const { again } = await killAndRestart()
      const screen = await openOrder(again, walk.orderId)
      const after = { ...walk, product: again, screen }
      await expectGuardedAfterLook(after)
      if (id === 'pay-asked') {
        // The prompt went with the browser: only the person knows that it was never answered.
        await screen.page.locator('#not-sent').fill('not sent')
        await screen.page.getByRole('button', { name: 'Start over' }).click()
        await expect(screen.handle('deposit-address')).toBeVisible()
        await pay(again, usdcAcross(again.info).from, walk.address, 25_000_000n)
      }
      await walk.mine(true)
      await expectPaidOnce(after)
    })
  }
})
