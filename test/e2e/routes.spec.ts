import { formatUnits } from 'viem'
import { costText } from '@/src/ui/copy/cost-text'
import { lateText } from '@/src/ui/copy/late-text'
import { orderText } from '@/src/ui/copy/order-text'
import type { ViewLocator } from '../support/view'
import { expect, test } from './browsers'
import { expectOneDeposit, reviewOrder, type Stage } from './stage'
import {
  chainsOf,
  countAsked,
  countCalls,
  countSignaturesAsked,
  enterSwap,
  readOwnBalance,
  solanaChainOf,
  tokenOf,
  usdcAcross,
} from './steps'

/** Transactions of the account that were mined since the review. */
const countSent = async (stage: Stage) => (await stage.nonces()).mined - stage.nonceBefore

/** What independent nodes of the sandbox say of a trial. */
const tried = /In the trial (.+) leaves your account, and nothing else\./

test('a token deposit with a fixed fee beside it is accepted with a tick, and filled', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.control.setShape('fixed-fee')
  const stage = await reviewOrder(product, 'ERC-20')
  const { page, handle } = stage.swap
  await expect(page.getByText('Fee of the route')).toBeVisible()
  const fee = page.getByRole('checkbox', { name: /I accept a fee of 0\.001 ETH on top/ })
  await expect(handle('confirm')).toBeDisabled()
  for (const tick of await page.getByRole('checkbox').all()) await tick.check()
  await expect(fee).toBeChecked()
  await page.getByText('Your wallet will ask twice').click()
  await expect(page.getByText(tried)).toContainText('11 USDC and a fee of 0.001 ETH')
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
})

test('coins with a fixed fee on top are filled', async ({ product, dapp }) => {
  await dapp.bringToFront()
  await product.control.setShape('fixed-fee')
  const stage = await reviewOrder(product, 'native')
  await stage.swap.page.getByText('Your wallet will ask once').click()
  await expect(stage.swap.page.getByText(tried)).toContainText('0.25 ETH and a fee of 0.001 ETH')
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
})

const byToken = [
  ['whose spender is a token proxy', 'token-proxy'],
  ['by several calls in one', 'multicall'],
] as const
for (const [how, shape] of byToken) {
  test(`a deposit ${how} is filled`, async ({ product, dapp }) => {
    await dapp.bringToFront()
    await product.control.setShape(shape)
    const stage = await reviewOrder(product, 'ERC-20')
    await stage.swap.page.getByText('Your wallet will ask twice').click()
    await expect(stage.swap.page.getByText(tried)).toContainText('11 USDC leaves')
    await stage.swap.confirm()
    await expectOneDeposit(stage, stage.swap)
  })
}

test('tokens of Solana that a program of its own moves, co-signed by the filler, are filled', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.control.setShape('own-program')
  const stage = await reviewOrder(product, 'Solana')
  const { page, handle } = stage.swap
  // What a program that nobody here knows will do is known from the trial alone.
  await expect(handle('confirm')).toBeDisabled()
  // Whose account gets the tokens is read there too; the hub calls it its own.
  const hub = await fetch(`${product.info.serviceUrl}/v1/config/arcadia`)
  const { contract } = (await hub.json()) as { contract: { assetReserves: object } }
  const reserve = String(new Map(Object.entries(contract.assetReserves)).get('0x4a8bfa0c0'))
  await expect(page.locator('.terms-payee').first()).toHaveAttribute('title', reserve)
  await expect(page.locator('.terms-payee').first()).toContainText(
    orderText.review.hubContract('assetReserves'),
  )
  await expect(page.locator('.terms-payee').last()).toContainText(orderText.review.firstPaid)
  for (const tick of await page.getByRole('checkbox').all()) await tick.check()
  await page.getByText('Your wallet will ask once').click()
  await expect(page.getByText(tried)).toContainText('11 USDC leaves')
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  expect(await countSignaturesAsked(product)).toBe(1)
  // What was mined is read with the accounts of the address table.
  await expect(page.getByText(orderText.order.leftAccount)).toBeVisible()
})

test('tokens of Solana whose network fee the filler pays, which has signed, are filled', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.control.setShape('sponsored')
  const coin = tokenOf(product.info, solanaChainOf(product.info), 'SOL')
  const before = await readOwnBalance(product, coin)
  const stage = await reviewOrder(product, 'Solana')
  await expect(stage.swap.page.getByText(costText.byOther)).toBeVisible()
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  expect(await countSignaturesAsked(product)).toBe(1)
  expect(await readOwnBalance(product, coin)).toBe(before)
})

test('a swap to another token before the deposit is asked for once, and the order is filled', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.control.setShape('swap-first')
  const stage = await reviewOrder(product, 'ERC-20')
  const { page } = stage.swap
  await page.getByText('Your wallet will ask 4 times').click()
  await expect(page.getByText(/Swap 11 USDC for about 10\.\d+ DAI/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /Swap USDC for about DAI/ })).toBeVisible()
  await expect(page.getByText(tried)).toContainText('11 USDC leaves')
  await stage.swap.confirm()
  await stage.swap.waitForStatus('filled')
  // Approve, swap, approve, deposit: each once.
  expect(await countAsked(product)).toBe(4)
  expect(await countSent(stage)).toBe(4)
})

test('an order that is cancelled after its swap says what is held, and goes on from exactly that', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.control.setShape('swap-first')
  const stage = await reviewOrder(product, 'ERC-20')
  const dai = tokenOf(product.info, stage.from.chainId, 'DAI')
  const before = await readOwnBalance(product, dai)
  // The approval and the swap; the approval of what came is refused.
  await product.wallet.set({ mode: 'auto', times: 2, afterwards: 'reject' })
  await stage.swap.confirm()
  const { page, handle } = stage.swap
  // While the wallet is asked for the first two it could be cancelled as well.
  await expect(stage.swap.error('wallet/declined').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel swap' }).click()
  await stage.swap.waitForStatus('stopped')
  await expect(handle('order').getByText(/You now hold 10\.\d+ DAI on Base/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You stopped before the payment' })).toBeVisible()
  const came = (await readOwnBalance(product, dai)) - before
  await page.getByRole('button', { name: 'New quote from this' }).click()
  await handle('pay-amount').focus()
  await expect(handle('pay-amount')).toHaveValue(formatUnits(came, 18))
  await expect(handle('pay-token')).toContainText('DAI')
  expect(await countAsked(product)).toBe(3)
})

test('coins that are wrapped before the deposit are filled', async ({ product, dapp }) => {
  await dapp.bringToFront()
  await product.control.setShape('wrap-first')
  const stage = await reviewOrder(product, 'native')
  await stage.swap.page.getByText('Your wallet will ask 3 times').click()
  await expect(stage.swap.page.getByText('Wrap 0.25 ETH to 0.25 WETH')).toBeVisible()
  await stage.swap.confirm()
  await stage.swap.waitForStatus('filled')
  expect(await countAsked(product)).toBe(3)
  expect(await countSent(stage)).toBe(3)
})

test('a coin too much on top cannot be confirmed with a click', async ({ product, dapp }) => {
  await dapp.bringToFront()
  await product.control.tamperBuild({ tamper: 'extra-value' })
  const stage = await reviewOrder(product, 'native')
  const { page, handle } = stage.swap
  await expect(page.getByText(/a fee of 1 ETH on top, 400% of what I pay/)).toBeVisible()
  for (const tick of await page.getByRole('checkbox').all()) await tick.check()
  const word = page.getByRole('textbox', { name: /Type HIGH FEE to accept it/ })
  await word.fill('HIGH')
  await expect(handle('confirm')).toBeDisabled()
  await word.fill('high fee')
  await expect(handle('confirm')).toBeEnabled()
  expect(await countAsked(product)).toBe(0)
})

test('a fee that cannot be tried by an independent node is refused before the review', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  await product.control.setShape('fixed-fee')
  await product.wallet.set({ mode: 'auto' })
  const [source, destination] = chainsOf(product.info)
  const [from, to] = [source, destination].map((chain) => tokenOf(product.info, chain, 'USDC'))
  if (!from || !to) throw new Error('no USDC')
  for (const node of ['alpha', 'beta'] as const) {
    await product.control.setNode(source, node, { down: true })
  }
  const swap = await enterSwap(product, { from, to, pay: '11', isLeft: true })
  await expect(swap.handle('route').first()).toBeVisible()
  await swap.pickRoute()
  await swap.handle('review').click()
  await expect(swap.error('policy/untried')).toBeVisible()
  expect(await countAsked(product)).toBe(0)
  expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
})

test('routes stand in the order that is chosen above them, and the first of it is swapped by', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { from, to } = usdcAcross(product.info)
  // Of so much the fillers' shares differ by more than gas does at any price between 1 and 2 gwei: how many
  // blocks the chain has by then is chance.
  const swap = await enterSwap(product, { from, to, pay: '60' })
  const { page, handle } = swap
  const routes: ViewLocator = handle('route')
  const sort = page.getByRole('combobox', { name: lateText.routes.sort })
  await expect(routes).toHaveCount(3)
  // Where the token was pressed the routes stand by now: under the pointer they keep the places in which they came.
  await page.mouse.move(0, 0)
  // What it brings, less its cost on the network.
  await expect(routes.first()).toHaveAttribute('data-route-id', 'route-native')
  await sort.selectOption({ label: lateText.routes.byTime })
  await expect(routes.first()).toHaveAttribute('data-route-id', 'route-liquidity')
  await expect(routes.last()).toHaveAttribute('data-route-id', 'route-intent')
  const before = await readOwnBalance(product, to)
  await routes.first().click()
  await swap.review()
  await swap.confirm()
  await swap.waitForStatus('filled')
  // That filler takes 0.3 %.
  expect((await readOwnBalance(product, to)) - before).toBe(59_820_000n)
})

test('a route that was picked stays picked over a closed popup, and is the one that is reviewed', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const swap = await enterSwap(product, { ...usdcAcross(product.info), pay: '25' })
  await expect(swap.route().getByRole('radio')).toBeChecked()
  await swap.pickRoute('route-liquidity')
  const filler = await swap.route('route-liquidity').locator('bdi').last().innerText()
  await swap.page.close()
  const again = await product.openPopup()
  await expect(again.handle('route')).toHaveCount(3)
  await expect(again.route('route-liquidity').getByRole('radio')).toBeChecked()
  await again.review()
  await expect(again.page.locator('.terms-filler bdi')).toHaveText(filler)
})
