import type { Page } from '@playwright/test'
import { erc20Abi } from 'viem'
import { createSandboxClient } from '../sandbox/test-client'
import type { ChromiumProduct } from '../support/product'
import { expect } from './expect'
import { leaveForm, type TestToken } from './steps'

export type Hex = `0x${string}`

/** An address that is shown, and the order that it was made for. */
export type Shown = { page: Page; orderId: string; address: Hex }

/** What is paid with on a chain that is only paid from, as the form names it. */
type Abroad = { token: string; amount: string; refundTo: string }

/** Asks for an address with no wallet connected: both accounts are typed and confirmed. */
export async function askForAddress(
  product: ChromiumProduct,
  input: { from: TestToken; to: TestToken; pay: string; abroad?: Abroad },
  route = 'route-native',
): Promise<Shown> {
  const { from, to, pay, abroad } = input
  const { address } = product.info.accounts.evm
  await product.control.setQuoteExpiry(600)
  await leaveForm(product, { from, to, pay })
  const { page } = await product.openPopup()
  await page.getByRole('button', { name: 'Pay from any wallet' }).click()
  const create = page.getByTestId('confirm')
  await expect(create).toBeDisabled()
  if (abroad) {
    await page.getByLabel('Pay with').selectOption(abroad.token)
    await page.getByLabel('Amount to pay').fill(abroad.amount)
  }
  await page.locator('#recipient').fill(address)
  await page.locator('#refundTo').fill(abroad?.refundTo ?? address)
  await page.locator(`[data-route-id="${route}"]`).click()
  await expect(create).toBeDisabled()
  await page.getByRole('checkbox').check()
  await create.click()
  const shown = page.getByTestId('deposit-address').locator('.sr-only')
  await expect(shown).toHaveText(abroad ? /^[0-9A-Za-z]{26,90}$/ : /^0x[0-9a-fA-F]{40}$/)
  const orderId = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
  return { page, orderId, address: (await shown.innerText()) as Hex }
}

/** Another wallet pays: a plain transfer on the source chain. */
export async function pay(
  product: ChromiumProduct,
  token: TestToken,
  to: Hex,
  amount: bigint,
): Promise<Hex> {
  const client = createSandboxClient(product.info)
  const wallet = client.wallet(token.chainId)
  const hash = /^0x0+$/.test(token.address)
    ? await wallet.sendTransaction({ to, value: amount, chain: null })
    : await wallet.writeContract({
        address: token.address as Hex,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, amount],
        chain: null,
      })
  await wallet.waitForTransactionReceipt({ hash })
  return hash
}
