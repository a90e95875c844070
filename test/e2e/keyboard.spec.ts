import type { Product } from '../support/product'
import type { ViewLocator, ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { listen, pressAt, tabTo, typeAt } from './by-ear'
import { pasted } from './person'
import {
  chainsOf,
  leaveForm,
  newAccount,
  readOwnBalance,
  sandboxWallet,
  type TestToken,
  tokenOf,
  usdcAcross,
} from './steps'
import { type Hex, pay } from './transfer-screen'

/** Told by a list of tokens as it opens, and as it is searched. */
const tokensFound = /^\d+ tokens?(, \d+ risky hidden)?$/

/** Picks a token in the list that a button opens, which has the focus again afterwards. */
async function pickAt(page: ViewPage, button: ViewLocator, token: TestToken): Promise<void> {
  const { symbol, chainId } = token
  await pressAt(page, button)
  await expect(page.getByTestId('token-search')).toBeFocused()
  await page.keyboard.insertText(symbol)
  const row = page.locator(
    `[data-testid="token-row"][data-symbol="${symbol}"][data-chain-id="${chainId}"]`,
  )
  await expect(row).toBeVisible()
  while ((await row.getAttribute('aria-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
}

/** Approves what the wallet asks next, in its own window. */
async function answerByKey(product: Product): Promise<void> {
  const window = await product.wallet.nextApproval()
  await tabTo(window, window.getByTestId('wallet-approve'))
  // Pressed as it is let go: the window is there until then.
  await window.keyboard.press('Space')
  await expect.poll(() => product.isOpen(window)).toBe(false)
}

test('a purchase by keyboard alone: each change is read out once, and the focus is never lost', async ({
  product,
}) => {
  const page = await product.openPage('popup.html?view=tab')
  const ear = await listen(page)
  const [, destination] = chainsOf(product.info)
  const dai = tokenOf(product.info, destination, 'DAI')
  const recipient = newAccount()
  await pressAt(page, page.getByTestId('buy'))
  await expect(page.getByRole('heading', { name: 'Buy' })).toBeFocused()
  await expect(page).toHaveTitle('Buy - Causeway')
  await typeAt(page, page.getByTestId('buy-amount'), '50')
  await pickAt(page, page.getByTestId('buy-token'), dai)
  await typeAt(page, page.getByLabel('Receive at', { exact: true }), recipient)
  await typeAt(page, page.getByLabel('Refunds go to', { exact: true }), newAccount())
  await ear.hears(/^Confirm the addresses$/)
  await tabTo(page, page.getByTestId('buy-check'))
  await page.keyboard.press('Space')
  await ear.hears(/^2 offers/)
  const harbor = page.locator('[data-provider="harbor"] input')
  await tabTo(page, page.locator('[data-testid="offer"] input:checked'))
  while (!(await harbor.isChecked())) await page.keyboard.press('ArrowDown')
  await pressAt(page, page.getByTestId('buy-order'))
  await expect(page.getByTestId('order')).toHaveAttribute('data-status', 'submitted')
  await expect(page.getByRole('heading', { name: 'Order' })).toBeFocused()
  const number = await page.getByTestId('order-number').innerText()
  await pressAt(page, page.getByRole('button', { name: 'Copy the order number' }))
  await ear.hears(/^Copied: /)
  expect(await pasted(product)).toBe(number)
  const checkout = await product.opened(() => pressAt(page, page.getByTestId('checkout')))
  const payButton = checkout.frameLocator('[data-testid="provider-frame"]').getByTestId('pay')
  await expect(payButton).toBeEnabled()
  await payButton.press('Enter')
  await expect(page.getByTestId('order')).toHaveAttribute('data-status', 'filled')
  expect(await product.control.readBalance(destination, dai.address, recipient)).toBeGreaterThan(0n)
  await ear.expectHeard(
    [
      /^Confirm the addresses$/,
      /^2 offers, the best at least \d+\.\d+ DAI$/,
      /^Waiting for your payment\. Nothing was paid yet, as far as the provider says\.$/,
      /^Copied: \S+$/,
      /^The browser was given the checkout at \d+:\d+\. If it opened, pay there; this page follows by itself\.$/,
      /^Received\. Your money has arrived\.$/,
    ],
    // What passes quickly may not be there when it is looked at.
    [
      tokensFound,
      /^The checkout was closed, or went on where it cannot be seen from here\./,
      /^On its way\. The provider is working on it\. It tells when your tokens are sent\.$/,
      /^Being checked\. The provider says it delivered\. This is being checked on the chain\.$/,
    ],
  )
})

test('a payment by address by keyboard alone: each change is read out once, and the focus is never lost', async ({
  product,
}) => {
  const { from, to } = usdcAcross(product.info)
  const own = product.info.accounts.evm.address
  const before = await readOwnBalance(product, to)
  // Paid out only once it was heard that the payment is seen.
  await product.control.setNextOrder('held')
  await leaveForm(product, { from, to, pay: '25' })
  const page = await product.openPage('popup.html?view=tab')
  const ear = await listen(page)
  await pressAt(page, page.getByRole('button', { name: 'Receive by address' }))
  await expect(page.getByRole('heading', { name: 'Pay from any wallet' })).toBeFocused()
  await typeAt(page, page.locator('#recipient'), own)
  await typeAt(page, page.locator('#refundTo'), own)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await ear.hears(/^2 offers/)
  await tabTo(page, page.getByRole('radio', { checked: true }))
  const native = page.locator('[data-route-id="route-native"] input')
  while (!(await native.isChecked())) await page.keyboard.press('ArrowDown')
  await pressAt(page, page.getByTestId('confirm'))
  await expect(page.getByRole('heading', { name: 'Order' })).toBeFocused()
  const shown = page.getByTestId('deposit-address')
  const address = (await shown.locator('.sr-only').innerText()) as Hex
  await pressAt(page, shown.getByRole('button', { name: /^Copy / }))
  expect(await pasted(product)).toBe(address)
  await pay(product, from, address, 25_000_000n)
  await expect(page.locator('[data-sum="exact"]')).toBeVisible()
  await product.control.release()
  await expect(page.locator('.order[data-testid="order"]')).toHaveAttribute('data-status', 'filled')
  expect((await readOwnBalance(product, to)) - before).toBe(24_975_000n)
  await ear.expectHeard(
    [
      /^2 offers, the best about 24\.975 USDC$/,
      /^Waiting for your payment\. No payment was seen yet\. Your money is where you keep it until you pay from your wallet\.$/,
      /^Copied: 0x\S+$/,
      /^On its way\. Your payment was seen at the address of the service\. The right amount has come\.$/,
      /^Received\. Your money has arrived\.$/,
    ],
    [
      // Of the form that the tab opens with.
      /^Best 24\.\d+ USDC, \d routes$/,
      /^Loading the QR code$/,
      /^On its way\. The service is looking at your payment\.$/,
      /^Being checked\. The service says it paid\. This is being checked on the chain\./,
    ],
  )
})

test('a swap by keyboard alone: each change is read out once, and the focus is never lost', async ({
  product,
  dapp,
}) => {
  const { from, to } = usdcAcross(product.info)
  const recipient = newAccount()
  await product.control.setQuoteExpiry(600)
  await product.wallet.set({ mode: 'ask' })
  // Paid out only once it was heard that the service has the payment.
  await product.control.setNextOrder('held')
  await dapp.bringToFront()
  const { page, handle, waitForStatus } = await product.openPopup()
  const asked =
    /^Confirm in Sandbox Wallet Answer there; if it does not open by itself, open it\. It names \S+ as the site that asks\.$/
  const approving = /^Step 1 of 2\. Approving\. Nothing has left your wallet\.$/
  const sending =
    /^Step 2 of 2\. Sending\. Sent exactly as you approved\. Waiting to be confirmed\.$/
  const registering = /^Payment sent\. Payment confirmed\. Registering your swap\.$/
  const checking =
    /^Being checked\. The service says it paid\. This is being checked on the chain\.$/
  const ear = await listen(page)
  await expect(handle('pay-amount')).toBeFocused()
  await pickAt(page, handle('pay-token'), from)
  await ear.forget(tokensFound)
  await pickAt(page, handle('receive-token'), to)
  await pressAt(page, handle('wallet-picker'))
  await pressAt(page, page.locator(`[data-testid="wallet-row"][data-rdns="${sandboxWallet}"]`))
  await answerByKey(product)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(handle('wallet-picker')).toBeFocused()
  await pressAt(page, page.locator('.side-chip[aria-expanded]'))
  await typeAt(page, page.locator('#recipient'), recipient)
  await typeAt(page, handle('pay-amount'), '25')
  await ear.hears(/^Best /)
  await tabTo(page, page.getByRole('radio', { checked: true }))
  const native = page.locator('[data-route-id="route-native"] input')
  while (!(await native.isChecked())) await page.keyboard.press('ArrowDown')
  await pressAt(page, handle('review'))
  await expect(page.getByRole('heading', { name: 'Review' })).toBeFocused()
  await expect(page).toHaveTitle('Review - Causeway')
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await pressAt(page, handle('confirm'))
  await expect(page.getByRole('heading', { name: 'Order' })).toBeFocused()
  // Each state lasts until it was heard: no block comes before, the service is not told, nothing is proved.
  const { chain, setFault, clearFaults, setNode } = product.control
  await setFault('submit', { kind: 'status', status: 503, body: {} })
  await chain(from.chainId, { action: 'automine', on: false })
  await answerByKey(product)
  await ear.hears(approving)
  await chain(from.chainId, { action: 'mine', blocks: 1 })
  await answerByKey(product)
  await ear.hears(sending)
  await chain(from.chainId, { action: 'automine', on: true })
  await chain(from.chainId, { action: 'mine', blocks: 1 })
  await ear.hears(registering)
  await clearFaults()
  await waitForStatus('tracking')
  await setNode(to.chainId, 'alpha', { down: true })
  await product.control.release()
  await ear.hears(checking)
  await setNode(to.chainId, 'alpha', {})
  await waitForStatus('filled')
  await expect(page.getByRole('heading', { name: 'Order' })).toBeFocused()
  expect(await product.control.readBalance(to.chainId, to.address, recipient)).toBe(24_975_000n)
  await ear.expectHeard(
    [
      /^Approve the connection in Sandbox Wallet\. It names \S+ as the site that asks\.$/,
      /^Best 24\.\d+ USDC, 3 routes$/,
      /^Confirm the points above first\.$/,
      /^Nothing is sent until you confirm\.$/,
      asked,
      /^Step 1 of 2\. Waiting for you\. Nothing has left your wallet\.$/,
      approving,
      asked,
      /^Step 2 of 2\. Waiting for you\. Nothing leaves your wallet until you confirm there\.$/,
      sending,
      registering,
      /^On its way\. Your payment has arrived at the service\. The filler is paying out\.$/,
      checking,
      /^Received\. Your money has arrived\.$/,
    ],
    // What passes quickly may not be there when it is looked at.
    [
      tokensFound,
      // By one node, or by both at once.
      /^Tried on /,
      /^Step [12] of 2\. Preparing\. Nothing has left your wallet\.$/,
      /^Step 2 of 2\. Sending\. Your wallet says that it sent your payment\. Waiting to be confirmed\.$/,
    ],
  )
})
