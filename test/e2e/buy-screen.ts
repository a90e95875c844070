import type { Product } from '../support/product'
import { createSwapScreen, type SwapScreen } from '../support/swap-screen'
import type { ViewLocator, ViewPage } from '../support/view'
import { expect } from './expect'
import { chainsOf, countCalls, newAccount, type TestToken, tokenOf } from './steps'

const recipient = newAccount()
const refundTo = newAccount()

export type FiatScript = {
  outcome?: 'complete' | 'fail' | 'cancel' | 'expire' | 'refund'
  action?: string
  status?: string
  ms?: number
}

/** A purchase that is made and not paid: its screen, and what is known of it outside the product. */
export type Bought<P extends ViewPage = ViewPage> = {
  product: Product<P>
  screen: SwapScreen<P>
  page: P
  token: TestToken
  /** The product's own id, and the provider's number of the order. */
  orderId: string
  number: string
  /** What came to the recipient on the chain since it was ordered. */
  received(): Promise<bigint>
}

async function tell(product: Product, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${product.info.controlUrl}/fiat${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}

/** How the next fiat order goes. */
export const scriptFiat = (product: Product, script: FiatScript) =>
  tell(product, '/next-order', script)

/** Which origins the fiat API answers; null for all. */
export const allowOrigins = (product: Product, allowed: string[] | null) =>
  tell(product, '/origins', { allowed })

/** What a person does in the checkout, done without one. */
export const actInCheckout = (product: Product, orderId: string, act: 'pay' | 'fail' | 'cancel') =>
  tell(product, '/act', { orderId, act })

/**
 * Fills the form for 50 EUR of DAI on the second chain, with addresses that are typed and compared. Where no
 * list has DAI, it is added by its address.
 */
export async function enterPurchase<P extends ViewPage>(
  product: Product<P>,
  path = 'popup.html?view=tab#/buy',
  isListed = true,
): Promise<{ page: P; token: TestToken }> {
  const page = await product.openPage(path)
  const { handle } = createSwapScreen(page)
  const [, destination] = chainsOf(product.info)
  const token = tokenOf(product.info, destination, 'DAI')
  await handle('buy-amount').fill('50')
  await handle('buy-token').click()
  await handle('token-search').fill(isListed ? 'DAI' : token.address)
  if (!isListed) {
    await page.locator(`.chip[data-chain-id="${destination}"]`).click()
    await handle('add-token-confirm').click()
  }
  await page
    .locator(`[data-testid="token-row"][data-symbol="DAI"][data-chain-id="${destination}"]`)
    .click()
  await fillAddresses(page)
  return { page, token }
}

/** Types where what is bought goes, and where it would be sent back to. */
export async function fillAddresses(page: ViewPage): Promise<void> {
  await page.locator('[aria-label="Receive at"]').fill(recipient)
  await page.locator('[aria-label="Refunds go to"]').fill(refundTo)
}

/** Enters a purchase, takes this provider's offer, and presses for the order to be made. */
export async function orderFrom<P extends ViewPage>(
  product: Product<P>,
  provider: string,
  path?: string,
  isListed?: boolean,
): Promise<{ page: P; token: TestToken; received(): Promise<bigint> }> {
  const { page, token } = await enterPurchase(product, path, isListed)
  const screen = createSwapScreen(page)
  await page.locator(`[data-testid="offer"][data-provider="${provider}"]`).click()
  await expect(screen.handle('buy-order') as ViewLocator).toBeDisabled()
  await screen.handle('buy-check').click()
  const held = () => product.control.readBalance(token.chainId, token.address, recipient)
  const before = await held()
  await screen.handle('buy-order').click()
  return { page, token, received: async () => (await held()) - before }
}

/** Makes an order with this provider, up to the screen that leads to its checkout. */
export async function buyFrom<P extends ViewPage>(
  product: Product<P>,
  provider: string,
  path?: string,
  isListed?: boolean,
): Promise<Bought<P>> {
  const { page, token, received } = await orderFrom(product, provider, path, isListed)
  const screen = createSwapScreen(page)
  const order = screen.handle('order')
  await expect(order as ViewLocator).toBeVisible()
  const number = screen.handle('order-number')
  return {
    product,
    screen,
    page,
    token,
    orderId: (await order.getAttribute('data-order-id')) ?? '',
    number: (await number.count()) > 0 ? (await number.innerText()).trim() : '',
    received,
  }
}

/** The window or the tab that a click on the checkout opens. */
export async function openCheckout<P extends ViewPage>(bought: Bought<P>): Promise<P> {
  const { product, screen } = bought
  const checkout = await product.opened(() => screen.handle('checkout').click())
  await expect(checkout as ViewPage).toHaveURL(/\/(wrapper|provider)\//)
  return checkout
}

/**
 * Opens a checkout of the service's wrapper that was opened before, as a person does who reads what is said:
 * one click tells what it means, and the next asks the provider first. While that does not answer, nothing
 * is opened.
 */
export async function openCheckoutAgain({
  product,
  page,
  screen,
  number,
}: Pick<Bought, 'product' | 'page' | 'screen' | 'number'>): Promise<ViewPage> {
  const button = screen.handle('checkout')
  const opened = await countCalls(product, 'GET', '/checkout/')
  const countOpened = async () => (await countCalls(product, 'GET', '/checkout/')) - opened
  const hint = page.getByText('often works only once')
  await expect(button).toHaveText('Open the checkout again')
  await expect(hint).toHaveCount(0)
  await button.click()
  await expect(hint).toBeVisible()

  await product.control.setFault('fiat-status', { kind: 'status', status: 503, body: {} })
  const inVain = await product.opened(() => button.click())
  await expect(screen.handle('error')).toBeVisible()
  await expect.poll(() => product.isOpen(inVain)).toBe(false)
  expect(await countOpened()).toBe(0)
  await product.control.clearFaults()

  const before = (await product.control.readCalls()).calls.length
  const checkout = await product.opened(() => button.click())
  await expect.poll(countOpened).toBe(1)
  const since = (await product.control.readCalls()).calls.slice(before)
  const indexOf = (path: string) => since.findIndex((call) => call.path.startsWith(path))
  const asked = indexOf(`/v1/fiat/order/${number}`)
  expect(asked).not.toBe(-1)
  expect(asked).toBeLessThan(indexOf('/checkout/'))
  return checkout
}
