import * as z from 'zod/mini'
import { exportedFile } from '../../src/contract/exported'
import { addText } from '../../src/ui/copy/add-text'
import { buyText } from '../../src/ui/copy/buy-text'
import { createHistoryScreen } from '../support/history-screen'
import { createSwapScreen } from '../support/swap-screen'
import type { ViewPage } from '../support/view'
import { expect, isFirefox, test } from './browsers'
import {
  actInCheckout,
  allowOrigins,
  buyFrom,
  enterPurchase,
  fillAddresses,
  openCheckout,
  openCheckoutAgain,
  scriptFiat,
} from './buy-screen'
import { readEndNotices } from './other-moments'
import { pasted } from './person'
import { countCalls } from './steps'

/** Of a backup. */
const passphrase = 'seven plain words that nobody else has'

const payButton = (checkout: ViewPage, how: string) =>
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
      // Firefox cuts every page of the web off from what opened it.
      expect(await checkout.evaluate('opener === null')).toBe(how !== 'wrapper' || isFirefox)
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
  await expect.poll(() => readEndNotices(product)).toEqual([`failed:${bought.orderId}`])
})

test('a checkout that is closed early is opened again only by choice, once the provider was asked, and a late payment still counts', async ({
  product,
}) => {
  const bought = await buyFrom(product, 'harbor')
  const checkout = await openCheckout(bought)
  await checkout.close()
  const closed = bought.page.getByTestId('order').getByText('The checkout was closed')
  // So that nothing there tells when it is closed.
  if (isFirefox) await expect(closed).toHaveCount(0)
  else await expect(closed).toBeVisible()
  expect(await countCalls(product, 'GET', '/checkout/')).toBe(1)
  const again = await openCheckoutAgain(bought)
  // It has no address but the one that is good for once.
  await expect(again.locator('body')).toContainText('used already')
  await actInCheckout(product, bought.number, 'pay')
  await bought.screen.waitForStatus('filled')
  expect(await bought.received()).toBeGreaterThan(0n)
  expect(await countCalls(product, 'GET', '/checkout/')).toBe(2)
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

test('in the side panel: bought and paid to money on the chain', async ({ product }) => {
  const bought = await buyFrom(product, 'harbor', 'sidepanel.html#/buy')
  const checkout = await openCheckout(bought)
  await payButton(checkout, 'wrapper').click()
  await bought.screen.waitForStatus('filled')
  expect(await bought.received()).toBeGreaterThan(0n)
})

test('in the popup: it goes on in a tab, and is paid from there', async ({ product }) => {
  const bought = await buyFrom(product, 'harbor', 'popup.html#/buy')
  const inTab = bought.page.getByRole('button', { name: buyText.order.inTab })
  const page = await product.opened(() => inTab.click())
  const screen = createSwapScreen(page)
  await expect(screen.handle('order')).toHaveAttribute('data-order-id', bought.orderId)
  const checkout = await openCheckout({ ...bought, page, screen })
  await payButton(checkout, 'wrapper').click()
  await screen.waitForStatus('filled')
  expect(await bought.received()).toBeGreaterThan(0n)
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

test('the number of a purchase is copied by a click, stands in the export, and comes back from a backup on an empty profile', async ({
  product,
  startAnother,
}) => {
  const { page, number, orderId, received } = await buyFrom(product, 'harbor')
  expect(number).not.toBe('')
  await page.getByRole('button', { name: buyText.order.copyNumber }).click()
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(await pasted(product)).toBe(number)

  const left = createHistoryScreen(product, await product.openPage('popup.html?view=tab#/history'))
  await expect(left.order(orderId)).toBeVisible()
  const { text } = await left.save('JSON')
  expect(z.parse(exportedFile, JSON.parse(text)).orders).toMatchObject([
    { id: orderId, purchase: { orderId: number } },
  ])
  expect((await left.save('CSV')).text).toContain(number)
  const backup = await left.backUp(passphrase)
  expect(backup.text).not.toContain(number)

  const empty = await startAnother()
  const history = createHistoryScreen(empty, await empty.openPage('popup.html?view=tab#/history'))
  await expect(history.page.locator('.empty')).toBeVisible()
  await expect(await history.restore(backup, passphrase)).toContainText('1 order restored.')
  // Found by nothing but its number.
  await history.search.fill(`${number}0`)
  await expect(history.noMatch).toBeVisible()
  await history.search.fill(number)
  await expect(history.order(orderId)).toBeVisible()
  await history.order(orderId).getByRole('button').first().click()
  const screen = createSwapScreen(history.page)
  await expect(screen.handle('order-number')).toHaveText(number)
  // What a file says leads to no payment: who has the checkout open pays there.
  await expect(screen.handle('checkout')).toHaveCount(0)
  await actInCheckout(empty, number, 'pay')
  await screen.waitForStatus('filled')
  expect(await received()).toBeGreaterThan(0n)
})

test('a token that no list has is added by its address, bought, and arrives; nobody who delivers it is no failure', async ({
  product,
}) => {
  for (const route of ['tokens', 'search', 'top', 'balances', 'autocomplete', 'suggestions']) {
    await product.control.setFault(route, { kind: 'answer', body: { data: [] } })
  }
  const { page, number, screen, received } = await buyFrom(product, 'harbor', undefined, false)
  await actInCheckout(product, number, 'pay')
  await screen.waitForStatus('filled')
  expect(await received()).toBeGreaterThan(0n)
  await expect(page.getByTestId('order')).toContainText('DAI')

  const error = { code: 'NO_ROUTE', message: 'Nobody delivers DAI' }
  await product.control.setFault('fiat-quote', { kind: 'status', status: 404, body: { error } })
  const again = await product.openPage('popup.html?view=tab#/buy')
  // What is typed before it is there stands alone.
  await expect(again.getByTestId('buy-token')).toContainText('DAI')
  await again.getByTestId('buy-amount').fill('50')
  await expect(again.getByText(addText.mine('DAI'))).toBeVisible()
  await fillAddresses(again)
  await expect(again.locator('.empty-title')).toHaveText(buyText.none)
  await expect(again.getByTestId('error')).toHaveCount(0)
  await expect(again.getByTestId('buy-order')).toBeDisabled()
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
