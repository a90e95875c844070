import { gatewayResolver, type NameRecords } from '../sandbox/chains/evm/names'
import { recordName } from '../support/names'
import type { Product } from '../support/product'
import { expect, test } from './browsers'
import { chainsOf, enterSwap, newAccount, usdcAcross } from './steps'

const friend = newAccount()
const other = newAccount()

/** Puts a name on record where the build reads them: on its first chain. */
function record({ info }: Product, records: NameRecords): Promise<void> {
  const [first] = chainsOf(info)
  return recordName(info.chains.find(({ id }) => id === first)?.rpcUrl ?? '', records)
}

/** A form with an amount and prices, and the recipient's field open. */
async function openRecipient(product: Product) {
  await product.wallet.set({ mode: 'auto' })
  const swap = await enterSwap(product, { ...usdcAcross(product.info), pay: '25' })
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.page.locator('.side-chip[aria-expanded]').click()
  const lookup = swap.handle('name-lookup')
  return { swap, lookup, field: swap.page.locator('#recipient') }
}

test('a name is typed, its address compared and paid', async ({ product, dapp }) => {
  await record(product, { name: 'friend.eth', address: friend, back: 'friend.eth' })
  await dapp.bringToFront()
  const { swap, lookup, field } = await openRecipient(product)
  const { page, handle } = swap
  await field.fill('Friend.eth')
  await expect(lookup).toHaveAttribute('data-state', 'found')
  await expect(lookup.locator('.address .sr-only')).toHaveText(friend, { ignoreCase: true })
  await expect(handle('review')).toBeDisabled()
  await handle('name-use').click()
  await expect(field).toBeFocused()
  await expect(page.locator('.recipient')).toContainText('Typed as friend.eth')
  await swap.review()
  const terms = page.locator('.terms')
  await expect(terms.locator('.address .sr-only')).toHaveText(friend, { ignoreCase: true })
  await expect(terms).toContainText('Typed as friend.eth')
  await expect(handle('confirm')).toBeDisabled()
  await page.locator('.ticks [type=checkbox]').check()
  await swap.confirm()
  await swap.waitForStatus('filled')
  const { to } = usdcAcross(product.info)
  expect(await product.control.readBalance(to.chainId, to.address, friend)).toBeGreaterThan(0n)
})

test('a name that moved before the review stops there, until its new address is confirmed', async ({
  product,
  dapp,
}) => {
  await record(product, { name: 'mover.eth', address: friend })
  await dapp.bringToFront()
  const { swap, lookup, field } = await openRecipient(product)
  const { page, handle } = swap
  await field.fill('mover.eth')
  await expect(lookup).toContainText('calls itself')
  await expect(handle('name-use')).toBeDisabled()
  await lookup.locator('[type=checkbox]').check()
  await handle('name-use').click()
  await record(product, { name: 'mover.eth', address: other })
  await swap.review()
  const changed = handle('name-changed')
  await expect(changed.locator('.address .sr-only')).toHaveText(other, { ignoreCase: true })
  await page.locator('.ticks [type=checkbox]').check()
  await expect(handle('confirm')).toBeDisabled()
  await changed.getByRole('button', { name: 'Back to the form' }).click()
  await expect(lookup.locator('.address .sr-only')).toHaveText(other, { ignoreCase: true })
  await expect(handle('review')).toBeDisabled()
  await lookup.locator('[type=checkbox]').check()
  await handle('name-use').click()
  await swap.review()
  await page.locator('.ticks [type=checkbox]').check()
  await expect(handle('confirm')).toBeEnabled()
  await expect(page.locator('.terms .address .sr-only')).toHaveText(other, { ignoreCase: true })
})

test('a name that only a gateway knows, and one that two nodes tell apart, are refused in words', async ({
  product,
  dapp,
}) => {
  await record(product, { name: 'gate.eth', resolver: gatewayResolver })
  await record(product, { name: 'split.eth', address: friend, back: 'split.eth' })
  await dapp.bringToFront()
  const { swap, lookup, field } = await openRecipient(product)
  await field.fill('gate.eth')
  await expect(lookup).toHaveAttribute('data-state', 'outside')
  const [first] = chainsOf(product.info)
  await product.control.setNode(first, 'beta', { lies: ['otherName'] })
  await field.fill('split.eth')
  await expect(lookup).toHaveAttribute('data-state', 'disagree')
  await expect(swap.handle('name-use')).toHaveCount(0)
  await product.control.setNode(first, 'beta', {})
  await lookup.getByRole('button', { name: 'Look it up again' }).click()
  await expect(lookup).toHaveAttribute('data-state', 'found')
})
