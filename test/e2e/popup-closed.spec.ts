import { expect, test } from './browsers'
import { readEndNotices } from './other-moments'
import { beginPopupWalk, expectOneSwap, popupMoment, popupMomentIds } from './popup-moments'

test('the popup is closed after every single step of a swap: nothing is lost, and nothing is done twice', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const walk = await beginPopupWalk(product)
  for (const id of popupMomentIds) {
    await test.step(id, async () => {
      await popupMoment[id].reach(walk)
      await walk.screen.page.close()
      walk.screen = await product.openPopup()
      await popupMoment[id].shows(walk)
    })
  }
  await expectOneSwap(walk)
  await expect.poll(() => readEndNotices(product)).toEqual([`filled:${walk.orderId}`])
})
