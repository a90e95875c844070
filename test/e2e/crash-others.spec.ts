import { createHistoryScreen } from '../support/history-screen'
import { longPatience } from '../support/patience'
import { expect, test } from './browsers'
import { actInCheckout, buyFrom, openCheckout, openCheckoutAgain, orderFrom } from './buy-screen'
import { ofItsKind, otherMomentsOf } from './cases'
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
import { countCalls, letPass, usdcAcross } from './steps'
import { enterPayment, readShown } from './transfer-screen'

async function walkTo(walk: Walk, kind: OtherKind, id: ReachedMomentId): Promise<void> {
  for (const each of otherMoments[kind]) {
    await otherMoment[each].reach(walk)
    if (each === id) return
  }
}

for (const kind of otherKinds) {
  // A purchase of its kind is made by `firefox-buy`.
  const tag = kind === 'payment by address' ? ofItsKind : {}
  test(`the worker is stopped, ${kind} at each of its moments`, tag, async ({ product }) => {
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
        await expect.poll(told, { timeout: longPatience }).toEqual([`filled:${walk.orderId}`])
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
        await expect(screen.handle('deposit-address')).toHaveCount(0)
        if (paid) await expect(screen.handle('checkout')).toHaveCount(0)
        await expectOneEnd(after)
      })
    }
  })
}

test('the worker is stopped while a purchase is being ordered', async ({ product }) => {
  await product.control.setFault('fiat-order', { kind: 'hold' }, 1)
  const { page } = await orderFrom(product, 'harbor')
  const asked = () => countCalls(product, 'POST', '/v1/fiat/order')
  await expect.poll(asked).toBe(1)
  await product.stopCauseway()
  // It becomes an order at the provider, of whose number nobody here hears.
  await product.control.release()
  const readAnswers = async () =>
    (await product.control.readCalls()).calls
      .filter(({ method, path }) => method === 'POST' && path === '/v1/fiat/order')
      .map(({ status }) => status)
  await expect.poll(readAnswers).toEqual([200])
  await expect(page.getByText('Causeway opened no checkout.')).toBeVisible()
  await page.close()
  // Past the time in which an answer could come, and the look that is due then.
  await letPass(product, 61_000)
  await expect.poll(() => readEndNotices(product)).toHaveLength(1)
  const [notice = ''] = await readEndNotices(product)
  const screen = await openOrder(product, notice.slice('unanswered:'.length))
  await screen.waitForStatus('failed')
  await expect(screen.page.getByText('Not known whether there is an order')).toBeVisible()
  await expect(screen.page.getByText('before you start a new purchase')).toBeVisible()
  await expect(screen.handle('checkout')).toHaveCount(0)
  expect([await asked(), await countCalls(product, 'GET', '/checkout/')]).toEqual([1, 0])
})

test('the worker is stopped while an address is being asked for', async ({ product }) => {
  await product.control.setFault('build', { kind: 'hold' }, 1)
  const page = await enterPayment(product, { ...usdcAcross(product.info), pay: '25' })
  const asked = () => countCalls(product, 'POST', '/v1/deposit/build')
  await expect.poll(asked).toBe(1)
  await product.stopCauseway()
  // What it gave is told to nobody: another one is asked for, and that alone is kept.
  await product.control.release()
  const { orderId } = await readShown(page)
  expect(await asked()).toBe(2)
  const history = createHistoryScreen(
    product,
    await product.openPage('popup.html?view=tab#/history'),
  )
  await expect(history.order(orderId)).toBeVisible()
  await expect(history.orders).toHaveCount(1)
})

test.describe('the whole browser is killed, purchase, with its checkout open', () => {
  test.use({ ownBrowser: true })

  test('the number is still there, nothing opens by itself, and a person opens the checkout again', async ({
    product,
    killAndRestart,
  }) => {
    const bought = await buyFrom(product, 'harbor')
    await openCheckout(bought)
    const { again } = await killAndRestart()
    const screen = await openOrder(again, bought.orderId)
    await expect(screen.handle('order-number')).toHaveText(bought.number)
    await expect(screen.handle('checkout')).toBeVisible()
    const shown = await again.addresses()
    expect(shown.filter((address) => address.startsWith(again.info.fiatUrl))).toEqual([])
    expect(await countCalls(again, 'GET', '/checkout/')).toBe(1)
    const after = { ...bought, product: again, page: screen.page, screen }
    const checkout = await openCheckoutAgain(after)
    await expect(checkout.locator('body')).toContainText('used already')
    await actInCheckout(again, bought.number, 'pay')
    await expectOneEnd({ ...after, pay: async () => {} })
    expect(await countCalls(again, 'GET', '/checkout/')).toBe(2)
  })
})
