import { costText } from '@/src/ui/copy/cost-text'
import { lateText } from '@/src/ui/copy/late-text'
import { recordText } from '@/src/ui/copy/record-text'
import { storedText } from '@/src/ui/copy/stored-text'
import { text } from '@/src/ui/copy/text'
import { createTokenPicker } from '../support/token-picker'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import {
  chainsOf,
  countCalls,
  enterSwap,
  readOwnBalance,
  startSwap,
  tokenOf,
  unlistedOf,
  usdcAcross,
} from './steps'

/** Agrees to what is asked before it may be confirmed: on a busy machine a balance may not be known in time. */
async function tickAll(page: ViewPage): Promise<void> {
  for (const tick of await page.getByRole('checkbox').all()) await tick.check()
}

test('an amount that is typed in dollars is paid as what it comes to in the token', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const [source, destination] = chainsOf(product.info)
  // Worth five dollars each.
  const from = tokenOf(product.info, source, 'TICKET')
  const before = await readOwnBalance(product, from)
  const to = tokenOf(product.info, destination, 'USDC')
  const swap = await enterSwap(product, { from, to })
  const { page } = swap
  await page.getByRole('button', { name: text.swap.typeMoney }).first().click()
  await page.getByRole('textbox', { name: text.swap.amountPayMoney }).fill('35')
  const comesTo = page.locator('.token-field-foot > .money[aria-pressed="true"] + .num')
  await expect(comesTo).toHaveText('= 7 TICKET')
  await expect(swap.route()).toBeVisible()
  await swap.review()
  await expect(page.locator('.side').first()).toContainText('7 TICKET')
  await tickAll(page)
  await swap.confirm()
  await swap.waitForStatus('filled')
  expect(before - (await readOwnBalance(product, from))).toBe(7n)
})

test('a filler that kept its word here comes first by this computer’s own record, with its costs part by part', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const input = { ...usdcAcross(product.info), pay: '250', isLeft: true }
  const first = await enterSwap(product, input)
  const sortOf = (swap: typeof first) =>
    swap.page.getByRole('combobox', { name: lateText.routes.sort })
  await expect(sortOf(first).getByRole('option', { name: lateText.routes.noRecord })).toBeDisabled()
  await first.pickRoute('route-liquidity')
  await first.review()
  await tickAll(first.page)
  await first.confirm()
  await first.waitForStatus('filled')
  await first.page.close()

  await dapp.bringToFront()
  const swap = await enterSwap(product, input)
  await expect(swap.handle('route')).toHaveCount(3)
  // The dearest of them by far, whatever the gas costs.
  await expect(swap.handle('route').last()).toHaveAttribute('data-route-id', 'route-liquidity')
  await sortOf(swap).selectOption({ label: lateText.routes.byRecord })
  await expect(swap.route()).toHaveAttribute('data-route-id', 'route-liquidity')
  await swap.pickRoute()
  const { page } = swap
  await page.getByRole('button', { name: /^(Costs|Gains) / }).click()
  await expect(page.locator('.record')).toContainText(recordText.came(1, 1))
  const parts = page.locator('.costs-parts')
  for (const part of [costText.network, costText.price, costText.filler]) {
    await expect(parts.getByText(part, { exact: true })).toBeVisible()
  }
  await expect(parts.locator('dd.costs-total')).toContainText('$')
})

test('the settings name every host that is talked to, and count what is stored', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const input = { ...usdcAcross(product.info), pay: '25', isLeft: true }
  const swap = await startSwap(product, input)
  await tickAll(swap.page)
  await swap.confirm()
  await swap.waitForStatus('filled')
  const page = await product.openPage('popup.html?view=tab#/settings')
  await page.getByText(storedText.hosts, { exact: true }).click()
  const { serviceUrl, fiatUrl, qrUrl, signerUrl, chains, nodes } = product.info
  const urls = [
    ...[serviceUrl, fiatUrl, qrUrl, signerUrl],
    ...[...chains.map(({ rpcUrl }) => rpcUrl), ...nodes.map(({ url }) => url)],
  ]
  const hosts = page.locator('.hosts .mono')
  for (const host of new Set(urls.map((url) => new URL(url).host))) {
    await expect(hosts.getByText(host, { exact: true }).first()).toBeVisible()
  }
  // Who is independent of the service is named beside its host.
  const { service, listed, operator } = storedText.roles
  for (const { title } of [service, listed]) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  const operators = page.locator('.hosts section').filter({ hasText: operator.what })
  for (const { name } of nodes) await expect(operators.getByText(name).first()).toBeVisible()
  await page.getByText(storedText.stored, { exact: true }).click()
  const orders = page.locator('.stored li').filter({ hasText: storedText.stores.orders })
  await expect(orders.locator('.num')).toHaveText('1')
})

test('a token far down a long list is reached by scrolling, and is priced as any other', async ({
  product,
}) => {
  const { info, control } = product
  const [source, destination] = chainsOf(info)
  await control.lengthenLists(150)
  const lamp = unlistedOf(info, source)
  const swap = await product.openPopup()
  const { page } = swap
  const picker = createTokenPicker(page)
  await picker.open('pay')
  await picker.chain(source).click()
  const rows = swap.handle('token-row')
  await expect(rows.nth(5)).toHaveAttribute('data-chain-id', String(source))
  const further = `/v1/tokens?chainIds=${source}&limit=500`
  expect(await countCalls(product, 'GET', further)).toBe(0)
  await picker.list.hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000)
      return picker.row(lamp.address).count()
    })
    .toBe(1)
  // Nothing was read twice.
  expect(await countCalls(product, 'GET', further)).toBe(1)
  const place = Number(await picker.row(lamp.address).getAttribute('aria-posinset'))
  expect(place).toBeGreaterThan(150)
  await picker.row(lamp.address).click()
  await expect(swap.handle('pay-token')).toContainText('LAMP')
  await swap.pickToken('receive', tokenOf(info, destination, 'USDC'))
  await swap.handle('pay-amount').fill('25')
  await expect(swap.route()).toBeVisible()
})
