import { expect, test } from './browsers'
import { chainsOf, tokenOf } from './steps'

test('a token is pinned by a key, stands first after a reload, and is unpinned by its pin', async ({
  product,
  dapp,
}) => {
  await dapp.bringToFront()
  const [source] = chainsOf(product.info)
  const usdc = tokenOf(product.info, source, 'USDC')
  const swap = await product.openPopup()
  const pinned = swap.page.getByRole('group', { name: 'Pinned' }).getByRole('option')
  const recent = swap.page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await swap.pickToken('pay', usdc)
  await swap.handle('receive-token').click()
  await expect(recent.first()).toHaveAttribute('data-symbol', 'USDC')
  await swap.handle('token-search').press('Alt+p')
  await expect(pinned).toHaveAttribute('data-symbol', 'USDC')
  await expect(recent).toHaveCount(0)
  await swap.page.reload()
  await swap.handle('receive-token').click()
  await expect(pinned).toHaveAttribute('data-chain-id', String(source))
  await pinned.getByTestId('token-pin').click()
  await swap.page.mouse.move(0, 0)
  await expect(pinned).toHaveCount(0)
  await expect(recent.first()).toHaveAttribute('data-symbol', 'USDC')
  await swap.handle('clear-recent').click()
  await expect(recent).toHaveCount(0)
  await expect(swap.handle('token-search')).toBeFocused()
})
