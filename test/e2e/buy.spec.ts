import type { Page } from '@playwright/test'
import {
  actInCheckout,
  allowOrigins,
  buyFrom,
  enterPurchase,
  openCheckout,
  scriptFiat,
} from './buy-screen'
import { expect, test } from './fixtures'
import { readEndNotices } from './other-moments'
import { countCalls } from './steps'

const payButton = (checkout: Page, how: string) =>
  how === 'wrapper'
    ? checkout.frameLocator('[data-testid="provider-frame"]').getByTestId('pay')
    : checkout.getByTestId('pay')

for (const how of ['wrapper', 'redirect', 'provider_widget']) {
  for (const [provider, strategy] of [
    ['harbor', 'direct'],
    ['ferry', 'jump'],
  ] as const) {
    test(`${how}, ${strategy}: paid in the checkout, and the money is on the chain`, async ({
      product,
    }) => {
      await scriptFiat(product, { action: how })
      const bought = await buyFrom(product, provider)
      expect(bought.number).not.toBe('')
      // It is kept, with its number, before anything of the checkout was asked for.
      expect(await countCalls(product, 'GET', '/checkout/')).toBe(0)
      const checkout = await openCheckout(bought)
      expect(await checkout.evaluate('opener === null')).toBe(how !== 'wrapper')
      await payButton(checkout, how).click()
      await bought.screen.waitForStatus('filled')
      expect(await bought.received()).toBeGreaterThan(0n)
    })
  }
}

for (const [provider, strategy] of [
  ['harbor', 'direct'],
  ['ferry', 'jump'],
] as const) {
  test(`nothing to open, ${strategy}: it goes on by itself to money on the chain`, async ({
    product,
  }) => {
    await scriptFiat(product, { action: 'none' })
    const bought = await buyFrom(product, provider)
    await expect(bought.page.getByTestId('checkout')).toHaveCount(0)
    await bought.screen.waitForStatus('filled')
    expect(await bought.received()).toBeGreaterThan(0n)
  })
}

test('a way that is not known is not opened, and the order is followed to money on the chain', async ({
  product,
}) => {
  for (const provider of ['harbor', 'ferry']) {
    await scriptFiat(product, { action: 'hologram' })
    const bought = await buyFrom(product, provider)
    await expect(bought.page.getByText('does not know (hologram)')).toBeVisible()
    await expect(bought.page.getByTestId('checkout')).toHaveCount(0)
    await actInCheckout(product, bought.number, 'pay')
    await bought.screen.waitForStatus('filled')
    expect(await bought.received()).toBeGreaterThan(0n)
  }
})

test('a card that is declined ends it, with the reason in the provider`s words', async ({
  product,
}) => {
  const bought = await buyFrom(product, 'harbor')
  const checkout = await openCheckout(bought)
  await checkout.frameLocator('[data-testid="provider-frame"]').getByTestId('fail').click()
  await bought.screen.waitForStatus('failed')
  await expect(bought.page.getByText('The card was declined')).toBeVisible()
  expect(await bought.received()).toBe(0n)
})

test('a checkout that is closed early is opened again only by choice, and a late payment still counts', async ({
  product,
}) => {
  const bought = await buyFrom(product, 'harbor')
  const checkout = await openCheckout(bought)
  await checkout.close()
  await expect(bought.page.getByTestId('order').getByText('The checkout was closed')).toBeVisible()
  await bought.page.getByTestId('checkout').click()
  await expect(bought.page.getByText('often works only once')).toBeVisible()
  expect(await countCalls(product, 'GET', '/checkout/')).toBe(1)
  await actInCheckout(product, bought.number, 'pay')
  await bought.screen.waitForStatus('filled')
  expect(await bought.received()).toBeGreaterThan(0n)
})

test('a checkout is not opened while nobody says that it is still to be paid', async ({
  product,
}) => {
  const bought = await buyFrom(product, 'harbor')
  const late = await product.openPage(`popup.html?view=tab#/orders/${bought.orderId}`)
  await expect(late.getByTestId('checkout')).toBeVisible()
  await product.control.setFault('fiat-status', { kind: 'status', status: 503, body: {} })
  await actInCheckout(product, bought.number, 'cancel')
  await late.getByTestId('checkout').click()
  await expect(late.getByTestId('error')).toBeVisible()
  expect(await countCalls(product, 'GET', '/checkout/')).toBe(0)
  await product.control.clearFaults()
  await bought.screen.waitForStatus('failed')
})

test('messages of a checkout that are forged move nothing', async ({ product }) => {
  const bought = await buyFrom(product, 'harbor')
  const checkout = await openCheckout(bought)
  const forged = (orderId: string) =>
    JSON.stringify({
      type: 'FIAT_WIDGET_EVENT',
      event: 'order_completed',
      orderId,
      provider: 'harbor',
      data: { status: 'completed' },
    })
  // From the right window, of another order and of this one.
  await checkout.evaluate(`opener.postMessage(${forged('another')}, '*')`)
  await checkout.evaluate(`opener.postMessage(${forged(bought.number)}, '*')`)
  // From a window of another origin, and from another window of the right one.
  for (const url of [product.info.dappUrl, `${product.info.fiatUrl}/v1/fiat/config`]) {
    const opening = bought.page.context().waitForEvent('page')
    await bought.page.evaluate(`void window.open('about:blank')`)
    const other = await opening
    await other.goto(url)
    await other.evaluate(`opener?.postMessage(${forged(bought.number)}, '*')`)
    await other.close()
  }
  const { length } = (await product.control.readCalls()).calls
  await expect
    .poll(async () => (await product.control.readCalls()).calls.slice(length).length)
    .toBeGreaterThan(1)
  await expect(bought.page.getByTestId('order')).toHaveAttribute('data-status', 'submitted')
  await payButton(checkout, 'wrapper').click()
  await bought.screen.waitForStatus('filled')
})

test('two purchases at once are each paid to their own end', async ({ product }) => {
  const first = await buyFrom(product, 'harbor')
  const second = await buyFrom(product, 'ferry')
  const one = await openCheckout(first)
  const two = await openCheckout(second)
  await payButton(two, 'wrapper').click()
  await payButton(one, 'wrapper').click()
  await first.screen.waitForStatus('filled')
  await second.screen.waitForStatus('filled')
  expect(first.number).not.toBe(second.number)
  const told = [first, second].map(({ orderId }) => `filled:${orderId}`).sort()
  await expect.poll(() => readEndNotices(product)).toEqual(told)
})

test('providers that are down, and a price that ran out as it was taken, are said, and lead on', async ({
  product,
}) => {
  await product.control.setFault('fiat-quote', { kind: 'status', status: 503, body: {} })
  const { page } = await enterPurchase(product)
  await expect(page.getByTestId('error')).toBeVisible()
  await expect(page.getByTestId('buy-order')).toBeDisabled()
  await product.control.clearFaults()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('[data-testid="offer"][data-provider="harbor"]').click()
  const error = { code: 'QUOTE_EXPIRED', message: 'The quote expired', retryable: true }
  const expired = { kind: 'status', status: 410, body: { error } } as const
  await product.control.setFault('fiat-order', expired, 1)
  await page.getByTestId('buy-check').check()
  await page.getByTestId('buy-order').click()
  const said = page.locator('[data-testid="error"][data-code="service/quote-expired"]')
  await expect(said).toBeVisible()
  await expect(page.getByTestId('offer').first()).toBeVisible()
  await expect(page.getByTestId('order')).toHaveCount(0)
})

test('a fiat API that refuses the extension is said so, and asked again on a click', async ({
  product,
}) => {
  await allowOrigins(product, [])
  const { page } = await enterPurchase(product)
  const refused = page.locator('[data-testid="error"][data-code="service/origin-not-allowed"]')
  await expect(refused).toBeVisible()
  await expect(page.getByTestId('buy-order')).toBeDisabled()
  await allowOrigins(product, null)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('offer').first()).toBeVisible()
  await expect(refused).toHaveCount(0)
})
