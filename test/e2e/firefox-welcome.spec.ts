import { pageText } from '@/src/ui/copy/page-text'
import { walletText } from '@/src/ui/copy/wallet-text'
import { answerQuestion } from '../support/firefox/browser-ui'
import { expect, test } from './firefox-fixtures'
import { sandboxWallet } from './steps'

// Firefox takes no answer in the first half second, so that nobody answers by accident.
test.use({ build: 'welcoming', prefs: { 'security.notification_enable_delay': 0 } })

test('access that is given on the welcome page finds the wallet on the next page', async ({
  product,
}) => {
  const { session, origin } = product
  const address = `${origin}/welcome.html`
  await expect.poll(async () => (await product.find(address)) !== undefined).toBe(true)
  const welcome = await product.find(address)
  if (welcome === undefined) throw new Error('It is there')
  await welcome.bringToFront()
  const allow = welcome.getByRole('button', { name: walletText.allowAll })
  const given = welcome.getByText(pageText.welcome.granted)
  await allow.click()
  await answerQuestion(session, 'refuse')
  // It stays for whoever thinks again.
  await allow.click()
  await answerQuestion(session, 'allow')
  await expect(given).toBeVisible()
  await expect(allow).toHaveCount(0)
  // The button has gone with the focus on it.
  await expect
    .poll(() => welcome.evaluate('document.activeElement.textContent'))
    .toBe(pageText.welcome.title)
  const dapp = await product.openDapp()
  await dapp.bringToFront()
  const swap = await product.openPopup()
  await swap.handle('wallet-picker').click()
  const row = `[data-testid="wallet-row"][data-rdns="${sandboxWallet}"]`
  await expect(swap.page.locator(row).first()).toBeVisible()
})
