import type { Page } from '@playwright/test'
import { actInCheckout, buyFrom, openCheckout } from './buy-screen'
import { expect, test } from './fixtures'

/** Counts, from here on, how often a page of ours asks for an early look; gives how often it did. */
async function countLooks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`
    globalThis.looks = 0
    const apis = [globalThis.browser, globalThis.chrome].filter(Boolean)
    for (const runtime of new Set(apis.map((api) => api.runtime))) {
      const send = runtime.sendMessage.bind(runtime)
      runtime.sendMessage = (message, ...rest) => {
        if (message?.name === 'refreshOrder') globalThis.looks += 1
        return send(message, ...rest)
      }
    }
    globalThis.heard = []
    frames[0].addEventListener('message', ({ data }) => globalThis.heard.push(data?.data?.mark))
  `)
  return () => page.evaluate<number>('globalThis.looks')
}

test('messages of a checkout that are forged cause no look, and the one that is its own causes one', async ({
  product,
}) => {
  const bought = await buyFrom(product, 'harbor')
  const checkout = await openCheckout(bought)
  // A page of the right origin that says nothing by itself.
  const quiet = `${product.info.fiatUrl}/v1/fiat/config`
  await checkout.goto(quiet)
  const looks = await countLooks(bought.page)
  let sent = 0
  /** Sends a message from a window, and waits until the opener's own listeners were called with it. */
  async function post(from: Page, target: string, orderId: string): Promise<void> {
    sent += 1
    const message = JSON.stringify({
      type: 'FIAT_WIDGET_EVENT',
      event: 'order_completed',
      orderId,
      provider: 'harbor',
      data: { status: 'completed', mark: sent },
    })
    await from.evaluate(`${target}.postMessage(${message}, '*')`)
    await expect.poll(() => bought.page.evaluate<unknown[]>('globalThis.heard')).toContain(sent)
  }

  // From the right window, of another order; again and again, as one look a second is all that is heard,
  // and the checkout itself may have spoken when it was loaded.
  const now = () => bought.page.evaluate<number>('performance.now()')
  const begun = await now()
  await expect
    .poll(async () => {
      await post(checkout, 'opener', 'another')
      return (await now()) - begun
    })
    .toBeGreaterThan(1_500)
  expect(await looks()).toBe(0)
  // From the right window, which another origin has by now.
  await checkout.goto(product.info.dappUrl)
  await post(checkout, 'opener', bought.number)
  expect(await looks()).toBe(0)
  // From another window of the right origin.
  const other = await product.opened(() => bought.page.evaluate(`void window.open('about:blank')`))
  await other.goto(quiet)
  await post(other, 'opener.frames[0]', bought.number)
  await other.close()
  expect(await looks()).toBe(0)
  await expect(bought.page.getByTestId('order')).toHaveAttribute('data-status', 'submitted')

  await checkout.goto(quiet)
  await post(checkout, 'opener', bought.number)
  expect(await looks()).toBe(1)
})

test('a checkout sends our page nowhere, of its own origin or of another', async ({ product }) => {
  const bought = await buyFrom(product, 'harbor')
  const ours = bought.page.url()
  const checkout = await openCheckout(bought)
  const away = JSON.stringify(product.info.dappUrl)
  const left: string[] = []
  bought.page.on('framenavigated', (frame) => {
    if (frame === bought.page.mainFrame()) left.push(frame.url())
  })
  for (const at of [checkout.url(), product.info.dappUrl]) {
    await checkout.goto(at)
    for (const target of ['opener.top', 'opener.parent', 'opener']) {
      // Refused with an error, or done to what shows nothing.
      await checkout.evaluate(`try { ${target}.location = ${away} } catch {}`)
    }
  }
  // Whatever its opener became, the service is asked on.
  await actInCheckout(product, bought.number, 'pay')
  await bought.screen.waitForStatus('filled')
  expect([bought.page.url(), left]).toEqual([ours, []])
})
