import { otherMomentsOf } from './cases'
import { expect, test } from './fixtures'
import {
  beginWalk,
  expectOneEnd,
  type OtherKind,
  otherKinds,
  otherMoment,
  otherMoments,
  type ReachedMomentId,
  readEndNotices,
  type Walk,
} from './other-moments'
import { openOrder } from './person'

async function walkTo(walk: Walk, kind: OtherKind, id: ReachedMomentId): Promise<void> {
  for (const each of otherMoments[kind]) {
    await otherMoment[each].reach(walk)
    if (each === id) return
  }
}

for (const kind of otherKinds) {
  test(`the worker is stopped, ${kind} at each of its moments`, async ({ product }) => {
    const walk = await beginWalk(product, kind)
    for (const id of otherMomentsOf('worker', kind)) {
      await otherMoment[id].reach(walk)
      await product.stopCauseway()
    }
    await expectOneEnd(walk)
  })

  test.describe(`the page is closed, ${kind}`, () => {
    for (const id of otherMomentsOf('page', kind)) {
      test(otherMoment[id].name, async ({ product }) => {
        const walk = await beginWalk(product, kind)
        await walkTo(walk, kind, id)
        await walk.screen.page.close()
        // The provider's window has nobody left to tell: the service is asked all the same.
        const hasNobody = () => walk.checkout?.evaluate('opener === null || opener.closed')
        await expect.poll(hasNobody).toBe(true)
        await walk.pay()
        const told = async () => {
          await product.control.release()
          return readEndNotices(product)
        }
        await expect.poll(told, { timeout: 120_000 }).toEqual([`filled:${walk.orderId}`])
        expect(await walk.received()).toBeGreaterThan(0n)
      })
    }
  })

  test.describe(`the whole browser is killed, ${kind}`, () => {
    test.use({ ownBrowser: true })

    for (const id of otherMomentsOf('browser', kind)) {
      const { name, paid } = otherMoment[id]
      test(name, async ({ product, killAndRestart }) => {
        const walk = await beginWalk(product, kind)
        await walkTo(walk, kind, id)
        const { again } = await killAndRestart()
        if (!paid) await walk.pay()
        const screen = await openOrder(again, walk.orderId)
        const after = { ...walk, product: again, screen }
        await expect(screen.handle('order')).toBeVisible()
        // What is paid for is not shown to be paid again.
        await expect(screen.handle('deposit-address')).toHaveCount(0, { timeout: 40_000 })
        if (paid) await expect(screen.handle('checkout')).toHaveCount(0)
        await expectOneEnd(after)
      })
    }
  })
}
