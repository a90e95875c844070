import {
  chooseForText,
  clickNotice,
  enterAddress,
  openSidebar,
  typeAddress,
} from '../support/firefox/browser-ui'
import { geckoId } from '../support/firefox/launch'
import { ofItsKind } from './cases'
import { expect, test } from './firefox-fixtures'
import { expectOneDeposit, reviewOrder } from './stage'
import { chainsOf, countAsked, waitForForm } from './steps'

const recipient = `0x${'1'.repeat(40)}`

test.describe('the ways in', () => {
  test(
    'the context menu of a marked text fills in what shall arrive',
    ofItsKind,
    async ({ product, dapp }) => {
      await dapp.bringToFront()
      await chooseForText(product.session, dapp, '25 USDC', 'Open in Causeway')
      const { host } = new URL(product.info.dappUrl)
      await waitForForm(product, host)
      const swap = await product.openPopup()
      await expect(swap.handle('receive-amount')).toHaveValue('25')
      await expect(swap.handle('receive-token')).toContainText('USDC')
      await expect(swap.page.getByText(`${host} filled this in`)).toBeVisible()
    },
  )

  test(
    'the address bar fills in a payment, in the name of nobody',
    ofItsKind,
    async ({ product }) => {
      const [chain] = chainsOf(product.info)
      const [first] = await typeAddress(
        product.session,
        `cw ethereum:${recipient}@${chain}?value=1.5e18`,
      )
      expect(first).toContain('Open Causeway with these words')
      await enterAddress(product.session)
      await waitForForm(product, recipient)
      const swap = await product.openPopup()
      await expect(swap.handle('receive-amount')).toHaveValue('1.5')
      await expect(swap.handle('receive-token')).toContainText('ETH')
      await expect(swap.page.getByText('filled this in')).toHaveCount(0)
      expect(await countAsked(product)).toBe(0)
    },
  )

  test('the sidebar shows the form', ofItsKind, async ({ product, folders }) => {
    await openSidebar(product.session, geckoId(folders[0]))
    const fields = `chrome.extension.getViews({ type: 'sidebar' })
      .map(({ document }) => document.querySelectorAll('[data-testid=pay-amount]').length)`
    await expect.poll(() => product.inside<number[]>(fields)).toEqual([1])
  })
})

test(
  'a notice is shown on arrival; a click on it opens the order, and the history keeps it',
  ofItsKind,
  async ({ product, dapp, killAndRestart }) => {
    await dapp.bringToFront()
    const stage = await reviewOrder(product, 'ERC-20')
    await stage.swap.confirm()
    await expectOneDeposit(stage, stage.swap)
    await stage.swap.page.close()
    await clickNotice(product.session)
    const order = `${product.origin}/popup.html?view=tab#/orders/${stage.orderId}`
    await expect.poll(async () => (await product.find(order)) !== undefined).toBe(true)
    const { again } = await killAndRestart()
    const history = await again.openPage('popup.html?view=tab#/orders')
    const kept = history.locator(`[data-order-id="${stage.orderId}"][data-status="filled"]`)
    await expect(kept).toBeVisible()
  },
)
