import { expect, test } from './browsers'
import { usdcAcross } from './steps'
import { askForAddress } from './transfer-screen'

/** Copies of copies: less than a thousand letters that keep a browser drawing for most of a minute. */
function bomb(): string {
  const groups = [0, 1, 2, 3, 4].map(
    (level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
  )
  const first = '<g id="a0"><rect width="1" height="1"/></g>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><defs>${first}${groups.join('')}</defs><use href="#a5"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const rowOf = (rdns: string) => `[data-testid="wallet-row"][data-rdns="${rdns}"]`

test.describe('a picture that takes a minute to draw', () => {
  test('given as the code of a payment, then Causeway draws its own and a click works', async ({
    product,
  }) => {
    await product.control.tamperBuild({ patch: { qrImageUrl: bomb() } })
    const { from, to } = usdcAcross(product.info)
    const { page } = await askForAddress(product, { from, to, pay: '25' })
    const code = page.locator('.qr')
    await expect(code).toHaveAttribute('data-from', 'own')
    await code.getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('given as the icon of a wallet, then its letters are shown, beside the icons of others', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    await dapp.evaluate((icon) => {
      const provider = { on: () => {}, request: async () => [] }
      const info = Object.freeze({ uuid: 'x', name: 'Bomb', rdns: 'com.hostile.icon', icon })
      const detail = Object.freeze({ provider, info })
      addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
      )
    }, bomb())
    const swap = await product.openPopup()
    await swap.handle('wallet-picker').click()
    // A wallet of both kinds of chains has one icon, above a row for each.
    const group = swap.page.locator(`.wallet-group:has(${rowOf('dev.causeway.sandbox-wallet')})`)
    await expect(group.locator('.logo img')).toBeVisible()
    await expect(swap.page.locator(`${rowOf('com.hostile.icon')} .logo-drawn`)).toBeVisible()
    await swap.page.keyboard.press('Escape')
    await expect(swap.page.getByRole('dialog')).toHaveCount(0)
    await swap.handle('pay-token').click()
    // What the service serves itself comes through the worker, and is shown.
    await expect(swap.page.locator('.token-logo-chain img').first()).toBeVisible()
  })
})
