import { erc20Abi } from 'viem'
import { waitUntilMined } from '../sandbox/test-client'
import { longPatience } from '../support/patience'
import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './browsers'
import { actInCheckout } from './buy-screen'
import { ofItsKind } from './cases'
import { createElsewhere } from './elsewhere'
import { loseDatabases } from './lost-store'
import { moments } from './moments'
import { openOrder } from './person'
import { expectOneDeposit, reviewOrder } from './stage'
import { countAsked, solanaChainOf, tokenOf } from './steps'

test.describe('the database is lost', () => {
  for (const id of ['deposit-asked', 'deposit-waits', 'followed'] as const) {
    const moment = moments[id]
    const tag = id === 'deposit-waits' ? ofItsKind : {}
    test(`${moment.name}: the order comes back from its mirror`, tag, async ({ product, dapp }) => {
      await dapp.bringToFront()
      const stage = await reviewOrder(product, 'ERC-20')
      await moment.reach(stage)
      await stage.swap.page.close()
      await loseDatabases(product)
      const swap = await openOrder(product, stage.orderId)
      await expect(swap.handle('order')).toBeVisible()
      await moment.goOn(stage)
      await expectOneDeposit(stage, swap)
      expect(await countAsked(product)).toBe(2)
    })
  }

  test('after the end: the history comes back from the service', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'ERC-20')
    await stage.swap.confirm()
    await expectOneDeposit(stage, stage.swap)
    await stage.swap.page.close()
    await loseDatabases(product)
    const swap = await product.openPopup()
    await swap.handle('history').first().click()
    const order = swap.page.locator('[data-testid="order"][data-status="filled"]')
    await expect(order.first()).toBeVisible()
    expect(await countAsked(product)).toBe(2)
  })
})

test('on an empty profile, payments by address and a purchase are found by what is left of them', async ({
  product,
}) => {
  const elsewhere = createElsewhere(product)
  const { wallet, token } = elsewhere
  async function pay(to: string): Promise<string> {
    const hash = await wallet.writeContract({
      address: token.address as `0x${string}`,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to as `0x${string}`, 25_000_000n],
      chain: null,
    })
    await waitUntilMined(wallet, hash)
    await expect.poll(() => elsewhere.knows(hash)).toBe(true)
    return hash
  }
  const byAddress = await elsewhere.makeTransfer()
  await pay(byAddress)
  const byHash = await pay(await elsewhere.makeTransfer())
  const number = await elsewhere.makePurchase()
  const page = await product.openPage('popup.html?view=tab#/history')
  const screen = createSwapScreen(page)

  /** Finds one order by a text, and shows it. */
  async function recover(text: string): Promise<void> {
    await page.evaluate(`void (location.hash = '#/history')`)
    await page.getByText('Recover an order', { exact: true }).click()
    await page.getByLabel('Transaction hash, order ID or address').fill(text)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.locator('.recovered')).toContainText('1 order was found.')
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect(page.locator('.order[data-testid="order"]')).toBeVisible()
  }

  for (const text of [byAddress, byHash]) {
    await recover(text)
    await screen.waitForStatus('filled')
    await expect(page.locator('[data-sum="exact"]')).toBeVisible()
    // What is paid for already, or on terms that nobody here knows, is not shown to be paid.
    await expect(page.getByTestId('deposit-address')).toHaveCount(0)
  }
  await recover(number)
  await expect(page.getByTestId('order-number')).toHaveText(number)
  await expect(page.getByTestId('checkout')).toHaveCount(0)
  await actInCheckout(product, number, 'pay')
  await screen.waitForStatus('filled')
})

test('on an empty profile, a payment on Solana is found by the address that was paid', async ({
  product,
}) => {
  const { info } = product
  const from = tokenOf(info, solanaChainOf(info), 'USDC')
  const address = await createElsewhere(product).makeTransfer(from)
  // The faucet stands for an exchange that pays out to the address.
  await product.control.fund(from.chainId, from.address, address, '25000000')
  const page = await product.openPage('popup.html?view=tab#/history')
  await page.getByText('Recover an order', { exact: true }).click()
  await page.getByLabel('Transaction hash, order ID or address').fill(address)
  // A service hears of a payment a moment after it landed.
  await expect(async () => {
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.locator('.recovered')).toContainText('1 order was found.', {
      timeout: 10_000,
    })
  }).toPass({ timeout: longPatience })
  await page.getByRole('button', { name: 'Show it' }).click()
  await createSwapScreen(page).waitForStatus('filled')
  await expect(page.locator('[data-sum="exact"]')).toBeVisible()
  await expect(page.getByTestId('deposit-address')).toHaveCount(0)
})
