import { orderText } from '@/src/ui/copy/order-text'
import { readAllowance } from '../support/chain-view'
import { longPatience } from '../support/patience'
import type { Product } from '../support/product'
import { expect, test } from './browsers'
import { waitForSent } from './moments'
import { copySupport, finishAsPerson, openOrder } from './person'
import { expectOneDeposit, reviewOrder } from './stage'
import { countAsked, countCalls, letPass, ownAccount } from './steps'

async function countSent(product: Product): Promise<number> {
  const entries = await product.wallet.prompts('eth_sendTransaction')
  // What could not be sent is noted there in words.
  const hashes = entries.flatMap(({ sent }) => sent).filter((each) => /^0x[0-9a-f]{64}$/.test(each))
  return hashes.length
}

/** The last bit turned over, as the sandbox wallet's mode does. */
function tamperedData(data: string): string {
  const last = Number.parseInt(data.slice(-2), 16) ^ 1
  return `${data.slice(0, -2)}${last.toString(16).padStart(2, '0')}`
}

test.describe('a wallet that sends something else', () => {
  type Asked = { to: string; data: string }
  const tampers: { mode: string; both: (asked: Asked) => string[] }[] = [
    {
      mode: 'tamper-to',
      both: ({ to }) => [to.toLowerCase(), '0x000000000000000000000000000000000000dead'],
    },
    { mode: 'tamper-value', both: () => ['0.25 ETH', '0.250000000000000001 ETH'] },
    { mode: 'tamper-data', both: ({ data }) => [`${data}Seen on the chain`, tamperedData(data)] },
  ]
  for (const { mode, both } of tampers) {
    test(`raises an alarm with both: ${mode}`, async ({ product, dapp }) => {
      await dapp.bringToFront()
      const stage = await reviewOrder(product, 'native')
      await product.wallet.set({ mode })
      await stage.swap.confirm()
      const alarm = stage.swap.error('chain/mismatch').first()
      await expect(alarm).toBeVisible()
      const [asked] = await product.wallet.prompts('eth_sendTransaction')
      const [request] = (asked?.params ?? []) as Asked[]
      if (request === undefined) throw new Error('The wallet was asked nothing')
      for (const side of both(request)) {
        await expect(alarm).toContainText(side, { ignoreCase: true })
      }
      await expect(alarm.getByRole('link')).toHaveAttribute(
        'href',
        new RegExp(`${asked?.sent[0]}$`),
      )
      // What was asked is looked for, until it is proved that another transaction took its nonce.
      const step = stage.swap.handle('step').last()
      await expect(step).toHaveAttribute('data-status', /^(unsure|failed)$/)
      expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
      expect(await countAsked(product)).toBe(1)
      const copied = await copySupport(product, stage.swap.page)
      expect(copied).toContain('chain/mismatch')
      expect(copied).not.toContain(new URL(product.info.dappUrl).host)
    })
  }
})

test.describe('a page that does not tell the truth', () => {
  test('a hash that no node knows never counts as sent', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native')
    await product.wallet.set({ mode: 'false-hash' })
    await stage.swap.confirm()
    await expect(stage.swap.handle('step').first()).toHaveAttribute('data-status', 'sent')
    // It is looked for two dozen times, one every two seconds while somebody looks on.
    await expect(stage.swap.error('order/unsure')).toBeVisible({ timeout: longPatience })
    expect(await stage.countDeposits()).toBe(0)
    expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
    expect(await countAsked(product)).toBe(1)
  })

  test('a refusal after sending is found on the chain, and not asked again', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native')
    await product.wallet.set({ mode: 'false-reject' })
    await stage.swap.confirm()
    await expectOneDeposit(stage, stage.swap)
    expect(await countAsked(product)).toBe(1)
  })

  test('a refusal after sending is not asked again by trying again', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native')
    await product.wallet.set({ mode: 'false-reject', times: 1, afterwards: 'auto' })
    // Once it is mined the order finds it by itself, and there is nothing to try again.
    await stage.mine(false)
    await stage.swap.confirm()
    await stage.swap.page.getByRole('button', { name: /try again/i }).click()
    await stage.mine(true)
    await expectOneDeposit(stage, stage.swap)
    expect(await countAsked(product)).toBe(1)
  })
})

test.describe('a person who changes a transaction that waits', () => {
  test('speeds it up: the new hash is followed', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native')
    await product.wallet.set({ mode: 'speed-up:600000' })
    await stage.mine(false)
    await stage.swap.confirm()
    await expect(stage.swap.handle('step').first()).toHaveAttribute('data-status', 'verified')
    await product.wallet.replaceNow()
    await expect.poll(() => countSent(product)).toBe(2)
    await stage.mine(true)
    await expectOneDeposit(stage, stage.swap)
    expect(await countAsked(product)).toBe(1)
  })

  test('speeds it up before any node saw it: the payload is found under its hash', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native')
    await product.wallet.set({ mode: 'speed-up' })
    await stage.swap.confirm()
    await expectOneDeposit(stage, stage.swap)
    expect(await countAsked(product)).toBe(1)
  })

  test('cancels it: the order ends with nothing paid', async ({ product, dapp }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native')
    await product.wallet.set({ mode: 'cancel:600000' })
    await stage.mine(false)
    await stage.swap.confirm()
    await expect(stage.swap.handle('step').first()).toHaveAttribute('data-status', 'verified')
    await product.wallet.replaceNow()
    await expect.poll(() => countSent(product)).toBe(2)
    await stage.mine(true)
    await expect(stage.swap.error('chain/cancelled').first()).toBeVisible()
    expect(await stage.countDeposits()).toBe(0)
    // The service knew of the first one already, so that this order is over; a new one is free.
    await stage.swap.waitForStatus('failed')
    await expect(stage.swap.page.getByRole('button', { name: /new swap/i })).toBeVisible()
    expect(await countAsked(product)).toBe(1)
  })
})

test.describe('a wallet that restarts and forgets what it was asked', () => {
  test('an exact approval proves that nothing was sent: it is asked again, and pays once', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'ERC-20')
    const { swap } = stage
    await product.wallet.set({ mode: 'auto', times: 1, afterwards: 'restart-unsent' })
    await swap.confirm()
    await expect.poll(() => countAsked(product)).toBe(2)
    await swap.page.getByRole('button', { name: 'The request is gone' }).click()
    await expect(swap.error('order/unsure')).toContainText('Your word')
    // The chain goes on without it: nodes that are past the ask show the approval untouched.
    await stage.mine(true)
    // It is looked for by itself, at most two minutes apart: a click of ours could come too late.
    await expect(swap.error('order/not-sent')).toBeVisible({ timeout: longPatience })
    expect(await countAsked(product)).toBe(2)
    await product.wallet.set({ mode: 'auto' })
    await swap.page.getByRole('button', { name: /try again/i }).click()
    await expectOneDeposit(stage, swap)
    expect(await countAsked(product)).toBe(3)
  })

  test('native coins take the typed word: it is asked again, and pays once', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'native')
    const { swap } = stage
    await product.wallet.set({ mode: 'restart-unsent' })
    await swap.confirm()
    await swap.page.getByRole('button', { name: 'The request is gone' }).click()
    const unsure = swap.error('order/unsure')
    await expect(unsure).toContainText('Your word')
    await expect(unsure.getByRole('button', { name: 'Start over' })).toBeDisabled()
    await product.wallet.set({ mode: 'auto' })
    await finishAsPerson(stage, swap)
    await expectOneDeposit(stage, swap)
    expect(await countAsked(product)).toBe(2)
  })
})

test('an approval whose price ended is shown with its revoke, and a new price asks for no other', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  const { swap, from, orderId } = stage
  const { page } = swap
  await stage.mine(false)
  await swap.confirm()
  await waitForSent(stage, 1)
  await letPass(product, 86_400_000)
  await stage.mine(true)
  await expect(swap.error('policy/quote-expired')).toBeVisible()
  const open = page.getByRole('region', { name: orderText.allowance.title(1) })
  await expect(open).toContainText('may take up to 11 USDC')
  await expect(open.getByRole('button', { name: orderText.allowance.stopAndClose })).toBeVisible()

  // The next worker has the time that everybody has.
  await product.stopCauseway()
  await page.getByRole('button', { name: orderText.review.newQuote }).click()
  await expect(swap.handle('confirm')).toBeVisible()
  await expect(page.getByText(orderText.review.steps(1))).toBeVisible()
  await page.getByRole('button', { name: orderText.review.cancel }).click()

  await page.close()
  const old = await openOrder(product, orderId)
  await old.waitForStatus('stopped')
  const left = old.page.getByRole('region', { name: orderText.allowance.title(1) })
  await left.getByRole('button', { name: orderText.allowance.close }).click()
  await expect(left).toHaveCount(0)
  const [approval] = await product.wallet.prompts('eth_sendTransaction')
  const [asked] = (approval?.params ?? []) as { data: string }[]
  const spender = `0x${asked?.data.slice(34, 74)}`
  const rpcUrl = product.info.chains.find(({ id }) => id === from.chainId)?.rpcUrl ?? ''
  const owner = ownAccount(product.info, from.chainId)
  await expect.poll(() => readAllowance(rpcUrl, from.address, owner, spender)).toBe(0n)
  expect(await stage.countDeposits()).toBe(0)
  expect(await countAsked(product)).toBe(2)
})
