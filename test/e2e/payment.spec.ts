import { readAllowance } from '../support/chain-view'
import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './browsers'
import { ofItsKind } from './cases'
import { openOrder } from './person'
import { reviewOrder } from './stage'
import {
  chainsOf,
  countAsked,
  countSignaturesAsked,
  enterSwap,
  ownAccount,
  readOwnBalance,
  solanaChainOf,
  tokenOf,
  usdcAcross,
} from './steps'
import { askForAddress, askWithWallet, pay, payButton, pressPay } from './transfer-screen'

test.describe('a payment by address', () => {
  test(
    'from any wallet arrives with the popup closed, and the history finds it',
    ofItsKind,
    async ({ product }) => {
      const { from, to } = usdcAcross(product.info)
      const before = await readOwnBalance(product, to)
      const { page, orderId, address } = await askForAddress(product, { from, to, pay: '25' })
      await expect(page.locator('.qr')).toHaveAttribute('data-from', 'service')
      await page.close()
      await pay(product, from, address, 25_000_000n)
      const order = await openOrder(product, orderId)
      await order.waitForStatus('filled')
      expect((await readOwnBalance(product, to)) - before).toBe(24_975_000n)
      await expect(order.page.locator('[data-sum="exact"]')).toBeVisible()
      await expect(order.page.getByTestId('deposit-address')).toHaveCount(0)
    },
  )

  test(
    'is made by a connected wallet with one click, and the money arrives',
    ofItsKind,
    async ({ product, dapp }) => {
      const { from, to } = usdcAcross(product.info)
      const { page, address } = await askWithWallet(product, dapp)
      const [before, paidBefore] = await Promise.all([
        readOwnBalance(product, to),
        readOwnBalance(product, from),
      ])
      await payButton(page).click()
      const prompt = await product.wallet.nextApproval()
      // What could be paid beside it is gone while the wallet asks.
      await expect(page.getByTestId('deposit-address')).toHaveCount(0)
      await expect(page.locator('.qr')).toHaveCount(0)
      await expect(page.locator('[data-pay="asking"]')).toContainText('25 USDC')
      await prompt.getByTestId('wallet-approve').click()
      await createSwapScreen(page).waitForStatus('filled')
      await expect(page.locator('[data-sum="exact"]')).toBeVisible()
      expect((await readOwnBalance(product, to)) - before).toBe(24_975_000n)
      expect(paidBefore - (await readOwnBalance(product, from))).toBe(25_000_000n)
      const asked = await product.wallet.prompts('eth_sendTransaction')
      expect(asked).toHaveLength(1)
      expect(JSON.stringify(asked[0]?.params).toLowerCase()).toContain(
        address.slice(2).toLowerCase(),
      )
    },
  )

  test(
    'is made by a wallet that is connected on Solana, and the money arrives',
    ofItsKind,
    async ({ product, dapp }) => {
      await product.wallet.set({ mode: 'auto' })
      await dapp.bringToFront()
      const from = tokenOf(product.info, solanaChainOf(product.info), 'USDC')
      const to = tokenOf(product.info, chainsOf(product.info)[1], 'USDC')
      const swap = await enterSwap(product, { from, to, pay: '25', isLeft: true })
      await swap.page.close()
      await product.wallet.set({ mode: 'ask' })
      const { page, address } = await askForAddress(product, { from, to, pay: '25' })
      const paidBefore = await readOwnBalance(product, from)
      const before = await readOwnBalance(product, to)
      await pressPay(page)
      const prompt = await product.wallet.nextApproval()
      // What could be paid beside it is gone while the wallet asks.
      await expect(page.getByTestId('deposit-address')).toHaveCount(0)
      const asked = page.locator('[data-pay="asking"]')
      await expect(asked).toContainText('25 USDC')
      expect(await asked.innerText()).toContain(address)
      await prompt.getByTestId('wallet-approve').click()
      await createSwapScreen(page).waitForStatus('filled')
      await expect(page.locator('[data-sum="exact"]')).toBeVisible()
      expect(paidBefore - (await readOwnBalance(product, from))).toBe(25_000_000n)
      expect((await readOwnBalance(product, to)) - before).toBe(24_975_000n)
      expect(await countSignaturesAsked(product)).toBe(1)
    },
  )
})

test(
  'an approval that a cancelled swap left open is revoked by one click',
  ofItsKind,
  async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'ERC-20')
    const { swap, from } = stage
    const rpcUrl = product.info.chains.find(({ id }) => id === from.chainId)?.rpcUrl ?? ''
    await product.wallet.set({ mode: 'auto', times: 1, afterwards: 'reject' })
    await swap.confirm()
    await expect(swap.error('order/unproved')).toBeVisible()
    // Nodes that are past the ask show that the refused payment was not sent.
    await stage.mine(true)
    await swap.page.getByRole('button', { name: 'Cancel swap' }).click()
    await swap.waitForStatus('stopped')
    const [approval] = await product.wallet.prompts('eth_sendTransaction')
    const [asked] = (approval?.params ?? []) as { data: string }[]
    // The first argument of approve(address,uint256).
    const spender = `0x${asked?.data.slice(34, 74)}`
    const left = () =>
      readAllowance(rpcUrl, from.address, ownAccount(product.info, from.chainId), spender)
    expect(await left()).toBe(stage.amount)
    const open = swap.page.locator('[aria-labelledby="allowance-title"]')
    await expect(open).toContainText('may take up to 11 USDC')
    expect((await open.innerText()).toLowerCase()).toContain(spender.slice(-4))
    await product.wallet.set({ mode: 'auto' })
    // Offered once that is proved.
    await swap.page.getByRole('button', { name: 'Revoke' }).click()
    await expect(open).toHaveCount(0)
    await expect(swap.handle('step').last()).toHaveAttribute('data-status', 'confirmed')
    await expect(swap.handle('order')).toContainText('Cancelled. Nothing was paid.')
    expect(await swap.handle('order').innerText()).not.toContain('approval stays')
    expect(await left()).toBe(0n)
    expect(await stage.countDeposits()).toBe(0)
    expect(await countAsked(product)).toBe(3)
  },
)
