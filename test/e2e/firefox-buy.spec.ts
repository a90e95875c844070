import { FirefoxPage } from '../support/firefox/page'
import type { FirefoxProduct } from '../support/firefox/product'
import { buyFrom } from './buy-screen'
import { ofItsKind } from './cases'
import { expect, test } from './firefox-fixtures'
import { countCalls } from './steps'

/** The window of the service's wrapper, once it is there. */
async function findWrapper(product: FirefoxProduct): Promise<FirefoxPage> {
  const find = () => product.find(`${product.info.fiatUrl}/wrapper/`)
  await expect.poll(async () => (await find()) !== undefined).toBe(true)
  const checkout = await find()
  if (checkout === undefined) throw new Error('The checkout is gone')
  return checkout
}

/** The provider's page, inside the wrapper's frame. */
async function findProvider(
  { session: { bidi } }: FirefoxProduct,
  checkout: FirefoxPage,
): Promise<FirefoxPage> {
  type Tree = { contexts: { children: { context: string; url: string }[] }[] }
  const find = async () => {
    const { contexts } = await bidi.send<Tree>('browsingContext.getTree', {
      root: checkout.context,
    })
    return contexts[0]?.children.find(({ url }) => url.includes('/provider/'))
  }
  await expect.poll(async () => (await find()) !== undefined).toBe(true)
  return new FirefoxPage(bidi, (await find())?.context ?? '')
}

/** Firefox blocks windows that nobody asked for, as it does for people: its remote agent had it stop. */
async function blockWindows({ session }: FirefoxProduct): Promise<void> {
  await session.chrome(() => {
    type Services = { prefs: { setBoolPref(name: string, value: boolean): void } }
    const { prefs } = (globalThis as unknown as { Services: Services }).Services
    prefs.setBoolPref('dom.disable_open_during_load', true)
  })
}

test(
  'a checkout that is blocked is said so; opened, it reaches nothing of ours, and is paid to money on the chain',
  ofItsKind,
  async ({ product }) => {
    const bought = await buyFrom(product, 'harbor')
    const { page, screen } = bought
    await blockWindows(product)
    // A new page, which nobody has clicked in yet, and a click that is no person's.
    await page.reload()
    const ours = await page.evaluate<string>('location.href')
    await page.evaluate(`void (globalThis.failures = [],
      addEventListener('error', ({ message }) => failures.push(message)))`)
    await expect(screen.handle('checkout')).toBeVisible()
    await page.evaluate(`document.querySelector('[data-testid="checkout"]').click()`)
    await expect(screen.error('order/window-blocked')).toBeVisible()
    expect(await countCalls(product, 'GET', '/checkout/')).toBe(0)
    expect(await page.evaluate('frames.length')).toBe(0)

    await screen.handle('checkout').click()
    const checkout = await findWrapper(product)
    await expect(screen.error()).toHaveCount(0)
    // Firefox cuts a page of the web off from the extension that opened it: there is nothing to send away.
    expect(await checkout.evaluate('opener === null')).toBe(true)
    const away = JSON.stringify(product.info.dappUrl)
    for (const target of ['opener.top', 'opener.parent', 'opener']) {
      await checkout.evaluate(`(() => { try { ${target}.location = ${away} } catch {} })()`)
    }
    // Nor is there anything to listen for, or to look at: the frame that it was opened from is gone again.
    await expect.poll(() => page.evaluate('frames.length')).toBe(0)
    expect(await page.evaluate('failures')).toEqual([])

    const provider = await findProvider(product, checkout)
    await provider.getByTestId('pay').click()
    await screen.waitForStatus('filled')
    expect(await bought.received()).toBeGreaterThan(0n)
    expect(await page.evaluate('location.href')).toBe(ours)
  },
)
