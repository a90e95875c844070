import { expect, test } from './fixtures'

test('a sign that Option and Shift make on a Mac is typed into a field, and leads to a screen from elsewhere', async ({
  product,
}) => {
  const page = await product.openPage('popup.html?view=tab')
  const cdp = await page.context().newCDPSession(page)
  /** Option, Shift and H, as such a keyboard sends them: the key, then its sign where nobody took the key. */
  async function pressOptionShiftH(): Promise<void> {
    const down = { key: 'Ó', code: 'KeyH', windowsVirtualKeyCode: 72, modifiers: 9 }
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...down })
    await cdp.send('Input.dispatchKeyEvent', { type: 'char', text: 'Ó' })
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...down })
  }
  const amount = page.getByTestId('pay-amount')
  await amount.focus()
  await pressOptionShiftH()
  await expect(amount).toHaveValue('Ó')
  await expect(amount).toBeFocused()
  await amount.blur()
  await pressOptionShiftH()
  await expect(page).toHaveTitle('History - Causeway')
})
