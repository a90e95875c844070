import { orderText } from '@/src/ui/copy/order-text'
import type { Product } from '../support/product'
import { expect, test } from './browsers'
import { spoil } from './liars'
import { expectOneDeposit, reviewOrder } from './stage'
import { countAsked, countCalls } from './steps'

/** Methods that the second nodes were asked, oldest first. */
async function methodsAsked(product: Product): Promise<string[]> {
  const { calls } = await product.control.readCalls()
  return calls
    .filter(({ server }) => server === 'node')
    .map(({ body }) => (JSON.parse(String(body)) as { method: string }).method)
}

test('what was sent is read from the second node too, and the swap is filled', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  expect(await methodsAsked(product)).toEqual([])
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  const asked = await methodsAsked(product)
  expect(new Set(asked)).toEqual(new Set(['eth_chainId', 'eth_getTransactionByHash']))
  expect(await countAsked(product)).toBe(2)
})

test('a second node that tells of another approval stops the order before the deposit', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  await product.control.setSecondNode(stage.from.chainId, 'lying')
  await stage.swap.confirm()
  const alarm = stage.swap.error('chain/mismatch').first()
  await expect(alarm).toBeVisible()
  await expect(alarm).toContainText('0x000000000000000000000000000000000000dead', {
    ignoreCase: true,
  })
  await expect(alarm).toContainText('0xdeadbeef')
  const first = stage.swap.handle('step').first()
  await expect(first).toHaveAttribute('data-status', 'unsure')
  await stage.mine(true)
  await stage.swap.page.reload()
  await expect(first).toHaveAttribute('data-status', 'unsure')
  expect(await countAsked(product)).toBe(1)
  expect(await stage.countDeposits()).toBe(0)
  expect(await countCalls(product, 'PUT', '/v1/deposit/submit')).toBe(0)
})

test('a second node that is down holds nothing up: the swap is filled', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  await product.control.setSecondNode(stage.from.chainId, 'down')
  await stage.swap.confirm()
  await expectOneDeposit(stage, stage.swap)
  expect(await methodsAsked(product)).toContain('eth_chainId')
  expect(await methodsAsked(product)).not.toContain('eth_getTransactionByHash')
})

test('a second node that is held back holds no review up, and the order says that one node checked it', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const chains = product.info.chains.filter(({ type }) => type === 'eip155')
  for (const { id } of chains) await spoil(product, id, ['beta'], { holds: ['eth_simulateV1'] })
  const stage = await reviewOrder(product, 'ERC-20')
  const { page } = stage.swap
  await expect(page.getByText(orderText.review.triedOpen('alpha'))).toBeVisible()
  await stage.swap.confirm()
  await expect(stage.swap.handle('order')).toContainText(orderText.order.checkedByOne('alpha'))
  await product.control.healNodes()
  await product.control.release()
  await expectOneDeposit(stage, stage.swap)
  expect(await countAsked(product)).toBe(2)
})
