import { createSandboxClient } from '../sandbox/test-client'
import type { Product } from '../support/product'
import type { ViewPage } from '../support/view'
import { expect } from './expect'
import { enterSwap, leaveForm, ownAccount, type TestToken, usdcAcross } from './steps'

export type Hex = `0x${string}`

/** An address that is shown, and the order that it was made for. */
export type Shown<P extends ViewPage = ViewPage> = { page: P; orderId: string; address: Hex }

/** What is paid with on a chain that is only paid from, as the form names it. */
type Abroad = { token: string; amount: string; refundTo: string }

const evmAddress = /^0x[0-9a-fA-F]{40}$/
const foreignAddress = /^[0-9A-Za-z]{26,128}$/

/** What is filled in besides, and where a refund goes. */
type Entering<P> = { more(page: P): Promise<void>; refundTo?: string }

type Payment = { from: TestToken; to: TestToken; pay: string }

/**
 * Enters a payment with no wallet connected, both accounts typed and confirmed, and presses for its
 * address.
 */
export async function enterPayment<P extends ViewPage>(
  product: Product<P>,
  { from, to, pay }: Payment,
  route = 'route-native',
  enter: Entering<P> = { more: async () => {} },
): Promise<P> {
  const { address } = product.info.accounts.evm
  await leaveForm(product, { from, to, pay })
  const { page } = await product.openPopup()
  // By a key: while routes come in, what stands below them moves away under a pointer.
  await page.getByRole('button', { name: 'Pay from any wallet' }).press('Enter')
  const create = page.getByTestId('confirm')
  await expect(create).toBeDisabled()
  await enter.more(page)
  await page.locator('#recipient').fill(address)
  await page.locator('#refundTo').fill(enter.refundTo ?? ownAccount(product.info, from.chainId))
  await page.locator(`[data-route-id="${route}"]`).click()
  await expect(create).toBeDisabled()
  await page.locator('input[type="checkbox"]').press('Space')
  await create.click()
  return page
}

/** Asks for an address, and gives what is shown. */
export async function askForAddress<P extends ViewPage>(
  product: Product<P>,
  input: Payment,
  route?: string,
): Promise<Shown<P>> {
  const page = await enterPayment(product, input, route)
  const isEvm = ownAccount(product.info, input.from.chainId).startsWith('0x')
  return readShown(page, isEvm ? evmAddress : foreignAddress)
}

/** Asks for an address on a chain that is only paid from, and gives what is shown. */
export async function askAbroad(
  product: Product<ViewPage>,
  { abroad, ...input }: Payment & { abroad: Abroad },
  route?: string,
): Promise<Shown> {
  const { token, amount, refundTo } = abroad
  const more = async (page: ViewPage) => {
    await page.getByLabel('Pay with').selectOption(token)
    await page.getByLabel('Amount to pay').fill(amount)
  }
  return readShown(await enterPayment(product, input, route, { more, refundTo }), foreignAddress)
}

/** The address that a page shows, once it does. */
export async function readShown<P extends ViewPage>(
  page: P,
  pattern = evmAddress,
): Promise<Shown<P>> {
  const shown = page.getByTestId('deposit-address').locator('.sr-only')
  await expect(shown).toBeVisible()
  const address = await shown.innerText()
  expect(address).toMatch(pattern)
  const orderId = /[0-9a-f]{32}/.exec(await page.evaluate<string>('location.href'))?.[0] ?? ''
  return { page, orderId, address: address as Hex }
}

/** An address for 25 USDC with the wallet of the open page connected: what it pays, it pays on a click. */
export async function askWithWallet<P extends ViewPage>(
  product: Product<P>,
  dapp: P,
  route?: string,
): Promise<Shown<P>> {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { from, to } = usdcAcross(product.info)
  const swap = await enterSwap(product, { from, to, pay: '25', isLeft: true })
  await swap.page.close()
  await product.wallet.set({ mode: 'ask' })
  return askForAddress(product, { from, to, pay: '25' }, route)
}

/** What has the connected wallet asked to pay to the address. */
export const payButton = <P extends ViewPage>(page: P) =>
  page.getByRole('button', { name: /^Pay with / }) as ReturnType<P['getByRole']>

/** Has it asked, by a key: a pointer may find that what it is over was drawn anew. */
export async function pressPay(page: ViewPage): Promise<void> {
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).press('Enter')
}

/** Another wallet pays: a plain transfer on the source chain. */
export const pay = (product: Product, token: TestToken, to: Hex, amount: bigint): Promise<Hex> =>
  createSandboxClient(product.info).transfer(token, to, amount)
