import type { Page } from '@playwright/test'
import { createSandboxClient } from '../sandbox/test-client'
import type { ChromiumProduct } from '../support/product'
import { expect } from './expect'
import { enterSwap, leaveForm, ownAccount, type TestToken, usdcAcross } from './steps'

export type Hex = `0x${string}`

/** An address that is shown, and the order that it was made for. */
export type Shown = { page: Page; orderId: string; address: Hex }

/** What is paid with on a chain that is only paid from, as the form names it. */
type Abroad = { token: string; amount: string; refundTo: string }

const evmAddress = /^0x[0-9a-fA-F]{40}$/

type Payment = { from: TestToken; to: TestToken; pay: string; abroad?: Abroad }

/**
 * Enters a payment with no wallet connected, both accounts typed and confirmed, and presses for its
 * address.
 */
export async function enterPayment(
  product: ChromiumProduct,
  input: Payment,
  route = 'route-native',
): Promise<Page> {
  const { from, to, pay, abroad } = input
  const { address } = product.info.accounts.evm
  await leaveForm(product, { from, to, pay })
  const { page } = await product.openPopup()
  // By a key: while routes come in, what stands below them moves away under a pointer.
  await page.getByRole('button', { name: 'Pay from any wallet' }).press('Enter')
  const create = page.getByTestId('confirm')
  await expect(create).toBeDisabled()
  if (abroad) {
    await page.getByLabel('Pay with').selectOption(abroad.token)
    await page.getByLabel('Amount to pay').fill(abroad.amount)
  }
  await page.locator('#recipient').fill(address)
  await page.locator('#refundTo').fill(abroad?.refundTo ?? ownAccount(product.info, from.chainId))
  await page.locator(`[data-route-id="${route}"]`).click()
  await expect(create).toBeDisabled()
  await page.getByRole('checkbox').check()
  await create.click()
  return page
}

/** Asks for an address, and gives what is shown. */
export async function askForAddress(
  product: ChromiumProduct,
  input: Payment,
  route?: string,
): Promise<Shown> {
  const page = await enterPayment(product, input, route)
  const { from, abroad } = input
  const isEvm = !abroad && ownAccount(product.info, from.chainId).startsWith('0x')
  return readShown(page, isEvm ? evmAddress : /^[0-9A-Za-z]{26,128}$/)
}

/** The address that a page shows, once it does. */
export async function readShown(page: Page, pattern = evmAddress): Promise<Shown> {
  const shown = page.getByTestId('deposit-address').locator('.sr-only')
  await expect(shown).toHaveText(pattern)
  const orderId = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
  return { page, orderId, address: (await shown.innerText()) as Hex }
}

/** An address for 25 USDC with the wallet of the open page connected: what it pays, it pays on a click. */
export async function askWithWallet(
  product: ChromiumProduct,
  dapp: Page,
  route?: string,
): Promise<Shown> {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { from, to } = usdcAcross(product.info)
  const swap = await enterSwap(product, { from, to, pay: '25', isLeft: true })
  await swap.page.close()
  await product.wallet.set({ mode: 'ask' })
  return askForAddress(product, { from, to, pay: '25' }, route)
}

/** What has the connected wallet asked to pay to the address. */
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay with / })

/** Has it asked, by a key: a pointer may find that what it is over was drawn anew. */
export async function pressPay(page: Page): Promise<void> {
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).press('Enter')
}

/** Another wallet pays: a plain transfer on the source chain. */
export const pay = (
  product: ChromiumProduct,
  token: TestToken,
  to: Hex,
  amount: bigint,
): Promise<Hex> => createSandboxClient(product.info).transfer(token, to, amount)
