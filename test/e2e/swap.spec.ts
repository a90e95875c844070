import { usualPace } from '../sandbox/sandbox'
import { expect, test } from './browsers'
import { ofItsKind } from './cases'
import {
  chainsOf,
  countAsked,
  nativeToken,
  readOwnBalance,
  startSwap,
  tokenOf,
  usdcAcross,
} from './steps'

// Where blocks come whether anything is sent or not, as on the chains that people pay on.
test.use({ blockSeconds: usualPace })

test.describe('a swap through the popup', () => {
  // The one that `npm run test:quick` runs.
  const quick = { tag: ['@quick', ofItsKind.tag] }
  test(
    'moves ERC-20 to ERC-20 and pays out exactly what it says was delivered',
    quick,
    async ({ product, dapp }) => {
      await product.wallet.set({ mode: 'auto' })
      await dapp.bringToFront()
      const { from, to } = usdcAcross(product.info)
      const paidBefore = await readOwnBalance(product, from)
      const before = await readOwnBalance(product, to)
      const swap = await startSwap(product, { from, to, pay: '25' })
      await swap.confirm()
      const orderId = await swap.waitForStatus('filled')
      const delivered = (await readOwnBalance(product, to)) - before
      expect(paidBefore - (await readOwnBalance(product, from))).toBe(25_000_000n)
      expect(delivered).toBeGreaterThan(0n)
      const order = await readServiceOrder(
        product.info.serviceUrl,
        product.info.accounts.evm.address,
      )
      expect(BigInt(order.destAmount)).toBe(delivered)
      await swap.handle('history').first().click()
      await expect(swap.page.locator(`[data-order-id="${orderId}"]`).first()).toHaveAttribute(
        'data-status',
        'filled',
      )
    },
  )

  test('moves the native token to an ERC-20', ofItsKind, async ({ product, dapp }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const [source, destination] = chainsOf(product.info)
    const to = tokenOf(product.info, destination, 'USDC')
    const before = await readOwnBalance(product, to)
    const swap = await startSwap(product, { from: nativeToken(source), to, pay: '0.5' })
    await swap.confirm()
    await swap.waitForStatus('filled')
    expect(await readOwnBalance(product, to)).toBeGreaterThan(before)
    expect(await countAsked(product)).toBe(1)
  })

  test('moves an ERC-20 to the native token', async ({ product, dapp }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const [source, destination] = chainsOf(product.info)
    const from = tokenOf(product.info, source, 'USDC')
    const before = await readOwnBalance(product, nativeToken(destination))
    const swap = await startSwap(product, { from, to: nativeToken(destination), pay: '100' })
    await swap.confirm()
    await swap.waitForStatus('filled')
    expect(await readOwnBalance(product, nativeToken(destination))).toBeGreaterThan(before)
  })

  test('delivers the exact output that was asked for', async ({ product, dapp }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const before = await readOwnBalance(product, to)
    const swap = await startSwap(product, { from, to, receive: '40' })
    await swap.confirm()
    await swap.waitForStatus('filled')
    expect((await readOwnBalance(product, to)) - before).toBe(40_000_000n)
  })
})

test.describe('two wallets in one page', () => {
  test.use({ wallets: ['wallet', 'otherWallet'] })

  test('asks only the one that was chosen', async ({ product, dapp }) => {
    const [first, second] = product.wallets
    await first?.set({ mode: 'reject' })
    await second?.set({ mode: 'auto' })
    await dapp.bringToFront()
    const swap = await startSwap(product, {
      ...usdcAcross(product.info),
      pay: '5',
      wallet: 'dev.causeway.other-wallet',
    })
    await swap.confirm()
    await swap.waitForStatus('filled')
    expect(await first?.prompts('eth_sendTransaction')).toEqual([])
  })
})

async function readServiceOrder(
  serviceUrl: string,
  author: string,
): Promise<{ destAmount: string }> {
  const response = await fetch(`${serviceUrl}/v1/orders/${author}?limit=1`)
  const page = (await response.json()) as { data: { destAmount: string }[] }
  const [order] = page.data
  if (order === undefined) throw new Error('The service knows no order of this author')
  return order
}
