import { longPatience } from '../support/patience'
import type { ViewPage } from '../support/view'
import { expect, test } from './browsers'
import { startSwap, usdcAcross } from './steps'

/** The language made by rule, which builds for a sandbox offer. */
const tag = 'ar-XB'
/** What a message in it begins with. */
const mark = '\u200f'

async function expectLanguage(page: ViewPage, lang: string, dir: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await expect(page.locator('html')).toHaveAttribute('dir', dir)
}

test('the language of the settings is that of every page, of notices, of the button, the menu and the address bar, until it is English again', async ({
  product,
  dapp,
}) => {
  await product.wallet.set({ mode: 'auto' })
  await product.control.setNextOrder('held')
  await dapp.bringToFront()
  const { from, to } = usdcAcross(product.info)
  const swap = await startSwap(product, { from, to, pay: '25' })
  await swap.confirm()
  // Held back, it stays on its way; how far it is told to be, the machine decides.
  const held = ['submitted', 'tracking'].map((each) => `[data-status="${each}"]`)
  const order = swap.page.locator(`[data-testid="order"]:is(${held})`)
  await order.waitFor({ timeout: longPatience })
  const orderId = await order.getAttribute('data-order-id')

  // The browser tells of a notice that is shown its id alone, and nothing of its menu and address bar.
  await product.inWorker(`(() => {
    const { notifications, contextMenus, omnibox } = self.browser ?? chrome
    const create = notifications.create.bind(notifications)
    self.told = {}
    self.says = {}
    const make = contextMenus.create.bind(contextMenus)
    contextMenus.create = (entry, ...rest) => {
      self.says.menu = entry.title
      return make(entry, ...rest)
    }
    const suggest = omnibox.setDefaultSuggestion.bind(omnibox)
    omnibox.setDefaultSuggestion = (row, ...rest) => {
      self.says.typed = row.description
      return suggest(row, ...rest)
    }
    notifications.create = (id, notice, ...rest) => {
      self.told[id] = [notice.title, notice.message]
      return create(id, notice, ...rest)
    }
  })()`)
  const titleOfButton = () => product.inside<string>('chrome.action.getTitle({})')
  const settings = await product.openPage('popup.html?view=tab#/settings')
  await expectLanguage(settings, 'en', 'ltr')
  await settings.getByTestId('language').selectOption(tag)
  await expectLanguage(settings, tag, 'rtl')
  // So is the page that was open beside it.
  await expectLanguage(swap.page, tag, 'rtl')
  await expect.poll(titleOfButton).toMatch(new RegExp(`^${mark}`))
  const entries = () => product.inWorker<unknown>('self.says')
  await expect.poll(entries).toEqual({
    menu: expect.stringContaining('\u202eÓopéen\u202c'),
    typed: expect.stringContaining('\u202ewóords\u202c'),
  })

  await product.control.release()
  const notice = () => product.inWorker<string[]>(`self.told['filled:${orderId}'] ?? []`)
  await expect.poll(notice).toHaveLength(2)
  const [title, message] = await notice()
  expect(title).toBe(
    '\u200f\u202eYóoúur\u202c \u202emóonéey\u202c \u202eháas\u202c \u202eáarríivéed\u202c',
  )
  // Whose route was the best by then, the machine decides.
  const [, sum = 'none'] = /^\u200f\u2068(24\.9\d+ USDC)\u2069 /.exec(message ?? '') ?? []
  expect(message).toContain(`\u2068${sum}\u2069 \u202edéelíivéeréed\u202c`)

  const popup = await product.openPopup()
  await expectLanguage(popup.page, tag, 'rtl')
  await expect(popup.page.locator('#content')).toContainText('\u202epáay\u202c')
  await popup.handle('history').first().click()
  await expect(popup.page.locator('h1')).toHaveText(/^\u200f/)
  const row = popup.page.locator(`[data-order-id="${orderId}"]`)
  await expect(row).toContainText('\u202eRéecéeíivéed\u202c')
  // Amounts stay as wallets write them.
  await expect(row).toContainText('25 USDC')
  await expect(row).toContainText(sum)
  await row.getByRole('button').first().click()
  const created = popup.page.locator('.details .detail-rows dd.num').first()
  await expect(created).toHaveText(/[ء-ي]/)

  await settings.bringToFront()
  await settings.getByTestId('language').selectOption('')
  await expectLanguage(settings, 'en', 'ltr')
  await expectLanguage(popup.page, 'en', 'ltr')
  await expect(popup.page.locator('#content')).toContainText('Your money has arrived')
  await expect.poll(titleOfButton).toBe('Causeway')
  await expect.poll(entries).toEqual({
    menu: 'Open in Causeway',
    typed: 'Open Causeway with these words',
  })
})
