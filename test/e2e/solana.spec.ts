import { orderText } from '@/src/ui/copy/order-text'
import { expect, test } from './browsers'
import { ofItsKind } from './cases'
import { spoil } from './liars'
import {
  chainsOf,
  countAsked,
  countCalls,
  countSignaturesAsked,
  enterSwap,
  ownAccount,
  readOwnBalance,
  solanaChainOf,
  startSwap,
  tokenOf,
} from './steps'

test.describe('a swap that touches Solana', () => {
  test('moves USDC from an EVM chain: the other wallet’s account is the recipient by itself', async ({
    product,
    dapp,
  }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const [source] = chainsOf(product.info)
    const solana = solanaChainOf(product.info)
    const from = tokenOf(product.info, source, 'USDC')
    const to = tokenOf(product.info, solana, 'USDC')
    const paidBefore = await readOwnBalance(product, from)
    const before = await readOwnBalance(product, to)
    const swap = await startSwap(product, { from, to, pay: '25', bothFamilies: true })
    await expect(swap.page.locator('.terms')).toContainText(
      ownAccount(product.info, solana).slice(0, 4),
    )
    await swap.confirm()
    await swap.waitForStatus('filled')
    expect(paidBefore - (await readOwnBalance(product, from))).toBe(25_000_000n)
    expect(await readOwnBalance(product, to)).toBeGreaterThan(before)
    expect(await countAsked(product)).toBe(2)
    expect(await countSignaturesAsked(product)).toBe(0)
  })

  test('moves USDC to an EVM chain with one signature', ofItsKind, async ({ product, dapp }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const [, destination] = chainsOf(product.info)
    const from = tokenOf(product.info, solanaChainOf(product.info), 'USDC')
    const to = tokenOf(product.info, destination, 'USDC')
    const paidBefore = await readOwnBalance(product, from)
    const before = await readOwnBalance(product, to)
    const swap = await startSwap(product, { from, to, pay: '25', bothFamilies: true })
    await swap.confirm()
    await swap.waitForStatus('filled')
    expect(paidBefore - (await readOwnBalance(product, from))).toBe(25_000_000n)
    expect(await readOwnBalance(product, to)).toBeGreaterThan(before)
    expect(await countSignaturesAsked(product)).toBe(1)
    expect(await countAsked(product)).toBe(0)
  })

  test('moves SOL to a token of the same chain', async ({ product, dapp }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const solana = solanaChainOf(product.info)
    const from = tokenOf(product.info, solana, 'SOL')
    const to = tokenOf(product.info, solana, 'USDC')
    const paidBefore = await readOwnBalance(product, from)
    const before = await readOwnBalance(product, to)
    const swap = await startSwap(product, { from, to, pay: '0.5' })
    await swap.confirm()
    await swap.waitForStatus('filled')
    await expect(swap.page.getByText(orderText.order.leftAccount)).toBeVisible()
    const paid = paidBefore - (await readOwnBalance(product, from))
    // The network's fee comes on top: a few thousand lamports.
    expect(paid).toBeGreaterThanOrEqual(500_000_000n)
    expect(paid).toBeLessThan(501_000_000n)
    expect(await readOwnBalance(product, to)).toBeGreaterThan(before)
    expect(await countSignaturesAsked(product)).toBe(1)
  })

  test('refuses a recipient of the wrong family in words', async ({ product, dapp }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const [source] = chainsOf(product.info)
    const solana = solanaChainOf(product.info)
    const swap = await enterSwap(product, {
      from: tokenOf(product.info, source, 'USDC'),
      to: tokenOf(product.info, solana, 'USDC'),
      pay: '5',
    })
    await swap.page.locator('#recipient').fill(product.info.accounts.evm.address)
    await expect(swap.error('form/recipient-wrong-family')).toBeVisible()
    await expect(swap.handle('review')).toBeDisabled()
    await swap.page.locator('#recipient').fill(ownAccount(product.info, solana))
    await expect(swap.error('form/recipient-wrong-family')).toHaveCount(0)
    await expect(swap.handle('route').first()).toBeVisible()
  })
})

test.describe('a wallet that adds to what it signs', () => {
  for (const mode of ['add-compute-budget', 'add-lighthouse']) {
    test(`is accepted: ${mode}`, async ({ product, dapp }) => {
      await product.wallet.set({ mode: 'auto' })
      await dapp.bringToFront()
      const [, destination] = chainsOf(product.info)
      const from = tokenOf(product.info, solanaChainOf(product.info), 'USDC')
      const to = tokenOf(product.info, destination, 'USDC')
      const before = await readOwnBalance(product, from)
      const swap = await startSwap(product, { from, to, pay: '7', bothFamilies: true })
      await product.wallet.set({ mode })
      await swap.confirm()
      await swap.waitForStatus('filled')
      expect(before - (await readOwnBalance(product, from))).toBe(7_000_000n)
      expect(await countSignaturesAsked(product)).toBe(1)
    })
  }
})

test.describe('a wallet that changes what it signs', () => {
  const refusals = [
    { mode: 'change-instruction', code: /^policy\/solana-changed$/ },
    { mode: 'swap-fee-payer', code: /^policy\/solana-changed$/ },
    { mode: 'bad-signature', code: /^policy\/solana-signature$/ },
  ]
  for (const { mode, code } of refusals) {
    test(`is refused, and nothing is submitted: ${mode}`, async ({ product, dapp }) => {
      await product.wallet.set({ mode: 'auto' })
      await dapp.bringToFront()
      const [, destination] = chainsOf(product.info)
      const from = tokenOf(product.info, solanaChainOf(product.info), 'USDC')
      const to = tokenOf(product.info, destination, 'USDC')
      const before = await readOwnBalance(product, from)
      const swap = await startSwap(product, { from, to, pay: '7', bothFamilies: true })
      await product.wallet.set({ mode })
      await swap.confirm()
      await expect(swap.handle('step').last()).toHaveAttribute('data-status', 'unsure')
      await expect(swap.error().first()).toHaveAttribute('data-code', code)
      expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
      expect(await readOwnBalance(product, from)).toBe(before)
      expect(await countSignaturesAsked(product)).toBe(1)
    })
  }
})

test('offers a rebuild when the blockhash expires while the prompt is open', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const [, destination] = chainsOf(product.info)
  const solana = solanaChainOf(product.info)
  const from = tokenOf(product.info, solana, 'USDC')
  const to = tokenOf(product.info, destination, 'USDC')
  const before = await readOwnBalance(product, from)
  const swap = await startSwap(product, { from, to, pay: '9', bothFamilies: true })
  await product.wallet.set({ mode: 'ask' })
  await swap.confirm()
  await product.wallet.nextApproval()
  // A look that proves it too old before the wallet answers ends the step once, and what was signed once more.
  await spoil(product, solana, ['alpha', 'beta'], { frozen: true })
  await product.control.chain(solana, { action: 'mine', blocks: 200 })
  await product.wallet.decideNext('approve')
  await expect.poll(() => countCalls(product, 'PUT', '/v1/deposit/submit')).toBeGreaterThan(0)
  await product.control.healNodes()
  await expect(swap.error('chain/blockhash-expired')).toBeVisible()
  expect(await readOwnBalance(product, from)).toBe(before)
  await product.wallet.set({ mode: 'auto' })
  await swap.page.getByRole('button', { name: /try again/i }).click()
  await swap.waitForStatus('filled')
  expect(before - (await readOwnBalance(product, from))).toBe(9_000_000n)
  expect(await countSignaturesAsked(product)).toBe(2)
})
