import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './browsers'
import { chainsOf, ownAccount, sandboxWallet, tokenOf } from './steps'

type Share = { address: string; symbol: string; chainId: number }

test('a vault`s share is found under its chip, is swapped into as what it is, and comes to the account', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { info } = product
  const [hub, source] = chainsOf(info)
  const listed = (await (await fetch(`${info.serviceUrl}/v1/mtokens`)).json()) as Share[]
  const [share] = listed
  if (share === undefined) throw new Error('The sandbox lists no share')
  const held = () => product.control.readBalance(hub, share.address, ownAccount(info, hub))
  const before = await held()
  const swap = await product.openPopup()
  const { page, handle } = swap
  await swap.pickToken('pay', tokenOf(info, source, 'USDC'))
  await handle('receive-token').click()
  // Not offered unasked.
  const row = page.locator(`[data-testid="token-row"][data-address="${share.address}" i]`)
  await expect(handle('token-row').first()).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Vaults', exact: true }).click()
  await expect(row).toContainText('Vault share')
  await expect(row).toContainText(/\S · .* for USDC/)
  await expect(page.locator('[data-testid="token-row"][data-symbol="cvUSD"]')).toContainText(
    'Vault',
  )
  await row.click()
  await swap.pickWallet(sandboxWallet)
  await expect(handle('wallet-picker')).toContainText(ownAccount(info, hub).slice(0, 6))
  await handle('pay-amount').fill('25')
  await expect(handle('route').first()).toBeVisible()
  await swap.pickRoute()
  await swap.review()
  await expect(page.locator('.side').nth(1)).toContainText(share.symbol)
  await expect(page.locator('.side').nth(1)).toContainText('Vault share')
  await expect(page.locator('.side').nth(0)).not.toContainText('Vault')
  await swap.confirm()
  await swap.waitForStatus('filled')
  expect((await held()) - before).toBeGreaterThan(0n)
})

test('the settings show the hub that is in use, with every address as it is', async ({
  product,
}) => {
  const { info } = product
  const page = await product.openPage('popup.html?view=tab#/settings')
  await page.getByText('Hub: vaults and contracts in use').click()
  const hub = page.locator('.hub')
  const answer = await fetch(`${info.serviceUrl}/v1/config/arcadia`)
  const { contract } = (await answer.json()) as { contract: Record<string, unknown> }
  const named = Object.entries(contract).filter(([, value]) => typeof value === 'string')
  expect(named.length).toBeGreaterThan(0)
  for (const [name, address] of named) {
    const place = hub.locator('.hub-contract').filter({ hasText: name }).first()
    await expect(place.locator('.sr-only')).toHaveText(new RegExp(`^${address}$`, 'i'))
  }
  await expect(createSwapScreen(page).error()).toHaveCount(0)
})
