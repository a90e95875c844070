import { answerQuestion, pressToolbarButton, takeAccess } from '../support/firefox/browser-ui'
import { geckoId } from '../support/firefox/launch'
import type { FirefoxProduct } from '../support/firefox/product'
import type { SwapScreen } from '../support/swap-screen'
import { ofItsKind } from './cases'
import { expect, test } from './firefox-fixtures'
import { moments } from './moments'
import { expectOneDeposit, reviewOrder } from './stage'
import { sandboxWallet } from './steps'

// Firefox takes no answer in the first half second, so that nobody answers by accident.
test.use({ build: 'ungranted', prefs: { 'security.notification_enable_delay': 0 } })

const everySite = ['https://*/*', 'http://*/*']

const walletRow = (swap: SwapScreen) =>
  swap.page.locator(`[data-testid="wallet-row"][data-rdns="${sandboxWallet}"]`)
const allowAll = (swap: SwapScreen) => swap.page.getByRole('button', { name: /^Allow all sites/ })

/** Opens the list of wallets, and gives every site in the question that follows. */
async function giveAccess(product: FirefoxProduct): Promise<void> {
  const swap = await product.openPopup()
  await swap.handle('wallet-picker').click()
  await allowAll(swap).click()
  await answerQuestion(product.session, 'allow')
  await expect(walletRow(swap).first()).toBeVisible()
  await swap.page.close()
}

test.describe('no site was granted', () => {
  test(
    'the question is refused, then agreed to, and the swap is made',
    ofItsKind,
    async ({ product, dapp }) => {
      await dapp.bringToFront()
      const swap = await product.openPopup()
      await swap.handle('wallet-picker').click()
      await allowAll(swap).click()
      await answerQuestion(product.session, 'refuse')
      await expect(allowAll(swap)).toBeVisible()
      await expect(walletRow(swap)).toHaveCount(0)
      await swap.page.close()
      await giveAccess(product)
      const stage = await reviewOrder(product, 'ERC-20')
      await stage.swap.confirm()
      await expectOneDeposit(stage, stage.swap)
    },
  )

  test('what was given is taken back in the settings, and asked for where it is needed', async ({
    product,
    dapp,
  }) => {
    await dapp.bringToFront()
    await giveAccess(product)
    const settings = await product.openPage('popup.html?view=tab#/settings')
    for (const pattern of everySite)
      await settings.getByRole('button', { name: `Remove ${pattern}` }).click()
    await expect(settings.getByText('No site has access')).toBeVisible()
    await settings.close()
    const swap = await product.openPopup()
    await swap.handle('wallet-picker').click()
    await expect(allowAll(swap)).toBeVisible()
    await expect(walletRow(swap)).toHaveCount(0)
    await swap.page.close()
    await giveAccess(product)
  })

  test('it is taken back while the deposit’s prompt is open: paid once, and followed', async ({
    product,
    dapp,
    folders,
  }) => {
    await dapp.bringToFront()
    await giveAccess(product)
    const stage = await reviewOrder(product, 'ERC-20')
    await moments['deposit-asked'].reach(stage)
    await takeAccess(product.session, geckoId(folders[0]), everySite)
    await moments['deposit-asked'].goOn(stage)
    await expectOneDeposit(stage, stage.swap)
  })

  test(
    'the toolbar’s button lets it look into the page in front, and only there',
    ofItsKind,
    async ({ product, dapp, folders }) => {
      // Another page of ours reads it: the popup closes where a person, or a test, goes elsewhere.
      const reader = await product.openPage('icons/128.png')
      await dapp.bringToFront()
      await pressToolbarButton(product.session, geckoId(folders[0]))
      const inPopup = (expression: string) =>
        reader.evaluate<unknown>(`chrome.extension.getViews({ type: 'popup' })
        .map(({ innerWidth, innerHeight, document }) => ${expression})[0]`)
      const ready = `document.querySelector('[data-testid=wallet-picker]') !== null`
      await expect.poll(() => inPopup(ready)).toBe(true)
      expect(await inPopup('[innerWidth, innerHeight]')).toEqual([380, 600])
      await inPopup(`document.querySelector('[data-testid=wallet-picker]').click()`)
      const rows = `[...document.querySelectorAll('[data-testid=wallet-row]')].map((row) => row.dataset.rdns)`
      await expect.poll(() => inPopup(rows)).toContain(sandboxWallet)
      const pages = `document.querySelectorAll('[data-testid=page-row]').length`
      expect(await inPopup(pages)).toBe(1)
    },
  )
})

test.describe('what was granted with the installation', () => {
  test.use({ build: 'extension' })

  test('was taken back by hand: the settings say so and ask for it again', async ({
    product,
    dapp,
    folders,
  }) => {
    const local = ['http://127.0.0.1/*', 'http://localhost/*']
    await dapp.bringToFront()
    await takeAccess(product.session, geckoId(folders[0]), local)
    const settings = await product.openPage('popup.html?view=tab#/settings')
    const again = settings.getByRole('button', { name: 'Allow again' })
    await expect(settings.getByText('was taken back')).toContainText(local.join(', '))
    await again.click()
    await answerQuestion(product.session, 'allow')
    await expect(again).toHaveCount(0)
    await settings.close()
    const stage = await reviewOrder(product, 'native')
    await stage.swap.confirm()
    await expectOneDeposit(stage, stage.swap)
  })
})
