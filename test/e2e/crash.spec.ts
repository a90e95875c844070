import { expect, test } from './browsers'
import { ofItsKind } from './cases'
import { chainsOf, countAsked, readOwnBalance, startSwap, tokenOf, usdcAcross } from './steps'

test.describe('closing and dying', () => {
  test(
    'completes and notifies when the popup closes right after confirming',
    ofItsKind,
    async ({ product, dapp }) => {
      await product.wallet.set({ mode: 'auto' })
      await dapp.bringToFront()
      const [source, destination] = chainsOf(product.info)
      const to = tokenOf(product.info, destination, 'USDC')
      const before = await readOwnBalance(product, to)
      const from = tokenOf(product.info, source, 'USDC')
      const swap = await startSwap(product, { from, to, pay: '30' })
      // Nothing goes on before the popup is gone.
      await product.wallet.set({ mode: 'ask' })
      await swap.confirm()
      await swap.waitForStatus('running')
      await swap.page.close()
      await product.wallet.decideNext('approve')
      await product.wallet.decideNext('approve')
      await expect.poll(() => readOwnBalance(product, to)).toBeGreaterThan(before)
      await expect
        .poll(() => product.inside<string[]>('chrome.notifications.getAll().then(Object.keys)'))
        .toHaveLength(1)
      const history = await product.openPopup()
      await history.handle('history').first().click()
      await history.waitForStatus('filled')
    },
  )

  test('mines exactly one deposit when the worker is killed while the prompt is open', async ({
    product,
    dapp,
  }) => {
    await product.wallet.set({ mode: 'auto' })
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const paidBefore = await readOwnBalance(product, from)
    const swap = await startSwap(product, { from, to, pay: '30' })
    await product.wallet.set({ mode: 'ask' })
    await swap.confirm()
    await product.wallet.decideNext('approve')
    await product.wallet.nextApproval()
    await product.stopCauseway()
    await product.wallet.decideNext('approve')
    await swap.waitForStatus('filled')
    expect(paidBefore - (await readOwnBalance(product, from))).toBe(30_000_000n)
    expect(await countAsked(product)).toBe(2)
  })
})

test.describe('a person who says no', () => {
  test('sends nothing, says so, and can try again', ofItsKind, async ({ product, dapp }) => {
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const before = await readOwnBalance(product, from)
    await product.wallet.set({ mode: 'auto' })
    const swap = await startSwap(product, { from, to, pay: '12' })
    await product.wallet.set({ mode: 'reject' })
    await swap.confirm()
    await expect(swap.error('wallet/declined')).toBeVisible()
    expect(await readOwnBalance(product, from)).toBe(before)
    const badge = () => product.inside<string>('chrome.action.getBadgeText({})')
    await expect.poll(badge).toBe('1')
    await product.wallet.set({ mode: 'auto' })
    await swap.page.getByRole('button', { name: /try again/i }).click()
    await swap.waitForStatus('filled')
    await expect.poll(badge).toBe('')
    expect(before - (await readOwnBalance(product, from))).toBe(12_000_000n)
  })

  test('keeps the approval and asks only for the deposit when the second step was declined', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    const { from, to } = usdcAcross(product.info)
    const before = await readOwnBalance(product, from)
    await product.wallet.set({ mode: 'auto' })
    const swap = await startSwap(product, { from, to, pay: '12' })
    await product.wallet.set({ mode: 'ask' })
    await swap.confirm()
    await product.wallet.decideNext('approve')
    await product.wallet.decideNext('reject')
    // A page alone reports it: it is asked again on the person's word, or once the chain goes on.
    await expect(swap.error('order/unproved')).toBeVisible()
    await expect(swap.handle('step').first()).toHaveAttribute('data-status', 'confirmed')
    expect(await readOwnBalance(product, from)).toBe(before)
    await product.wallet.set({ mode: 'auto' })
    await swap.page.getByRole('button', { name: /try again/i }).click()
    await swap.waitForStatus('filled')
    expect(before - (await readOwnBalance(product, from))).toBe(12_000_000n)
    expect(await countAsked(product)).toBe(3)
  })
})

test('tells of a refund: what came back, and where', async ({ product, dapp }) => {
  await product.wallet.set({ mode: 'auto' })
  await dapp.bringToFront()
  const { from, to } = usdcAcross(product.info)
  const before = await readOwnBalance(product, from)
  const swap = await startSwap(product, { from, to, pay: '17' })
  await product.control.setNextOrder('refund')
  await swap.confirm()
  await swap.waitForStatus('refunded')
  expect(await readOwnBalance(product, from)).toBe(before)
})
