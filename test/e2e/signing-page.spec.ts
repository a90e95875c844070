import { createSwapScreen } from '../support/swap-screen'
import { expect, test } from './browsers'
import { ofItsKind } from './cases'
import { countAsked, ownAccount, readOwnBalance, sandboxWallet, usdcAcross } from './steps'

test(
  'with no site open, a swap goes through the signing page, which may be closed once the wallet has answered',
  ofItsKind,
  async ({ product }) => {
    const { info } = product
    const { from, to } = usdcAcross(info)
    await product.wallet.set({ mode: 'auto' })
    const before = await readOwnBalance(product, to)
    const swap = await product.openPopup()
    const { page, handle } = swap
    await swap.enterPair(from, to)
    await handle('wallet-picker').click()
    await page.getByRole('button', { name: /Open Causeway's wallet page/ }).click()
    const row = page.locator('[data-testid="page-row"]')
    const own = page.locator(`[data-testid="wallet-row"][data-rdns="${sandboxWallet}"]`)
    await expect(row).toContainText('Causeway wallet page')
    await expect(row).toContainText('Signing page')
    await own.click()
    // The signing page came to the front; a form that nobody sees asks for no price.
    await page.bringToFront()
    await expect(handle('wallet-picker')).toContainText(ownAccount(info, from.chainId).slice(0, 6))
    await handle('pay-amount').fill('25')
    await expect(handle('route').first()).toBeVisible()
    await swap.pickRoute()
    await swap.review()
    await swap.confirm()
    await expect.poll(() => countAsked(product)).toBe(2)
    const origins = (await product.wallet.prompts('eth_sendTransaction')).map((each) => each.origin)
    expect(new Set(origins)).toEqual(new Set([new URL(info.signerUrl).origin]))
    await expect(page.locator('[data-testid="order"]')).toHaveAttribute(
      'data-status',
      /^(submitted|tracking|filled)$/,
    )
    // Firefox takes no port in a pattern.
    const close = `chrome.tabs.query({}).then((all) => {
      const own = all.filter(({ url }) => url?.startsWith('${info.signerUrl}/')).map(({ id }) => id)
      return chrome.tabs.remove(own).then(() => own.length)
    })`
    expect(await product.inside<number>(close)).toBe(1)
    await swap.waitForStatus('filled')
    expect(await readOwnBalance(product, to)).toBeGreaterThan(before)
  },
)

test('the settings say whether the signing page that is served is the one of this version', async ({
  product,
}) => {
  const { info } = product
  const page = await product.openPage('popup.html?view=tab#/settings')
  await page.getByText('Compare the signing page').click()
  const place = page.locator('.signing')
  const check = page.getByRole('button', { name: 'Check now', exact: true })
  await check.click()
  await expect(place).toContainText('serves the page of this version.')

  const { host } = new URL(info.dappUrl)
  const field = page.locator('.card:has(.signing) .setting-wide').last()
  const set = async (url: string) => {
    await field.locator('input').fill(url)
    await field.locator('button').click()
    await expect(field).toContainText('Saved')
  }
  await set(info.dappUrl)
  await expect(place).toContainText(`curl -s '${info.dappUrl}/' | sha256sum`)
  await check.click()
  await expect(place).toContainText(`${host} serves another page.`)
  // Nobody listens there.
  await set('http://127.0.0.1:9/')
  await check.click()
  await expect(place).toContainText('127.0.0.1:9 could not be read.')
  await expect(createSwapScreen(page).error()).toHaveCount(0)
})
